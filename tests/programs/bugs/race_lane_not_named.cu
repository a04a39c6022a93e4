// SPDX-License-Identifier: GPL-3.0-or-later
// All lanes read a word, and the mask names those alone that come before lane 24.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[4];
    const int lane = threadIdx.x;
    if (lane < 4) s[lane] = in[lane];
    __syncwarp();
    int v = s[0]; // BUG
    if (lane < 24) {
        __syncwarp(0x00ffffff);
        if (lane == 0) s[0] = v + 1; // BUG
    }
    out[lane] = v;
}
