// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrix times vector: one warp for each row, whose length and columns follow from its number.
extern "C" __global__ void spmv(const float* values, const unsigned* columns, const float* x, float* y, int rows, int each)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const int length = 1 + row * 7 % each;
    float sum = 0;
    for (int k = lane; k < length; k += 32)
        sum = fmaf(values[row * each + k], x[columns[row * each + k] % rows], sum);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0)
        y[row] = sum;
}
