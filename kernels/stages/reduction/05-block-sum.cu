// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a block leave their sums in shared memory, and thread 0 adds them:
// one atomic for each block instead of one for each thread. The others watch.
extern "C" __global__ void block_sum(const int* x, unsigned* sum, int N)
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

    if (t == 0) {
        unsigned all = 0;
        for (int i = 0; i < THREADS; ++i)
            all += part[i];
        atomicAdd(sum, all);
    }
}
