// SPDX-License-Identifier: GPL-3.0-or-later
// Two warps read a row, and the first one replaces it, after the other one has had its turn.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        s[lane] = in[lane];
    __syncthreads();
    out[threadIdx.x] = s[lane]; // BUG
    if (threadIdx.x < 32) {
        __nanosleep(1000);
        s[lane] = in[32 + lane]; // BUG
    }
}
