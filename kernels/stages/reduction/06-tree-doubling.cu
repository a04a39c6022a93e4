// SPDX-License-Identifier: GPL-3.0-or-later
// A tree adds the sums of a block: neighbours first, then neighbours of neighbours.
// With masked threads every warp stays busy with few lanes. With STRIDED the
// working threads are packed into few warps, but the words they touch pile up on
// few banks.
extern "C" __global__ void tree_doubling(const int* x, unsigned* sum, int N)
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

    for (int s = 1; s < THREADS; s *= 2) {
#if STRIDED
        const int i = 2 * s * t;
        if (i < THREADS)
            part[i] += part[i + s];
#else
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
#endif
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}
