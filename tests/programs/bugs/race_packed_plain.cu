// SPDX-License-Identifier: GPL-3.0-or-later
// State and sum in one word of 64 bits, which is written as if nobody looked.
extern "C" __global__ void kernel(const int* in, unsigned long long* state, int* out)
{
    if (threadIdx.x != 0)
        return;
    const int b = blockIdx.x;
    unsigned long long before = 0;
    if (b > 0)
        do
            before = *(volatile unsigned long long*)&state[b - 1]; // BUG
        while (before >> 32 == 0);
    const unsigned sum = unsigned(before) + in[b];
    state[b] = 1ull << 32 | sum; // BUG
    out[b] = sum;
}
