// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the module that is shorter than the keys are.
__device__ int table[16], other[16];
extern "C" __global__ void kernel(const int* in, int* out)
{
    table[in[threadIdx.x]] = 1; // BUG
    out[threadIdx.x] = other[threadIdx.x % 16];
}
