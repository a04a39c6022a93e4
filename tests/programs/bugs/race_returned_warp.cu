// SPDX-License-Identifier: GPL-3.0-or-later
// The first warp writes and returns; the others have a barrier of two warps, which does not count it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    if (threadIdx.x < 32)
        return;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x - 32] = s[threadIdx.x - 32]; // BUG
}
