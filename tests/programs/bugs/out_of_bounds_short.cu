// SPDX-License-Identifier: GPL-3.0-or-later
// An index in 16 bits.
extern "C" __global__ void kernel(int* out)
{
    const short i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1; // BUG
}
