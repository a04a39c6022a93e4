// SPDX-License-Identifier: GPL-3.0-or-later
// Squares of 32×32 elements, each turned: stored along the rows of shared memory
// and loaded down its columns.
extern "C" __global__ void shared_column(const float* x, float* y, int N)
{
    __shared__ float square[32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int i = blockIdx.x * 1024 + ty * 32 + tx;

    square[ty][SWIZZLE ? tx ^ ty : tx] = i < N ? x[i] : 0.0f;
    __syncthreads();
    if (i < N)
        y[i] = square[tx][SWIZZLE ? ty ^ tx : ty];
}
