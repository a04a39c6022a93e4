// SPDX-License-Identifier: GPL-3.0-or-later
// Each half of the warp meets by itself, and then reads from the other.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const int lane = threadIdx.x;
    s[lane] = in[lane]; // BUG
    __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
    out[lane] = s[(lane + 8) % 32]; // BUG
}
