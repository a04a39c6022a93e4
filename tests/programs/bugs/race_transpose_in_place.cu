// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix transposed in place. A block writes the tile that another one has yet to read.
#define T 16
extern "C" __global__ void kernel(int* m, int n)
{
    __shared__ int s[2][T][T + 1];
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    s[0][threadIdx.y][threadIdx.x] = m[y * n + x]; // BUG
    __syncthreads();
    m[(blockIdx.x * T + threadIdx.y) * n + blockIdx.y * T + threadIdx.x] = s[0][threadIdx.x][threadIdx.y]; // BUG
}
