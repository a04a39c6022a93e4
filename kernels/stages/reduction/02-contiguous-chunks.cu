// SPDX-License-Identifier: GPL-3.0-or-later
// THREADS threads, each with a chunk of its own, as one would do it on a CPU. At any
// moment the lanes of a warp are a whole chunk apart: each touches another sector.
extern "C" __global__ void contiguous_chunks(const int* x, unsigned* sum, int N)
{
    const unsigned size = N, chunk = (size + THREADS - 1) / THREADS;
    const unsigned begin = min(threadIdx.x * chunk, size);
    const unsigned end = min(begin + chunk, size);

    unsigned mine = 0;
    for (unsigned i = begin; i < end; ++i) {
        const unsigned v = x[i];
        mine += v * v;
    }
    atomicAdd(sum, mine);
}
