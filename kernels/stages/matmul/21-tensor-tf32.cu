// SPDX-License-Identifier: GPL-3.0-or-later
// The same product on tensor cores. A warp holds pieces of A (16 x 8), of B
// (8 x 8) and of C (16 x 8), and one instruction multiplies them. Factors are
// rounded to TF32, with 10 instead of 23 bits behind the point; sums are FP32.
// Products cost so little now that everything depends on tiles being there in
// time: while one is used the next is on its way.
constexpr int threads = 128, tile = 128, depth = 32;

struct Tiles {
    // 4 and 8 unused words in a row: the fragments come without conflicts.
    float A[tile][depth + 4];
    float B[depth][tile + 8];
};

// Copies neighbouring words, or writes zeros where the matrix has ended.
template<int count>
__device__ void copy(float* to, const float* from, bool inside)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(to))),
                 "l"(from), "n"(4 * count), "r"(inside ? 4 * count : 0)
                 : "memory");
}

// Copies a tile of a matrix, four words at once where rows begin at multiples of 16 bytes.
template<int height, int width, int count = 4, int pitch>
__device__ void fetch(float (&to)[height][pitch], const float* from, int top, int left,
                      int rows, int columns)
{
    if (count == 4 && columns % 4 != 0)
        return fetch<height, width, 1>(to, from, top, left, rows, columns);
    constexpr int across = width / count, step = threads / across;
    const int r = threadIdx.x / across, c = threadIdx.x % across * count;
    from += (top + r) * columns + left + c;
    for (int i = 0; i < height; i += step, from += step * columns)
        copy<count>(&to[r + i][c], from, top + r + i < rows && left + c < columns);
}

__device__ unsigned rounded(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits;
}

__device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void __launch_bounds__(threads, 2)
tensor_tf32(const float* __restrict__ A, const float* __restrict__ B, float* C,
            int M, int N, int K)
{
    extern __shared__ __align__(16) Tiles tiles[]; // two: what is used, and what comes
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = blockIdx.y * tile, col = blockIdx.x * tile;
    const int warpRow = warp / 2 * 64, warpCol = warp % 2 * 64; // a warp has 64 x 64
    const int group = lane / 4, member = lane % 4; // a lane's place in a fragment

    float sum[4][8][4] = {}; // 4 x 8 pieces of 16 x 8, four elements in each lane
    fetch<tile, depth>(tiles[0].A, A, row, 0, M, K);
    fetch<depth, tile>(tiles[0].B, B, 0, col, K, N);
    for (int t = 0, now = 0; t < K; t += depth, now ^= 1) {
        asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        fetch<tile, depth>(tiles[now ^ 1].A, A, row, t + depth, M, K);
        fetch<depth, tile>(tiles[now ^ 1].B, B, t + depth, col, K, N);
#pragma unroll
        for (int k = 0; k < depth; k += 8) {
            unsigned a[4][4], b[8][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int r = warpRow + 16 * i + group;
                a[i][0] = rounded(tiles[now].A[r][k + member]);
                a[i][1] = rounded(tiles[now].A[r + 8][k + member]);
                a[i][2] = rounded(tiles[now].A[r][k + member + 4]);
                a[i][3] = rounded(tiles[now].A[r + 8][k + member + 4]);
            }
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                b[j][0] = rounded(tiles[now].B[k + member][warpCol + 8 * j + group]);
                b[j][1] = rounded(tiles[now].B[k + member + 4][warpCol + 8 * j + group]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    multiply(sum[i][j], a[i], b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int e = 0; e < 4; e += 2) {
                const int r = row + warpRow + 16 * i + group + e * 4;
                const int c = col + warpCol + 8 * j + 2 * member;
                float* to = C + r * N + c;
                if (r >= M || c >= N)
                    continue;
                if (N % 2 == 0) {
                    *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][e], sum[i][j][e + 1]);
                } else {
                    to[0] = sum[i][j][e];
                    if (c + 1 < N)
                        to[1] = sum[i][j][e + 1];
                }
            }
}
