// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async copies from global to shared memory without registers in between.
// Several tiles are on their way; a thread waits only for the one it needs
// next.

// A row of A in shared memory: 8 words and 4 unused ones.
constexpr int tile = 128, depth = 8, pitch = 12;

// Copies `words` of 4 neighbouring words of a row, and writes zeros for the
// others. The copy may pass by L1 (cp.async.cg) as well: nothing is read twice.
__device__ void copy4(float* to, const float* from, int words, bool whole)
{
    const unsigned target = __cvta_generic_to_shared(to);
    if (whole) {
        if (words > 0)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(target), "l"(from)
                         : "memory");
        else
            *reinterpret_cast<float4*>(to) = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        return;
    }
    for (int i = 0; i < 4; ++i)
        if (i < words)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(target + 4 * i),
                         "l"(from + i)
                         : "memory");
        else
            to[i] = 0.0f;
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
    __shared__ __align__(16) float As[STAGES][tile][pitch];
    __shared__ __align__(16) float Bs[STAGES][depth][tile];

    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    const int aRow = threadIdx.x / 2, aCol = threadIdx.x % 2 * 4;
    const int bRow = threadIdx.x / 32, bCol = threadIdx.x % 32 * 4;
    // A warp owns 64 x 32 elements, a lane 8 x 8 of them in four groups of 4 x 4.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int mine = warp / 4 * 64 + lane / 4 * 4, yours = warp % 4 * 32 + lane % 4 * 4;

    const auto copy = [&](int t, int buffer) {
        const int a = row + aRow < M ? K - t - aCol : 0, b = t + bRow < K ? N - col - bCol : 0;
        copy4(&As[buffer][aRow][aCol], a > 0 ? A + (row + aRow) * K + t + aCol : A, a, K % 4 == 0);
        copy4(&Bs[buffer][bRow][bCol], b > 0 ? B + (t + bRow) * N + col + bCol : B, b, N % 4 == 0);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    for (int s = 0; s < STAGES - 1; ++s)
        copy(s * depth, s);

    float sum[8][8] = {};
    for (int t = 0, buffer = 0; t < K; t += depth, buffer = (buffer + 1) % STAGES) {
        // The oldest copy is there, for all threads; the buffer used last is
        // free again.
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
        __syncthreads();
        copy(t + (STAGES - 1) * depth, (buffer + STAGES - 1) % STAGES);
#pragma unroll
        for (int k4 = 0; k4 < depth; k4 += 4) {
            float a[8][4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
                *reinterpret_cast<float4*>(a[i]) = *reinterpret_cast<const float4*>(
                    &As[buffer][mine + i / 4 * 32 + i % 4][k4]);
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float b[8];
                *reinterpret_cast<float4*>(b) =
                    *reinterpret_cast<const float4*>(&Bs[buffer][k4 + k][yours]);
                *reinterpret_cast<float4*>(b + 4) =
                    *reinterpret_cast<const float4*>(&Bs[buffer][k4 + k][yours + 16]);
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j)
                        sum[i][j] += a[i][k] * b[j];
            }
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
