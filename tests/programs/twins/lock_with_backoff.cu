// SPDX-License-Identifier: GPL-3.0-or-later
// Two locks in one order; whoever does not get one waits a while by the clock, then by sleeping longer and longer.
__device__ int locks[2];
extern "C" __global__ void kernel(int* account)
{
    if (threadIdx.x % 32 != 0)
        return;
    while (atomicCAS(&locks[0], 0, 1) != 0) {
        const long long begin = clock64();
        while (clock64() - begin < 200)
            ;
    }
    unsigned pause = 8;
    while (atomicCAS(&locks[1], 0, 1) != 0) {
        __nanosleep(pause);
        if (pause < 256)
            pause *= 2;
    }
    __threadfence();
    account[0] += 1;
    account[1] -= 1;
    __threadfence();
    atomicExch(&locks[1], 0);
    atomicExch(&locks[0], 0);
}
