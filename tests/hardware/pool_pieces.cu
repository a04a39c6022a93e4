// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU's pools say to have reserved, and how many clusters of blocks it has room for: what docs/run.md and
// tests/runtime/programs go by.
//     nvcc -arch=sm_90 -cudart shared -o pool_pieces tests/hardware/pool_pieces.cu -lcuda && ./pool_pieces
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr size_t mib = size_t(1) << 20;

__managed__ int shown[4];
__global__ void nothing(int* p) {
    extern __shared__ int tile[];
    if (p != nullptr)
        p[0] = tile[0];
}

static void tell(const char* when, cudaMemPool_t pool) {
    unsigned long long amounts[4] = {};
    const cudaMemPoolAttr which[] = {cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh,
                                     cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh};
    for (int i = 0; i < 4; ++i)
        cudaMemPoolGetAttribute(pool, which[i], &amounts[i]);
    std::printf("%-44s reserved %10llu high %10llu used %10llu high %10llu\n", when, amounts[0], amounts[1], amounts[2],
                amounts[3]);
}

static void* take(cudaMemPool_t pool, size_t bytes) {
    void* p = nullptr;
    if (const cudaError_t error = cudaMallocFromPoolAsync(&p, bytes, pool, nullptr); error != cudaSuccess)
        std::printf("%zu bytes: %s\n", bytes, cudaGetErrorName(error));
    cudaGetLastError();
    return p;
}

static void freeAll(std::vector<void*> all) {
    for (void* p : all)
        cudaFreeAsync(p, nullptr);
}

static cudaMemPool_t fresh(size_t most = 0) {
    cudaMemPoolProps properties = {};
    properties.maxSize = most;
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    cudaMemPoolCreate(&pool, &properties);
    return pool;
}

static void pools() {
    cudaMemPool_t standard;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    for (cudaMemPool_t pool : {standard, fresh()}) {
        std::printf("-- %s pool\n", pool == standard ? "the default" : "an own");
        tell("new", pool);
        void* a = take(pool, 1000);
        tell("1000", pool);
        void* b = take(pool, 20 * mib);
        tell("+ 20 MiB", pool);
        void* c = take(pool, 20 * mib);
        tell("+ 20 MiB", pool);
        void* d = take(pool, 33 * mib);
        tell("+ 33 MiB", pool);
        void* e = take(pool, 100 * mib + 1);
        tell("+ 100 MiB and a byte", pool);
        freeAll({b});
        tell("first 20 MiB freed, not awaited", pool);
        cudaStreamSynchronize(nullptr);
        tell("awaited", pool);
        b = take(pool, 10 * mib);
        tell("+ 10 MiB", pool);
        freeAll({a, b, c, d, e});
        cudaStreamSynchronize(nullptr);
        tell("all freed and awaited, threshold 0", pool);
        for (size_t threshold : {1 * mib, 32 * mib, 40 * mib, 64 * mib}) {
            unsigned long long value = threshold;
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value);
            a = take(pool, 20 * mib);
            b = take(pool, 20 * mib);
            c = take(pool, 20 * mib);
            std::printf("threshold %zu MiB: ", threshold / mib);
            tell("three times 20 MiB", pool);
            freeAll({a, b, c});
            tell("  freed", pool);
            cudaDeviceSynchronize();
            tell("  awaited", pool);
            cudaMemPoolTrimTo(pool, 33 * mib);
            tell("  trimmed to 33 MiB", pool);
            cudaMemPoolTrimTo(pool, 1);
            tell("  trimmed to 1 byte", pool);
            cudaMemPoolTrimTo(pool, 0);
            tell("  trimmed to 0", pool);
        }
        unsigned long long value = 64 * mib;
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value);
        a = take(pool, 3 * mib / 2);
        freeAll({a});
        cudaDeviceSynchronize();
        tell("threshold 64 MiB: 1.5 MiB freed, awaited", pool);
        value = 0;
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value);
        tell("threshold set to 0", pool);
        cudaDeviceSynchronize();
        tell("device awaited", pool);
        a = take(pool, 100);
        freeAll({a});
        cudaDeviceSynchronize();
        tell("100 bytes taken, freed, awaited", pool);
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &value);
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value);
        tell("marks set to 0", pool);
    }
    cudaMemPool_t small = fresh(mib);
    take(small, 64);
    tell("-- at most 1 MiB: 64", small);
    take(small, mib);
    tell("+ 1 MiB", small);
    take(small, 31 * mib);
    tell("+ 31 MiB", small);
    cudaMemPool_t between = fresh(40 * mib);
    take(between, 33 * mib);
    tell("-- at most 40 MiB: 33 MiB", between);
}

