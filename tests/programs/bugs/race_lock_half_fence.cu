// SPDX-License-Identifier: GPL-3.0-or-later
// A sum under a lock with a fence behind it, and none in front.
__device__ int lock;
extern "C" __global__ void kernel(const int* in, int* sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    *sum += in[blockIdx.x]; // BUG
    __threadfence();
    atomicExch(&lock, 0);
}
