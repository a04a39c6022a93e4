// SPDX-License-Identifier: GPL-3.0-or-later
// All warps read the same places, scattered, in each round; the barrier behind the reads is there in the first one only.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    const int t = threadIdx.x;
    int sum = 0;
#pragma unroll 1
    for (int round = 0; round < 3; ++round) {
        s[t] = in[round * 128 + t]; // BUG
        __syncthreads();
        sum += s[t % 32 * 4]; // BUG
        if (round == 0)
            __syncthreads();
    }
    out[t] = sum;
}
