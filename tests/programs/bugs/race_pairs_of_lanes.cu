// SPDX-License-Identifier: GPL-3.0-or-later
// __syncwarp names the even lanes only; the odd ones are read, too.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    if (threadIdx.x % 2 == 0) {
        __syncwarp(0x55555555);
        out[threadIdx.x] = s[(threadIdx.x + 1) % 32]; // BUG
    }
}
