// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async copies from global to shared memory without registers in between.
// Several tiles are on their way; a thread waits only for the one it needs
// next. Whoever copies transposed copies word by word: so A comes.
constexpr int tile = 128, depth = 8;

// Copies neighbouring words, or writes zeros where the matrix has ended.
template<int words>
__device__ void copy(float* to, const float* from, bool inside)
{
    const unsigned target = __cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(target), "l"(from),
                 "n"(4 * words), "r"(inside ? 4 * words : 0) : "memory");
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
async_copy(const float* __restrict__ A, const float* __restrict__ B, float* C,
           int M, int N, int K)
{
    __shared__ __align__(16) float As[STAGES][depth][tile + 4];
    __shared__ __align__(16) float Bs[STAGES][depth][tile];

    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    // What this thread copies: single words of A, since they end up transposed.
    const int aRow = threadIdx.x / depth, aCol = threadIdx.x % depth;
    const int bRow = threadIdx.x / 32, bCol = threadIdx.x % 32 * 4;
    // A warp owns 64 x 32 elements, a lane 8 x 8 of them in four groups of 4 x 4.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int mine = warp / 4 * 64 + lane / 4 * 4, yours = warp % 4 * 32 + lane % 4 * 4;

    const float* fromB = B + bRow * N + col + bCol;
    const auto fetch = [&](int t, int buffer) {
        for (int r = aRow; r < tile; r += 256 / depth)
            copy<1>(&As[buffer][aCol][r], A + min(row + r, M - 1) * K + t + aCol, t + aCol < K);
        float* to = &Bs[buffer][bRow][bCol];
        if (N % 4 == 0)
            copy<4>(to, fromB + t * N, t + bRow < K && col + bCol < N);
        else
            for (int i = 0; i < 4; ++i)
                copy<1>(to + i, fromB + t * N + i, t + bRow < K && col + bCol + i < N);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    for (int s = 0; s < STAGES - 1; ++s)
        fetch(s * depth, s);

    float sum[8][8] = {};
    for (int t = 0, buffer = 0; t < K; t += depth, buffer = (buffer + 1) % STAGES) {
        // The oldest copy is there, for all threads; the buffer used last is
        // free again.
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
        __syncthreads();
        fetch(t + (STAGES - 1) * depth, (buffer + STAGES - 1) % STAGES);
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&As[buffer][k][mine]);
            *reinterpret_cast<float4*>(a + 4) =
                *reinterpret_cast<const float4*>(&As[buffer][k][mine + 32]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&Bs[buffer][k][yours]);
            *reinterpret_cast<float4*>(b + 4) =
                *reinterpret_cast<const float4*>(&Bs[buffer][k][yours + 16]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    sum[i][j] += a[i] * b[j];
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
