// SPDX-License-Identifier: GPL-3.0-or-later
// The tree from the other end: the upper half is added to the lower half, then a
// quarter to a quarter. Working threads are neighbours, and so are the words that
// they touch.
extern "C" __global__ void tree_halving(const int* x, unsigned* sum, int N)
{
    __shared__ unsigned part[256];
    const int t = threadIdx.x;

    unsigned mine = 0;
    for (unsigned i = blockIdx.x * 256 + t; i < N; i += BLOCKS * 256) {
        const unsigned v = x[i];
        mine += v * v;
    }
    part[t] = mine;
    __syncthreads();

    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}
