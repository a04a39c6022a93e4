// SPDX-License-Identifier: GPL-3.0-or-later
// Two locks in two orders; whoever does not get one waits a while by the clock before the next try.
__device__ int locks[2];
__device__ void take(int which)
{
    while (atomicCAS(&locks[which], 0, 1) != 0) { // BUG
        const long long begin = clock64(); // BUG
        while (clock64() - begin < 200) // BUG
            ;
    }
    __threadfence();
}
__device__ void give(int which)
{
    __threadfence();
    atomicExch(&locks[which], 0);
}
extern "C" __global__ void kernel(int* account)
{
    const int mine = threadIdx.x / 32;
    if (threadIdx.x % 32 != 0)
        return;
    take(mine);
    __syncthreads();
    take(1 - mine);
    account[0] += 1;
    give(1 - mine);
    give(mine);
}
