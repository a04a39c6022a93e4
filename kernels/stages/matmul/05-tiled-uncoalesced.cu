// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles in shared memory, but the tile of B is fetched down its columns:
// neighbouring lanes are a whole row of B apart. (The unused column of Bs
// keeps the banks out of it.)
extern "C" __global__ void tiled_uncoalesced(const float* A, const float* B, float* C,
                                             int M, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    const int fetched = blockIdx.x * TILE + ty; // column of B to fetch

    float sum = 0.0f;
    for (int t = 0; t < K; t += TILE) {
        As[ty][tx] = row < M && t + tx < K ? A[row * K + t + tx] : 0.0f;
        Bs[tx][ty] = t + tx < K && fetched < N ? B[(t + tx) * N + fetched] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
