// SPDX-License-Identifier: GPL-3.0-or-later
// What a program asks of its devices, memory, streams and kernels, and what it may set; two devices that reach each other.
// run: --devices 2
// arguments: refused
// output: all as it should be
// tells: cudaFuncSetAttribute: a carve-out of 101 %: -1 to 100
// tells: cudaHostRegister: part of the 4096 bytes
// tells: cudaHostUnregister: nothing that begins at
// tells: is no memory of cudaHostAlloc, cudaMallocHost or cudaHostRegister
// tells: cudaStreamDestroy: the default stream cannot be destroyed
// tells: cudaMemcpyToSymbol: this direction does not fit a variable of the device
// tells: cudaEventElapsedTime: both events have to be recorded
// launches: 3
#include "check.h"

#include <cuda_profiler_api.h>
#include <dlfcn.h>

#include <cstring>
#include <utility>
#include <vector>

__device__ int counter = 5;
__constant__ float weights[4];

__global__ void add(int* to, int value) {
    if (threadIdx.x == 0)
        atomicAdd(to, value + counter);
}
__global__ void sized(float* to, double factor, char c) {
    extern __shared__ float tile[];
    tile[threadIdx.x] = float(factor) + c;
    __syncthreads();
    to[threadIdx.x] = tile[threadIdx.x] * weights[threadIdx.x % 4];
}

static void devices() {
    int count = 0, device = -1, version = 0;
    OK(cudaGetDeviceCount(&count));
    CHECK(count == 2);
    OK(cudaGetDevice(&device));
    CHECK(device == 0);
    OK(cudaInitDevice(1, 0, 0));
    FAILS(cudaErrorInvalidDevice, cudaInitDevice(2, 0, 0));
    FAILS(cudaErrorInvalidDevice, cudaSetDevice(-1));
    int list[] = {1, 0};
    OK(cudaSetValidDevices(list, 2));
    OK(cudaGetDevice(&device));
    CHECK(device == 1);
    OK(cudaSetDevice(0));
    unsigned flags = 0;
    OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    OK(cudaGetDeviceFlags(&flags));
    CHECK(flags == (cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
    cudaDeviceProp properties;
    OK(cudaGetDeviceProperties(&properties, 1));
    CHECK(properties.major == 9 && properties.warpSize == 32 && properties.multiProcessorCount > 1);
    OK(cudaChooseDevice(&device, &properties));
    CHECK(device == 0);
    int value = 0;
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 1));
    CHECK(value == properties.multiProcessorCount);
    FAILS(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0));
    FAILS(cudaErrorInvalidValue, cudaDeviceGetAttribute(nullptr, cudaDevAttrMultiProcessorCount, 0));

    char bus[32] = "";
    OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 1));
    OK(cudaDeviceGetByPCIBusId(&device, bus));
    CHECK(device == 1);
    OK(cudaDeviceGetByPCIBusId(&device, bus + 5)); // without the domain
    CHECK(device == 1);
    FAILS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "0000:77:00.0"));

    OK(cudaDriverGetVersion(&version));
    CHECK(version >= CUDART_VERSION);
    OK(cudaRuntimeGetVersion(&version));
    CHECK(version / 1000 == CUDART_VERSION / 1000);
    OK(cudaProfilerStart());
    OK(cudaProfilerStop());

    for (const cudaLimit limit :
         {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimePendingLaunchCount,
          cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize}) {
        size_t before = 0, after = 0;
        OK(cudaDeviceGetLimit(&before, limit));
        OK(cudaDeviceSetLimit(limit, 64));
        OK(cudaDeviceGetLimit(&after, limit));
        CHECK(after >= 64);
        OK(cudaDeviceSetLimit(limit, before));
        OK(cudaDeviceGetLimit(&after, limit));
        CHECK(after == before);
    }
    size_t unused = 0;
    FAILS(cudaErrorInvalidValue, cudaDeviceGetLimit(&unused, cudaLimit(99)));
    FAILS(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimit(99), 1));

    cudaFuncCache config;
    OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    OK(cudaDeviceGetCacheConfig(&config));
    int least = 1, greatest = 1;
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(least == 0 && greatest < 0);
    OK(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
}

