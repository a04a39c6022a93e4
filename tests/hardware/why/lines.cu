// SPDX-License-Identifier: GPL-3.0-or-later
// How long L1 takes for the lines of one request, by how far they lie apart: CSV of clocks a request, for warps whose lanes
// ask for `lines` lines that begin `stride` bytes apart. All of them hit L1.
//   nvcc -O2 -std=c++17 -arch=native -o lines lines.cu && ./lines > lines.csv
#include <cstdio>
#include <cuda_runtime.h>

constexpr int warps = 16, loads = 512, unrolled = 8;

__global__ void probe(const char* data, int lines, int stride, int zero, long long* clocks, float* sink)
{
    const int lane = threadIdx.x % 32;
    // Lanes that share a line ask for words of it that follow each other. No two loads are of the same address as far as the
    // compiler knows, which would make one of them.
    const char* place = data + (lane % lines) * stride + lane / lines * 4;
    float sum = 0;
    long long begin = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first one fills L1
        __syncthreads();
        begin = clock64();
        for (int i = 0; i < loads / unrolled; ++i, place += zero) {
            float value[unrolled];
#pragma unroll
            for (int k = 0; k < unrolled; ++k)
                asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(value[k]) : "l"(place + 4 * k));
#pragma unroll
            for (int k = 0; k < unrolled; ++k)
                sum += value[k];
        }
        __syncthreads();
    }
    const long long end = clock64();
    if (threadIdx.x == 0)
        *clocks = end - begin;
    if (sum == 12345.0f)
        *sink = sum;
}

int main()
{
    char* data = nullptr;
    long long *clocks = nullptr, told = 0;
    float* sink = nullptr;
    cudaMalloc(&data, 1 << 20);
    cudaMemset(data, 0, 1 << 20);
    cudaMalloc(&clocks, 8);
    cudaMalloc(&sink, 4);
    cudaDeviceProp properties{};
    cudaGetDeviceProperties(&properties, 0);
    std::printf("# %s\nlines,stride,clocks\n", properties.name);
    for (const int lines : {2, 4, 8, 16, 32})
        for (int stride = 32; stride <= 6144; stride += stride < 1152 || (stride >= 3968 && stride < 4224) ? 4 : 32) {
            probe<<<1, 32 * warps>>>(data, lines, stride, 0, clocks, sink);
            if (cudaMemcpy(&told, clocks, 8, cudaMemcpyDeviceToHost) != cudaSuccess)
                return 1;
            std::printf("%d,%d,%.3f\n", lines, stride, static_cast<double>(told) / (warps * loads));
        }
    return 0;
}
