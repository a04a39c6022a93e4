// SPDX-License-Identifier: GPL-3.0-or-later
// The barrier is for the first two warps; the third one reads as well.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    if (threadIdx.x < 64)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = s[(threadIdx.x + 32) % 96]; // BUG
}
