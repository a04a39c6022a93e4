// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU does at most in a clock, and how long a warp waits for what: measured by kernels that do one thing alone. The
// figures stand beside the published ones of sim/time/*.def. Prints JSON.
#include "frame.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

constexpr int repeats = 256, unrolled = 32;

// One operation many times, on eight values that do not depend on one another.
#define PIPE(name, type, start, statement)                                                                             \
    __global__ void name(type* out, type a, type b) {                                                                  \
        type x[8];                                                                                                     \
        for (int i = 0; i < 8; ++i)                                                                                    \
            x[i] = (type)(threadIdx.x + i + start);                                                                    \
        for (int r = 0; r < repeats; ++r) {                                                                            \
            _Pragma("unroll") for (int u = 0; u < unrolled; ++u) {                                                     \
                type& v = x[u % 8];                                                                                    \
                statement;                                                                                             \
            }                                                                                                          \
        }                                                                                                              \
        type sum = 0;                                                                                                  \
        for (int i = 0; i < 8; ++i)                                                                                    \
            sum += x[i];                                                                                               \
        if (sum == (type)12345)                                                                                        \
            out[threadIdx.x] = sum;                                                                                    \
    }

PIPE(ffma, float, 1, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(v) : "f"(a), "f"(b)))
PIPE(imad, int, 1, asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(v) : "r"(a), "r"(b)))
PIPE(iadd, int, 1, asm volatile("add.s32 %0, %0, %1;" : "+r"(v) : "r"(a), "r"(b)))
PIPE(lop, int, 1, asm volatile("xor.b32 %0, %0, %1;" : "+r"(v) : "r"(a), "r"(b)))
PIPE(mufu, float, 1, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(v) : "f"(a), "f"(b)))
PIPE(shuffle, int, 1, asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(v) : "r"(a), "r"(b)))
PIPE(fp64, double, 1, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(v) : "d"(a), "d"(b)))

// Words `stride` apart in neighbouring lanes: in shared memory, in L1.
__global__ void sharedLoads(unsigned* out, int stride) {
    __shared__ unsigned words[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        words[i] = i;
    __syncthreads();
    const auto at = (uint32_t)__cvta_generic_to_shared(words) + threadIdx.x % 32 * stride * 4;
    unsigned sum = 0;
    for (int r = 0; r < repeats; ++r) {
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            unsigned v;
            asm volatile("ld.shared.u32 %0, [%1+%2];" : "=r"(v) : "r"(at), "n"(4 * 32));
            sum += v;
        }
    }
    if (sum == 12345)
        out[threadIdx.x] = sum;
}

__global__ void l1Loads(unsigned* out, const unsigned* data, int stride) {
    const unsigned* at = data + threadIdx.x % 32 * stride;
    unsigned sum = 0;
    for (int r = 0; r < repeats; ++r) {
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            unsigned v;
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(at));
            sum += v;
        }
    }
    if (sum == 12345)
        out[threadIdx.x] = sum;
}

__global__ void both(unsigned* out, const unsigned* data) {
    __shared__ unsigned words[1024];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const auto at = (uint32_t)__cvta_generic_to_shared(words) + threadIdx.x % 32 * 4;
    const unsigned* global = data + threadIdx.x % 32;
    unsigned sum = 0;
    for (int r = 0; r < repeats; ++r) {
#pragma unroll
        for (int u = 0; u < unrolled / 2; ++u) {
            unsigned v, w;
            asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(global));
            sum += v + w;
        }
    }
    if (sum == 12345)
        out[threadIdx.x] = sum;
}

__global__ void stores(unsigned* out, int stride) { // each warp its own lines, again and again
    unsigned* at = out + (blockIdx.x * 32 + threadIdx.x / 32) * 32 * 32 + threadIdx.x % 32 * stride;
    for (int r = 0; r < repeats; ++r) {
#pragma unroll
        for (int u = 0; u < unrolled; ++u)
            asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(u));
    }
}

// Past L1, through all of `count` vectors of 16 bytes, several times.
__global__ void stream(uint4* out, const uint4* data, size_t count, int times) {
    uint4 sum{};
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (int t = 0; t < times; ++t)
        for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += step) {
            uint4 v;
            asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "l"(data + i));
            sum.x += v.x ^ v.y ^ v.z ^ v.w;
        }
    if (sum.x == 12345)
        out[threadIdx.x] = sum;
}

__global__ void fill(uint4* out, size_t count) {
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += step)
        out[i] = uint4{1, 2, 3, 4};
}

