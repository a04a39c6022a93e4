// SPDX-License-Identifier: GPL-3.0-or-later
// Bins are cleared, and nobody waits before the first is counted.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[64];
    bins[threadIdx.x] = 0; // BUG
    atomicAdd(&bins[in[blockIdx.x * 64 + threadIdx.x]], 1); // BUG
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
