// SPDX-License-Identifier: GPL-3.0-or-later
// A table is read over and over, while x and y stream by and push it out of L2.
// The kernel is the same with a window over the table and without: the host
// sets it for the stream that it launches in (see its program).
extern "C" __global__ void l2_window(const float* x, const float* table, float* y, int N, int entries)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N)
        y[i] = x[i] + table[i % entries];
}
