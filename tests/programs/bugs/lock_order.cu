// SPDX-License-Identifier: GPL-3.0-or-later
// Two accounts with a lock each, taken in two orders: each has one and waits for the other one.
__device__ int locks[2];
extern "C" __global__ void kernel(int* account)
{
    const int mine = threadIdx.x / 32;
    if (threadIdx.x % 32 != 0)
        return;
    while (atomicCAS(&locks[mine], 0, 1) != 0) // BUG
        ;
    __syncthreads();
    while (atomicCAS(&locks[1 - mine], 0, 1) != 0) // BUG
        ;
    __threadfence();
    account[0] += 1;
    account[1] -= 1;
    __threadfence();
    atomicExch(&locks[0], 0);
    atomicExch(&locks[1], 0);
}
