// SPDX-License-Identifier: GPL-3.0-or-later
// What a model of time has to know of the queues of a multiprocessor: CSV, one experiment a line, its name first. Each stands
// before the kernel that it is made of.
//   nvcc -O2 -std=c++17 -arch=native -o queues queues.cu && ./queues > queues.csv
#include "frame.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

double ghz = 0;
int sms = 0;
char* memory = nullptr; // 1 GiB of zeros
double* told = nullptr; // managed

__device__ unsigned loadCa(const void* at) {
    unsigned v;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory");
    return v;
}
__device__ unsigned loadCg(const void* at) {
    unsigned v;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at) : "memory");
    return v;
}

// under_miss: one warp follows a chain that hits L1, or one of shared memory, while `missers` others have `batch` loads each
// under way that L1 has not. Does a hit wait for the misses before it?
//   under_miss,place,missers,batch,clocks of a step of the chain
enum Place { InL1, InShared };
template<Place place, int batch>
__global__ void underMiss(const char* hits, const char* misses, double* told) {
    __shared__ volatile int over;
    __shared__ unsigned last;
    __shared__ unsigned chain[64];
    if (threadIdx.x < 64)
        chain[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        over = 0;
    __syncthreads();
    unsigned at = 0;
    if (threadIdx.x < 32) {
        const auto step = [&] {
            if (place == InL1)
                at += loadCa(hits + at + threadIdx.x * 4);
            else
                at += const_cast<const volatile unsigned*>(chain)[at + threadIdx.x];
        };
        for (int i = 0; i < 64; ++i)
            step();
        const long long begin = clock64();
        for (int i = 0; i < 1024; ++i)
            step();
        const long long end = clock64();
        over = 1;
        if (threadIdx.x == 0)
            *told = double(end - begin + at) / 1024;
        return;
    }
    const char* mine = misses + (threadIdx.x / 32) * (1 << 20) + threadIdx.x % 32 * 4;
    while (over == 0) {
        unsigned v[batch];
#pragma unroll
        for (int n = 0; n < batch; ++n)
            v[n] = loadCg(mine + ((at + n * 128) & 0xfffff));
#pragma unroll
        for (int n = 0; n < batch; ++n)
            at += 128 + v[n];
    }
    if (at == 1)
        last = at;
}

void underMisses() {
    const auto run = [&](const char* place, int batch, auto kernel) {
        for (const int missers : {0, 1, 2, 4, 8, 16, 24, 31}) {
            for (int pass = 0; pass < 2; ++pass)
                kernel<<<1, 32 * (missers + 1)>>>(memory, memory + (1 << 20), told);
            CHECK(cudaDeviceSynchronize());
            std::printf("under_miss,%s,%d,%d,%.1f\n", place, missers, batch, *told);
        }
    };
    run("l1", 1, underMiss<InL1, 1>);
    run("l1", 8, underMiss<InL1, 8>);
    run("shared", 1, underMiss<InShared, 1>);
    run("shared", 8, underMiss<InShared, 8>);
}

// mix: warps with eight loads of one line under way each, `misses` of them of lines that L1 has not.
//   mix,multiprocessors,warps,misses,lanes' bytes apart (4: a line, 0: a sector),clocks a request
template<int misses>
__global__ void mix(const char* hits, const char* rest, size_t mask, int apart, int steps, double* told) {
    const size_t warp = (blockIdx.x * size_t(blockDim.x) + threadIdx.x) / 32, all = size_t(gridDim.x) * blockDim.x / 32;
    const char* hit = hits + threadIdx.x % 32 * apart;
    const char* miss = rest + threadIdx.x % 32 * apart;
    size_t at = warp * 128, near = 0;
    __syncthreads();
    const long long begin = clock64();
    for (int i = 0; i < steps; ++i) {
        unsigned v[8];
#pragma unroll
        for (int n = 0; n < 8; ++n)
            v[n] = n * misses / 8 != (n + 1) * misses / 8 ? loadCa(miss + ((at + n * all * 128) & mask))
                                                          : loadCa(hit + near + n * 128);
#pragma unroll
        for (int n = 0; n < 8; ++n)
            near += v[n];
        at += 8 * all * 128 + near;
    }
    __syncthreads();
    const long long end = clock64();
    if (threadIdx.x == 0)
        told[blockIdx.x] = double(end - begin) / steps;
    if (near == 1)
        told[0] = 0;
}

void mixes() {
    const size_t mask = (size_t(16) << 20) - 1;
    const auto run = [&](auto kernel, int misses) {
        for (const int blocks : {1, sms})
            for (const int warps : {8, 16, 32})
                for (const int apart : {4, 0}) {
                    for (int pass = 0; pass < 2; ++pass)
                        kernel<<<blocks, 32 * warps>>>(memory, memory + (1 << 20), mask, apart, 400, told);
                    CHECK(cudaDeviceSynchronize());
                    std::printf("mix,%d,%d,%d,%d,%.3f\n", blocks, warps, misses, apart,
                                std::accumulate(told, told + blocks, 0.) / blocks / (8 * warps));
                }
    };
    run(mix<0>, 0);
    run(mix<1>, 1);
    run(mix<2>, 2);
    run(mix<4>, 4);
    run(mix<8>, 8);
}

// product: the naive product of matrices of 1024, rows and columns `pitches` apart: where they are 0 all loads hit L1.
//   product,block x,block y,pitch of A,step of A,pitch of B,clocks a request and multiprocessor
__global__ void product(const float* A, const float* B, float* C, int K, int pitchA, int stepA, int pitchB, int N) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < K; ++k)
        sum += A[row * pitchA + k * stepA] * B[k * pitchB + col];
    C[row * N + col] = sum;
}
// ... of which only one matrix is read
__global__ void onlyB(const float* B, float* C, int K, int pitchB, int N, float factor) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < K; ++k)
        sum += factor * B[k * pitchB + col];
    C[row * N + col] = sum;
}
__global__ void onlyA(const float* A, float* C, int K, int pitchA, int stepA, int N, float factor) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < K; ++k)
        sum += A[row * pitchA + k * stepA] * factor;
    C[row * N + col] = sum;
}

