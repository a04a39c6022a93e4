// SPDX-License-Identifier: GPL-3.0-or-later
// The list of digits holds seven; the eighth falls into the array beside it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int count[8] = {};
    int digits[7];
    int top = 0;
    for (int v = in[threadIdx.x] + 100; v > 0; v >>= 1)
        digits[top++] = v & 1; // BUG
    while (top > 0)
        ++count[(digits[--top] + top) & 7]; // BUG
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum = sum * 3 + count[(i + in[0]) & 7];
    out[threadIdx.x] = sum;
}
