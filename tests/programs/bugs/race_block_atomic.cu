// SPDX-License-Identifier: GPL-3.0-or-later
// An atomic operation for threads of the own block only, made by several blocks.
extern "C" __global__ void kernel(const int* in, int* sum)
{
    atomicAdd_block(sum, in[blockIdx.x * blockDim.x + threadIdx.x]); // BUG
}
