// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices of bytes, four at a time.
extern "C" __global__ void int8Product(const int* a, const int* b, int* c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n / 4; ++k)
        sum = __dp4a(a[row * n / 4 + k], b[column * n / 4 + k], sum);
    c[row * n + column] = sum;
}
