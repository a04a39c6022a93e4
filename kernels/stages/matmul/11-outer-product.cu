// SPDX-License-Identifier: GPL-3.0-or-later
// A thread owns a column of 16 elements of C, in registers. For each k it
// takes one element of B, multiplies it with the column k of the tile of A,
// and adds.
extern "C" __global__ void outer_product(const float* A, const float* B,
                                         float* C, int M, int N, int K)
{
    constexpr int rows = 16, depth = 32, columns = 64; // of a block's part
    __shared__ float As[rows][depth];

    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = blockIdx.y * rows;
    const int col = blockIdx.x * columns + threadIdx.x;

    float sum[rows] = {};
    for (int t = 0; t < K; t += depth) {
        for (int i = warp; i < rows; i += 2) // each warp fetches every other row
            As[i][lane] = row + i < M && t + lane < K ? A[(row + i) * K + t + lane] : 0.0f;
        __syncthreads();

        for (int k = 0; k < depth; ++k) {
            const float b = t + k < K && col < N ? B[(t + k) * N + col] : 0.0f;
            for (int i = 0; i < rows; ++i)
                sum[i] += As[i][k] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < rows; ++i)
        if (row + i < M && col < N)
            C[(row + i) * N + col] = sum[i];
}
