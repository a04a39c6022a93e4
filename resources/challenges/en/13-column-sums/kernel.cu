// SPDX-License-Identifier: GPL-3.0-or-later
// The sums of 64 columns of 256 rows.
extern "C" __global__ void columnSums(const int* matrix, int* sums)
{
    const int row = blockIdx.x * 64 + threadIdx.x;
    for (int column = 0; column < 64; ++column)
        atomicAdd(&sums[column], matrix[row * 64 + column]);
}
