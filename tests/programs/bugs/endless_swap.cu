// SPDX-License-Identifier: GPL-3.0-or-later
// What is expected is never read anew.
extern "C" __global__ void kernel(int* place, int* out)
{
    if (threadIdx.x != 0)
        return;
    const int expected = 4;
    while (atomicCAS(place, expected, expected + 1) != expected) // BUG
        ;
    *out = 1;
}