/// A device reads the other's memory once it may; what was copied between them is there.
static void peers() {
    int can = 0, value = -1;
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    CHECK(can == 1);
    OK(cudaDeviceCanAccessPeer(&can, 1, 1));
    CHECK(can == 0);
    FAILS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, 5));
    FAILS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
    OK(cudaDeviceEnablePeerAccess(1, 0));
    FAILS(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
    FAILS(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    CHECK(value == 1);
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1));
    CHECK(value == 0);
    FAILS(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1));

    int *here, *there, seven = 7, got[2] = {};
    OK(cudaMalloc(&here, sizeof(int)));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&there, 2 * sizeof(int)));
    OK(cudaMemcpy(there, &seven, sizeof(int), cudaMemcpyHostToDevice));
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, there));
    CHECK(attributes.type == cudaMemoryTypeDevice && attributes.device == 1 && attributes.devicePointer == there &&
          attributes.hostPointer == nullptr);
    OK(cudaSetDevice(0));
    add<<<1, 32>>>(there, 100); // on the first device, in the second's memory
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpyPeer(here, 0, there, 1, sizeof(int)));
    OK(cudaMemcpyPeerAsync(there + 1, 1, here, 0, sizeof(int), nullptr));
    OK(cudaMemcpy(got, there, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 112 && got[1] == 112);
    OK(cudaDeviceDisablePeerAccess(1));
    OK(cudaFree(here));
    OK(cudaFree(there));
}

/// Hints as a program of CUDA 12 asks for them: its library has them with a device's number, and the present ones by another name.
static void hintsOfTwelve(void* managed) {
    void* const twelve = dlopen("libcudart.so.12", RTLD_NOW);
    if (twelve == nullptr)
        return; // a GPU's machine need not have it
    using Prefetch = cudaError_t (*)(const void*, size_t, int, cudaStream_t);
    using Advise = cudaError_t (*)(const void*, size_t, cudaMemoryAdvise, int);
    using Present = decltype(&cudaMemPrefetchAsync);
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(reinterpret_cast<Prefetch>(dlsym(twelve, "cudaMemPrefetchAsync"))(managed, 4096, 0, stream));
    OK(reinterpret_cast<Prefetch>(dlsym(twelve, "cudaMemPrefetchAsync_ptsz"))(managed, 4096, cudaCpuDeviceId, stream));
    OK(reinterpret_cast<Advise>(dlsym(twelve, "cudaMemAdvise"))(managed, 4096, cudaMemAdviseSetReadMostly, 0));
    OK(reinterpret_cast<Present>(dlsym(twelve, "cudaMemPrefetchAsync_v2"))(managed, 4096,
                                                                           {cudaMemLocationTypeDevice, 0}, 0, stream));
    CHECK(dlsym(twelve, "cudaMemAdvise_v2") != nullptr);
    OK(cudaStreamDestroy(stream));
}

