// SPDX-License-Identifier: GPL-3.0-or-later
// All lanes of a warp read a value and the last one replaces it. It waits for all.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s;
    const int lane = threadIdx.x;
    if (lane == 0)
        s = in[0];
    __syncwarp();
    out[lane] = s;
    __syncwarp(0xffffffff);
    if (lane == 31)
        s = in[1];
}
