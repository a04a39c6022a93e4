// SPDX-License-Identifier: GPL-3.0-or-later
// All warps count, each waits for itself alone.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int counts[9];
    if (threadIdx.x < 9)
        counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[in[threadIdx.x]], 1); // BUG
    __syncwarp();
    out[threadIdx.x] = counts[threadIdx.x % 9]; // BUG
}
