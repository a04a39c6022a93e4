// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cudart/before_13.h"

#include "kernels/runtime/attributes.h"

#include <cstddef>
#include <cstring>

namespace warplens::cudart {
namespace {

/// Fields of cudaDeviceProp that CUDA 13 has, too.
#define SAME_IN_BOTH(X)                                                                                                \
    X(name)                                                                                                            \
    X(uuid)                                                                                                            \
    X(luid)                                                                                                            \
    X(luidDeviceNodeMask)                                                                                              \
    X(totalGlobalMem)                                                                                                  \
    X(sharedMemPerBlock)                                                                                               \
    X(regsPerBlock)                                                                                                    \
    X(warpSize)                                                                                                        \
    X(memPitch)                                                                                                        \
    X(maxThreadsPerBlock)                                                                                              \
    X(maxThreadsDim)                                                                                                   \
    X(maxGridSize)                                                                                                     \
    X(totalConstMem)                                                                                                   \
    X(major)                                                                                                           \
    X(minor)                                                                                                           \
    X(textureAlignment)                                                                                                \
    X(texturePitchAlignment)                                                                                           \
    X(multiProcessorCount)                                                                                             \
    X(integrated)                                                                                                      \
    X(canMapHostMemory)                                                                                                \
    X(maxTexture1D)                                                                                                    \
    X(maxTexture1DMipmap)                                                                                              \
    X(maxTexture2D)                                                                                                    \
    X(maxTexture2DMipmap)                                                                                              \
    X(maxTexture2DLinear)                                                                                              \
    X(maxTexture2DGather)                                                                                              \
    X(maxTexture3D)                                                                                                    \
    X(maxTexture3DAlt)                                                                                                 \
    X(maxTextureCubemap)                                                                                               \
    X(maxTexture1DLayered)                                                                                             \
    X(maxTexture2DLayered)                                                                                             \
    X(maxTextureCubemapLayered)                                                                                        \
    X(maxSurface1D)                                                                                                    \
    X(maxSurface2D)                                                                                                    \
    X(maxSurface3D)                                                                                                    \
    X(maxSurface1DLayered)                                                                                             \
    X(maxSurface2DLayered)                                                                                             \
    X(maxSurfaceCubemap)                                                                                               \
    X(maxSurfaceCubemapLayered)                                                                                        \
    X(surfaceAlignment)                                                                                                \
    X(concurrentKernels)                                                                                               \
    X(ECCEnabled)                                                                                                      \
    X(pciBusID)                                                                                                        \
    X(pciDeviceID)                                                                                                     \
    X(pciDomainID)                                                                                                     \
    X(tccDriver)                                                                                                       \
    X(asyncEngineCount)                                                                                                \
    X(unifiedAddressing)                                                                                               \
    X(memoryBusWidth)                                                                                                  \
    X(l2CacheSize)                                                                                                     \
    X(persistingL2CacheMaxSize)                                                                                        \
    X(maxThreadsPerMultiProcessor)                                                                                     \
    X(streamPrioritiesSupported)                                                                                       \
    X(globalL1CacheSupported)                                                                                          \
    X(localL1CacheSupported)                                                                                           \
    X(sharedMemPerMultiprocessor)                                                                                      \
    X(regsPerMultiprocessor)                                                                                           \
    X(managedMemory)                                                                                                   \
    X(isMultiGpuBoard)                                                                                                 \
    X(multiGpuBoardGroupID)                                                                                            \
    X(hostNativeAtomicSupported)                                                                                       \
    X(pageableMemoryAccess)                                                                                            \
    X(concurrentManagedAccess)                                                                                         \
    X(computePreemptionSupported)                                                                                      \
    X(canUseHostPointerForRegisteredMem)                                                                               \
    X(cooperativeLaunch)                                                                                               \
    X(sharedMemPerBlockOptin)                                                                                          \
    X(pageableMemoryAccessUsesHostPageTables)                                                                          \
    X(directManagedMemAccessFromHost)                                                                                  \
    X(maxBlocksPerMultiProcessor)                                                                                      \
    X(accessPolicyMaxWindowSize)                                                                                       \
    X(reservedSharedMemPerBlock)                                                                                       \
    X(hostRegisterSupported)                                                                                           \
    X(sparseCudaArraySupported)                                                                                        \
    X(hostRegisterReadOnlySupported)                                                                                   \
    X(timelineSemaphoreInteropSupported)                                                                               \
    X(memoryPoolsSupported)                                                                                            \
    X(gpuDirectRDMASupported)                                                                                          \
    X(gpuDirectRDMAFlushWritesOptions)                                                                                 \
    X(gpuDirectRDMAWritesOrdering)                                                                                     \
    X(memoryPoolSupportedHandleTypes)                                                                                  \
    X(deferredMappingCudaArraySupported)                                                                               \
    X(ipcEventSupported)                                                                                               \
    X(clusterLaunch)                                                                                                   \
    X(unifiedFunctionPointers)

using runtime::Attribute;

void fill(PropertiesBefore13& to, const cudaDeviceProp& from, const Device& device) {
    std::memset(&to, 0, sizeof to);
#define COPY(field)                                                                                                    \
    static_assert(sizeof to.field == sizeof from.field);                                                               \
    std::memcpy(&to.field, &from.field, sizeof to.field);
    SAME_IN_BOTH(COPY)
#undef COPY
    to.clockRate = runtime::attributeOf(device, Attribute::ClockRate);
    to.deviceOverlap = runtime::attributeOf(device, Attribute::GpuOverlap);
    to.kernelExecTimeoutEnabled = runtime::attributeOf(device, Attribute::KernelExecTimeout);
    to.computeMode = runtime::attributeOf(device, Attribute::ComputeMode);
    to.maxTexture1DLinear = runtime::attributeOf(device, Attribute::MaxTexture1DLinearWidth);
    to.memoryClockRate = runtime::attributeOf(device, Attribute::MemoryClockRate);
    to.singleToDoublePrecisionPerfRatio = runtime::attributeOf(device, Attribute::SingleToDoublePrecisionPerfRatio);
    to.cooperativeMultiDeviceLaunch = runtime::attributeOf(device, Attribute::CooperativeMultiDeviceLaunch);
}
#undef SAME_IN_BOTH

/// `bytes`: so much of it the program knows.
cudaError_t giveProperties(PropertiesBefore13* properties, int device, size_t bytes) {
    cudaDeviceProp now;
    if (const cudaError_t error = warplens_cudaGetDeviceProperties(&now, device); error != cudaSuccess)
        return error;
    return call("cudaGetDeviceProperties", [&] {
        PropertiesBefore13 before;
        fill(before, now, Platform::get().device(device));
        std::memcpy(needed(properties, "prop"), &before, bytes);
    });
}

/// A null pointer stays one: the function of CUDA 13 says what is wrong with it.
template<class Create>
cudaError_t withResource(const ResourceBefore13* before, Create create) {
    cudaResourceDesc now{};
    if (before != nullptr)
        std::memcpy(&now, before, sizeof *before);
    return create(before != nullptr ? &now : nullptr);
}

template<class Ask>
cudaError_t giveResource(ResourceBefore13* before, Ask ask) {
    cudaResourceDesc now{};
    const cudaError_t error = ask(before != nullptr ? &now : nullptr);
    if (before != nullptr && error == cudaSuccess)
        std::memcpy(before, &now, sizeof *before);
    return error;
}

} // namespace
} // namespace warplens::cudart

