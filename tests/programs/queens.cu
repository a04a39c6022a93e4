// SPDX-License-Identifier: GPL-3.0-or-later
// Number of ways to put n queens on a board: recursion, each thread with its first two queens.
__device__ __noinline__ int place(unsigned columns, unsigned left, unsigned right, unsigned all)
{
    if (columns == all)
        return 1;
    int count = 0;
    for (unsigned free = ~(columns | left | right) & all; free != 0; free &= free - 1) {
        const unsigned bit = free & -free;
        count += place(columns | bit, (left | bit) << 1, (right | bit) >> 1, all);
    }
    return count;
}

extern "C" __global__ void queens(unsigned* total, int n)
{
    const unsigned all = (1u << n) - 1;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n)
        return;
    const unsigned first = 1u << i / n, second = 1u << i % n;
    if (((first | first << 1 | first >> 1) & second) == 0)
        atomicAdd(total, place(first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1, all));
}
