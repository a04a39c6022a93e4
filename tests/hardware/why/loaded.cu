// SPDX-License-Identifier: GPL-3.0-or-later
// How long warps wait for L2 and DRAM while others ask, too: CSV of clocks a step and bytes a clock of the whole GPU, for so many
// warps on each multiprocessor. In a step a warp loads 4 or 16 bytes a lane, waits for them, and where it copies stores them;
// warps take lines in turns, so that all of a launch go through memory in order.
//   nvcc -O2 -std=c++17 -arch=native -o loaded loaded.cu && ./loaded > loaded.csv
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

/// `mask`: of the words that there are, a power of two less one; all of them are zero.
template<class Word, bool copies>
__global__ void steps(const Word* from, Word* to, size_t mask, size_t first, int count, unsigned* sink, long long* clocks)
{
    const size_t all = (size_t)gridDim.x * blockDim.x;
    size_t at = first + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const long long begin = clock64();
    for (int i = 0; i < count; ++i) {
        Word value;
        if constexpr (sizeof(Word) == 16) {
            asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                         : "l"(from + (at & mask)));
            if (copies)
                to[at & mask] = value;
            at += all + (value.x | value.y | value.z | value.w);
        } else {
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(from + (at & mask)));
            if (copies)
                to[at & mask] = value;
            at += all + value;
        }
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        clocks[blockIdx.x] = end - begin;
    if (at == 1)
        *sink = 1; // without use of `at` ptxas would leave the loads out
}

template<class Word, bool copies>
void tell(bool inL2, size_t bytes, void* from, void* to, int sms)
{
    static unsigned* sink = nullptr;
    static long long* clocks = nullptr;
    if (sink == nullptr) {
        check(cudaMalloc(&sink, 4));
        check(cudaMallocManaged(&clocks, 8 * 4096));
    }
    for (const int blocks : {1, 8, 32, sms, 2 * sms}) // of the GPU, and on each multiprocessor
        for (const int warps : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32}) {
            if (blocks < sms && warps > 8)
                continue;
            const size_t step = (size_t)blocks * warps * 32 * sizeof(Word);
            const int count = (int)(step * 2000 > bytes ? (bytes + step - 1) / step : 2000);
            // The first pass fills L2: with what the second one needs, or, of what is larger than L2, with something else.
            const size_t words = bytes / sizeof(Word), half = inL2 ? 0 : words / 2;
            for (int pass = 0; pass < 2; ++pass)
                steps<Word, copies><<<blocks, 32 * warps>>>((const Word*)from, (Word*)to, words - 1, pass * half, count, sink,
                                                            clocks);
            check(cudaGetLastError());
            check(cudaDeviceSynchronize());
            double sum = 0;
            for (int n = 0; n < blocks; ++n)
                sum += (double)clocks[n] / count / blocks;
            std::printf("%s,%zu,%d,%d,%d,%d,%.1f,%.1f\n", inL2 ? "l2" : "dram", sizeof(Word), copies, blocks, warps, count, sum,
                        step * (1. + copies) / sum);
        }
}

int main()
{
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    const int sms = properties.multiProcessorCount;
    const size_t large = size_t(2) << 30, small = size_t(8) << 20;
    void *from = nullptr, *to = nullptr;
    check(cudaMalloc(&from, large));
    check(cudaMalloc(&to, large));
    check(cudaMemset(from, 0, large));
    check(cudaMemset(to, 0, large));
    std::printf("# %s\nwhere,bytes,copies,blocks,warps,steps,clocks,bytes_a_clock\n", properties.name);
    tell<unsigned, false>(true, small, from, to, sms);
    tell<uint4, false>(true, small, from, to, sms);
    tell<unsigned, true>(true, small, from, to, sms);
    tell<unsigned, false>(false, large, from, to, sms);
    tell<uint4, false>(false, large, from, to, sms);
    tell<unsigned, true>(false, large, from, to, sms);
    tell<uint4, true>(false, large, from, to, sms);
    return 0;
}
