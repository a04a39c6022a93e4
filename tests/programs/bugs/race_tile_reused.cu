// SPDX-License-Identifier: GPL-3.0-or-later
// The second barrier of the tile loop is missing: the next tile is written while others still read this one.
#define T 16
extern "C" __global__ void kernel(const float* a, const float* b, float* c, int n)
{
    __shared__ float as[T][T], bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        as[ty][tx] = a[row * n + k + tx]; // BUG
        bs[ty][tx] = b[(k + ty) * n + column]; // BUG
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += as[ty][i] * bs[i][tx]; // BUG
    }
    c[row * n + column] = sum;
}
