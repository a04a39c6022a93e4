// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in shared memory, then in global memory, all by atomic operations.
extern "C" __global__ void kernel(const int* in, int* bins)
{
    __shared__ int s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
