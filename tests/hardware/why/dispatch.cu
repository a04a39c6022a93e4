// SPDX-License-Identifier: GPL-3.0-or-later
// What loads that hit L1, or shared memory, and arithmetic take from one another where a quarter of a multiprocessor issues them:
// CSV of clocks a load and multiprocessor, for warps that have eight loads under way and so much arithmetic beside each eight.
//   nvcc -O2 -std=c++17 -arch=native -o dispatch dispatch.cu && ./dispatch > dispatch.csv
#include "frame.h"

#include <cstdint>
#include <cstdio>
#include <numeric>

enum Load { Weak, Strong, Apart, Wide, Short, Shared, None };
enum Extra { Ffma, WideProduct, Iadd, Imad, Xor };

template<Load load, Extra extra, int count>
__global__ void both(const char* data, int zero, int steps, double* told, unsigned* sink) {
    __shared__ unsigned words[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        words[i] = 0;
    const char* at[8];
    for (int n = 0; n < 8; ++n)
        at[n] = data + (load == Wide ? 16 : 4) * (threadIdx.x % 32) + (load == Apart ? n * (128 + zero) : 0);
    uint32_t near = (uint32_t)__cvta_generic_to_shared(words) + threadIdx.x % 32 * 4;
    unsigned sum = 0;
    float f[8];
    unsigned u[8];
    unsigned long long l[8];
    for (int n = 0; n < 8; ++n) {
        f[n] = threadIdx.x + n;
        u[n] = threadIdx.x + n;
        l[n] = threadIdx.x + n;
    }
    long long begin = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first one fills L1
        __syncthreads();
        begin = clock64();
        for (int i = 0; i < (pass == 0 ? 2 : steps); ++i) {
            unsigned v[8] = {};
#pragma unroll
            for (int n = 0; n < 8; ++n) {
                if (load == Weak || load == Apart)
                    asm volatile("ld.global.u32 %0, [%1];"
                                 : "=r"(v[n])
                                 : "l"(at[load == Apart ? n : 0] + (load == Apart ? 0 : n * 128)));
                if (load == Strong)
                    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[n]) : "l"(at[0] + n * 128));
                if (load == Wide) {
                    unsigned b, c, d;
                    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                                 : "=r"(v[n]), "=r"(b), "=r"(c), "=r"(d)
                                 : "l"(at[0] + n * 512));
                    v[n] ^= b ^ c ^ d;
                }
                if (load == Short)
                    asm volatile("ld.global.u8 %0, [%1];" : "=r"(v[n]) : "l"(at[0] + n * 128));
                if (load == Shared)
                    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[n]) : "r"(near + n * 128));
#pragma unroll
                for (int m = n * count / 8; m < (n + 1) * count / 8; ++m) {
                    if (extra == Ffma)
                        asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(f[m % 8]) : "f"(f[(m + 1) % 8]));
                    if (extra == WideProduct)
                        asm volatile("mad.wide.s32 %0, %1, 4, %0;" : "+l"(l[m % 8]) : "r"(u[m % 8]));
                    if (extra == Iadd)
                        asm volatile("add.s32 %0, %0, %1;" : "+r"(u[m % 8]) : "r"(u[(m + 1) % 8]));
                    if (extra == Imad)
                        asm volatile("mad.lo.s32 %0, %0, %1, %1;" : "+r"(u[m % 8]) : "r"(u[(m + 1) % 8]));
                    if (extra == Xor)
                        asm volatile("xor.b32 %0, %0, %1;" : "+r"(u[m % 8]) : "r"(u[(m + 1) % 8]));
                }
            }
#pragma unroll
            for (int n = 0; n < 8; ++n)
                sum += v[n];
            for (int n = 0; n < (load == Apart ? 8 : 1); ++n)
                at[n] += zero;
            near += zero;
        }
        __syncthreads();
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        told[blockIdx.x] = double(end - begin) / steps / 8;
    for (int n = 0; n < 8; ++n)
        sum += unsigned(f[n]) + u[n] + unsigned(l[n]);
    if (sum == 12345)
        *sink = sum;
}

template<Load load, Extra extra, int count>
void tell(const char* what, const char* with, const char* data, double* told, int sms) {
    for (const int warps : {16, 32}) // of a block: one on each multiprocessor, or two
        for (const int each : {1, 2}) {
            if (warps == 16 && each == 2)
                continue;
            both<load, extra, count>
                <<<sms * each, warps * 32>>>(data, 0, 400, told, reinterpret_cast<unsigned*>(told + 2048));
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
            std::printf("%s,%s,%d,%d,%.3f\n", what, with, count, warps * each,
                        std::accumulate(told, told + sms * each, 0.) / (sms * each) / (warps * each));
        }
}

template<Load load>
void tellAll(const char* what, const char* data, double* told, int sms) {
    tell<load, Ffma, 0>(what, "nothing", data, told, sms);
    tell<load, Ffma, 8>(what, "ffma", data, told, sms);
    tell<load, Ffma, 16>(what, "ffma", data, told, sms);
    tell<load, Ffma, 32>(what, "ffma", data, told, sms);
    tell<load, WideProduct, 8>(what, "imad.wide", data, told, sms);
    tell<load, WideProduct, 16>(what, "imad.wide", data, told, sms);
    tell<load, Iadd, 8>(what, "iadd", data, told, sms);
    tell<load, Iadd, 16>(what, "iadd", data, told, sms);
    tell<load, Imad, 8>(what, "imad", data, told, sms);
    tell<load, Imad, 16>(what, "imad", data, told, sms);
    tell<load, Xor, 16>(what, "xor", data, told, sms);
}

int main() {
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    char* data = nullptr;
    double* told = nullptr;
    CHECK(cudaMalloc(&data, 1 << 20));
    CHECK(cudaMemset(data, 0, 1 << 20));
    CHECK(cudaMallocManaged(&told, 8 * 4096));
    const int sms = device.multiProcessorCount;
    std::printf("# %s\nload,with,count,warps,clocks\n", device.name);
    tellAll<Weak>("weak", data, told, sms);
    tellAll<Strong>("strong", data, told, sms);
    tellAll<Apart>("apart", data, told, sms);
    tellAll<Wide>("wide", data, told, sms);
    tellAll<Short>("short", data, told, sms);
    tellAll<Shared>("shared", data, told, sms);
    tellAll<None>("none", data, told, sms);
    return 0;
}
