// SPDX-License-Identifier: GPL-3.0-or-later
// Two locks in two orders; the pause between two tries doubles, up to a limit.
__device__ int locks[2];
__device__ void take(int which)
{
    unsigned pause = 8;
    while (atomicCAS(&locks[which], 0, 1) != 0) { // BUG
        __nanosleep(pause); // BUG
        if (pause < 256)
            pause *= 2;
    }
    __threadfence();
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
    __threadfence();
    atomicExch(&locks[0], 0);
    atomicExch(&locks[1], 0);
}
