// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what L1 has not, and gets from L2, takes turns with what its memory reads: CSV. Warps load from shared memory, each time
// `wavefronts` wavefronts, and from global memory lines that lie in L2, or in L1.
//   fills,level: l1 or l2,sectors of each line,wavefronts of shared memory beside each load,warps,clocks a load of a multiprocessor
// The model says max(wavefronts + 1 + (l2 ? sectors / 4 : 0), sectors over what L2 delivers), with all warps.
//   nvcc -O2 -std=c++17 -arch=native -o fills fills.cu && ./fills > fills.csv
#include "frame.h"

constexpr int loads = 1024;

/// Each warp walks through lines of its own: `lines` of them, a power of two, again and again.
template<int wavefronts>
__global__ void walk(const float* from, int lines, int sectors, long long* clocks, float* out) {
    __shared__ float shared[1024];
    for (int n = threadIdx.x; n < 1024; n += blockDim.x)
        shared[n] = n;
    __syncthreads();
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* const own = from + size_t(blockIdx.x * (blockDim.x / 32) + warp) * lines * 32 + lane % (8 * sectors);
    float sum = 0;
    const long long begin = clock64();
#pragma unroll 4
    for (int n = 0; n < loads; ++n) {
        sum += __ldca(own + (n & (lines - 1)) * 32);
#pragma unroll
        for (int w = 0; w < wavefronts; ++w)
            sum += *const_cast<const volatile float*>(&shared[lane + 32 * w]); // one instruction, and one to add
    }
    __syncthreads();
    if (threadIdx.x == 0)
        clocks[blockIdx.x] = clock64() - begin;
    if (sum == 1.5f)
        *out = sum;
}

template<int wavefronts>
void tell(const float* from, long long* clocks, float* out, int multiprocessors, bool l2, int sectors, int warps) {
    const int lines = l2 ? 1024 : 8; // 4 MiB of a multiprocessor with 32 warps, or 32 KiB
    for (int n = 0; n < 2; ++n)
        walk<wavefronts><<<multiprocessors, 32 * warps>>>(from, lines, sectors, clocks, out);
    CHECK(cudaDeviceSynchronize());
    std::printf("fills,%s,%d,%d,%d,%.3f\n", l2 ? "l2" : "l1", sectors, wavefronts, warps,
                double(clocks[0]) / loads / warps);
}

int main() {
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    // Few multiprocessors, so that L2 delivers to each what its link carries, and has all they read.
    constexpr int multiprocessors = 8;
    float *from = nullptr, *out = nullptr;
    long long* clocks = nullptr;
    CHECK(cudaMalloc(&from, size_t(multiprocessors) * 32 * 1024 * 128));
    CHECK(cudaMemset(from, 0, size_t(multiprocessors) * 32 * 1024 * 128));
    CHECK(cudaMalloc(&out, 4));
    CHECK(cudaMallocManaged(&clocks, multiprocessors * sizeof *clocks));
    std::printf("# %s\n", device.name);
    for (const bool l2 : {false, true})
        for (const int sectors : {1, 2, 4})
            for (const int warps : {8, 32}) {
                tell<0>(from, clocks, out, multiprocessors, l2, sectors, warps);
                tell<1>(from, clocks, out, multiprocessors, l2, sectors, warps);
                tell<2>(from, clocks, out, multiprocessors, l2, sectors, warps);
                tell<4>(from, clocks, out, multiprocessors, l2, sectors, warps);
                tell<8>(from, clocks, out, multiprocessors, l2, sectors, warps);
            }
    return 0;
}