// One lane follows a chain; cycles of a step.
enum Place { Shared, L1, L2 };
template<Place place>
__global__ void chase(const uint64_t* chain, int steps, double* cycles) {
    __shared__ uint64_t local[512];
    if (place == Shared)
        for (int i = 0; i < 512; ++i)
            local[i] = __cvta_generic_to_shared(&local[(i + 16) % 512]);
    uint64_t at = place == Shared ? __cvta_generic_to_shared(local) : (uint64_t)chain;
    long long begin = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first one fills the caches
        begin = clock64();
        for (int i = 0; i < steps; ++i) {
            if (place == Shared)
                asm volatile("{ .reg .u32 a; cvt.u32.u64 a, %0; ld.shared.u64 %0, [a]; }" : "+l"(at));
            else if (place == L1)
                asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
            else
                asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
        }
    }
    *cycles = at == 0 ? 0 : (double)(clock64() - begin) / steps;
}

// Eight warps, each with four loads under way, one after another through the first `words` words (a power of two), all of them
// zero: clocks of a step. Of what lies in L1, it is how long the additions take.
template<bool inL1>
__global__ void batches(const unsigned* data, size_t words, int steps, double* cycles) {
    size_t at = threadIdx.x;
    const long long begin = clock64();
    for (int s = 0; s < steps; ++s) {
        unsigned v[4];
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            const unsigned* word = data + ((at + n * 256) & (words - 1));
            if (inL1)
                asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[n]) : "l"(word));
            else
                asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[n]) : "l"(word));
        }
        at += 1024 + (v[0] + v[1] + v[2] + v[3]);
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = at == 1 ? 0 : (double)(end - begin) / steps; // without use of `at` ptxas would leave the loads out
}

__global__ void nothing() {}

__global__ void sameAddress(unsigned* at) {
    if (threadIdx.x % 32 == 0)
        atomicAdd(at, 1u);
}

