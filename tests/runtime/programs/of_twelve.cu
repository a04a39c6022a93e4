// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -library-of-12
// output: all is as CUDA 12 has it
// tells: cudaLaunchCooperativeKernelMultiDevice: Warplens does not emulate this function
// launches: 3
// A program that is linked to libcudart.so.12 and calls what CUDA 12 has otherwise, as the headers of CUDA 12 declare it.
#include "check.h"

#include <cublas_v2.h>

#include <cstddef>
#include <cstring>

// As CUDA 12 writes it down (driver_types.h of CUDA 12.8), up to what is looked at; 1032 bytes altogether.
struct Properties {
    char name[256];
    char ids[28];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int textures[40];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, others[10], clusterLaunch, unifiedFunctionPointers, reserved[63];
};
static_assert(sizeof(Properties) == 1032);
constexpr size_t ofEleven = offsetof(Properties, hostRegisterSupported);

struct Pointer {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

struct Resource {
    cudaResourceType type;
    void* array;
    size_t others[6];
};
static_assert(sizeof(Resource) == 64);

using Status = cudaStreamCaptureStatus;
using Number = unsigned long long;
extern "C" {
cudaError_t getProperties(Properties*, int) __asm__("cudaGetDeviceProperties_v2");
cudaError_t getOldProperties(Properties*, int) __asm__("cudaGetDeviceProperties");
cudaError_t getPointer(Pointer*, const void*) __asm__("cudaPointerGetAttributes");
cudaError_t createTexture(cudaTextureObject_t*, const Resource*, const cudaTextureDesc*,
                          const void*) __asm__("cudaCreateTextureObject");
cudaError_t getTexturesResource(Resource*, cudaTextureObject_t) __asm__("cudaGetTextureObjectResourceDesc");
cudaError_t createSurface(cudaSurfaceObject_t*, const Resource*) __asm__("cudaCreateSurfaceObject");
cudaError_t getSurfacesResource(Resource*, cudaSurfaceObject_t) __asm__("cudaGetSurfaceObjectResourceDesc");
cudaError_t addDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                            size_t) __asm__("cudaGraphAddDependencies");
cudaError_t removeDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                               size_t) __asm__("cudaGraphRemoveDependencies");
cudaError_t addNewDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*,
                               size_t) __asm__("cudaGraphAddDependencies_v2");
cudaError_t getEdges(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, size_t*) __asm__("cudaGraphGetEdges");
cudaError_t dependencies(cudaGraphNode_t, cudaGraphNode_t*, size_t*) __asm__("cudaGraphNodeGetDependencies");
cudaError_t dependents(cudaGraphNode_t, cudaGraphNode_t*, size_t*) __asm__("cudaGraphNodeGetDependentNodes");
cudaError_t addNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                    cudaGraphNodeParams*) __asm__("cudaGraphAddNode");
cudaError_t captureOfTen(cudaStream_t, Status*, Number*) __asm__("cudaStreamGetCaptureInfo");
cudaError_t capture(cudaStream_t, Status*, Number*, cudaGraph_t*, const cudaGraphNode_t**,
                    size_t*) __asm__("cudaStreamGetCaptureInfo_v2");
cudaError_t captureOfThread(cudaStream_t, Status*, Number*, cudaGraph_t*, const cudaGraphNode_t**,
                            size_t*) __asm__("cudaStreamGetCaptureInfo_v2_ptsz");
cudaError_t captureWithEdges(cudaStream_t, Status*, Number*, cudaGraph_t*, const cudaGraphNode_t**,
                             const cudaGraphEdgeData**, size_t*) __asm__("cudaStreamGetCaptureInfo_v3");
cudaError_t updateCapture(cudaStream_t, cudaGraphNode_t*, size_t,
                          unsigned) __asm__("cudaStreamUpdateCaptureDependencies");
cudaError_t elapsed(float*, cudaEvent_t, cudaEvent_t) __asm__("cudaEventElapsedTime_v2");
cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadSetLimit(cudaLimit, size_t);
cudaError_t cudaThreadGetLimit(size_t*, cudaLimit);
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache*);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache);
cudaError_t cudaThreadExit();
cudaError_t cudaSetDoubleForDevice(double*);
cudaError_t cudaSetDoubleForHost(double*);
cudaError_t onSeveralDevices(void*, unsigned, unsigned) __asm__("cudaLaunchCooperativeKernelMultiDevice");
}