static void memory() {
    size_t free = 0, total = 0, after = 0;
    OK(cudaMemGetInfo(&free, &total));
    CHECK(free > 0 && free <= total);
    char *device, *pinned, *managed, *mapped;
    OK(cudaMalloc(&device, 64 << 20));
    OK(cudaMemGetInfo(&after, &total));
    CHECK(free - after >= 64 << 20);
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaMallocManaged(&managed, 4096));
    FAILS(cudaErrorInvalidValue, cudaMallocManaged((void**)&mapped, 0));
    FAILS(cudaErrorInvalidValue, cudaMallocManaged((void**)&mapped, 64, 7));
    unsigned flags = 0;
    OK(cudaHostGetFlags(&flags, pinned));
    CHECK(flags & cudaHostAllocMapped);
    FAILS(cudaErrorInvalidValue, cudaHostGetFlags(&flags, device));
    FAILS(cudaErrorInvalidValue, cudaHostGetDevicePointer((void**)&mapped, device, 0));
    static char own[2 * 4096];
    OK(cudaHostRegister(own, 4096, cudaHostRegisterDefault));
    FAILS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(own + 64, 4096, cudaHostRegisterDefault));
    FAILS(cudaErrorInvalidValue, cudaHostRegister(own, 0, cudaHostRegisterDefault));
    FAILS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own + 4096));
    OK(cudaHostGetDevicePointer((void**)&mapped, own + 16, 0));
    CHECK(mapped == own + 16);

    cudaPointerAttributes a;
    const auto typeOf = [&](const void* pointer) {
        OK(cudaPointerGetAttributes(&a, pointer));
        return a.type;
    };
    CHECK(typeOf(device + 100) == cudaMemoryTypeDevice && a.device == 0 && a.hostPointer == nullptr);
    CHECK(typeOf(pinned + 8) == cudaMemoryTypeHost && a.hostPointer == pinned + 8);
    CHECK(typeOf(own) == cudaMemoryTypeHost);
    CHECK(typeOf(managed) == cudaMemoryTypeManaged && a.devicePointer == managed && a.hostPointer == managed);
    CHECK(typeOf(&a) == cudaMemoryTypeUnregistered && a.device == cudaInvalidDeviceId && a.hostPointer == &a);
    const cudaMemLocation first{cudaMemLocationTypeDevice, 0};
    OK(cudaMemPrefetchAsync(managed, 4096, first, 0, nullptr));
    OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, first));
    hintsOfTwelve(managed);
    OK(cudaStreamAttachMemAsync(nullptr, managed));
    FAILS(cudaErrorInvalidValue, cudaMemAdvise(managed, 1 << 20, cudaMemAdviseSetReadMostly, first));
    OK(cudaHostUnregister(own));
    OK(cudaFree(device));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));

    // Variables of the device.
    size_t bytes = 0;
    OK(cudaGetSymbolSize(&bytes, weights));
    CHECK(bytes == sizeof weights);
    const float values[4] = {1, 2, 3, 4};
    float back[4] = {};
    OK(cudaMemcpyToSymbolAsync(weights, values, sizeof values, 0, cudaMemcpyHostToDevice, nullptr));
    OK(cudaMemcpyFromSymbolAsync(back, weights, 2 * sizeof(float), 2 * sizeof(float), cudaMemcpyDeviceToHost, nullptr));
    OK(cudaStreamSynchronize(nullptr));
    CHECK(back[0] == 3 && back[1] == 4 && back[2] == 0);
    FAILS(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(weights, values, 4, 0, cudaMemcpyDeviceToHost));
    FAILS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, values));

    // Fields and volumes are filled in a stream.
    char* rows;
    size_t pitch = 0;
    OK(cudaMallocPitch(&rows, &pitch, 10, 8));
    OK(cudaMemset2D(rows, pitch, 1, 10, 8));
    OK(cudaMemset2DAsync(rows + pitch, pitch, 2, 10, 3, nullptr));
    OK(cudaMemset3DAsync(make_cudaPitchedPtr(rows, pitch, 10, 2), 3, make_cudaExtent(5, 1, 4), nullptr));
    std::vector<char> field(10 * 8);
    OK(cudaMemcpy2D(field.data(), 10, rows, pitch, 10, 8, cudaMemcpyDeviceToHost));
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 10; ++column)
            CHECK(field[row * 10 + column] == (row % 2 == 0 && column < 5 ? 3 : row >= 1 && row < 4 ? 2 : 1));
    OK(cudaFree(rows));
}

static void CUDART_CB called(cudaStream_t, cudaError_t status, void* data) {
    *static_cast<int*>(data) = status == cudaSuccess ? 42 : -1;
}

static void streams(bool refusals) {
    cudaStream_t stream;
    unsigned flags = 9;
    int priority = 9, device = 9, done = 0;
    unsigned long long first = 0, second = 0;
    OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2));
    OK(cudaStreamGetFlags(stream, &flags));
    OK(cudaStreamGetPriority(stream, &priority));
    OK(cudaStreamGetDevice(stream, &device));
    CHECK(flags == cudaStreamNonBlocking && priority == -2 && device == 0);
    OK(cudaStreamGetId(stream, &first));
    OK(cudaStreamGetId(cudaStreamPerThread, &second));
    CHECK(first != second);
    cudaStreamAttrValue value{};
    value.priority = -1;
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
    value.priority = 0;
    OK(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &value));
    CHECK(value.priority == -1);
    value.syncPolicy = cudaSyncPolicyYield;
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
    value.syncPolicy = cudaSyncPolicyAuto;
    OK(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
    CHECK(value.syncPolicy == cudaSyncPolicyYield);
    OK(cudaStreamAddCallback(stream, called, &done, 0));
    OK(cudaStreamSynchronize(stream));
    CHECK(done == 42);
    FAILS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 8));

    cudaEvent_t begin, end;
    float ms = -1;
    OK(cudaEventCreate(&begin));
    OK(cudaEventCreate(&end));
    FAILS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, begin, end));
    OK(cudaEventRecord(begin, stream));
    OK(cudaEventRecord(end, stream));
    OK(cudaEventSynchronize(end));
    OK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0);
    OK(cudaEventDestroy(begin));
    OK(cudaEventDestroy(end));
    FAILS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(nullptr));
    OK(cudaStreamDestroy(stream));
    if (refusals) { // a GPU's runtime may crash
        FAILS(cudaErrorInvalidResourceHandle, cudaEventRecord(end, nullptr));
        FAILS(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
    }
}

