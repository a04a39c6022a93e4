// SPDX-License-Identifier: GPL-3.0-or-later
// Each of two blocks waits for the other one's flag before it sets its own.
extern "C" __global__ void kernel(volatile int* flag, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (flag[1] == 0) // BUG
            ;
        flag[0] = 1;
    } else {
        while (flag[0] == 0) // BUG
            ;
        flag[1] = 1;
        *out = 7;
    }
}
