// SPDX-License-Identifier: GPL-3.0-or-later
// A is stored transposed and read four words at a time; a thread owns rows and
// columns in two groups of four, so that neighbouring lanes read neighbouring
// words.
// Four neighbours of a row; beyond its end zeros. `whole`: rows begin at
// multiples of 16 bytes.
__device__ float4 load4(const float* row, int at, int end, bool whole)
{
    if (whole && at + 4 <= end)
        return *reinterpret_cast<const float4*>(row + at);
    return make_float4(at + 0 < end ? row[at + 0] : 0.0f, at + 1 < end ? row[at + 1] : 0.0f,
                       at + 2 < end ? row[at + 2] : 0.0f, at + 3 < end ? row[at + 3] : 0.0f);
}

__device__ void store4(float* row, int at, int end, bool whole, const float (&v)[4])
{
    if (whole && at + 4 <= end)
        *reinterpret_cast<float4*>(row + at) = make_float4(v[0], v[1], v[2], v[3]);
    else
        for (int i = 0; i < 4 && at + i < end; ++i)
            row[at + i] = v[i];
}

extern "C" __global__ void thread_tile_transposed(const float* A, const float* B, float* C,
                                                  int M, int N, int K)
{
    constexpr int tile = 128, depth = 8;
    __shared__ __align__(16) float As[depth][tile + PAD];
    __shared__ __align__(16) float Bs[depth][tile];

    const int thread = threadIdx.y * 16 + threadIdx.x;
    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    const int aRow = thread / 2, aCol = thread % 2 * 4;
    const int bRow = thread / 32, bCol = thread % 32 * 4;
    // The first of this thread's rows, and of its columns.
    const int mine = threadIdx.y * 4, yours = threadIdx.x * 4;

    float sum[8][8] = {};
    for (int t = 0; t < K; t += depth) {
        const float4 zero = make_float4(0, 0, 0, 0);
        const float4 a4 =
            row + aRow < M ? load4(A + (row + aRow) * K, t + aCol, K, K % 4 == 0) : zero;
        As[aCol + 0][aRow] = a4.x;
        As[aCol + 1][aRow] = a4.y;
        As[aCol + 2][aRow] = a4.z;
        As[aCol + 3][aRow] = a4.w;
        *reinterpret_cast<float4*>(&Bs[bRow][bCol]) =
            t + bRow < K ? load4(B + (t + bRow) * N, col + bCol, N, N % 4 == 0) : zero;
        __syncthreads();

        for (int k = 0; k < depth; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&As[k][mine]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&As[k][64 + mine]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&Bs[k][yours]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&Bs[k][64 + yours]);
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j)
                    sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) {
        const int r = row + i / 4 * 64 + mine + i % 4;
        if (r >= M)
            continue;
        for (int j = 0; j < 8; j += 4) {
            const float four[4] = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
            store4(C + r * N, col + j * 16 + yours, N, N % 4 == 0, four);
        }
    }
}
