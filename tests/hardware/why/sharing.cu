// SPDX-License-Identifier: GPL-3.0-or-later
// How long multiprocessors that read the same lines stay close enough together to get them with one request (merge.cu says how
// close): a block on each multiprocessor walks through an array that all share, alone or in turns with lines of its own, and ncu
// counts what arrives at L2. One launch of `walk` for each row of the CSV, in order:
//   sharing,warps,lines that a warp asks for at a time,dependent FFMAs after them,barriers: 0 or 1,own lines: 0 or 1,steps
//   nvcc -O2 -std=c++17 -arch=native -o sharing sharing.cu
//   ncu --csv --page raw --cache-control none --clock-control none -k walk
//     --metrics lts__t_sectors_srcunit_tex_op_read.sum,sm__cycles_elapsed.max ./sharing > counted.csv
// Sectors that one multiprocessor alone would read: 4 * warps * lines * steps, twice with lines of its own.
#include "frame.h"

constexpr int ownLines = 2048; // of a block: more than L1 keeps beside the shared memory

template<int lines>
__global__ void walk(const float* shared, const float* own, int steps, int work, int barriers, int reads, float* out) {
    const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* const mine = own + size_t(blockIdx.x) * ownLines * 32 + lane;
    float sum = 0;
    for (int s = 0; s < steps; ++s) {
        const int first = (s * warps + warp) * lines;
        float v[lines], w[lines] = {};
#pragma unroll
        for (int n = 0; n < lines; ++n)
            v[n] = __ldg(shared + size_t(first + n) * 32 + lane);
        if (reads != 0) {
#pragma unroll
            for (int n = 0; n < lines; ++n)
                w[n] = __ldg(mine + (first + n) % ownLines * 32);
        }
#pragma unroll
        for (int n = 0; n < lines; ++n)
            sum += v[n] + w[n];
        if (barriers != 0)
            __syncthreads();
#pragma unroll 8
        for (int n = 0; n < work; ++n)
            sum = fmaf(sum, 0.5f, 1.0f);
        if (barriers != 0)
            __syncthreads();
    }
    if (sum == 1.5f)
        *out = sum;
}

int main() {
    int count = 0;
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    constexpr size_t sharedLines = size_t(1024) * 4096;
    float *shared, *own, *out;
    CHECK(cudaMalloc(&shared, sharedLines * 128));
    CHECK(cudaMemset(shared, 0, sharedLines * 128));
    CHECK(cudaMalloc(&own, size_t(count) * ownLines * 128));
    CHECK(cudaMemset(own, 0, size_t(count) * ownLines * 128));
    CHECK(cudaMalloc(&out, sizeof *out));
    constexpr int all = 200 * 1024; // of shared memory: one block a multiprocessor
    CHECK(cudaFuncSetAttribute(walk<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
    CHECK(cudaFuncSetAttribute(walk<4>, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
    std::puts("kind,warps,lines,work,barriers,own,steps");
    for (const int warps : {2, 8, 32})
        for (const int lines : {1, 4})
            for (const int work : {0, 64, 512})
                for (const int barriers : {0, 1})
                    for (const int reads : {0, 1})
                        for (const int steps : {64, 512}) {
                            if (steps * warps * lines > 65536) // 8 MiB: L2 has it
                                continue;
                            const auto run = lines == 1 ? walk<1> : walk<4>;
                            run<<<count, 32 * warps, all>>>(shared, own, steps, work, barriers, reads, out);
                            CHECK(cudaDeviceSynchronize());
                            std::printf("sharing,%d,%d,%d,%d,%d,%d\n", warps, lines, work, barriers, reads, steps);
                            std::fflush(stdout);
                        }
}
