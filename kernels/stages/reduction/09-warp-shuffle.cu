// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a warp read each other's registers: no shared memory and no waiting.
// Only the sums of the block's warps pass through shared memory.
__device__ unsigned warpSum(unsigned v)
{
    for (int s = 16; s > 0; s /= 2)
        v += __shfl_down_sync(0xffffffff, v, s);
    return v; // right in lane 0
}

extern "C" __global__ void warp_shuffle(const int* x, unsigned* sum, int N)
{
    __shared__ unsigned part[THREADS / 32];
    const int t = threadIdx.x;

    unsigned mine = 0;
    for (unsigned i = blockIdx.x * THREADS + t; i < N; i += BLOCKS * THREADS) {
        const unsigned v = x[i];
        mine += v * v;
    }
    mine = warpSum(mine);
    if (t % 32 == 0)
        part[t / 32] = mine;
    __syncthreads();

    if (t < 32) {
        const unsigned all = warpSum(t < THREADS / 32 ? part[t] : 0);
        if (t == 0)
            atomicAdd(sum, all);
    }
}
