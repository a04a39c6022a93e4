// SPDX-License-Identifier: GPL-3.0-or-later
// c = a b, of 32 rows and 32 columns, by tiles of 16.
extern "C" __global__ void product(const int* a, const int* b, int* c)
{
    __shared__ int as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    int sum = 0;
    for (int tile = 0; tile < 32; tile += 16) {
        as[y][x] = a[row * 32 + tile + x];
        bs[y][x] = b[(tile + y) * 32 + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[row * 32 + column] = sum;
}
