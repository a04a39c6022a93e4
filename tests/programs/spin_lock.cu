// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that threads of all warps take, also those of one warp: nobody may be starved.
__device__ int lock;
extern "C" __global__ void spinLock(unsigned* counter, unsigned* order)
{
    bool done = false;
    while (!done)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            const unsigned now = *(volatile unsigned*)counter;
            *(volatile unsigned*)counter = now + 1;
            atomicAdd(&order[now % 4], 1u);
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
}
