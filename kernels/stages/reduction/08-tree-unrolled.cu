// SPDX-License-Identifier: GPL-3.0-or-later
// The same tree without a loop. From 32 words on it is the work of a single warp,
// whose lanes wait for each other only: __syncwarp instead of __syncthreads.
extern "C" __global__ void tree_unrolled(const int* x, unsigned* sum, int N)
{
    __shared__ unsigned part[THREADS];
    const int t = threadIdx.x;

    unsigned mine = 0;
    for (unsigned i = blockIdx.x * THREADS + t; i < N; i += BLOCKS * THREADS) {
        const unsigned v = x[i];
        mine += v * v;
    }
    part[t] = mine;
    __syncthreads();

#if THREADS > 256
    if (t < 256)
        part[t] += part[t + 256];
    __syncthreads();
#endif
    if (t < 128)
        part[t] += part[t + 128];
    __syncthreads();
    if (t < 64)
        part[t] += part[t + 64];
    __syncthreads();
    if (t < 32) {
        part[t] += part[t + 32];
        __syncwarp();
        if (t < 16) part[t] += part[t + 16];
        __syncwarp();
        if (t < 8) part[t] += part[t + 8];
        __syncwarp();
        if (t < 4) part[t] += part[t + 4];
        __syncwarp();
        if (t < 2) part[t] += part[t + 2];
        __syncwarp();
        if (t == 0)
            atomicAdd(sum, part[0] + part[1]);
    }
}
