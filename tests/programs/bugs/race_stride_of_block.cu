// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks go on by a block instead of by the grid, and do the same again.
extern "C" __global__ void kernel(const float* in, float* out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i] * 2; // BUG
}
