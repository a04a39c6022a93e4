// SPDX-License-Identifier: GPL-3.0-or-later
// A sum under a lock with its two fences.
__device__ int lock;
extern "C" __global__ void kernel(const int* in, int* sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += in[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}