__global__ void add(int* to, int what) {
    to[threadIdx.x] += what;
}

static void properties() {
    cudaDeviceProp unused; // the type of CUDA 13 is not what is asked for
    (void)unused;
    Properties asked;
    std::memset(&asked, 0x5a, sizeof asked);
    OK(getProperties(&asked, 0));
    const auto is = [](int value, cudaDeviceAttr attribute) {
        int answer = -1;
        OK(cudaDeviceGetAttribute(&answer, attribute, 0));
        return answer == value;
    };
    CHECK(asked.name[0] != 0 && asked.totalGlobalMem > 0 && asked.warpSize == 32);
    CHECK(is(asked.clockRate, cudaDevAttrClockRate) && asked.clockRate > 0);
    CHECK(is(asked.major, cudaDevAttrComputeCapabilityMajor) && is(asked.minor, cudaDevAttrComputeCapabilityMinor));
    CHECK(is(asked.multiProcessorCount, cudaDevAttrMultiProcessorCount));
    CHECK(is(asked.memoryClockRate, cudaDevAttrMemoryClockRate) && asked.memoryClockRate > 0);
    CHECK(is(asked.memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth));
    CHECK(is(asked.l2CacheSize, cudaDevAttrL2CacheSize));
    CHECK(is(asked.singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio));
    CHECK(is(asked.cooperativeLaunch, cudaDevAttrCooperativeLaunch) && asked.cooperativeMultiDeviceLaunch == 0);
    CHECK(is(int(asked.sharedMemPerBlockOptin), cudaDevAttrMaxSharedMemoryPerBlockOptin));
    CHECK(is(int(asked.reservedSharedMemPerBlock), cudaDevAttrReservedSharedMemoryPerBlock));
    CHECK(is(asked.clusterLaunch, cudaDevAttrClusterLaunch) && asked.reserved[62] == 0);
    Properties old;
    std::memset(&old, 0x5a, sizeof old);
    OK(getOldProperties(&old, 0));
    CHECK(std::memcmp(&old, &asked, ofEleven) == 0);
    for (size_t i = ofEleven; i < sizeof old; ++i) // that is the program's own
        CHECK(reinterpret_cast<const char*>(&old)[i] == 0x5a);
    FAILS(cudaErrorInvalidDevice, getProperties(&asked, 77));
    FAILS(cudaErrorInvalidValue, getProperties(nullptr, 0));
}

static void versions() {
    int version = 0, part = 0;
    OK(cudaRuntimeGetVersion(&version));
    CHECK(version == 12080);
    FAILS(cudaErrorInvalidValue, cudaRuntimeGetVersion(nullptr));
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    CHECK(cublasGetVersion(handle, &version) == CUBLAS_STATUS_SUCCESS && version == 120804);
    CHECK(cublasGetProperty(MAJOR_VERSION, &part) == CUBLAS_STATUS_SUCCESS && part == 12);
    CHECK(cublasGetCudartVersion() == 12080);
    CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
}

static void resources() {
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    OK(cudaMallocArray(&array, &floats, 8, 8, cudaArraySurfaceLoadStore));
    struct {
        Resource resource;
        size_t behind[16];
    } asked; // what lies behind the resource is the program's own
    const Resource resource{cudaResourceTypeArray, array, {}};
    const cudaTextureDesc description{};
    const auto isRight = [&] {
        for (const size_t each : asked.behind)
            CHECK(each == ~size_t(0));
        return asked.resource.type == cudaResourceTypeArray && asked.resource.array == array;
    };
    cudaTextureObject_t texture;
    OK(createTexture(&texture, &resource, &description, nullptr));
    std::memset(&asked, 0xff, sizeof asked);
    OK(getTexturesResource(&asked.resource, texture));
    CHECK(isRight());
    OK(cudaDestroyTextureObject(texture));
    cudaSurfaceObject_t surface;
    OK(createSurface(&surface, &resource));
    std::memset(&asked, 0xff, sizeof asked);
    OK(getSurfacesResource(&asked.resource, surface));
    CHECK(isRight());
    OK(cudaDestroySurfaceObject(surface));
    FAILS(cudaErrorInvalidValue, createTexture(&texture, nullptr, &description, nullptr));
    FAILS(cudaErrorInvalidValue, createSurface(&surface, nullptr));
    FAILS(cudaErrorInvalidValue, getSurfacesResource(&asked.resource, 12345));
    OK(cudaFreeArray(array));
}

