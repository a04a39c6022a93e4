// SPDX-License-Identifier: GPL-3.0-or-later
// A return in the critical section: the lock is never given back.
__device__ int lock;
extern "C" __global__ void kernel(const int* in, int* sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0) // BUG
        ;
    __threadfence();
    if (in[blockIdx.x] >= 0)
        return;
    *sum += in[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}
