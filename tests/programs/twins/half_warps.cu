// SPDX-License-Identifier: GPL-3.0-or-later
// Each half of a warp exchanges values through shared memory and waits for itself only.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const unsigned mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp(mask);
    out[threadIdx.x] = s[threadIdx.x ^ 15];
}
