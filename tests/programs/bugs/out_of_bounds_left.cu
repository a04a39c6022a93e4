// SPDX-License-Identifier: GPL-3.0-or-later
// A stencil of three cells, also at the left border, which has two.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i - 1] + in[i] + in[i + 1 < n ? i + 1 : i]; // BUG
}
