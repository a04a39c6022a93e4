// SPDX-License-Identifier: GPL-3.0-or-later
// What instructions cost that the instruction caches have not: loops of so many FFMAs, 16 bytes each, which warps go through
// together. CSV: clocks for each instruction of a warp's loop, where one would do if each quarter had one warp.
//   code,FFMAs of the loop,warps of a multiprocessor,multiprocessors,clocks for each of them after two passes, in the first
//   nvcc -O2 -std=c++17 -arch=native -o code code.cu && ./code > code.csv
#include "frame.h"

#define F4 "fma.rn.f32 %0, %0, %4, %5; fma.rn.f32 %1, %1, %4, %5; fma.rn.f32 %2, %2, %4, %5; fma.rn.f32 %3, %3, %4, %5;\n"
#define F16 F4 F4 F4 F4
#define F64 F16 F16 F16 F16
#define F256 F64 F64 F64 F64

template<int count>
__global__ void loop(float a, float b, int passes, long long* clocks, float* out) {
    float x = a, y = b, z = a + b, w = a - b;
    long long first = 0;
    const long long begin = clock64();
    long long last = begin;
    for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
        for (int n = 0; n < count / 256; ++n)
            asm volatile(F256 : "+f"(x), "+f"(y), "+f"(z), "+f"(w) : "f"(a), "f"(b));
        const long long now = clock64();
        if (pass == 0)
            first = now - begin;
        if (pass == 1)
            last = now;
    }
    if (threadIdx.x == 0) {
        clocks[2 * blockIdx.x] = clock64() - last; // all passes but two
        clocks[2 * blockIdx.x + 1] = first;
    }
    if (x + y + z + w == 1.5f)
        *out = x;
}

template<int count>
void tell(long long* clocks, float* out, int multiprocessors) {
    constexpr int passes = 6;
    for (const int warps : {1, 4, 8, 32})
        for (const int blocks : {1, multiprocessors}) {
            loop<count><<<blocks, 32 * warps>>>(1, 2, passes, clocks, out);
            CHECK(cudaDeviceSynchronize());
            std::printf("code,%d,%d,%d,%.3f,%.3f\n", count, warps, blocks, double(clocks[0]) / (passes - 2) / count,
                        double(clocks[1]) / count);
        }
    std::fflush(stdout);
}

template<int... counts>
void tellAll(long long* clocks, float* out, int multiprocessors) {
    (tell<counts>(clocks, out, multiprocessors), ...);
}

int main() {
    int multiprocessors = 0;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    long long* clocks;
    float* out;
    CHECK(cudaMallocManaged(&clocks, 2 * 256 * sizeof *clocks));
    CHECK(cudaMalloc(&out, sizeof *out));
    std::puts("kind,instructions,warps,multiprocessors,clocks,first");
    tellAll<256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 32768>(clocks, out, multiprocessors);
}
