// SPDX-License-Identifier: GPL-3.0-or-later
// How long L1 takes for single requests to global memory, whatever their lanes ask for: CSV of clocks a request, with the lanes'
// addresses. Loads hit L1. The first column says what was tried: loads and stores of each width at random places and at strides;
// `tag` for two lines so far apart; `mixed` for loads that take turns with loads from shared memory of `shared` wavefronts (clocks
// of both).
//   nvcc -O2 -std=c++17 -arch=native -o requests requests.cu && ./requests > requests.csv
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <string>
#include <vector>

constexpr int warps = 16, turns = 64, unrolled = 8;
constexpr int apart = 4096; ///< bytes between one load of a turn and the next: other lines, the same place in a line

struct Pattern {
    long long offset[32];
    unsigned mask;
};

template<int bytes>
__device__ void load(const char* at, unsigned& sum)
{
    if (bytes == 4) {
        unsigned a;
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(at));
        sum += a;
    } else if (bytes == 8) {
        unsigned a, b;
        asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at));
        sum += a ^ b;
    } else {
        unsigned a, b, c, d;
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(at));
        sum += a ^ b ^ c ^ d;
    }
}

template<int bytes>
__device__ void store(char* at, unsigned value)
{
    if (bytes == 4)
        asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(value));
    else if (bytes == 8)
        asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(at), "r"(value));
    else
        asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(value));
}

template<bool stores, int bytes, bool mixed>
__global__ void probe(char* data, Pattern pattern, int sharedStride, int zero, long long* clocks, unsigned* sink)
{
    __shared__ unsigned words[1056 + 8];
    for (int i = threadIdx.x; i < 1064; i += blockDim.x)
        words[i] = 0;
    const int lane = threadIdx.x % 32;
    char* place = data + pattern.offset[lane];
    unsigned shared = (unsigned)__cvta_generic_to_shared(words) + lane * sharedStride * 4;
    const bool takesPart = pattern.mask >> lane & 1;
    unsigned sum = 0;
    long long begin = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first one fills L1
        __syncthreads();
        begin = clock64();
        if (takesPart)
            for (int i = 0; i < turns; ++i, place += zero, shared += zero) {
#pragma unroll
                for (int k = 0; k < unrolled; ++k) {
                    if (stores)
                        store<bytes>(place + apart * k, i);
                    else
                        load<bytes>(place + apart * k, sum);
                    if (mixed) {
                        unsigned value;
                        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(shared + 4 * k));
                        sum += value;
                    }
                }
            }
        __syncthreads();
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        *clocks = end - begin;
    if (sum == 12345)
        *sink = sum;
}

struct Gpu {
    char* data = nullptr;
    long long* clocks = nullptr;
    unsigned* sink = nullptr;
};
Gpu gpu;

void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

template<bool stores, int bytes, bool mixed = false>
void tell(const char* what, const Pattern& pattern, int sharedStride = 0)
{
    probe<stores, bytes, mixed><<<1, 32 * warps>>>(gpu.data, pattern, sharedStride, 0, gpu.clocks, gpu.sink);
    check(cudaGetLastError());
    long long told = 0;
    check(cudaMemcpy(&told, gpu.clocks, 8, cudaMemcpyDeviceToHost));
    std::printf("%s,%s,%d,%d,%08x,", what, stores ? "st" : "ld", bytes, sharedStride, pattern.mask);
    for (int lane = 0; lane < 32; ++lane)
        std::printf("%s%lld", lane == 0 ? "" : " ", pattern.offset[lane]);
    std::printf(",%.3f\n", static_cast<double>(told) / (warps * turns * unrolled));
}

uint64_t state = 1;
unsigned drawn(unsigned below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>((state >> 33) % below);
}

Pattern strided(long long stride, unsigned lines = 32, int bytes = 4)
{
    Pattern pattern{};
    pattern.mask = ~0u;
    for (unsigned lane = 0; lane < 32; ++lane)
        pattern.offset[lane] = lane % lines * stride + lane / lines * bytes;
    return pattern;
}

/// Lanes at random places of so many lines.
Pattern scattered(unsigned lines, int bytes, bool all)
{
    Pattern pattern{};
    pattern.mask = all ? ~0u : drawn(65536) << 16 | drawn(65536) | 1;
    unsigned chosen[32];
    for (unsigned& line : chosen)
        line = drawn(32);
    for (long long& offset : pattern.offset)
        offset = chosen[drawn(lines)] * 128 + drawn(128 / bytes) * bytes;
    return pattern;
}

template<bool stores, int bytes>
void tellWidth()
{
    for (const unsigned lines : {1, 2, 4, 8, 16, 32})
        for (int n = 0; n < 20; ++n)
            tell<stores, bytes>("scattered", scattered(lines, bytes, n < 14));
    for (const unsigned lines : {2u, 4u, 8u, 16u, 32u})
        for (const int stride : {bytes, 2 * bytes, 3 * bytes, 32, 48, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 272, 320, 384, 400,
                                 512, 528, 640, 656, 768, 1024, 1040, 1152, 1280, 2064, 4000, 4016, 4064, 4080, 4096, 4112})
            if (stride % bytes == 0)
                tell<stores, bytes>("strided", strided(stride, lines, bytes));
}

int main()
{
    check(cudaMalloc(&gpu.data, size_t(1) << 31));
    check(cudaMemset(gpu.data, 0, size_t(1) << 31));
    check(cudaMalloc(&gpu.clocks, 8));
    check(cudaMalloc(&gpu.sink, 4));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    std::printf("# %s, base %p\nwhat,op,bytes,shared,mask,offsets,clocks\n", properties.name, (void*)gpu.data);
    // Two half lines that share no bank: they take two clocks where their tags do.
    for (int bit = 7; bit < 30; ++bit)
        for (int j = 0; j < 4; ++j)
            tell<false, 4>("tag", strided((1ll << bit) + j * 128 + 64, 2));
    tellWidth<false, 4>();
    tellWidth<false, 8>();
    tellWidth<false, 16>();
    tellWidth<true, 4>();
    tellWidth<true, 8>();
    tellWidth<true, 16>();
    // Words, tags and wavefronts of shared memory: one line, the same words of several lines, other words of lines whose tags
    // share a bank.
    for (const int shared : {1, 2, 4, 8, 16, 32})
        for (const auto& [stride, lines] : std::vector<std::pair<int, unsigned>>{
                 {4, 32}, {128, 2}, {128, 4}, {128, 8}, {128, 32}, {656, 8}, {640, 16}, {672, 4}, {144, 8}, {652, 32}, {132, 32}})
            tell<false, 4, true>("mixed", strided(stride, lines), shared);
    return 0;
}
