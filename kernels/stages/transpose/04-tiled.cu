// SPDX-License-Identifier: GPL-3.0-or-later
// A tile goes through shared memory: it is written along its rows and read down its
// columns, so global memory sees only rows. Without padding, a column is one bank.
extern "C" __global__ void tiled(const float* A, float* B, int M, int N)
{
    __shared__ float tile[32][32 + PAD];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int firstRow = blockIdx.y * 32, firstCol = blockIdx.x * 32;

    for (int i = ty; i < 32; i += 8)
        if (firstRow + i < M && firstCol + tx < N)
            tile[i][tx] = A[(firstRow + i) * N + firstCol + tx];
    __syncthreads();

    for (int i = ty; i < 32; i += 8)
        if (firstCol + i < N && firstRow + tx < M)
            B[(firstCol + i) * M + firstRow + tx] = tile[tx][i];
}
