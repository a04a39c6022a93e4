// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes read neighbours of 1, 2, 4, 8 or 16 bytes.
#if WIDTH == 1
typedef unsigned char Element;
#elif WIDTH == 2
typedef unsigned short Element;
#elif WIDTH == 4
typedef float Element;
#elif WIDTH == 8
typedef float2 Element;
#else
typedef float4 Element;
#endif

extern "C" __global__ void width(const Element* x, Element* y, int N)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N)
        y[i] = x[i];
}
