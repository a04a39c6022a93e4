// SPDX-License-Identifier: GPL-3.0-or-later
// The same threads, but neighbours read neighbours and all step on together:
// the 32 words of a warp's request lie in 4 sectors.
extern "C" __global__ void interleaved(const int* x, unsigned* sum, int N)
{
    unsigned mine = 0;
    for (unsigned i = threadIdx.x; i < N; i += THREADS) {
        const unsigned v = x[i];
        mine += v * v;
    }
    atomicAdd(sum, mine);
}
