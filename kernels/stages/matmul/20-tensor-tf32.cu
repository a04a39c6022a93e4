// SPDX-License-Identifier: GPL-3.0-or-later
// The same product on tensor cores. A warp holds pieces of A (16 x 8), of B
// (8 x 8) and of C (16 x 8), and one instruction multiplies them. Factors are
// rounded to TF32, with 10 instead of 23 bits behind the point; sums are FP32.
__device__ float rounded(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

__device__ void multiply(float (&c)[4], const float (&a)[4], const float (&b)[2])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])),
          "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
          "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

extern "C" __global__ void __launch_bounds__(256)
    tensor_tf32(const float* A, const float* B, float* C, int M, int N, int K)
{
    constexpr int tile = 128, depth = 32; // of a block; a warp has 64 x 32 of it
    __shared__ float As[tile][depth + 4]; // 4 and 8 unused words in a row: the
    __shared__ float Bs[depth][tile + 8]; // fragments come without conflicts

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    const int warpRow = warp / 4 * 64, warpCol = warp % 4 * 32;
    const int group = lane / 4, member = lane % 4; // a lane's place in a fragment

    float sum[4][4][4] = {}; // 4 x 4 pieces of 16 x 8, four elements in each lane
    for (int t = 0; t < K; t += depth) {
        for (int i = warp; i < tile; i += 8) { // a warp fetches rows of A ...
            const bool inside = row + i < M && t + lane < K;
            As[i][lane] = inside ? rounded(A[(row + i) * K + t + lane]) : 0.0f;
        }
        for (int i = threadIdx.x; i < depth * tile; i += 256) { // ... and of B
            const int r = i / tile, c = i % tile;
            const bool inside = t + r < K && col + c < N;
            Bs[r][c] = inside ? rounded(B[(t + r) * N + col + c]) : 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < depth; k += 8) {
            float a[4][4], b[4][2];
            for (int i = 0; i < 4; ++i) {
                const int r = warpRow + 16 * i + group;
                a[i][0] = As[r][k + member];
                a[i][1] = As[r + 8][k + member];
                a[i][2] = As[r][k + member + 4];
                a[i][3] = As[r + 8][k + member + 4];
            }
            for (int j = 0; j < 4; ++j) {
                b[j][0] = Bs[k + member][warpCol + 8 * j + group];
                b[j][1] = Bs[k + member + 4][warpCol + 8 * j + group];
            }
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    multiply(sum[i][j], a[i], b[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int e = 0; e < 4; ++e) {
                const int r = row + warpRow + 16 * i + group + e / 2 * 8;
                const int c = col + warpCol + 8 * j + 2 * member + e % 2;
                if (r < M && c < N)
                    C[r * N + c] = sum[i][j][e];
            }
}
