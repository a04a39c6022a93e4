// SPDX-License-Identifier: GPL-3.0-or-later
// The tree from the other end: the upper half is added to the lower half, then a
// quarter to a quarter. Working threads are neighbours, and so are the words that
// they touch. With HOST each block leaves its sum to the host, who adds them up.
extern "C" __global__ void tree_halving(const int* x, unsigned* sum, int N)
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

    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) {
#if HOST
        sum[blockIdx.x] = part[0];
#else
        atomicAdd(sum, part[0]);
#endif
    }
}
