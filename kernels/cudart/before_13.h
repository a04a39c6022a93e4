// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libcudart as CUDA 12 has them where CUDA 13 has them otherwise, or not at all: programs that were compiled with an
// nvcc 12 find them in our libcudart.so.12.
#pragma once

#include "kernels/cudart/api.h"

#include <cstddef>

namespace warplens::cudart {

/// cudaDeviceProp of CUDA 12. What CUDA 13 has left out or moved stands where it was.
struct PropertiesBefore13 {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2];
    int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
    int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
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
    int hostRegisterSupported; ///< CUDA 11 ends before this one
    int sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported;
    int memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers, reserved[63];
};
static_assert(sizeof(PropertiesBefore13) == 1032);

/// cudaPointerAttributes of CUDA 12: what is reserved behind it in CUDA 13 is the program's own there.
struct PointerBefore13 {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};
static_assert(sizeof(PointerBefore13) == 24);

/// cudaResourceDesc of CUDA 12: what CUDA 13 has reserved behind it is the program's own there.
struct ResourceBefore13 {
    cudaResourceType resType;
    alignas(8) unsigned char res[56];
};
static_assert(sizeof(ResourceBefore13) == 64 && offsetof(ResourceBefore13, res) == offsetof(cudaResourceDesc, res));

/// What libraries of CUDA 12 say of their version: those of CUDA 12.8, whose functions ours have.
constexpr int runtimeVersionBefore13 = 12080;

} // namespace warplens::cudart

extern "C" {
cudaError_t warplens_before_13_cudaPointerGetAttributes(warplens::cudart::PointerBefore13*, const void*);
cudaError_t warplens_before_13_cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int);
cudaError_t warplens_before_13_cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t);
/// Of CUDA 11 and before; programs of CUDA 12 mean the second by the same name.
cudaError_t warplens_before_13_cudaGetDeviceProperties(warplens::cudart::PropertiesBefore13*, int);
cudaError_t warplens_before_13_cudaGetDeviceProperties_v2(warplens::cudart::PropertiesBefore13*, int);
cudaError_t warplens_before_13_cudaRuntimeGetVersion(int*);
cudaError_t warplens_before_13_cudaCreateTextureObject(cudaTextureObject_t*, const warplens::cudart::ResourceBefore13*,
                                                       const cudaTextureDesc*, const cudaResourceViewDesc*);
cudaError_t warplens_before_13_cudaGetTextureObjectResourceDesc(warplens::cudart::ResourceBefore13*,
                                                                cudaTextureObject_t);
cudaError_t warplens_before_13_cudaCreateSurfaceObject(cudaSurfaceObject_t*, const warplens::cudart::ResourceBefore13*);
cudaError_t warplens_before_13_cudaGetSurfaceObjectResourceDesc(warplens::cudart::ResourceBefore13*,
                                                                cudaSurfaceObject_t);
cudaError_t warplens_before_13_cudaSetDoubleForDevice(double*);
cudaError_t warplens_before_13_cudaSetDoubleForHost(double*);
cudaError_t warplens_before_13_cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                                                        size_t);
cudaError_t warplens_before_13_cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                                                           size_t);
cudaError_t warplens_before_13_cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, size_t*);
cudaError_t warplens_before_13_cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t warplens_before_13_cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t warplens_before_13_cudaGraphAddNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                cudaGraphNodeParams*);
/// Of CUDA 10; CUDA 12's headers mean the second by the same name.
cudaError_t warplens_before_13_cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*);
cudaError_t warplens_before_13_cudaStreamGetCaptureInfo_v2(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*,
                                                           cudaGraph_t*, const cudaGraphNode_t**, size_t*);
cudaError_t warplens_before_13_cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t*, size_t, unsigned);
}
