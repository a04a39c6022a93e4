// SPDX-License-Identifier: GPL-3.0-or-later
// Plain FP32, as fast as we know to make it. A multiprocessor starts four
// instructions in a cycle; each that is no product, and each cycle without one, is
// lost. So:
//
// - A thread computes 16 x 8 elements: six loads from shared memory, 128 products.
// - Copies pass the registers by, two tiles ahead, and are issued a few at a time:
//   behind a crowd of them the loads that products wait for stand in a queue.
// - The words for the next step are read before the products of this one.
// - Four warps share a tile of 128 x 128. Where that makes too few tiles for all
//   multiprocessors, k is cut into SLICES: up to four warps of a block compute the
//   same elements, each from its part of k, and add them up at the end. Where even
//   64 x 64 makes too few, several blocks do so as well: each leaves its sums in
//   `parts`, and the last one to finish adds them up, always in the same order.
// - Nothing asks for edges. Past the last row or column the last one is copied once
//   more, and its sums go nowhere; only past the end of k there have to be zeros.
constexpr int blocks = SLICES > 4 ? SLICES / 4 : 1, slices = SLICES / blocks;
constexpr int threads = 128, stages = 3, pieces = 4, warps = 4 / slices;
constexpr int rows = slices == 1 ? 128 : 64, columns = slices == 4 ? 64 : 128;
constexpr int steps = slices == 1 ? 16 : 8, depth = steps * slices;

// For each k of a tile, shared memory holds a row of B and then a column of A. One
// copy of four words by each thread fetches `height` rows of B; the rows lie so far
// apart that the words of A, copied one by one from as many k, meet in no bank.
constexpr int height = threads * 4 / columns, apart = threads / height;
constexpr int pitch = columns + rows + 32 / height, tile = 4 * depth * pitch; // bytes

// Shared memory goes by its own addresses here, in bytes: so all of them are one
// register and a constant.
template<int words>
__device__ void copy(unsigned to, const float* from, bool inside)
{
    const int bytes = inside ? 4 * words : 0; // the rest is filled with zeros
    if constexpr (words == 4)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::
                     "r"(to), "l"(from), "r"(bytes) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::
                     "r"(to), "l"(from), "r"(bytes) : "memory");
}

// Until the oldest tile on its way is there, for all threads.
__device__ void await()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();
}

__device__ void load4(float* to, unsigned from)
{
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
                 : "r"(from) : "memory");
}

