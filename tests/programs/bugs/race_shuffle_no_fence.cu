// SPDX-License-Identifier: GPL-3.0-or-later
// A shuffle makes lanes wait for one another, but says nothing of memory.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    const int first = __shfl_sync(0xffffffffu, in[threadIdx.x], 0);
    out[threadIdx.x] = s[threadIdx.x ^ 1] + first; // BUG
}
