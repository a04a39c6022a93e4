// SPDX-License-Identifier: GPL-3.0-or-later
// A shuffle that reads lanes which have gone another way.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int x = in[threadIdx.x];
    if (threadIdx.x < 16)
        x += __shfl_down_sync(0x0000ffffu, x, 8, 32); // BUG
    out[threadIdx.x] = x;
}
