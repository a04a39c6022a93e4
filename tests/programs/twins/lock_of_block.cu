// SPDX-License-Identifier: GPL-3.0-or-later
// Each block has a lock of its own, and fences of a block are enough.
extern "C" __global__ void kernel(int* locks, int* sums)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS_block(&locks[blockIdx.x], 0, 1) != 0)
            __nanosleep(20);
        __threadfence_block();
        sums[blockIdx.x] += threadIdx.x;
        __threadfence_block();
        atomicExch_block(&locks[blockIdx.x], 0);
    }
}