static void graphs(int* memory) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams empty{};
    empty.type = cudaGraphNodeTypeEmpty;
    cudaGraphNode_t nodes[3];
    OK(addNode(&nodes[0], graph, nullptr, 0, &empty));
    OK(addNode(&nodes[1], graph, nodes, 1, &empty));
    OK(addNode(&nodes[2], graph, nullptr, 0, &empty));
    OK(addDependencies(graph, &nodes[1], &nodes[2], 1));
    cudaGraphNode_t from[4], to[4];
    size_t count = 4;
    OK(getEdges(graph, from, to, &count));
    CHECK(count == 2);
    count = 4;
    OK(dependencies(nodes[2], from, &count));
    CHECK(count == 1 && from[0] == nodes[1]);
    count = 4;
    OK(dependents(nodes[0], to, &count));
    CHECK(count == 1 && to[0] == nodes[1]);
    OK(removeDependencies(graph, &nodes[1], &nodes[2], 1));
    OK(addNewDependencies(graph, &nodes[0], &nodes[2], nullptr, 1));
    OK(dependencies(nodes[2], nullptr, &count));
    CHECK(count == 1);
    OK(cudaGraphDestroy(graph));

    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(memory, 1);
    Status status = cudaStreamCaptureStatusNone;
    Number number = 0, again = 1;
    OK(captureOfTen(stream, &status, &number));
    CHECK(status == cudaStreamCaptureStatusActive);
    const cudaGraphNode_t* last = nullptr;
    OK(capture(stream, &status, &again, &graph, &last, &count));
    CHECK(again == number && count == 1);
    const cudaGraphEdgeData* edges = nullptr;
    OK(captureWithEdges(stream, &status, &again, nullptr, &last, &edges, &count));
    CHECK(again == number && count == 1 && edges != nullptr);
    OK(captureOfThread(stream, &status, &again, nullptr, nullptr, nullptr));
    CHECK(again == number);
    OK(updateCapture(stream, nullptr, 0, cudaStreamSetCaptureDependencies)); // what comes now waits for nothing
    OK(capture(stream, &status, &again, nullptr, nullptr, &count));
    CHECK(count == 0);
    OK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t made;
    OK(cudaGraphInstantiate(&made, graph, 0));
    OK(cudaGraphLaunch(made, stream));
    OK(cudaGraphLaunch(made, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaGraphExecDestroy(made));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
}

int main() {
    properties();
    versions();
    resources();
    int *memory, got[32];
    OK(cudaMalloc(&memory, sizeof got));
    OK(cudaMemset(memory, 0, sizeof got));
    struct {
        Pointer pointer;
        Number behind[8];
    } asked;
    std::memset(&asked, 0x5a, sizeof asked);
    OK(getPointer(&asked.pointer, memory));
    CHECK(asked.pointer.type == cudaMemoryTypeDevice && asked.pointer.devicePointer == memory);
    for (const Number each : asked.behind)
        CHECK(each == 0x5a5a5a5a5a5a5a5a);
    graphs(memory);
    cudaEvent_t begin, end;
    OK(cudaEventCreate(&begin));
    OK(cudaEventCreate(&end));
    OK(cudaEventRecord(begin));
    add<<<1, 32>>>(memory, 40);
    OK(cudaGetLastError());
    OK(cudaEventRecord(end));
    OK(cudaThreadSynchronize());
    float milliseconds = -1;
    OK(elapsed(&milliseconds, begin, end));
    CHECK(milliseconds >= 0);
    OK(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 42 && got[31] == 42);
    size_t limit = 0;
    OK(cudaThreadSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    OK(cudaThreadGetLimit(&limit, cudaLimitMallocHeapSize));
    CHECK(limit == 16 << 20);
    cudaFuncCache config;
    OK(cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
    OK(cudaThreadGetCacheConfig(&config));
    double number = 2.5;
    OK(cudaSetDoubleForDevice(&number));
    OK(cudaSetDoubleForHost(&number));
    CHECK(number == 2.5);
    FAILS(cudaErrorNotSupported, onSeveralDevices(nullptr, 0, 0));
    OK(cudaFree(memory));
    OK(cudaThreadExit());
    std::puts("all is as CUDA 12 has it");
}