static void kernels() {
    const void* const kernel = (const void*)sized;
    const char* name = nullptr;
    OK(cudaFuncGetName(&name, kernel));
    CHECK(std::strstr(name, "sized") != nullptr);
    size_t offset = 0, bytes = 0;
    OK(cudaFuncGetParamInfo(kernel, 1, &offset, &bytes));
    CHECK(offset == 8 && bytes == 8);
    OK(cudaFuncGetParamInfo(kernel, 2, &offset, nullptr));
    CHECK(offset == 16);
    FAILS(cudaErrorInvalidValue, cudaFuncGetParamInfo(kernel, 3, &offset, &bytes));
    OK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared));
    const std::pair<cudaFuncAttribute, int> settings[] = {
        {cudaFuncAttributePreferredSharedMemoryCarveout, 50},
        {cudaFuncAttributeRequiredClusterWidth, 0},
        {cudaFuncAttributeRequiredClusterHeight, 0},
        {cudaFuncAttributeRequiredClusterDepth, 0},
        {cudaFuncAttributeNonPortableClusterSizeAllowed, 1},
        {cudaFuncAttributeClusterSchedulingPolicyPreference, cudaClusterSchedulingPolicySpread},
        {cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024}};
    for (const auto& [attribute, value] : settings)
        OK(cudaFuncSetAttribute(kernel, attribute, value));
    FAILS(cudaErrorInvalidValue, cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    FAILS(cudaErrorInvalidValue, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    FAILS(cudaErrorInvalidValue, cudaFuncSetAttribute(kernel, cudaFuncAttribute(77), 1));
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, kernel));
    CHECK(attributes.maxDynamicSharedSizeBytes == 100 * 1024 && attributes.numRegs > 0 &&
          attributes.preferredShmemCarveout == 50 && attributes.nonPortableClusterSizeAllowed == 1);

    int blocks = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 64 * 1024));
    CHECK(blocks == 3); // 3 of 65 KiB within 228
    FAILS(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 0, 0));
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 3, 256));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, bytes));
    CHECK(blocks == 3); // and with one byte more there is no room for so many
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, bytes + 1));
    CHECK(blocks == 2);
    FAILS(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 0, 256));

    // Handles of the kernel, launched by one of them.
    cudaKernel_t handle;
    OK(cudaGetKernel(&handle, kernel));
    OK(cudaKernelSetAttributeForDevice(handle, cudaFuncAttributeMaxDynamicSharedMemorySize, 120 * 1024, 0));
    OK(cudaFuncGetAttributes(&attributes, kernel));
    CHECK(attributes.maxDynamicSharedSizeBytes == 120 * 1024);
    cudaFunction_t function;
    OK(cudaGetFuncBySymbol(&function, kernel));
    CHECK(function != nullptr);
    float *to, got[4] = {};
    OK(cudaMalloc(&to, 32 * sizeof(float)));
    double factor = 1.5;
    char c = 2;
    void* arguments[] = {&to, &factor, &c};
    OK(cudaLaunchKernel(kernel, 1, 32, arguments, 110 * 1024, nullptr));
    OK(cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 3.5f && got[3] == 14);
    cudaLaunchConfig_t config{};
    config.gridDim = 1;
    config.blockDim = 32;
    config.dynamicSmemBytes = 128;
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    OK(cudaLaunchKernelExC(&config, kernel, arguments));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(to));
}

int main(int count, char**) {
    devices();
    peers();
    memory();
    streams(count > 1);
    kernels();
    OK(cudaDeviceReset());
    int* again; // what was a device's is gone, and it can be used
    OK(cudaMalloc(&again, sizeof(int)));
    OK(cudaFree(again));
    std::puts("all as it should be");
}
