// SPDX-License-Identifier: GPL-3.0-or-later
// One thread does it all: a GPU used as one slow processor. Sums are unsigned,
// which is defined to wrap around at 2^32; the bits are those of an int that wraps.
extern "C" __global__ void one_thread(const int* x, unsigned* sum, int N)
{
    unsigned mine = 0;
    for (int i = 0; i < N; ++i) {
        const unsigned v = x[i];
        mine += v * v;
    }
    *sum = mine;
}
