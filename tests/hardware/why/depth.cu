// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests to memory wait in the queue of a quarter of a multiprocessor before a warp that has one more is held back:
// CSV of the clocks at which each of 32 loads was issued, none of which is waited for. Each takes the memory pipe 32 clocks.
//   depth,kind,warps of a quarter,quarters,warp,load,clocks since the first one
//   nvcc -O2 -std=c++17 -arch=native -o depth depth.cu && ./depth > depth.csv
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (cudaError_t e = (call); e != cudaSuccess) {                                                                \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

constexpr int loads = 32, most = 32;
enum Kind { Shared, SharedShort, Global, GlobalShort, Stores };

__device__ unsigned now() {
    unsigned t;
    asm volatile("mov.u32 %0, %clock;" : "=r"(t)::"memory");
    return t;
}

// Warps of a block lie in the quarters in turn; those of the first `quarters` take part.
template<Kind kind>
__global__ void issue(const char* data, unsigned* sink, int quarters, unsigned* told) {
    __shared__ unsigned words[32 * 33];
    for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x)
        words[i] = 0;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    // 32 words of one bank, or 32 lines of which each lane wants the same word; or one wavefront.
    const bool isShort = kind == SharedShort || kind == GlobalShort || kind == Stores;
    const uint32_t near = (uint32_t)__cvta_generic_to_shared(words) + lane * (isShort ? 4 : 128);
    const char* far = data + lane * (isShort ? 4 : 4096);
    unsigned at[loads], v[loads];
    for (int pass = 0; pass < 2; ++pass) { // the first one fills L1
        __syncthreads();
        if (warp % 4 >= quarters)
            continue;
#pragma unroll
        for (int n = 0; n < loads; ++n) {
            at[n] = now();
            if (kind == Shared || kind == SharedShort)
                asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v[n]) : "r"(near) : "memory");
            else if (kind == Stores)
                asm volatile("st.global.u32 [%0], %1;" ::"l"(far + n * 128), "r"(n) : "memory");
            else
                asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[n]) : "l"(far + n % 4 * 4) : "memory");
        }
        unsigned sum = 0;
        if (kind != Stores)
            for (int n = 0; n < loads; ++n)
                sum += v[n];
        if (sum == 1)
            *sink = sum;
    }
    if (lane == 0 && warp % 4 < quarters)
        for (int n = 0; n < loads; ++n)
            told[warp * loads + n] = at[n];
}

template<Kind kind>
void tell(const char* name, char* data, unsigned* sink, unsigned* told) {
    for (int quarters : {1, 2, 4})
        for (int warps : {1, 2, 4}) {
            for (int i = 0; i < most * loads; ++i)
                told[i] = 0;
            issue<kind><<<1, 128 * warps>>>(data, sink, quarters, told);
            CHECK(cudaDeviceSynchronize());
            for (int warp = 0; warp < 4 * warps; ++warp)
                if (warp % 4 < quarters) {
                    std::printf("depth,%s,%d,%d,%d", name, warps, quarters, warp);
                    for (int n = 0; n < loads; ++n)
                        std::printf(",%d", int(told[warp * loads + n] - told[0]));
                    std::printf("\n");
                }
        }
}

int main() {
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    char* data = nullptr;
    unsigned *sink = nullptr, *told = nullptr;
    CHECK(cudaMalloc(&data, 1 << 24));
    CHECK(cudaMemset(data, 0, 1 << 24));
    CHECK(cudaMalloc(&sink, 4));
    CHECK(cudaMallocManaged(&told, most * loads * sizeof(unsigned)));
    std::printf("# %s\n", device.name);
    tell<Shared>("shared", data, sink, told);
    tell<SharedShort>("shared-short", data, sink, told);
    tell<Global>("global", data, sink, told);
    tell<GlobalShort>("global-short", data, sink, told);
    tell<Stores>("stores", data, sink, told);
    return 0;
}
