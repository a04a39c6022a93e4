// SPDX-License-Identifier: GPL-3.0-or-later
// The first two warps work with shared memory of their own, and wait for themselves only.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = s[63 - threadIdx.x];
    } else {
        __syncwarp();
        out[threadIdx.x] = s[64 + 95 - threadIdx.x];
    }
}
