// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix transposed in place. A block exchanges two tiles, and no other one has to do with them.
#define T 16
extern "C" __global__ void kernel(int* m, int n)
{
    __shared__ int s[2][T][T + 1];
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    const int yy = blockIdx.x * T + threadIdx.y, xx = blockIdx.y * T + threadIdx.x;
    if (blockIdx.x > blockIdx.y)
        return;
    s[0][threadIdx.y][threadIdx.x] = m[y * n + x];
    s[1][threadIdx.y][threadIdx.x] = m[yy * n + xx];
    __syncthreads();
    m[yy * n + xx] = s[0][threadIdx.x][threadIdx.y];
    if (blockIdx.x != blockIdx.y)
        m[y * n + x] = s[1][threadIdx.x][threadIdx.y];
}
