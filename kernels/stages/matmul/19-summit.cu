// SPDX-License-Identifier: GPL-3.0-or-later
// Plain FP32, as fast as we know to make it: four warps, TM x TN elements for
// each thread, everything fetched one step ahead, nothing but products in the
// way of products.
// Four neighbours of a row; beyond its end zeros. `whole`: rows begin at multiples of 16 bytes.
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

struct Yes {
    __device__ constexpr bool operator()() const { return true; }
};
struct No {
    __device__ constexpr bool operator()() const { return false; }
};

extern "C" __global__ void __launch_bounds__(128, TM * TN == 128 ? 2 : 3)
summit(const float* __restrict__ A, const float* __restrict__ B, float* C,
       int M, int N, int K)
{
    constexpr int rows = TM * 8, columns = TN * 16, depth = 8, threads = 128;
    constexpr int fetchesA = rows * depth / 4 / threads, fetchesB = columns * depth / 4 / threads;
    __shared__ __align__(16) float As[2][depth][rows + 4];
    __shared__ __align__(16) float Bs[2][depth][columns];

    // 2 x 2 warps; the lanes of a warp stand in 4 rows of 8; a lane's rows are 16 apart in
    // groups of four, its columns 32.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int mine = warp / 2 * (rows / 2) + lane / 8 * 4;
    const int yours = warp % 2 * (columns / 2) + lane % 8 * 4;
    const int row = blockIdx.y * rows, col = blockIdx.x * columns;
    const bool wholeA = K % 4 == 0, wholeB = N % 4 == 0;

    float4 nextA[fetchesA], nextB[fetchesB];
    // Inside the matrices there is nothing to check.
    const bool inside = wholeA && wholeB && K % depth == 0 && row + rows <= M && col + columns <= N;
    const auto fetch = [&](int t, auto checked) {
        if constexpr (!checked()) {
#pragma unroll
            for (int i = 0; i < fetchesA; ++i) {
                const int four = threadIdx.x + i * threads;
                nextA[i] = *reinterpret_cast<const float4*>(A + (row + four / 2) * K + t + four % 2 * 4);
            }
#pragma unroll
            for (int i = 0; i < fetchesB; ++i) {
                const int four = threadIdx.x + i * threads;
                nextB[i] = *reinterpret_cast<const float4*>(
                    B + (t + four / (columns / 4)) * N + col + four % (columns / 4) * 4);
            }
            return;
        }
        const float4 zero = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int i = 0; i < fetchesA; ++i) {
            const int four = threadIdx.x + i * threads, r = row + four / 2;
            nextA[i] = r < M ? load4(A + r * K, t + four % 2 * 4, K, wholeA) : zero;
        }
#pragma unroll
        for (int i = 0; i < fetchesB; ++i) {
            const int four = threadIdx.x + i * threads, r = t + four / (columns / 4);
            nextB[i] = r < K ? load4(B + r * N, col + four % (columns / 4) * 4, N, wholeB) : zero;
        }
    };
    const auto store = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < fetchesA; ++i) {
            const int four = threadIdx.x + i * threads, r = four / 2, k = four % 2 * 4;
            As[buffer][k + 0][r] = nextA[i].x;
            As[buffer][k + 1][r] = nextA[i].y;
            As[buffer][k + 2][r] = nextA[i].z;
            As[buffer][k + 3][r] = nextA[i].w;
        }
#pragma unroll
        for (int i = 0; i < fetchesB; ++i) {
            const int four = threadIdx.x + i * threads;
            *reinterpret_cast<float4*>(&Bs[buffer][four / (columns / 4)][four % (columns / 4) * 4]) =
                nextB[i];
        }
    };
    float a[2][TM], b[2][TN];
    const auto read = [&](int buffer, int k) {
#pragma unroll
        for (int i = 0; i < TM; i += 4)
            *reinterpret_cast<float4*>(&a[k & 1][i]) =
                *reinterpret_cast<const float4*>(&As[buffer][k][mine + i * 4]);
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            *reinterpret_cast<float4*>(&b[k & 1][j]) =
                *reinterpret_cast<const float4*>(&Bs[buffer][k][yours + j * 8]);
    };

    float sum[TM][TN] = {};
    const auto multiply = [&](auto checked) {
        fetch(0, checked);
        store(0);
        __syncthreads();
        read(0, 0);
        for (int t = 0, buffer = 0; t < K; t += depth, buffer ^= 1) {
            const bool more = t + depth < K;
            if (more)
                fetch(t + depth, checked);
#pragma unroll
            for (int k = 0; k < depth; ++k) {
                if (k + 1 < depth)
                    read(buffer, k + 1);
                // There and back: the word used last stays at hand.
#pragma unroll
                for (int i = 0; i < TM; ++i)
#pragma unroll
                    for (int j = 0; j < TN; ++j) {
                        const int s = i % 2 ? TN - 1 - j : j;
                        sum[i][s] += a[k & 1][i] * b[k & 1][s];
                    }
            }
            if (more) {
                store(buffer ^ 1);
                __syncthreads();
                read(buffer ^ 1, 0);
            }
        }
    };
    if (inside)
        multiply(No{});
    else
        multiply(Yes{});
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const int r = row + mine + i / 4 * 16 + i % 4;
        if (r >= M)
            continue;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const float four[4] = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
            store4(C + r * N, col + yours + j * 8, N, wholeB, four);
        }
    }
}
