// SPDX-License-Identifier: GPL-3.0-or-later
// The tile's size is known at run time only: one array in shared memory, all
// indices computed, the end of the matrices checked inside the loop.
extern "C" __global__ void tiled_dynamic(const float* A, const float* B, float* C,
                                         int M, int N, int K, int tile)
{
    extern __shared__ float tiles[]; // 2 * tile * tile floats, given at the launch
    float* As = tiles;
    float* Bs = tiles + tile * tile;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * tile + ty;
    const int col = blockIdx.x * tile + tx;

    float sum = 0.0f;
    for (int t = 0; t < K; t += tile) {
        if (row < M && t + tx < K)
            As[ty * tile + tx] = A[row * K + t + tx];
        if (t + ty < K && col < N)
            Bs[ty * tile + tx] = B[(t + ty) * N + col];
        __syncthreads();

        if (row < M && col < N)
            for (int k = 0; k < tile && t + k < K; ++k)
                sum += As[ty * tile + k] * Bs[k * tile + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
