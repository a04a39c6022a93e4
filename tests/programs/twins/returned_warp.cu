// SPDX-License-Identifier: GPL-3.0-or-later
// The first warp writes and returns; the others have a barrier for themselves, and read their own.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32)
        return;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x - 32] = s[127 - threadIdx.x];
}
