// SPDX-License-Identifier: GPL-3.0-or-later
// The same with a volatile flag, as it has been written for many years.
__device__ volatile int flag;
extern "C" __global__ void kernel(const int* in, int* box, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        box[0] = in[0];
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0)
            ;
        __threadfence();
        out[0] = box[0];
    }
}
