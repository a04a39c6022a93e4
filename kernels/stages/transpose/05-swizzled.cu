// SPDX-License-Identifier: GPL-3.0-or-later
// No padding: the column is XORed with the row. Row 1 has its words in pairs
// swapped, row 2 in pairs of pairs ... so rows stay rows, and a column meets every
// bank once.
extern "C" __global__ void swizzled(const float* A, float* B, int M, int N)
{
    __shared__ float tile[32][32];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int firstRow = blockIdx.y * 32, firstCol = blockIdx.x * 32;

    for (int i = ty; i < 32; i += 8)
        if (firstRow + i < M && firstCol + tx < N)
            tile[i][tx ^ i] = A[(firstRow + i) * N + firstCol + tx];
    __syncthreads();

    for (int i = ty; i < 32; i += 8)
        if (firstCol + i < N && firstRow + tx < M)
            B[(firstCol + i) * M + firstRow + tx] = tile[tx][i ^ tx];
}
