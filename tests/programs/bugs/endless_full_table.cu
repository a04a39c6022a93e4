// SPDX-License-Identifier: GPL-3.0-or-later
// One key more than the table has places.
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
