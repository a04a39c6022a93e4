// SPDX-License-Identifier: GPL-3.0-or-later
// Which multiprocessors get a sector together from L2, and for how long after the first asked: chosen multiprocessors load the same
// lines at the same clock or with a delay, and ncu counts what arrives at L2. One launch of `together` for each row of the CSV, in
// order: kind, how many multiprocessors, the first two, delay in cycles, lines, and how many ns apart they saw the tick. Kinds with halves or
// pieces: the same lines in two or four requests of each multiprocessor.
//   nvcc -O2 -std=c++17 -arch=native -o merge merge.cu
//   ncu --csv --page raw --cache-control none -k together --metrics lts__t_sectors_srcunit_tex_op_read.sum,… ./merge > merge.csv
#include "frame.h"

#include <cuda_pipeline.h>

#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

constexpr int lines = 64, gap = 2000, most = 160;

struct Plan {
    int delay[most]; // cycles after the first; negative: takes no part
};

__device__ unsigned long long now() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}

/// One block of a warp on each multiprocessor. Their clocks differ by millions of cycles: all begin at the same tick of the GPU's
/// timer, which the last of them to arrive has chosen, and count their own cycles from there. `ticks`: when each began, in ns.
/// `pieces`: requests in which a multiprocessor asks for each line, one right after the other; negative: copies them asynchronously.
__global__ void together(const float* data, Plan plan, unsigned* arrived, unsigned long long* begin,
                         unsigned long long* ticks, int blocks, int pieces) {
    extern __shared__ float room[];
    unsigned sm;
    asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
    const int delay = plan.delay[sm];
    if (threadIdx.x == 0) {
        if (atomicAdd(arrived, 1) == blocks - 1)
            atomicExch(begin, now() + 20000);
        while (atomicAdd(begin, 0) == 0) {
        }
    }
    __syncwarp();
    if (delay < 0)
        return;
    const unsigned long long tick = *static_cast<volatile unsigned long long*>(begin);
    unsigned long long t;
    do
        t = now();
    while (t < tick);
    const long long start = clock64() + delay + 200;
    if (threadIdx.x == 0)
        ticks[sm] = t - tick;
    float sum = 0;
    for (int i = 0; i < lines; ++i) {
        while (clock64() < start + i * gap) {
        }
        const float* line = data + i * 32 * 37; // 37 lines apart: all slices of L2 take part
        if (pieces < 0) {
            const int words = 32 / -pieces; // of a piece
            for (int n = 0; n < -pieces; ++n)
                if (threadIdx.x < words)
                    __pipeline_memcpy_async(room + n * words + threadIdx.x, line + n * words + threadIdx.x, 4);
            __pipeline_commit();
            __pipeline_wait_prior(0);
            sum += room[threadIdx.x];
        } else if (pieces == 4)
            sum += __ldg(line + threadIdx.x % 8) + __ldg(line + 8 + threadIdx.x % 8) +
                   __ldg(line + 16 + threadIdx.x % 8) + __ldg(line + 24 + threadIdx.x % 8);
        else if (pieces == 2)
            sum += __ldg(line + threadIdx.x % 16) + __ldg(line + 16 + threadIdx.x % 16);
        else
            sum += __ldg(line + threadIdx.x);
    }
    if (sum == 123.0f)
        room[0] = sum, ticks[most] = room[0] > 0;
}

__global__ void touch(const float* data, float* out) {
    float sum = 0;
    for (int i = blockIdx.x; i < lines; i += gridDim.x)
        sum += __ldcg(data + i * 32 * 37 + threadIdx.x);
    if (sum == 123.0f)
        *out = sum;
}