double chainLatency(Place place, size_t bytes, size_t stride, int steps) {
    std::vector<uint64_t> host(bytes / 8);
    uint64_t* chain = nullptr;
    double *cycles = nullptr, result = 0;
    CHECK(cudaMalloc(&chain, bytes));
    CHECK(cudaMalloc(&cycles, 8));
    for (size_t i = 0; i < host.size(); ++i)
        host[i] = (uint64_t)(chain + (i + stride / 8) % host.size());
    CHECK(cudaMemcpy(chain, host.data(), bytes, cudaMemcpyHostToDevice));
    if (place == Shared)
        chase<Shared><<<1, 1>>>(chain, steps, cycles);
    else if (place == L1)
        chase<L1><<<1, 1>>>(chain, steps, cycles);
    else
        chase<L2><<<1, 1>>>(chain, steps, cycles);
    CHECK(cudaMemcpy(&result, cycles, 8, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(chain));
    CHECK(cudaFree(cycles));
    return result;
}

template<bool inL1>
double batchClocks(const unsigned* data, size_t words, int steps) {
    double *cycles = nullptr, result = 0;
    CHECK(cudaMalloc(&cycles, 8));
    for (int pass = 0; pass < 2; ++pass) // the first one fills the caches
        batches<inL1><<<1, 256>>>(data, words, steps, cycles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&result, cycles, 8, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(cycles));
    return result;
}

/// What a launch, and the starts and atomics of its warps, take: for sim/time/calibration.h.
void launches(unsigned* data, int sms, double ghz) {
    const double empty = milliseconds([] { nothing<<<1, 32>>>(); });
    const int blocks = 512 * sms;
    const double many = milliseconds([&] { nothing<<<blocks, 256>>>(); });
    std::printf(",\n \"launch_us\": %.2f", empty * 1e3);
    std::printf(",\n \"warp_launch_clocks\": %.1f", (many - empty) * 1e6 * ghz / (8. * blocks / sms));
    const auto atomics = [&](int warps) { return milliseconds([&] { sameAddress<<<warps / 8, 256>>>(data); }); };
    std::printf(",\n \"atomic_same_address_ns\": %.3f",
                (atomics(1 << 18) - atomics(1 << 16)) * 1e6 / ((1 << 18) - (1 << 16)));
}

int main() {
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    double* told = nullptr;
    CHECK(cudaMallocManaged(&told, 8));
    clockOf<<<1, 1>>>(told);
    CHECK(cudaDeviceSynchronize());
    const double ghz = *told;
    const int sms = device.multiProcessorCount, blocks = 2 * sms, threads = 1024;
    std::printf("{\"gpu\": \"%s\", \"multiprocessors\": %d, \"clock_ghz\": %.4f", device.name, sms, ghz);

    unsigned* data = nullptr;
    const size_t large = size_t(4) << 30;
    CHECK(cudaMalloc(&data, large));
    CHECK(cudaMemset(data, 0, large));
    const double warps = double(blocks) * threads / 32, count = warps * repeats * unrolled;
    const auto rate = [&](const char* name, double amount, const std::function<void()>& launch) {
        const double ms = milliseconds(launch);
        std::printf(",\n \"%s\": %.4f", name, amount / (ms * 1e6 * ghz) / sms); // of a clock and multiprocessor
    };
    rate("ffma_warps", count, [&] { ffma<<<blocks, threads>>>((float*)data, 1.f, 0.f); });
    rate("imad_warps", count, [&] { imad<<<blocks, threads>>>((int*)data, 3, 5); });
    rate("iadd_warps", count, [&] { iadd<<<blocks, threads>>>((int*)data, 3, 5); });
    rate("xor_warps", count, [&] { lop<<<blocks, threads>>>((int*)data, 3, 5); });
    rate("mufu_warps", count, [&] { mufu<<<blocks, threads>>>((float*)data, 1.f, 0.f); });
    rate("shuffle_warps", count, [&] { shuffle<<<blocks, threads>>>((int*)data, 3, 5); });
    rate("fp64_warps", count, [&] { fp64<<<blocks, threads>>>((double*)data, 1., 0.); });
    rate("shared_loads", count, [&] { sharedLoads<<<blocks, threads>>>(data, 1); });
    rate("shared_wavefronts_2_way", 2 * count, [&] { sharedLoads<<<blocks, threads>>>(data, 2); });
    rate("shared_wavefronts_32_way", 32 * count, [&] { sharedLoads<<<blocks, threads>>>(data, 32); });
    rate("l1_loads_1_line", count, [&] { l1Loads<<<blocks, threads>>>(data, data, 1); });
    rate("l1_lines_of_4", 4 * count, [&] { l1Loads<<<blocks, threads>>>(data, data, 4); });
    rate("l1_lines_of_32", 32 * count, [&] { l1Loads<<<blocks, threads>>>(data, data, 32); });
    rate("l1_sectors_stride_8_of_8_lines", 32 * count, [&] { l1Loads<<<blocks, threads>>>(data, data, 8); });
    rate("shared_and_l1_loads", count, [&] { both<<<blocks, threads>>>(data, data); });
    rate("store_lines_1", count, [&] { stores<<<blocks, threads>>>(data, 1); });
    rate("store_lines_32", 32 * count, [&] { stores<<<blocks, threads>>>(data, 32); });

    for (const size_t megabytes : {8, 16, 24, 32, 40}) {
        const size_t vectors = megabytes * (size_t(1) << 20) / 16;
        const double ms =
            milliseconds([&] { stream<<<2 * sms, 1024>>>((uint4*)data, (const uint4*)data, vectors, 64); });
        std::printf(",\n \"l2_bytes_a_clock_of_%zu_mb\": %.1f", megabytes, vectors * 16. * 64 / (ms * 1e6 * ghz));
    }
    const double read =
        milliseconds([&] { stream<<<2 * sms, 1024>>>((uint4*)data, (const uint4*)data, large / 16, 1); });
    const double write = milliseconds([&] { fill<<<2 * sms, 1024>>>((uint4*)data, large / 16); });
    std::printf(",\n \"dram_read_gbps\": %.1f, \"dram_write_gbps\": %.1f", large / read / 1e6, large / write / 1e6);
    std::printf(",\n \"latency_shared\": %.1f", chainLatency(Shared, 4096, 128, 4096));
    std::printf(",\n \"latency_l1\": %.1f", chainLatency(L1, 16384, 128, 4096));
    std::printf(",\n \"latency_l2\": %.1f", chainLatency(L2, 4 << 20, 1024, 4096));
    std::printf(",\n \"latency_l2_far\": %.1f", chainLatency(L2, 24 << 20, 4096 + 128, 16384));
    std::printf(",\n \"latency_dram\": %.1f", chainLatency(L2, size_t(2) << 30, (1 << 16) + 256, 16000));
    CHECK(cudaMemset(data, 0, large));
    const double l1 = chainLatency(L1, 16384, 128, 4096), sums = batchClocks<true>(data, 1024, 4096) - l1;
    std::printf(",\n \"latency_l2_warps\": %.1f", batchClocks<false>(data, size_t(1) << 22, 4096) - sums);
    std::printf(",\n \"latency_dram_warps\": %.1f", batchClocks<false>(data, size_t(1) << 30, 1 << 18) - sums);
    launches(data, sms, ghz);
    std::printf("\n}\n");
}
