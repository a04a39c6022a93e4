// SPDX-License-Identifier: GPL-3.0-or-later
// An array of the thread of which only a part was set.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int mine[16];
    for (int i = 0; i < 2; ++i)
        mine[in[i] & 15] = i;
    int sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += mine[(in[threadIdx.x] + i) & 15]; // BUG
    out[threadIdx.x] = sum;
}