int main() {
    int count = 0;
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    float* data;
    unsigned* arrived;
    unsigned long long *begin, *first;
    CHECK(cudaMalloc(&data, lines * 32 * 37 * sizeof(float)));
    CHECK(cudaMemset(data, 0, lines * 32 * 37 * sizeof(float)));
    CHECK(cudaMalloc(&arrived, sizeof *arrived));
    CHECK(cudaMalloc(&begin, sizeof *begin));
    CHECK(cudaMalloc(&first, (most + 1) * sizeof *first));
    constexpr int all = 200 * 1024; // of shared memory: one block a multiprocessor
    CHECK(cudaFuncSetAttribute(together, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
    std::puts("kind,multiprocessors,a,b,delay,lines,ns");
    const auto row = [&](const char* kind, const std::vector<int>& which, const std::vector<int>& delays, int shown,
                         int pieces = 1) {
        Plan plan;
        for (int& delay : plan.delay)
            delay = -1;
        for (size_t i = 0; i < which.size(); ++i)
            plan.delay[which[i]] = delays[i];
        touch<<<64, 32>>>(data, reinterpret_cast<float*>(arrived));
        CHECK(cudaMemset(arrived, 0, sizeof *arrived));
        CHECK(cudaMemset(begin, 0, sizeof *begin));
        CHECK(cudaMemset(first, 0, (most + 1) * sizeof *first));
        together<<<count, 32, all>>>(data, plan, arrived, begin, first, count, pieces);
        CHECK(cudaDeviceSynchronize());
        std::vector<unsigned long long> clocks(most + 1);
        CHECK(cudaMemcpy(clocks.data(), first, (most + 1) * sizeof *first, cudaMemcpyDeviceToHost));
        unsigned long long least = clocks[which[0]], largest = least;
        for (const int sm : which)
            least = std::min(least, clocks[sm]), largest = std::max(largest, clocks[sm]);
        std::printf("%s,%zu,%d,%d,%d,%d,%llu\n", kind, which.size(), which[0], which.size() > 1 ? which[1] : -1, shown,
                    lines, largest - least);
        std::fflush(stdout);
    };
    row("one", {0}, {0}, 0);
    for (const int one : {0, 5})
        for (int other = 0; other < count; ++other)
            if (other != one)
                row("pair", {one, other}, {0, 100}, 100);
    for (const int other : {1, 2, 16, 32, 48, 128})
        for (const int delay : {0, 50, 200, 300, 400, 500, 600, 800, 1000})
            row("delay", {0, other}, {0, delay}, delay);
    std::vector<int> everyone(count);
    std::iota(everyone.begin(), everyone.end(), 0);
    for (const int some : {2, 3, 4, 6, 8, 12, 16, 18, 24, 32, 48, 64, 96, 128}) {
        row("first", {everyone.begin(), everyone.begin() + some}, std::vector<int>(some, 0), 0);
        std::vector<int> even;
        for (int i = 0; i < some && 2 * i < count; ++i)
            even.push_back(2 * i);
        row("even", even, std::vector<int>(even.size(), 0), 0);
    }
    std::mt19937 random(1);
    for (const int spread : {1, 100, 200, 400, 600, 800, 1200, 1800})
        for (const int some : {8, 33, 66, count}) {
            std::vector<int> which = everyone, delays(some);
            std::shuffle(which.begin(), which.end(), random);
            which.resize(some);
            for (int& delay : delays)
                delay = int(random() % unsigned(spread));
            row("spread", which, delays, spread);
        }
    // The same lines, asked for in pieces: as many sectors, in two or four requests of each multiprocessor.
    for (const int pieces : {2, 4})
        for (const int some : {2, 4, 8, 16, count})
            row(pieces == 2 ? "halves" : "pieces", {everyone.begin(), everyone.begin() + some},
                std::vector<int>(some, 0), 0, pieces);
    for (const int pieces : {2, 4})
        for (const int delay : {0, 10, 20, 50, 200})
            row(pieces == 2 ? "halves-delay" : "pieces-delay", {0, 1}, {0, delay}, delay, pieces);
    // Copied asynchronously, in one request or in pieces.
    for (const int pieces : {1, 2, 4}) {
        const std::string kind = "copies-" + std::to_string(pieces);
        for (const int some : {2, 4, 8, 16, count})
            row(kind.c_str(), {everyone.begin(), everyone.begin() + some}, std::vector<int>(some, 0), 0, -pieces);
        for (const int delay : {10, 20, 50, 200})
            row((kind + "-delay").c_str(), {0, 1}, {0, delay}, delay, -pieces);
    }
    for (const int spread : {20, 100, 400})
        for (const int pieces : {2, 4}) {
            std::vector<int> delays(count);
            for (int& delay : delays)
                delay = int(random() % unsigned(spread));
            row(pieces == 2 ? "halves-spread" : "pieces-spread", everyone, delays, spread, pieces);
        }
}
