// SPDX-License-Identifier: GPL-3.0-or-later
// A turn in a volatile variable goes from the first block to all others at once, which write it next.
extern "C" __global__ void kernel(volatile int* turn, int* out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x != 0)
            while (turn[0] != 1) __nanosleep(20);
        __threadfence();
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        turn[0] = 1; // BUG
    }
}