// aligned: the rows of B and C begin at multiples of 16 bytes.
template<bool aligned>
__device__ void product(const float* __restrict__ A, const float* __restrict__ B,
                        float* C, int M, int N, int K, float4* parts, unsigned* finished)
{
    extern __shared__ __align__(16) float tiles[]; // stages * depth rows of `pitch`
    const unsigned base = __cvta_generic_to_shared(tiles);

    // A warp owns 64 x 64 elements, a lane 16 x 8 of them in groups of 4 x 4.
    const int warp = threadIdx.x / 32 % warps, slice = threadIdx.x / 32 / warps;
    const int lane = threadIdx.x % 32;
    const int mine = warp / (columns / 64) * 64 + lane / 8 * 4;
    const int yours = warp % (columns / 64) * 64 + lane % 8 * 4;
    const int row = blockIdx.y * rows, col = blockIdx.x * columns;

    // What this thread copies: single words of A, since they end up transposed.
    const int aK = threadIdx.x % height, aRow = threadIdx.x / height;
    const int bK = threadIdx.x / (columns / 4), bCol = threadIdx.x % (columns / 4) * 4;
    unsigned startA[rows / apart];
    for (int i = 0; i < rows / apart; ++i)
        startA[i] = min(row + aRow + i * apart, M - 1) * K + aK;
    // Which part of k is this block's: all of it where no other block shares the tile.
    const int share = blocks == 1 ? K : (K - 1) / (depth * blocks) * depth + depth;
    const int first = blocks == 1 ? 0 : blockIdx.z * share, mineOfK = min(K - first, share);
    const float* fromA = A + first;
    const float* fromB = B + (first + bK) * N + (aligned ? min(col + bCol, N - 4) : 0);
    int left = mineOfK;
    const auto copyPiece = [&](unsigned to, int piece) {
        constexpr int layers = depth / height, wordsA = rows / apart * layers;
#pragma unroll
        for (int n = piece * wordsA / pieces; n < (piece + 1) * wordsA / pieces; ++n) {
            const int k = n % layers * height, i = n / layers;
            copy<1>(to + 4 * ((k + aK) * pitch + columns + aRow + i * apart),
                    fromA + startA[i] + k, k + aK < left);
        }
#pragma unroll
        for (int n = piece * layers / pieces; n < (piece + 1) * layers / pieces; ++n) {
            const int k = n * height + bK;
            const unsigned place = to + 4 * (k * pitch + bCol);
            if constexpr (aligned)
                copy<4>(place, fromB, k < left);
            else
                for (int j = 0; j < 4; ++j)
                    copy<1>(place + 4 * j, fromB + min(col + bCol + j, N - 1), k < left);
            fromB += height * N;
        }
        if (piece == pieces - 1) {
            fromA += depth;
            left -= depth;
            asm volatile("cp.async.commit_group;" ::: "memory");
        }
    };

    float a[2][16], b[2][8];
    const auto read = [&](unsigned from, int k) {
        from += 4 * (slice * steps + k) * pitch;
#pragma unroll
        for (int i = 0; i < 16; i += 4)
            load4(&a[k & 1][i], from + 4 * (columns + mine + i * 4));
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            load4(&b[k & 1][j], from + 4 * (yours + j * 8));
    };

    for (int s = 0; s < stages - 1; ++s)
#pragma unroll
        for (int piece = 0; piece < pieces; ++piece)
            copyPiece(base + s * tile, piece);
    await();
    read(base, 0);
    float sum[16][8] = {};
    int now = 0, free = (stages - 1) * tile;
    for (int t = 0; t < mineOfK; t += depth) {
#pragma unroll
        for (int k = 0; k < steps; ++k) {
            if (k + 1 == steps) {
                await();
                free = now;
                now = now == (stages - 1) * tile ? 0 : now + tile;
            }
            read(base + now, (k + 1) % steps);
            constexpr int every = steps / 5;
            if (k >= 1 && (k - 1) % every == 0 && (k - 1) / every < pieces)
                copyPiece(base + free, (k - 1) / every);
            // There and back: the word used last stays at hand.
#pragma unroll
            for (int i = 0; i < 16; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) {
                    const int s = i % 2 ? 7 - j : j;
                    sum[i][s] += a[k & 1][i] * b[k & 1][s];
                }
        }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();

    // Four words stored together must be in neighbouring registers. Sums had better
    // not be: registers come from two banks, even and odd, and a product that finds
    // its sum and b[j] in one of them waits. + 0 lets the compiler place them.
    constexpr int own = 32 / slices; // groups of four that this thread adds up and stores
    const auto four = [&](int i) {
        const float* s = &sum[i / 2][i % 2 * 4];
        return make_float4(s[0] + 0.0f, s[1] + 0.0f, s[2] + 0.0f, s[3] + 0.0f);
    };
    const auto add = [](float4& to, const float4& x) {
        to.x += x.x, to.y += x.y, to.z += x.z, to.w += x.w;
    };
    float4 mySums[own];
    if constexpr (slices > 1) {
        // Each slice adds up its share of the elements; what it has of the others' lies here.
        float4* place = reinterpret_cast<float4*>(tiles) + warp * 32 + lane;
        const auto at = [&](int of, int step, int i) -> float4& {
            return place[((of * (slices - 1) + step - 1) * own + i) * warps * 32];
        };
#pragma unroll
        for (int of = 0; of < slices; ++of)
            if (of == slice) {
#pragma unroll
                for (int i = 0; i < own; ++i)
                    mySums[i] = four(of * own + i);
            } else {
#pragma unroll
                for (int i = 0; i < own; ++i)
                    at(of, (slice - of + slices) % slices, i) = four(of * own + i);
            }
        __syncthreads();
#pragma unroll
        for (int step = 1; step < slices; ++step)
#pragma unroll
            for (int i = 0; i < own; ++i)
                add(mySums[i], at(slice, step, i));
    }

    if constexpr (blocks > 1) {
        const int tileOfC = blockIdx.y * gridDim.x + blockIdx.x;
        float4* all = parts + tileOfC * blocks * own * threads + threadIdx.x;
#pragma unroll
        for (int i = 0; i < own; ++i)
            all[(blockIdx.z * own + i) * threads] = mySums[i];
        __threadfence(); // before it is counted
        __syncthreads();
        __shared__ bool last;
        if (threadIdx.x == 0)
            last = atomicInc(finished + tileOfC, blocks - 1) == blocks - 1; // back to 0
        __syncthreads();
        if (!last)
            return;
        __threadfence();
#pragma unroll
        for (int i = 0; i < own; ++i)
            mySums[i] = __ldcg(all + i * threads);
#pragma unroll
        for (int b = 1; b < blocks; ++b)
#pragma unroll
            for (int i = 0; i < own; ++i)
                add(mySums[i], __ldcg(all + (b * own + i) * threads));
    }

#pragma unroll
    for (int n = 0; n < own; ++n) {
        const int i = slices == 1 ? n : slice * own + n;
        const int r = row + mine + i / 8 * 16 + i / 2 % 4, c = col + yours + i % 2 * 32;
        const float4 x = slices == 1 ? four(n) : mySums[n];
        if (r >= M)
            continue;
        if constexpr (aligned) {
            if (c < N)
                *reinterpret_cast<float4*>(C + r * N + c) = x;
        } else {
            const float words[4] = {x.x, x.y, x.z, x.w};
            for (int j = 0; j < 4; ++j)
                if (c + j < N)
                    C[r * N + c + j] = words[j];
        }
    }
}

extern "C" __global__ void __launch_bounds__(threads, 2)
summit(const float* __restrict__ A, const float* __restrict__ B, float* C,
       int M, int N, int K, float4* parts, unsigned* finished)
{
    if (N % 4 == 0)
        product<true>(A, B, C, M, N, K, parts, finished);
    else
        product<false>(A, B, C, M, N, K, parts, finished);
}
