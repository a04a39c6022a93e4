// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread computes 8 x 8 elements of C. For each k it takes 8 words of A
// and 8 of B from shared memory and multiplies all with all: 64 products for
// 16 words. Global memory is read and written four words at a time.

// Four neighbours of a row; beyond its end zeros. `whole`: rows begin at
// multiples of 16 bytes.
__device__ float4 load4(const float* row, int at, int end, bool whole)
{
    if (whole && at + 4 <= end)
        return *reinterpret_cast<const float4*>(row + at);
    return make_float4(at + 0 < end ? row[at + 0] : 0.0f, at + 1 < end ? row[at + 1] : 0.0f,
                       at + 2 < end ? row[at + 2] : 0.0f, at + 3 < end ? row[at + 3] : 0.0f);
}

__device__ void store4(float* row, int at, int end, bool whole, const float* v)
{
    if (whole && at + 4 <= end)
        *reinterpret_cast<float4*>(row + at) = make_float4(v[0], v[1], v[2], v[3]);
    else
        for (int i = 0; i < 4 && at + i < end; ++i)
            row[at + i] = v[i];
}

extern "C" __global__ void thread_tile(const float* A, const float* B, float* C,
                                       int M, int N, int K)
{
    constexpr int tile = 128, depth = 8, own = 8; // block, step, thread
    __shared__ __align__(16) float As[tile][depth];
    __shared__ __align__(16) float Bs[depth][tile];

    const int thread = threadIdx.y * 16 + threadIdx.x;
    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    // What this thread fetches of A and of B.
    const int aRow = thread / 2, aCol = thread % 2 * 4;
    const int bRow = thread / 32, bCol = thread % 32 * 4;

    float sum[own][own] = {};
    for (int t = 0; t < K; t += depth) {
        const float4 zero = make_float4(0, 0, 0, 0);
        *reinterpret_cast<float4*>(&As[aRow][aCol]) =
            row + aRow < M ? load4(A + (row + aRow) * K, t + aCol, K, K % 4 == 0) : zero;
        *reinterpret_cast<float4*>(&Bs[bRow][bCol]) =
            t + bRow < K ? load4(B + (t + bRow) * N, col + bCol, N, N % 4 == 0) : zero;
        __syncthreads();

        for (int k = 0; k < depth; ++k) {
            float a[own], b[own];
            for (int i = 0; i < own; ++i)
                a[i] = As[threadIdx.y * own + i][k];
            for (int j = 0; j < own; ++j)
                b[j] = Bs[k][threadIdx.x * own + j];
            for (int i = 0; i < own; ++i)
                for (int j = 0; j < own; ++j)
                    sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < own; ++i) {
        const int r = row + threadIdx.y * own + i, c = col + threadIdx.x * own;
        if (r >= M)
            continue;
        store4(C + r * N, c, N, N % 4 == 0, &sum[i][0]);
        store4(C + r * N, c + 4, N, N % 4 == 0, &sum[i][4]);
    }
}
