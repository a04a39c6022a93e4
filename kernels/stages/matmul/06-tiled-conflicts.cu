// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of A and B are staged in shared memory, so that each element is
// fetched from global memory once per block. B is fetched along its rows
// (coalesced) and stored transposed: without padding a column of Bs lies in a
// single bank, and both its store and its loads conflict.
extern "C" __global__ void tiled_conflicts(const float* A, const float* B, float* C,
                                           int M, int N, int K)
{
    __shared__ float As[TILE][TILE + PAD];
    __shared__ float Bs[TILE][TILE + PAD];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int t = 0; t < K; t += TILE) {
        As[ty][tx] = row < M && t + tx < K ? A[row * K + t + tx] : 0.0f;
        Bs[tx][ty] = t + ty < K && col < N ? B[(t + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[tx][k];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
