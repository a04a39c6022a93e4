// SPDX-License-Identifier: GPL-3.0-or-later
// Four elements with each instruction. A thread reads a float4 of A and scatters it
// down a column of the tile, XORed so that no two lanes of a warp meet in a bank;
// rows of the tile are rows of B, and leave as float4. Rows that are no multiple of
// four elements long do not start at a multiple of 16 bytes: they are moved one by
// one.
__device__ int swizzle(int row, int col) { return col ^ (row & ~3); }

extern "C" __global__ void vectorised(const float* A, float* B, int M, int N)
{
    __shared__ __align__(16) float tile[32][32];

    const int x = 4 * threadIdx.x, y = threadIdx.y; // 8 × 32 threads
    const int firstRow = blockIdx.y * 32, firstCol = blockIdx.x * 32;

    const int row = firstRow + y, col = firstCol + x;
    float v[4] = {};
    if (N % 4 == 0) {
        if (row < M && col < N)
            *(float4*)v = *(const float4*)&A[row * N + col];
    } else {
        for (int i = 0; i < 4; ++i)
            if (row < M && col + i < N)
                v[i] = A[row * N + col + i];
    }
    for (int i = 0; i < 4; ++i)
        tile[x + i][swizzle(x + i, y)] = v[i];
    __syncthreads();

    const int rowB = firstCol + y, colB = firstRow + x;
    const float4 w = *(const float4*)&tile[y][swizzle(y, x)];
    if (M % 4 == 0) {
        if (rowB < N && colB < M)
            *(float4*)&B[rowB * M + colB] = w;
    } else {
        const float out[4] = {w.x, w.y, w.z, w.w};
        for (int i = 0; i < 4; ++i)
            if (rowB < N && colB + i < M)
                B[rowB * M + colB + i] = out[i];
    }
}