using warplens::cudart::PropertiesBefore13, warplens::cudart::ResourceBefore13;

extern "C" {

cudaError_t warplens_before_13_cudaGetDeviceProperties(PropertiesBefore13* properties, int device) {
    return warplens::cudart::giveProperties(properties, device, offsetof(PropertiesBefore13, hostRegisterSupported));
}

cudaError_t warplens_before_13_cudaGetDeviceProperties_v2(PropertiesBefore13* properties, int device) {
    return warplens::cudart::giveProperties(properties, device, sizeof(PropertiesBefore13));
}

cudaError_t warplens_before_13_cudaPointerGetAttributes(warplens::cudart::PointerBefore13* attributes,
                                                        const void* pointer) {
    cudaPointerAttributes now;
    const cudaError_t error = warplens_cudaPointerGetAttributes(attributes == nullptr ? nullptr : &now, pointer);
    if (error == cudaSuccess)
        *attributes = {now.type, now.device, now.devicePointer, now.hostPointer};
    return error;
}

cudaError_t warplens_before_13_cudaRuntimeGetVersion(int* version) {
    return warplens::cudart::call("cudaRuntimeGetVersion", [&] {
        *warplens::cudart::needed(version, "runtimeVersion") = warplens::cudart::runtimeVersionBefore13;
    });
}

cudaError_t warplens_before_13_cudaCreateTextureObject(cudaTextureObject_t* texture, const ResourceBefore13* resource,
                                                       const cudaTextureDesc* description,
                                                       const cudaResourceViewDesc* view) {
    return warplens::cudart::withResource(resource, [&](const cudaResourceDesc* now) {
        return warplens_cudaCreateTextureObject(texture, now, description, view);
    });
}

cudaError_t warplens_before_13_cudaGetTextureObjectResourceDesc(ResourceBefore13* resource,
                                                                cudaTextureObject_t texture) {
    return warplens::cudart::giveResource(
        resource, [&](cudaResourceDesc* now) { return warplens_cudaGetTextureObjectResourceDesc(now, texture); });
}

cudaError_t warplens_before_13_cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const ResourceBefore13* resource) {
    return warplens::cudart::withResource(
        resource, [&](const cudaResourceDesc* now) { return warplens_cudaCreateSurfaceObject(surface, now); });
}

