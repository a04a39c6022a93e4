// SPDX-License-Identifier: GPL-3.0-or-later
// An index that comes from data leaves the array of the thread.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int mine[8];
    for (int i = 0; i < 8; ++i)
        mine[i] = in[i] & 3;
    mine[in[threadIdx.x] | 0x100000] = 1; // BUG
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += mine[mine[i]];
    out[threadIdx.x] = sum;
}
