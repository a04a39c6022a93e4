// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram in shared memory without atomic operations.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[16];
    for (int i = threadIdx.x; i < 16; i += 64)
        bins[i] = 0;
    __syncthreads();
    bins[in[threadIdx.x]]++; // BUG
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}
