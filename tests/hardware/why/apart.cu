// SPDX-License-Identifier: GPL-3.0-or-later
// How far apart multiprocessors get that read the same lines, and what L2 is asked for then: a wave of blocks walks through arrays
// of which those of a row, those of a column, or all read the same. They wait at once for what they load, or load ahead, into
// registers or by asynchronous copies, with one block on each multiprocessor or several. One launch of `walk_…` for each row, in order:
//   how,who,warps,resident,work,steps,blocks                      what was launched; work: dependent FFMAs of a step
//   apart0 … apart4                                               clocks: the standard deviation, over the blocks that read the same, of
//                                                                 when they are at the beginning, a quarter, half, three quarters, the end
//   first0 … first4                                               likewise over multiprocessors, of the first of their blocks
//   clocks                                                        of the launch: median of its blocks
//   nvcc -O2 -std=c++17 -arch=sm_90 -o apart apart.cu && ./apart RAW.csv > apart.csv
//   ncu --csv --page raw --cache-control none --clock-control none -k regex:walk_ --metrics … ./apart > counted.csv
// RAW.csv: of some launches when each block was where (row,block,multiprocessor,ns of nine moments).
// Sectors that a multiprocessor alone asks L1 for: 4 * warps * resident * lines * steps.
#include "frame.h"

#include <cuda_pipeline.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

constexpr int lines = 8;    // that a warp loads in a step
constexpr int moments = 9;  // of a launch, at which it is told where a block is
constexpr int columns = 16; // of the grid: blocks of a row
enum How { atOnce, ahead, copy, copyAhead };
enum Who { ofRow, ofColumn, ofAll };

struct Stamp {
    long long at[moments];   // clocks of the multiprocessor
    long long tickClock;     // when it saw the timer of the GPU tick …
    unsigned long long tick; // … to this many ns
    unsigned multiprocessor, unused;
};

__device__ unsigned long long now() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}

