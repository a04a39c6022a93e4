// SPDX-License-Identifier: GPL-3.0-or-later
// The lock is everybody's, its fences are of a block.
extern "C" __global__ void kernel(int* lock, int* sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(20);
        __threadfence_block();
        *sum = *sum + 1; // BUG
        __threadfence_block();
        atomicExch(lock, 0);
    }
}
