// SPDX-License-Identifier: GPL-3.0-or-later
// Two counters in one word: some blocks add to its half, others to the whole. Atomic to one another that is not.
extern "C" __global__ void kernel(unsigned long long* both)
{
    if (blockIdx.x == 0)
        atomicAdd(both, 1ull); // BUG
    else
        atomicAdd((unsigned*)both, 1u); // BUG
}
