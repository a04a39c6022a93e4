// SPDX-License-Identifier: GPL-3.0-or-later
// One thread of each warp at a time is in the critical section of its lock.
__device__ int lock;
extern "C" __global__ void kernel(const int* in, int* sum)
{
    if (threadIdx.x % 32 != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += in[blockIdx.x * blockDim.x + threadIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}
