// SPDX-License-Identifier: GPL-3.0-or-later
// A table of a thousand places for two thousand keys: the rest goes round it for ever.
extern "C" __global__ void kernel(const unsigned* keys, unsigned* table, int slots, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned key = keys[i] | 1;
    unsigned slot = key * 2654435761u % slots;
    while (true) {
        const unsigned old = atomicCAS(&table[slot], 0u, key); // BUG
        if (old == 0u || old == key) return;
        slot = (slot + 1) % slots;
    }
}
