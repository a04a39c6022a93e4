// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void row_sums(const int* a, int* sums, int n)
{
    int sum = 0;
    for (int k = threadIdx.x; k < n; k += 32)
        sum += a[blockIdx.x * n + k];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}
