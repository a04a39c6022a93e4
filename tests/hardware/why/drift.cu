// SPDX-License-Identifier: GPL-3.0-or-later
// How far the warps of a multiprocessor drift apart: products of matrices of 1024 whose warps write down the clock at every 32nd
// step of k. CSV of the warps of four multiprocessors: kernel,multiprocessor,block,warp, and 33 clocks.
//   nvcc -O2 -std=c++17 -arch=native -o drift drift.cu && ./drift > drift.csv
#include "frame.h"

#include <cstdio>
#include <vector>

constexpr int n = 1024, each = 32, marks = n / each + 1;

struct Log {
    unsigned* clocks;
    unsigned* places;
    __device__ void place() const {
        unsigned sm;
        asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
        if (threadIdx.x == 0 && threadIdx.y == 0)
            places[blockIdx.y * gridDim.x + blockIdx.x] = sm;
    }
    __device__ void mark(int k) const {
        const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
        const unsigned warps = (blockDim.x * blockDim.y) / 32;
        unsigned now;
        asm volatile("mov.u32 %0, %clock;" : "=r"(now)::"memory");
        if (thread % 32 == 0)
            clocks[size_t((blockIdx.y * gridDim.x + blockIdx.x) * warps + thread / 32) * marks + k / each] = now;
    }
};

__global__ void plane(const float* A, const float* B, float* C, Log log) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    log.place();
    float sum = 0;
    for (int k = 0; k < n; k += each) {
        log.mark(k);
#pragma unroll 4
        for (int i = k; i < k + each; ++i)
            sum += A[row * n + i] * B[i * n + col];
    }
    log.mark(n);
    C[row * n + col] = sum;
}

__global__ void line(const float* A, const float* B, float* C, Log log) {
    const int element = blockIdx.x * blockDim.x + threadIdx.x, row = element / n, col = element % n;
    log.place();
    float sum = 0;
    for (int k = 0; k < n; k += each) {
        log.mark(k);
#pragma unroll 4
        for (int i = k; i < k + each; ++i)
            sum += A[row * n + i] * B[i * n + col];
    }
    log.mark(n);
    C[row * n + col] = sum;
}

__global__ void sharedRow(const float* A, const float* B, float* C, Log log) {
    __shared__ float words[n];
    const int row = blockIdx.x;
    log.place();
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        words[k] = A[row * n + k];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < n; k += each) {
            log.mark(k);
#pragma unroll 4
            for (int i = k; i < k + each; ++i)
                sum += words[i] * B[i * n + col];
        }
        C[row * n + col] = sum;
    }
    log.mark(n);
}

template<int tile>
__global__ void tiled(const float* A, const float* B, float* C, Log log) {
    __shared__ float a[tile][tile], b[tile][tile];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
    log.place();
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        if (k % each == 0)
            log.mark(k);
        a[ty][tx] = A[row * n + k + tx];
        b[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < tile; ++i)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    log.mark(n);
    C[row * n + col] = sum;
}

int main() {
    float* matrices = nullptr;
    CHECK(cudaMalloc(&matrices, size_t(3) * n * n * 4));
    CHECK(cudaMemset(matrices, 0, size_t(3) * n * n * 4));
    Log log{};
    const size_t warps = size_t(n) * n / 32;
    CHECK(cudaMalloc(&log.clocks, warps * marks * 4));
    CHECK(cudaMalloc(&log.places, warps * 4));
    const auto run = [&](const char* name, auto kernel, dim3 grid, dim3 block) {
        for (int pass = 0; pass < 3; ++pass)
            kernel<<<grid, block>>>(matrices, matrices + n * n, matrices + 2 * n * n, log);
        CHECK(cudaDeviceSynchronize());
        const unsigned blocks = grid.x * grid.y, warpsEach = block.x * block.y / 32;
        std::vector<unsigned> clocks(size_t(blocks) * warpsEach * marks), places(blocks);
        CHECK(cudaMemcpy(clocks.data(), log.clocks, clocks.size() * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(places.data(), log.places, places.size() * 4, cudaMemcpyDeviceToHost));
        for (const unsigned sm : {0u, 1u, 2u, 3u}) {
            unsigned begin = 0;
            bool first = true;
            for (unsigned b = 0; b < blocks; ++b)
                for (unsigned w = 0; w < warpsEach && places[b] == sm; ++w) {
                    const unsigned at = clocks[size_t(b * warpsEach + w) * marks];
                    if (first || int(at - begin) < 0)
                        begin = at;
                    first = false;
                }
            for (unsigned b = 0; b < blocks; ++b)
                for (unsigned w = 0; w < warpsEach && places[b] == sm; ++w) {
                    std::printf("%s,%u,%u,%u", name, sm, b, w);
                    for (int m = 0; m < marks; ++m)
                        std::printf(",%u", clocks[size_t(b * warpsEach + w) * marks + m] - begin);
                    std::printf("\n");
                }
        }
    };
    run("naive_32", plane, {n / 32, n / 32}, {32, 32});
    run("naive_16", plane, {n / 16, n / 16}, {16, 16});
    run("naive_8", plane, {n / 8, n / 8}, {8, 8});
    run("naive_1d_1024", line, {n * n / 1024}, {1024});
    run("naive_1d_256", line, {n * n / 256}, {256});
    run("shared_row_1024", sharedRow, {n}, {1024});
    run("shared_row_256", sharedRow, {n}, {256});
    run("tiled_32", tiled<32>, {n / 32, n / 32}, {32, 32});
    run("tiled_16", tiled<16>, {n / 16, n / 16}, {16, 16});
    run("tiled_8", tiled<8>, {n / 8, n / 8}, {8, 8});
    return 0;
}
