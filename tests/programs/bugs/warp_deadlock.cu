// SPDX-License-Identifier: GPL-3.0-or-later
// Each of two halves of a warp waits for the flag that the other half would set afterwards.
extern "C" __global__ void kernel(int* flags)
{
    volatile int* mine = flags + threadIdx.x / 32;
    volatile int* other = flags + 1 - threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        while (*other == 0) // BUG
            ;
        *mine = 1;
    }
}
