// SPDX-License-Identifier: GPL-3.0-or-later
// The largest value has no bin.
extern "C" __global__ void kernel(const int* in, int* bins)
{
    atomicAdd(&bins[in[blockIdx.x * 64 + threadIdx.x]], 1); // BUG
}