static void clusters() {
    cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10);
    for (unsigned threads : {32u, 256u, 512u, 1024u})
        for (size_t shared : {size_t(0), size_t(48) << 10, size_t(100) << 10, size_t(200) << 10}) {
            std::printf("block %4u, shared %6zu: clusters of", threads, shared);
            for (unsigned size : {1u, 2u, 4u, 8u, 16u}) {
                cudaLaunchAttribute attribute = {};
                attribute.id = cudaLaunchAttributeClusterDimension;
                attribute.val.clusterDim.x = size;
                attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
                cudaLaunchConfig_t config = {};
                config.gridDim = dim3(size * 64);
                config.blockDim = dim3(threads);
                config.dynamicSmemBytes = shared;
                config.attrs = &attribute;
                config.numAttrs = 1;
                int active = -1;
                const cudaError_t error = cudaOccupancyMaxActiveClusters(&active, nothing, &config);
                std::printf(" %u: %d (%s)", size, active, cudaGetErrorName(error));
            }
            cudaLaunchConfig_t config = {};
            config.gridDim = dim3(64);
            config.blockDim = dim3(threads);
            config.dynamicSmemBytes = shared;
            int largest = -1;
            const cudaError_t error = cudaOccupancyMaxPotentialClusterSize(&largest, nothing, &config);
            std::printf(" largest %d (%s)\n", largest, cudaGetErrorName(error));
        }
    cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(64);
    config.blockDim = dim3(32);
    int largest = -1;
    std::printf("portable: largest %d", largest);
    std::printf(" (%s)", cudaGetErrorName(cudaOccupancyMaxPotentialClusterSize(&largest, nothing, &config)));
    std::printf(" %d;", largest);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 16;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int active = -1;
    const cudaError_t error = cudaOccupancyMaxActiveClusters(&active, nothing, &config);
    std::printf(" 16 blocks: %d (%s)\n", active, cudaGetErrorName(error));
}

static void symbols() {
    void* address = nullptr;
    size_t bytes = 0;
    const cudaError_t found = cudaGetSymbolAddress(&address, shown), sized = cudaGetSymbolSize(&bytes, shown);
    cudaPointerAttributes attributes = {};
    const cudaError_t asked = cudaPointerGetAttributes(&attributes, address);
    std::printf("managed variable: %s, %s the host's address; %s, %zu bytes; %s, type %d\n", cudaGetErrorName(found),
                address == shown ? "is" : "is not", cudaGetErrorName(sized), bytes, cudaGetErrorName(asked),
                attributes.type);
    char cubin[4096] = "\x7f"
                       "ELF";
    CUmodule module;
    cuInit(0);
    for (size_t bytes : {size_t(64), sizeof cubin}) {
        std::vector<char> image(cubin, cubin + bytes);
        const char* name = nullptr;
        cuGetErrorName(cuModuleLoadData(&module, image.data()), &name);
        std::printf("ELF's first bytes and zeros: %s\n", name);
    }
    const char* name = nullptr;
    cuGetErrorName(cuModuleLoadData(&module, "no module"), &name);
    std::printf("a text that is no PTX: %s\n", name);
}

int main() {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return 1;
    std::printf("%s\n", properties.name);
    pools();
    clusters();
    symbols();
}
