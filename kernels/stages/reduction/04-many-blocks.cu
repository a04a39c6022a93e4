// SPDX-License-Identifier: GPL-3.0-or-later
// One block keeps one multiprocessor busy. Many blocks use them all, and while a
// warp waits for memory another can go on.
extern "C" __global__ void many_blocks(const int* x, unsigned* sum, int N)
{
    unsigned mine = 0;
    for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < N; i += BLOCKS * THREADS) {
        const unsigned v = x[i];
        mine += v * v;
    }
    atomicAdd(sum, mine);
}
