// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void columnSums(const int* matrix, int* sums)
{
    const int column = threadIdx.x;
    int sum = 0;
    for (int row = 0; row < 64; ++row)
        sum += matrix[(blockIdx.x * 64 + row) * 64 + column];
    atomicAdd(&sums[column], sum);
}
