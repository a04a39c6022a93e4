// SPDX-License-Identifier: GPL-3.0-or-later
// Two buffers: the next tile is fetched into registers before the products of
// this one and stored after them, so the wait for memory is filled with
// arithmetic.
constexpr int rows = 16, depth = 32, columns = 64; // of a block's part

// What a thread fetches of a tile: every other row, one column.
__device__ void fetch(float (&next)[rows / 2], const float* A, int row, int t, int M, int K)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = 0; i < rows / 2; ++i) {
        const int r = row + 2 * i + warp;
        next[i] = r < M && t + lane < K ? A[r * K + t + lane] : 0.0f;
    }
}

__device__ void store(float (*tile)[rows + 1], const float (&next)[rows / 2])
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = 0; i < rows / 2; ++i)
        tile[lane][2 * i + warp] = next[i];
}

extern "C" __global__ void prefetch(const float* A, const float* B, float* C,
                                    int M, int N, int K)
{
    __shared__ float As[2][depth][rows + 1];
    const int row = blockIdx.y * rows;
    const int col = blockIdx.x * columns + threadIdx.x;

    float sum[rows] = {}, next[rows / 2];
    fetch(next, A, row, 0, M, K);
    store(As[0], next);
    __syncthreads();
    for (int t = 0, buffer = 0; t < K; t += depth, buffer ^= 1) {
        fetch(next, A, row, t + depth, M, K); // beyond the end: zeros
        for (int k = 0; k < depth; ++k) {
            const float b = t + k < K && col < N ? B[(t + k) * N + col] : 0.0f;
            for (int i = 0; i < rows; ++i)
                sum[i] += As[buffer][k][i] * b;
        }
        store(As[buffer ^ 1], next);
        __syncthreads();
    }
    for (int i = 0; i < rows; ++i)
        if (row + i < M && col < N)
            C[(row + i) * N + col] = sum[i];
}
