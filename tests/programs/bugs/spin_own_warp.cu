// SPDX-License-Identifier: GPL-3.0-or-later
// Every lane wants the lock. Before compute capability 7.0 the one that has it waits behind the loop for those who wait
// for it.
__device__ int lock;
extern "C" __global__ void kernel(int* sum)
{
    while (atomicCAS(&lock, 0, 1) != 0) // BUG
        ;
    __threadfence();
    sum[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
}
