// SPDX-License-Identifier: GPL-3.0-or-later
// Measures each round, but it is not the clock that the loop waits for: no element is 7.
extern "C" __global__ void kernel(const int* in, long long* out)
{
    long long spent = 0;
    int at = 0;
    while (in[at] != 7) { // BUG
        const long long begin = clock64(); // BUG
        at = (at + 1) % 32; // BUG
        spent += clock64() - begin; // BUG
    }
    out[threadIdx.x] = spent;
}
