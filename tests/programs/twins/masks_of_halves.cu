// SPDX-License-Identifier: GPL-3.0-or-later
// Each half of the warp waits for itself, and reads its own.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const int lane = threadIdx.x;
    s[lane] = in[lane];
    __syncwarp(lane < 16 ? 0x0000ffff : 0xffff0000);
    out[lane] = s[lane ^ 7];
}
