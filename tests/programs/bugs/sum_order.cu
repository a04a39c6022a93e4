// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of floating-point numbers in whatever order the blocks come.
extern "C" __global__ void kernel(const float* in, float* sum)
{
    atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]); // BUG
}
