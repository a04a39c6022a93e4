// SPDX-License-Identifier: GPL-3.0-or-later
// The flag is read once, before the loop: nothing says that it may change.
extern "C" __global__ void kernel(int* flag, int* data, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (*flag == 0) // BUG
            ; // BUG
        __threadfence();
        *out = *data;
    } else {
        *data = 5;
        __threadfence();
        *flag = 1;
    }
}
