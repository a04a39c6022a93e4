// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void product(const int* a, const int* b, int* c)
{
    __shared__ int as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    int sum[4] = {0, 0, 0, 0};
    for (int tile = 0; tile < 32; tile += 16) {
        as[y][x] = a[(blockIdx.y * 16 + y) * 32 + tile + x];
        bs[y][x] = b[(tile + y) * 32 + blockIdx.x * 16 + x];
        __syncthreads();
        if (y < 4)
            for (int k = 0; k < 16; ++k) {
                const int one = bs[k][x];
                for (int row = 0; row < 4; ++row)
                    sum[row] += as[4 * y + row][k] * one;
            }
        __syncthreads();
    }
    if (y < 4)
        for (int row = 0; row < 4; ++row)
            c[(blockIdx.y * 16 + 4 * y + row) * 32 + blockIdx.x * 16 + x] = sum[row];
}
