// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers as floats: small ones are added exactly, in any order.
extern "C" __global__ void kernel(const int* in, float* sum)
{
    atomicAdd(sum, float(in[blockIdx.x * 64 + threadIdx.x]));
}