void products() {
    const int n = 1056; // 33 x 33 blocks of 32: 1089 over 264 places
    const auto A = reinterpret_cast<const float*>(memory), B = A + (4 << 20);
    const auto C = reinterpret_cast<float*>(memory) + (16 << 20);
    const dim3 shapes[] = {{32, 32}, {16, 16}, {8, 8}, {32, 8}, {1056, 1}, {264, 1}};
    for (dim3 block : shapes) {
        if (block.x > 1024)
            block.x = 528;
        const dim3 grid(n / block.x, n / block.y);
        const double requests = double(n) * n / 32 * 1024 / sms;
        const auto clocks = [&](const char* what, int a, int b, int c, double each,
                                const std::function<void()>& launch) {
            std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", what, block.x, block.y, a, b, c,
                        (milliseconds(launch) - 0.003) * 1e6 * ghz / (each * requests));
        };
        for (const int pitchA : {0, n, 1024})
            for (const int pitchB : {0, n})
                for (const int stepA : {0, 1})
                    clocks("product", pitchA, stepA, pitchB, 2,
                           [&] { product<<<grid, block>>>(A, B, C, 1024, pitchA, stepA, pitchB, n); });
        for (const int pitchB : {0, n})
            clocks("only_b", 0, 0, pitchB, 1, [&] { onlyB<<<grid, block>>>(B, C, 1024, pitchB, n, 2.f); });
        for (const int stepA : {0, 1})
            clocks("only_a", n, stepA, 0, 1, [&] { onlyA<<<grid, block>>>(A, C, 1024, n, stepA, n, 2.f); });
    }
}

// keeps: one lane reads lines in order, or in an order by chance, round and round: which share of them L1 keeps.
//   keeps,order,KB,lines apart,clocks of a load
__global__ void around(const uint64_t* chain, int steps, double* told) {
    uint64_t at = (uint64_t)chain;
    long long begin = 0;
    for (int pass = 0; pass < 4; ++pass) {
        begin = clock64();
        for (int i = 0; i < steps; ++i)
            asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
    }
    *told = at == 0 ? 0 : double(clock64() - begin) / steps;
}

