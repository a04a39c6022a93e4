// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes leave the loop one after the other, and those that go on read the registers of those that have left.
extern "C" __global__ void kernel(const int* in, int* out)
{
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < in[t]; ++i)
        sum += __shfl_sync(__activemask(), t + i, (t + 1) % 32); // BUG
    out[t] = sum;
}
