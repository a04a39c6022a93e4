// SPDX-License-Identifier: GPL-3.0-or-later
// What a window of L2 that persists brings: cudaAccessPolicyWindow, compute capability 8.0 and later. Each launch reads an
// array again and again (hot) while it reads a much larger one once (stream), which pushes the first out of L2. Every row
// is timed without a window, with a window over all of hot at hit ratio 1, and with the ratio that lets what is kept fit
// into what is set aside. The sums of all three must be the same. CSV on stdout; run by l2_window.sh.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (const cudaError_t e = (call); e != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

constexpr int threads = 256, samples = 21;

__global__ void fill(uint4* out, size_t count) {
    for (size_t i = blockIdx.x * size_t(threads) + threadIdx.x; i < count; i += size_t(gridDim.x) * threads)
        out[i] = uint4{unsigned(i), 1, 2, 3};
}

// Of `reads` vectors of hot one after another for each vector of stream; both past L1.
__global__ void mixed(const uint4* hot, size_t hotCount, const uint4* stream, size_t streamCount, int reads,
                      unsigned long long* sum) {
    unsigned long long mine = 0;
    const size_t step = size_t(gridDim.x) * threads;
    size_t at = blockIdx.x * size_t(threads) + threadIdx.x;
    for (size_t i = at; i < streamCount; i += step) {
        const uint4 s = __ldcg(stream + i);
        mine += s.x ^ s.y;
        for (int r = 0; r < reads; ++r, at += step) {
            const uint4 h = __ldcg(hot + at % hotCount);
            mine += h.x ^ h.w;
        }
    }
    atomicAdd(sum, mine);
}

struct Window {
    bool set = false;
    float ratio = 1;
};

void use(cudaStream_t stream, const Window& window, void* base, size_t bytes) {
    cudaStreamAttrValue value{};
    value.accessPolicyWindow.base_ptr = window.set ? base : nullptr;
    value.accessPolicyWindow.num_bytes = window.set ? bytes : 0;
    value.accessPolicyWindow.hitRatio = window.set ? window.ratio : 0;
    value.accessPolicyWindow.hitProp = window.set ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
    value.accessPolicyWindow.missProp = window.set ? cudaAccessPropertyStreaming : cudaAccessPropertyNormal;
    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
}

int main() {
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    if (device.persistingL2CacheMaxSize == 0) {
        std::fprintf(stderr, "%s (compute capability %d.%d) sets no L2 aside: 8.0 and later do\n", device.name,
                     device.major, device.minor);
        return 1;
    }
    const size_t aside = size_t(device.persistingL2CacheMaxSize);
    CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside));
    std::printf("# %s, L2 %d bytes, set aside %zu, largest window %d, nvcc %d.%d, tests/hardware/l2_window.cu\n",
                device.name, device.l2CacheSize, aside, device.accessPolicyMaxWindowSize, __CUDACC_VER_MAJOR__,
                __CUDACC_VER_MINOR__);
    std::printf("hot_mib,stream_mib,reads,window,hit_ratio,median_ms,first_quartile_ms,third_quartile_ms,sum\n");
    const size_t mib = size_t(1) << 20, streamBytes = 2048 * mib;
    uint4 *hot = nullptr, *stream = nullptr;
    unsigned long long* sum = nullptr;
    CHECK(cudaMalloc(&hot, 256 * mib));
    CHECK(cudaMalloc(&stream, streamBytes));
    CHECK(cudaMalloc(&sum, sizeof *sum));
    const int blocks = 8 * device.multiProcessorCount;
    fill<<<blocks, threads>>>(hot, 256 * mib / sizeof *hot);
    fill<<<blocks, threads>>>(stream, streamBytes / sizeof *stream);
    CHECK(cudaDeviceSynchronize());
    cudaStream_t queue;
    cudaEvent_t begin, end;
    CHECK(cudaStreamCreate(&queue));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    int wrong = 0;
    for (const size_t megabytes : {4, 8, 16, 24, 32, 40, 48, 64, 96}) {
        const size_t bytes = megabytes * mib;
        const size_t windowBytes = std::min(bytes, size_t(device.accessPolicyMaxWindowSize));
        const float fits = std::min(1.f, float(double(aside) / double(windowBytes)));
        unsigned long long expected = 0;
        const Window windows[] = {{}, {true, 1}, {true, fits}};
        for (int w = 0; w < (fits < 1 ? 3 : 2); ++w) {
            CHECK(cudaCtxResetPersistingL2Cache());
            use(queue, windows[w], hot, windowBytes);
            std::vector<float> times;
            unsigned long long result = 0;
            for (int s = -2; s < samples; ++s) { // two to warm up
                CHECK(cudaMemsetAsync(sum, 0, sizeof *sum, queue));
                CHECK(cudaEventRecord(begin, queue));
                mixed<<<blocks, threads, 0, queue>>>(hot, bytes / sizeof *hot, stream, streamBytes / sizeof *stream, 2,
                                                     sum);
                CHECK(cudaEventRecord(end, queue));
                CHECK(cudaMemcpyAsync(&result, sum, sizeof result, cudaMemcpyDeviceToHost, queue));
                CHECK(cudaStreamSynchronize(queue));
                float ms = 0;
                CHECK(cudaEventElapsedTime(&ms, begin, end));
                if (s >= 0)
                    times.push_back(ms);
            }
            std::sort(times.begin(), times.end());
            if (w == 0)
                expected = result;
            wrong += result != expected;
            std::printf("%zu,%zu,2,%s,%.3f,%.4f,%.4f,%.4f,%llu\n", megabytes, streamBytes / mib,
                        w == 0 ? "none" : "persisting", windows[w].set ? windows[w].ratio : 0, times[samples / 2],
                        times[samples / 4], times[3 * samples / 4], result);
            use(queue, {}, nullptr, 0);
        }
    }
    if (wrong != 0)
        std::fprintf(stderr, "%d rows have another sum than without a window\n", wrong);
    return wrong != 0;
}
