// SPDX-License-Identifier: GPL-3.0-or-later
// Three warps read a value and the fourth one replaces it. It waits for all three.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        s = in[0];
    __syncthreads();
    if (warp < 3)
        out[threadIdx.x] = s;
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 96)
        s = in[1];
}
