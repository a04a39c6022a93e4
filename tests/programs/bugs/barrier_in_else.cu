// SPDX-License-Identifier: GPL-3.0-or-later
// One warp goes round the barrier that the others wait at, to another one with a number.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32)
        __syncthreads(); // BUG
    else
        asm volatile("bar.sync 3, 64;" ::: "memory"); // BUG
    out[threadIdx.x] = in[threadIdx.x];
}