cudaError_t warplens_before_13_cudaGetSurfaceObjectResourceDesc(ResourceBefore13* resource,
                                                                cudaSurfaceObject_t surface) {
    return warplens::cudart::giveResource(
        resource, [&](cudaResourceDesc* now) { return warplens_cudaGetSurfaceObjectResourceDesc(now, surface); });
}

// Where a device has no double-precision numbers they are rounded; all have them.

cudaError_t warplens_before_13_cudaSetDoubleForDevice(double*) {
    return cudaSuccess;
}

cudaError_t warplens_before_13_cudaSetDoubleForHost(double*) {
    return cudaSuccess;
}

cudaError_t warplens_before_13_cudaMemPrefetchAsync(const void* pointer, size_t bytes, int, cudaStream_t stream) {
    return warplens_cudaMemPrefetchAsync(pointer, bytes, {}, 0, stream);
}

cudaError_t warplens_before_13_cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int) {
    return warplens_cudaMemAdvise(pointer, bytes, advice, {});
}

cudaError_t warplens_before_13_cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                        const cudaGraphNode_t* to, size_t count) {
    return warplens_cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

cudaError_t warplens_before_13_cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                           const cudaGraphNode_t* to, size_t count) {
    return warplens_cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}

cudaError_t warplens_before_13_cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                                 size_t* count) {
    return warplens_cudaGraphGetEdges(graph, from, to, nullptr, count);
}

cudaError_t warplens_before_13_cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before,
                                                            size_t* count) {
    return warplens_cudaGraphNodeGetDependencies(node, before, nullptr, count);
}

cudaError_t warplens_before_13_cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* after,
                                                              size_t* count) {
    return warplens_cudaGraphNodeGetDependentNodes(node, after, nullptr, count);
}

cudaError_t warplens_before_13_cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                                size_t count, cudaGraphNodeParams* parameters) {
    return warplens_cudaGraphAddNode(node, graph, before, nullptr, count, parameters);
}

cudaError_t warplens_before_13_cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                        unsigned long long* number) {
    return warplens_cudaStreamGetCaptureInfo(stream, status, number, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t warplens_before_13_cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                           unsigned long long* number, cudaGraph_t* graph,
                                                           const cudaGraphNode_t** before, size_t* count) {
    return warplens_cudaStreamGetCaptureInfo(stream, status, number, graph, before, nullptr, count);
}

cudaError_t warplens_before_13_cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                                   size_t count, unsigned flags) {
    return warplens_cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags);
}
}
