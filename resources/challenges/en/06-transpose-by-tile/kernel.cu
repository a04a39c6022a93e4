// SPDX-License-Identifier: GPL-3.0-or-later
// Transposes a matrix of n rows and n columns.
extern "C" __global__ void transpose(const float* from, float* to, int n)
{
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    to[column * n + row] = from[row * n + column];
}
