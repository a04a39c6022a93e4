// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of warps shall meet, and each warp goes to a barrier of its own.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[128];
    const int warp = threadIdx.x / 32;
    room[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + warp) : "memory"); // BUG
    out[threadIdx.x] = room[threadIdx.x ^ 32];
}
