// SPDX-License-Identifier: GPL-3.0-or-later
// The fence is behind the flag.
extern "C" __global__ void kernel(const int* in, int* data, volatile int* flag, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = in[0]; // BUG
        flag[0] = 1;
        __threadfence();
    } else {
        while (flag[0] == 0)
            ;
        __threadfence();
        out[0] = data[0]; // BUG
    }
}