void keeps() {
    CHECK(cudaFuncSetAttribute(around, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
    uint64_t* chain = nullptr;
    CHECK(cudaMalloc(&chain, 64 << 20));
    for (const bool chance : {false, true})
        for (const int apart : {1, 32})
            for (int kb = 64; kb <= 288; kb += 16) {
                const int count = kb * 8;
                std::vector<int> order(count);
                std::iota(order.begin(), order.end(), 0);
                if (chance)
                    std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
                std::vector<uint64_t> host(size_t(count) * apart * 16);
                for (int i = 0; i < count; ++i)
                    host[size_t(order[i]) * apart * 16] =
                        (uint64_t)(chain + size_t(order[(i + 1) % count]) * apart * 16);
                CHECK(cudaMemcpy(chain, host.data(), host.size() * 8, cudaMemcpyHostToDevice));
                around<<<1, 1>>>(chain, count, told);
                CHECK(cudaDeviceSynchronize());
                std::printf("keeps,%s,%d,%d,%.1f\n", chance ? "chance" : "order", kb, apart, *told);
            }
    CHECK(cudaFree(chain));
}

// launches: many short blocks, that do nothing, store a word a lane, or copy one within L2 or out of it.
//   launches,what,threads,registers,shared bytes,MB,clocks of a multiprocessor for each warp
template<int what>
__device__ void shortWork(const unsigned* from, unsigned* to, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (what == 1)
        to[i & mask] = i;
    if (what == 2)
        to[i & mask] = from[i & mask];
    if (what == 3 && from[i & mask] == 1)
        to[i & mask] = 1;
}
template<int what>
__global__ void shortFew(const unsigned* from, unsigned* to, unsigned mask) {
    shortWork<what>(from, to, mask);
}

void launches() {
    const char* names[] = {"nothing", "store", "copy", "load"};
    const auto from = reinterpret_cast<const unsigned*>(memory);
    const auto to = reinterpret_cast<unsigned*>(memory + (size_t(512) << 20));
    const auto run = [&](int what, auto kernel) {
        for (const int mb : {4, 64, 256})
            for (const int threads : {32, 64, 128, 256, 512, 1024})
                for (const int shared : {0, 16384}) {
                    if ((what == 0 && mb != 4) || (shared != 0 && (mb != 4 || threads < 128)))
                        continue;
                    const int words = mb == 256 ? 1 << 26 : 1 << 24; // of all lanes
                    const auto time = [&](int count) {
                        return milliseconds(
                            [&] { kernel<<<count / threads, threads, shared>>>(from, to, (unsigned(mb) << 18) - 1); });
                    };
                    const double ms = time(words) - time(32 * threads);
                    cudaFuncAttributes attributes{};
                    CHECK(cudaFuncGetAttributes(&attributes, kernel));
                    std::printf("launches,%s,%d,%d,%d,%d,%.2f\n", names[what], threads, attributes.numRegs, shared, mb,
                                ms * 1e6 * ghz / (words / 32. / sms));
                }
    };
    run(0, shortFew<0>);
    run(1, shortFew<1>);
    run(2, shortFew<2>);
    run(3, shortFew<3>);
}

// l2: warps read lines that L2 has, four under way: all multiprocessors the same ones at the same time, or each others.
//   l2,cg or ca,same,warps a multiprocessor,MB,bytes a clock of all multiprocessors
template<bool ca>
__global__ void readL2(const char* data, size_t mask, size_t apart, int steps, double* told) {
    const size_t warp = threadIdx.x / 32, warps = blockDim.x / 32;
    size_t at = blockIdx.x * apart + warp * 128 + threadIdx.x % 32 * 4;
    __syncthreads();
    const long long begin = clock64();
    for (int i = 0; i < steps; ++i) {
        unsigned v[4];
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            const char* from = data + ((at + n * warps * 128) & mask);
            v[n] = ca ? loadCa(from) : loadCg(from);
        }
        at += 4 * warps * 128 + v[0] + v[1] + v[2] + v[3];
    }
    __syncthreads();
    const long long end = clock64();
    if (threadIdx.x == 0)
        told[blockIdx.x] = double(end - begin) / steps;
    if (at == 1)
        told[0] = 0;
}

void l2() {
    for (const bool ca : {false, true})
        for (const int mb : {4, 16})
            for (const bool same : {true, false})
                for (const int warps : {1, 2, 4, 8, 16, 32})
                    for (const int blocks : {1, sms}) {
                        if (blocks == 1 && (!same || mb != 4))
                            continue;
                        const size_t bytes = size_t(mb) << 20, apart = same ? 0 : (bytes / sms) / 128 * 128;
                        const int steps = std::min<int>(2000, int(bytes / (512 * warps)));
                        for (int pass = 0; pass < 3; ++pass) {
                            if (ca)
                                readL2<true><<<blocks, 32 * warps>>>(memory, bytes - 1, apart, steps, told);
                            else
                                readL2<false><<<blocks, 32 * warps>>>(memory, bytes - 1, apart, steps, told);
                            CHECK(cudaDeviceSynchronize());
                        }
                        const double each = std::accumulate(told, told + blocks, 0.) / blocks;
                        std::printf("l2,%s,%s,%d,%d,%d,%.1f,%.1f\n", ca ? "ca" : "cg", same ? "same" : "apart", blocks,
                                    warps, mb, 512. * warps * blocks / each, each);
                    }
}

// latency: clocks of one step of a chain: what an instruction with a barrier takes.
//   latency,of what,warps of the block,clocks
enum Chain { Shuffle, Mufu, Convert, Popc, Sync, FenceAfterStore, Atomic, AtomicShared, LoadCg, StoreThenLoadShared };
template<Chain what>
__global__ void chainOf(unsigned* data, double* told) {
    __shared__ unsigned words[64];
    words[threadIdx.x % 64] = 0;
    __syncthreads();
    unsigned v = threadIdx.x % 32;
    float f = v;
    const auto step = [&] {
        if (what == Shuffle)
            asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(v));
        if (what == Mufu)
            asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(f));
        if (what == Convert)
            asm volatile("cvt.rn.f32.u32 %0, %1;\n\t mov.b32 %1, %0;" : "+f"(f), "+r"(v));
        if (what == Popc)
            asm volatile("popc.b32 %0, %0;" : "+r"(v));
        if (what == Sync)
            __syncthreads();
        if (what == FenceAfterStore) {
            reinterpret_cast<volatile unsigned*>(data)[threadIdx.x] = v;
            __threadfence();
        }
        if (what == Atomic)
            v = atomicAdd(data + 1024 + threadIdx.x / 32 * 32, v & 1);
        if (what == AtomicShared)
            v = atomicAdd(words + (v & 1), 0u);
        if (what == LoadCg)
            v = loadCg(data + 2048 + v);
        if (what == StoreThenLoadShared) {
            reinterpret_cast<volatile unsigned*>(words)[v] = 0;
            v = reinterpret_cast<volatile unsigned*>(words)[v];
        }
    };
    const bool one = what == Atomic || what == AtomicShared || what == LoadCg;
    if (one && threadIdx.x % 32 != 0)
        return;
    step();
    const long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < 256; ++i)
        step();
    const long long end = clock64();
    if (threadIdx.x == 0)
        *told = double(end - begin) / 256;
    if (v == 12345 || f == 12345)
        data[0] = v;
}

