// SPDX-License-Identifier: GPL-3.0-or-later
// Each pair of warps has a barrier of its own, whose number is computed.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[128];
    const int pair = threadIdx.x / 64;
    room[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + pair) : "memory");
    out[threadIdx.x] = room[threadIdx.x ^ 32];
}
