// SPDX-License-Identifier: GPL-3.0-or-later
// Three warps read, and all of them say so before the first one writes anew.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) s[lane] = in[lane];
    __syncthreads();
    int v = s[31 - lane];
    if (warp < 3)
        asm volatile("bar.sync 1, 96;" ::: "memory");
    if (warp == 0) s[lane] = v + 1;
    __syncthreads();
    out[threadIdx.x] = s[lane] + v;
}