void latencies() {
    const auto data = reinterpret_cast<unsigned*>(memory + (size_t(900) << 20));
    const auto run = [&](const char* name, auto kernel) {
        for (const int warps : {1, 8, 32}) {
            for (int pass = 0; pass < 2; ++pass)
                kernel<<<1, 32 * warps>>>(data, told);
            CHECK(cudaDeviceSynchronize());
            std::printf("latency,%s,%d,%.1f\n", name, warps, *told);
        }
    };
    run("shuffle", chainOf<Shuffle>);
    run("mufu", chainOf<Mufu>);
    run("convert", chainOf<Convert>);
    run("popc", chainOf<Popc>);
    run("sync", chainOf<Sync>);
    run("fence_after_store", chainOf<FenceAfterStore>);
    run("atomic", chainOf<Atomic>);
    run("atomic_shared", chainOf<AtomicShared>);
    run("load_cg", chainOf<LoadCg>);
    run("store_load_shared", chainOf<StoreThenLoadShared>);
}

// wait: a launch of `blocks` blocks of a warp that do nothing but wait so many clocks; beside what they wait, microseconds.
//   empty,blocks,threads,clocks waited,microseconds
__global__ void waits(int clocks) {
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

void empties() {
    for (const int blocks : {1, sms, 8 * sms})
        for (const int threads : {32, 256, 1024})
            for (const int clocks : {0, 2000, 20000})
                std::printf("empty,%d,%d,%d,%.3f\n", blocks, threads, clocks,
                            1e3 * milliseconds([&] { waits<<<blocks, threads>>>(clocks); }));
}

int main() {
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    sms = device.multiProcessorCount;
    CHECK(cudaMalloc(&memory, size_t(1) << 30));
    CHECK(cudaMemset(memory, 0, size_t(1) << 30));
    CHECK(cudaMallocManaged(&told, 8 * 4096));
    clockOf<<<1, 1>>>(told);
    CHECK(cudaDeviceSynchronize());
    ghz = *told;
    std::printf("# %s, %.4f GHz\n", device.name, ghz);
    const std::pair<const char*, void (*)()> all[] = {
        {"under_miss", underMisses}, {"mix", mixes}, {"product", products},  {"keeps", keeps},
        {"launches", launches},      {"l2", l2},     {"latency", latencies}, {"empty", empties}};
    for (const auto& [name, experiment] : all) {
        experiment();
        std::fflush(stdout);
    }
    return 0;
}