template<How how>
__device__ void walk(const float* data, int who, int steps, int work, Stamp* stamps, float* out) {
    extern __shared__ float room[]; // two buffers of lines for each warp
    const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int block = blockIdx.y * gridDim.x + blockIdx.x;
    const int part = who == ofRow ? blockIdx.y : who == ofColumn ? blockIdx.x : 0;
    const float* const from = data + (size_t(part) * steps * warps + warp) * lines * 32 + lane;
    const size_t step = size_t(warps) * lines * 32;
    float* const mine = room + warp * lines * 32 + lane;
    const int buffer = warps * lines * 32;
    Stamp& stamp = stamps[block];
    float v[lines] = {}, sum = 0;
    const auto load = [&](int s) {
#pragma unroll
        for (int n = 0; n < lines; ++n)
            if (how == copy || how == copyAhead)
                __pipeline_memcpy_async(mine + s % 2 * buffer + n * 32, from + s * step + n * 32, 4);
            else
                v[n] = __ldg(from + s * step + n * 32);
        if (how == copy || how == copyAhead)
            __pipeline_commit();
    };
    const auto store = [&](int s) {
#pragma unroll
        for (int n = 0; n < lines; ++n)
            mine[s % 2 * buffer + n * 32] = v[n];
    };
    int next = 0, moment = 0;
    if (how == ahead) {
        load(0);
        store(0);
    } else if (how == copyAhead) {
        load(0);
    }
    for (int s = 0; s < steps; ++s) {
        if (s == next) {
            if (threadIdx.x == 0)
                stamp.at[moment] = clock64();
            next = steps * ++moment / (moments - 1);
        }
        if (how == atOnce) {
            load(s);
            store(s);
        } else if (how == copy) {
            load(s);
            __pipeline_wait_prior(0);
        } else if (how == ahead) {
            if (s + 1 < steps)
                load(s + 1);
        } else if (s + 1 < steps) {
            load(s + 1);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += room[s % 2 * buffer + threadIdx.x];
#pragma unroll 8
        for (int n = 0; n < work; ++n)
            sum = fmaf(sum, 0.5f, 1.0f);
        if (how == ahead && s + 1 < steps)
            store(s + 1);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        stamp.at[moments - 1] = clock64();
        asm volatile("mov.u32 %0, %smid;" : "=r"(stamp.multiprocessor));
        const unsigned long long before = now();
        unsigned long long t;
        do
            t = now();
        while (t == before);
        stamp.tickClock = clock64();
        stamp.tick = t;
    }
    if (sum == 1.5f)
        *out = sum;
}

#define WALK(name, how)                                                                                                \
    __global__ void name(const float* data, int who, int steps, int work, Stamp* stamps, float* out) {                 \
        walk<how>(data, who, steps, work, stamps, out);                                                                \
    }
WALK(walk_wait, atOnce)
WALK(walk_ahead, ahead)
WALK(walk_copy, copy)
WALK(walk_copy_ahead, copyAhead)

using Times = std::vector<std::array<double, moments>>; // of each block, in clocks of one clock for all

Times timesOfBlocks(const std::vector<Stamp>& stamps, double ghz) {
    Times times(stamps.size());
    const unsigned long long first = stamps[0].tick;
    for (size_t b = 0; b < stamps.size(); ++b)
        for (int m = 0; m < moments; ++m)
            times[b][m] =
                (double(stamps[b].tick) - double(first)) * ghz + double(stamps[b].at[m] - stamps[b].tickClock);
    return times;
}

/// The standard deviation within groups, over all groups.
double apartAt(const std::map<int, std::vector<double>>& groups) {
    double sum = 0;
    size_t count = 0;
    for (const auto& [name, at] : groups) {
        if (at.size() < 2)
            continue;
        double mean = 0;
        for (const double t : at)
            mean += t / double(at.size());
        for (const double t : at)
            sum += (t - mean) * (t - mean);
        count += at.size() - 1;
    }
    return count > 0 ? std::sqrt(sum / double(count)) : 0;
}

int main(int argc, char** argv) {
    int count = 0;
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    double *clock, ghz = 0;
    CHECK(cudaMalloc(&clock, sizeof *clock));
    clockOf<<<1, 1>>>(clock);
    clockOf<<<1, 1>>>(clock);
    CHECK(cudaMemcpy(&ghz, clock, sizeof ghz, cudaMemcpyDeviceToHost));
    constexpr size_t bytes = size_t(24) << 20; // L2 has it
    float *data, *out;
    CHECK(cudaMalloc(&data, bytes));
    CHECK(cudaMemset(data, 0, bytes));
    CHECK(cudaMalloc(&out, sizeof *out));
    Stamp* stamps;
    const int most = count * 16;
    CHECK(cudaMalloc(&stamps, size_t(most) * sizeof *stamps));
    std::FILE* const raw = argc > 1 ? std::fopen(argv[1], "w") : nullptr;
    using Kernel = void (*)(const float*, int, int, int, Stamp*, float*);
    const struct {
        const char* name;
        Kernel kernel;
    } kernels[] = {{"wait", walk_wait}, {"ahead", walk_ahead}, {"copy", walk_copy}, {"copy-ahead", walk_copy_ahead}};
    const char* const whose[] = {"row", "column", "all"};
    for (const auto& each : kernels)
        CHECK(cudaFuncSetAttribute(each.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
    std::puts("how,who,warps,resident,work,steps,blocks,apart0,apart1,apart2,apart3,apart4,first0,first1,first2,first3,"
              "first4,clocks");
    int launched = 0;
    const auto measure = [&](int how, int who, int warps, int resident, int work) {
        const int blocks = count * resident / columns * columns, rows = blocks / columns;
        const int parts = who == ofRow ? rows : who == ofColumn ? columns : 1;
        const size_t step = size_t(warps) * lines * 128;
        const int steps = int(std::min<size_t>(work > 512 ? 128 : 512, bytes / (step * parts))) / 8 * 8;
        // So much shared memory that no more than `resident` blocks fit; L1 gets the rest, which is little.
        const int room =
            resident == 1 ? 200 * 1024 : std::max(int(2 * step), (220 * 1024 / resident - 1024) / 1024 * 1024);
        for (int again = 0; again < 2; ++again) // the first brings its lines to L2
            kernels[how].kernel<<<dim3(columns, rows), 32 * warps, room>>>(data, who, steps, work, stamps, out);
        CHECK(cudaDeviceSynchronize());
        std::vector<Stamp> seen(blocks);
        CHECK(cudaMemcpy(seen.data(), stamps, blocks * sizeof(Stamp), cudaMemcpyDeviceToHost));
        const Times times = timesOfBlocks(seen, ghz);
        std::printf("%s,%s,%d,%d,%d,%d,%d", kernels[how].name, whose[who], warps, resident, work, steps, blocks);
        for (const bool firstOnly : {false, true})
            for (int m = 0; m < moments; m += 2) {
                std::map<int, std::vector<double>> groups;
                std::map<std::pair<int, unsigned>, double> firsts;
                for (int b = 0; b < blocks; ++b) {
                    const int group = who == ofRow ? b / columns : who == ofColumn ? b % columns : 0;
                    const auto [found, isNew] = firsts.emplace(std::pair(group, seen[b].multiprocessor), times[b][m]);
                    found->second = std::min(found->second, times[b][m]);
                    if (!firstOnly)
                        groups[group].push_back(times[b][m]);
                }
                if (firstOnly)
                    for (const auto& [where, at] : firsts)
                        groups[where.first].push_back(at);
                std::printf(",%.0f", apartAt(groups));
            }
        std::vector<double> taken;
        for (const auto& at : times)
            taken.push_back(at[moments - 1] - at[0]);
        std::nth_element(taken.begin(), taken.begin() + blocks / 2, taken.end());
        std::printf(",%.0f\n", taken[blocks / 2]);
        std::fflush(stdout);
        if (raw != nullptr && work == 64 && warps == 2 && (resident == 1 || resident == 8))
            for (int b = 0; b < blocks; ++b) {
                std::fprintf(raw, "%d,%d,%u", launched, b, seen[b].multiprocessor);
                for (const double at : times[b])
                    std::fprintf(raw, ",%.0f", at);
                std::fprintf(raw, "\n");
            }
        ++launched;
    };
    for (const int how : {int(atOnce), int(ahead), int(copy), int(copyAhead)})
        for (const int who : {int(ofRow), int(ofColumn), int(ofAll)})
            for (const int warps : {2, 8})
                for (const int resident : {1, 2, 4, 8})
                    for (const int work : {64, 1024})
                        measure(how, who, warps, resident, work);
    if (raw != nullptr)
        std::fclose(raw);
}
