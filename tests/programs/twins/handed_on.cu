// SPDX-License-Identifier: GPL-3.0-or-later
// The second block hands on what it was told.
extern "C" __global__ void kernel(const int* in, int* data, volatile int* flags, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = in[0];
        __threadfence();
        flags[0] = 1;
    } else if (blockIdx.x == 1) {
        while (flags[0] == 0)
            ;
        __threadfence();
        flags[1] = 1;
    } else {
        while (flags[1] == 0)
            ;
        __threadfence();
        out[0] = data[0];
    }
}
