// SPDX-License-Identifier: GPL-3.0-or-later
// Everything is fetched one step ahead: the next tile into registers and then
// into the other buffer, the words of the next k into the other half of the
// registers.
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

extern "C" __global__ void __launch_bounds__(256, 2)
double_buffer(const float* __restrict__ A, const float* __restrict__ B, float* C,
              int M, int N, int K)
{
    constexpr int tile = 128, depth = 8;
    __shared__ __align__(16) float As[2][depth][tile + 4];
    __shared__ __align__(16) float Bs[2][depth][tile];

    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    const int aRow = threadIdx.x / 2, aCol = threadIdx.x % 2 * 4;
    const int bRow = threadIdx.x / 32, bCol = threadIdx.x % 32 * 4;
    // A warp owns 64 x 32 elements, a lane 8 x 8 of them in four groups of 4 x 4.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int mine = warp / 4 * 64 + lane / 4 * 4, yours = warp % 4 * 32 + lane % 4 * 4;

    float4 nextA, nextB;
    const auto fetch = [&](int t) {
        const float4 zero = make_float4(0, 0, 0, 0);
        nextA = row + aRow < M ? load4(A + (row + aRow) * K, t + aCol, K, K % 4 == 0) : zero;
        nextB = t + bRow < K ? load4(B + (t + bRow) * N, col + bCol, N, N % 4 == 0) : zero;
    };
    const auto store = [&](int buffer) {
        As[buffer][aCol + 0][aRow] = nextA.x;
        As[buffer][aCol + 1][aRow] = nextA.y;
        As[buffer][aCol + 2][aRow] = nextA.z;
        As[buffer][aCol + 3][aRow] = nextA.w;
        *reinterpret_cast<float4*>(&Bs[buffer][bRow][bCol]) = nextB;
    };
    float a[2][8], b[2][8];
    const auto read = [&](int buffer, int k) {
        float* to = a[k & 1];
        *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(&As[buffer][k][mine]);
        *reinterpret_cast<float4*>(to + 4) =
            *reinterpret_cast<const float4*>(&As[buffer][k][mine + 32]);
        to = b[k & 1];
        *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(&Bs[buffer][k][yours]);
        *reinterpret_cast<float4*>(to + 4) =
            *reinterpret_cast<const float4*>(&Bs[buffer][k][yours + 16]);
    };

    float sum[8][8] = {};
    fetch(0);
    store(0);
    __syncthreads();
    read(0, 0);
    for (int t = 0, buffer = 0; t < K; t += depth, buffer ^= 1) {
        const bool more = t + depth < K;
        if (more)
            fetch(t + depth);
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            if (k + 1 < depth)
                read(buffer, k + 1);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    sum[i][j] += a[k & 1][i] * b[k & 1][j];
        }
        if (more) {
            store(buffer ^ 1);
            __syncthreads();
            read(buffer ^ 1, 0);
        }
    }
    for (int i = 0; i < 8; ++i) {
        const int r = row + mine + i / 4 * 32 + i % 4;
        if (r >= M)
            continue;
        for (int j = 0; j < 8; j += 4) {
            const float four[4] = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
            store4(C + r * N, col + yours + j * 4, N, N % 4 == 0, four);
        }
    }
}
