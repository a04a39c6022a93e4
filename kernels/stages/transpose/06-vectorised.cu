// SPDX-License-Identifier: GPL-3.0-or-later
// Four elements with each instruction. A thread reads float4s of A and scatters each
// down a column of the tile, XORed so that no two lanes of a warp meet in a bank;
// rows of the tile are rows of B, and leave as float4. A tile of 64 has four float4s
// of each thread on their way at once, and leaves in pieces of 256 bytes. DOWN: the
// blocks that run together stand below each other in A, side by side in B.
__device__ int swizzle(int row, int col) { return col ^ (row & 28); }

// Rows that are no multiple of four elements long do not start at a multiple of 16
// bytes: their elements are moved one by one.
__device__ float4 load(const float* A, int rows, int cols, int row, int col)
{
    float v[4] = {};
    if (row < rows && col < cols && cols % 4 == 0)
        return *(const float4*)&A[row * cols + col];
    for (int i = 0; i < 4; ++i)
        if (row < rows && col + i < cols)
            v[i] = A[row * cols + col + i];
    return {v[0], v[1], v[2], v[3]};
}

__device__ void store(float* B, int rows, int cols, int row, int col, float4 w)
{
    const float v[4] = {w.x, w.y, w.z, w.w};
    if (row < rows && col < cols && cols % 4 == 0)
        *(float4*)&B[row * cols + col] = w;
    else
        for (int i = 0; i < 4; ++i)
            if (row < rows && col + i < cols)
                B[row * cols + col + i] = v[i];
}

extern "C" __global__ void vectorised(const float* A, float* B, int M, int N)
{
    __shared__ __align__(16) float tile[TILE][TILE];
    constexpr int side = TILE / 32, patches = side * side; // of 32 × 32, one after another

    const int x = 4 * threadIdx.x, y = threadIdx.y; // 8 × 32 threads
    const int firstRow = (DOWN ? blockIdx.x : blockIdx.y) * TILE;
    const int firstCol = (DOWN ? blockIdx.y : blockIdx.x) * TILE;

    float4 v[patches];
#pragma unroll
    for (int p = 0; p < patches; ++p)
        v[p] = load(A, M, N, firstRow + p / side * 32 + y, firstCol + p % side * 32 + x);
#pragma unroll
    for (int p = 0; p < patches; ++p) {
        const int row = p % side * 32 + x, col = p / side * 32 + y;
        tile[row + 0][swizzle(row + 0, col)] = v[p].x;
        tile[row + 1][swizzle(row + 1, col)] = v[p].y;
        tile[row + 2][swizzle(row + 2, col)] = v[p].z;
        tile[row + 3][swizzle(row + 3, col)] = v[p].w;
    }
    __syncthreads();

#pragma unroll
    for (int p = 0; p < patches; ++p) {
        const int row = p / side * 32 + y, col = p % side * 32 + x;
        const float4 w = *(const float4*)&tile[row][swizzle(row, col)];
        store(B, N, M, firstCol + row, firstRow + col, w);
    }
}
