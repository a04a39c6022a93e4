// SPDX-License-Identifier: GPL-3.0-or-later
// Devices: which there are, what they are like, and waiting for them.
#include "kernels/cudart/driver.h"
#include "kernels/runtime/attributes.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Attribute;

namespace {

constexpr int runtimeVersion = 13000, driverVersion = 13000;

thread_local unsigned deviceFlags = 0;

template<class Field>
void setTo(Field& field, const Device& device, Attribute attribute) {
    field = static_cast<Field>(runtime::attributeOf(device, attribute));
}

/// How large textures and surfaces may be.
void fillTextures(const Device& device, cudaDeviceProp& p) {
    const auto set = [&](auto& field, Attribute attribute) { setTo(field, device, attribute); };
    set(p.maxTexture1D, Attribute::MaxTexture1DWidth);
    set(p.maxTexture1DMipmap, Attribute::MaxTexture1DMipmappedWidth);
    set(p.maxTexture2D[0], Attribute::MaxTexture2DWidth);
    set(p.maxTexture2D[1], Attribute::MaxTexture2DHeight);
    set(p.maxTexture2DMipmap[0], Attribute::MaxTexture2DMipmappedWidth);
    set(p.maxTexture2DMipmap[1], Attribute::MaxTexture2DMipmappedHeight);
    set(p.maxTexture2DLinear[0], Attribute::MaxTexture2DLinearWidth);
    set(p.maxTexture2DLinear[1], Attribute::MaxTexture2DLinearHeight);
    set(p.maxTexture2DLinear[2], Attribute::MaxTexture2DLinearPitch);
    set(p.maxTexture2DGather[0], Attribute::MaxTexture2DGatherWidth);
    set(p.maxTexture2DGather[1], Attribute::MaxTexture2DGatherHeight);
    set(p.maxTexture3D[0], Attribute::MaxTexture3DWidth);
    set(p.maxTexture3D[1], Attribute::MaxTexture3DHeight);
    set(p.maxTexture3D[2], Attribute::MaxTexture3DDepth);
    set(p.maxTexture3DAlt[0], Attribute::MaxTexture3DWidthAlt);
    set(p.maxTexture3DAlt[1], Attribute::MaxTexture3DHeightAlt);
    set(p.maxTexture3DAlt[2], Attribute::MaxTexture3DDepthAlt);
    set(p.maxTextureCubemap, Attribute::MaxTextureCubemapWidth);
    set(p.maxTexture1DLayered[0], Attribute::MaxTexture1DLayeredWidth);
    set(p.maxTexture1DLayered[1], Attribute::MaxTexture1DLayeredLayers);
    set(p.maxTexture2DLayered[0], Attribute::MaxTexture2DLayeredWidth);
    set(p.maxTexture2DLayered[1], Attribute::MaxTexture2DLayeredHeight);
    set(p.maxTexture2DLayered[2], Attribute::MaxTexture2DLayeredLayers);
    set(p.maxTextureCubemapLayered[0], Attribute::MaxTextureCubemapLayeredWidth);
    set(p.maxTextureCubemapLayered[1], Attribute::MaxTextureCubemapLayeredLayers);
    set(p.maxSurface1D, Attribute::MaxSurface1DWidth);
    set(p.maxSurface2D[0], Attribute::MaxSurface2DWidth);
    set(p.maxSurface2D[1], Attribute::MaxSurface2DHeight);
    set(p.maxSurface3D[0], Attribute::MaxSurface3DWidth);
    set(p.maxSurface3D[1], Attribute::MaxSurface3DHeight);
    set(p.maxSurface3D[2], Attribute::MaxSurface3DDepth);
    set(p.maxSurface1DLayered[0], Attribute::MaxSurface1DLayeredWidth);
    set(p.maxSurface1DLayered[1], Attribute::MaxSurface1DLayeredLayers);
    set(p.maxSurface2DLayered[0], Attribute::MaxSurface2DLayeredWidth);
    set(p.maxSurface2DLayered[1], Attribute::MaxSurface2DLayeredHeight);
    set(p.maxSurface2DLayered[2], Attribute::MaxSurface2DLayeredLayers);
    set(p.maxSurfaceCubemap, Attribute::MaxSurfaceCubemapWidth);
    set(p.maxSurfaceCubemapLayered[0], Attribute::MaxSurfaceCubemapLayeredWidth);
    set(p.maxSurfaceCubemapLayered[1], Attribute::MaxSurfaceCubemapLayeredLayers);
    set(p.surfaceAlignment, Attribute::SurfaceAlignment);
}

void fillProperties(const Device& device, cudaDeviceProp& p) {
    const auto set = [&](auto& field, Attribute attribute) { setTo(field, device, attribute); };
    std::memset(&p, 0, sizeof p);
    std::snprintf(p.name, sizeof p.name, "%s", runtime::deviceName(device).c_str());
    const std::string uuid = fmt::format("warplens-gpu-{:03}", device.ordinal());
    std::memcpy(p.uuid.bytes, uuid.data(), sizeof p.uuid.bytes);
    p.totalGlobalMem = device.totalBytes();
    set(p.sharedMemPerBlock, Attribute::MaxSharedMemoryPerBlock);
    set(p.regsPerBlock, Attribute::MaxRegistersPerBlock);
    set(p.warpSize, Attribute::WarpSize);
    set(p.memPitch, Attribute::MaxPitch);
    set(p.maxThreadsPerBlock, Attribute::MaxThreadsPerBlock);
    set(p.maxThreadsDim[0], Attribute::MaxBlockDimX);
    set(p.maxThreadsDim[1], Attribute::MaxBlockDimY);
    set(p.maxThreadsDim[2], Attribute::MaxBlockDimZ);
    set(p.maxGridSize[0], Attribute::MaxGridDimX);
    set(p.maxGridSize[1], Attribute::MaxGridDimY);
    set(p.maxGridSize[2], Attribute::MaxGridDimZ);
    set(p.totalConstMem, Attribute::TotalConstantMemory);
    set(p.major, Attribute::ComputeCapabilityMajor);
    set(p.minor, Attribute::ComputeCapabilityMinor);
    set(p.textureAlignment, Attribute::TextureAlignment);
    set(p.texturePitchAlignment, Attribute::TexturePitchAlignment);
    set(p.multiProcessorCount, Attribute::MultiProcessorCount);
    set(p.integrated, Attribute::Integrated);
    set(p.canMapHostMemory, Attribute::CanMapHostMemory);
    fillTextures(device, p);
    set(p.concurrentKernels, Attribute::ConcurrentKernels);
    set(p.ECCEnabled, Attribute::EccEnabled);
    set(p.pciBusID, Attribute::PciBusId);
    set(p.pciDeviceID, Attribute::PciDeviceId);
    set(p.pciDomainID, Attribute::PciDomainId);
    set(p.tccDriver, Attribute::TccDriver);
    set(p.asyncEngineCount, Attribute::AsyncEngineCount);
    set(p.unifiedAddressing, Attribute::UnifiedAddressing);
    set(p.memoryBusWidth, Attribute::GlobalMemoryBusWidth);
    set(p.l2CacheSize, Attribute::L2CacheSize);
    set(p.persistingL2CacheMaxSize, Attribute::MaxPersistingL2CacheSize);
    set(p.maxThreadsPerMultiProcessor, Attribute::MaxThreadsPerMultiProcessor);
    set(p.streamPrioritiesSupported, Attribute::StreamPrioritiesSupported);
    set(p.globalL1CacheSupported, Attribute::GlobalL1CacheSupported);
    set(p.localL1CacheSupported, Attribute::LocalL1CacheSupported);
    set(p.sharedMemPerMultiprocessor, Attribute::MaxSharedMemoryPerMultiprocessor);
    set(p.regsPerMultiprocessor, Attribute::MaxRegistersPerMultiprocessor);
    set(p.managedMemory, Attribute::ManagedMemory);
    set(p.isMultiGpuBoard, Attribute::IsMultiGpuBoard);
    set(p.multiGpuBoardGroupID, Attribute::MultiGpuBoardGroupID);
    set(p.hostNativeAtomicSupported, Attribute::HostNativeAtomicSupported);
    set(p.pageableMemoryAccess, Attribute::PageableMemoryAccess);
    set(p.concurrentManagedAccess, Attribute::ConcurrentManagedAccess);
    set(p.computePreemptionSupported, Attribute::ComputePreemptionSupported);
    set(p.canUseHostPointerForRegisteredMem, Attribute::CanUseHostPointerForRegisteredMem);
    set(p.cooperativeLaunch, Attribute::CooperativeLaunch);
    set(p.sharedMemPerBlockOptin, Attribute::MaxSharedMemoryPerBlockOptin);
    set(p.maxBlocksPerMultiProcessor, Attribute::MaxBlocksPerMultiprocessor);
    set(p.accessPolicyMaxWindowSize, Attribute::MaxAccessPolicyWindowSize);
    set(p.reservedSharedMemPerBlock, Attribute::ReservedSharedMemoryPerBlock);
    set(p.hostRegisterSupported, Attribute::HostRegisterSupported);
    set(p.memoryPoolsSupported, Attribute::MemoryPoolsSupported);
    set(p.clusterLaunch, Attribute::ClusterLaunch);
    set(p.deviceNumaId, Attribute::NumaId);
    set(p.hostNumaId, Attribute::HostNumaId);
}

std::optional<runtime::Limit> limitOf(cudaLimit limit) {
    switch (limit) {
    case cudaLimitStackSize:
        return runtime::Limit::StackBytes;
    case cudaLimitPrintfFifoSize:
        return runtime::Limit::PrintBytes;
    case cudaLimitMallocHeapSize:
        return runtime::Limit::HeapBytes;
    case cudaLimitDevRuntimeSyncDepth:
        return runtime::Limit::SyncDepth;
    case cudaLimitDevRuntimePendingLaunchCount:
        return runtime::Limit::PendingLaunches;
    case cudaLimitMaxL2FetchGranularity:
        return runtime::Limit::FetchGranularity;
    case cudaLimitPersistingL2CacheSize:
        return runtime::Limit::PersistingBytes;
    default:
        return std::nullopt;
    }
}

} // namespace

extern "C" {

cudaError_t warplens_cudaGetDeviceCount(int* count) {
    return call("cudaGetDeviceCount", [&] {
        *needed(count, "count") = static_cast<int>(Platform::get().devices().size());
        if (*count == 0)
            throw Failure(Error::NoDevice, {});
    });
}

cudaError_t warplens_cudaGetDevice(int* device) {
    return call("cudaGetDevice", [&] { *needed(device, "device") = Platform::get().currentOrdinal(); });
}

cudaError_t warplens_cudaSetDevice(int device) {
    return call("cudaSetDevice", [&] {
        Platform::get().setCurrent(device);
        usePrimaryContext();
    });
}

cudaError_t warplens_cudaInitDevice(int device, unsigned, unsigned) {
    return call("cudaInitDevice", [&] { Platform::get().device(device); });
}

cudaError_t warplens_cudaSetValidDevices(int* devices, int count) {
    return call("cudaSetValidDevices", [&] {
        if (count > 0)
            Platform::get().setCurrent(needed(devices, "device_arr")[0]);
    });
}

cudaError_t warplens_cudaSetDeviceFlags(unsigned flags) {
    return call("cudaSetDeviceFlags", [&] { deviceFlags = flags; });
}

cudaError_t warplens_cudaGetDeviceFlags(unsigned* flags) {
    return call("cudaGetDeviceFlags", [&] { *needed(flags, "flags") = deviceFlags | cudaDeviceMapHost; });
}

cudaError_t warplens_cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return call("cudaGetDeviceProperties",
                [&] { fillProperties(Platform::get().device(device), *needed(properties, "prop")); });
}

cudaError_t warplens_cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return call("cudaDeviceGetAttribute", [&] {
        const std::optional<int> found =
            runtime::attributeOf(Platform::get().device(device), static_cast<int>(attribute));
        if (!found)
            throw Failure(Error::InvalidValue, fmt::format("there is no attribute {}", static_cast<int>(attribute)));
        *needed(value, "value") = *found;
    });
}

cudaError_t warplens_cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return call("cudaChooseDevice", [&] { *needed(device, "device") = 0; });
}

cudaError_t warplens_cudaDeviceGetPCIBusId(char* id, int length, int device) {
    return call("cudaDeviceGetPCIBusId", [&] {
        const Device& which = Platform::get().device(device);
        std::snprintf(needed(id, "pciBusId"), static_cast<size_t>(std::max(0, length)), "0000:%02x:00.0",
                      runtime::attributeOf(which, Attribute::PciBusId));
    });
}

cudaError_t warplens_cudaDeviceGetByPCIBusId(int* device, const char* id) {
    return call("cudaDeviceGetByPCIBusId", [&] {
        unsigned domain = 0, bus = 0, slot = 0;
        if (std::sscanf(needed(id, "pciBusId"), "%x:%x:%x", &domain, &bus, &slot) < 3) // no domain, then
            std::sscanf(id, "%x:%x", &bus, &slot);
        Platform::get().device(static_cast<int>(bus) - 1);
        *needed(device, "device") = static_cast<int>(bus) - 1;
    });
}

cudaError_t warplens_cudaDeviceSynchronize() {
    return callDevice("cudaDeviceSynchronize", [](Device& device) {
        device.synchronize();
        runtime::letPoolsGo(Platform::get());
        if (device.error() != Error::Success)
            throw Failure(device.error(), {});
    });
}

cudaError_t warplens_cudaDeviceReset() {
    return call("cudaDeviceReset", [] { Platform::get().current().reset(); });
}

cudaError_t warplens_cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return callDevice("cudaDeviceGetLimit", [&](Device& device) {
        const auto which = limitOf(limit);
        if (!which)
            throw Failure(Error::InvalidValue, fmt::format("there is no limit {}", static_cast<int>(limit)));
        *needed(value, "pValue") = device.limit(*which);
    });
}

cudaError_t warplens_cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return callDevice("cudaDeviceSetLimit", [&](Device& device) {
        const auto which = limitOf(limit);
        if (!which)
            throw Failure(Error::InvalidValue, fmt::format("there is no limit {}", static_cast<int>(limit)));
        device.setLimit(*which, value);
    });
}

cudaError_t warplens_cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return callDevice("cudaDeviceGetCacheConfig",
                      [&](Device&) { *needed(config, "pCacheConfig") = cudaFuncCachePreferNone; });
}

cudaError_t warplens_cudaDeviceSetCacheConfig(cudaFuncCache) {
    return callDevice("cudaDeviceSetCacheConfig", [](Device&) {});
}

cudaError_t warplens_cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return callDevice("cudaDeviceGetSharedMemConfig",
                      [&](Device&) { *needed(config, "pConfig") = cudaSharedMemBankSizeFourByte; });
}

cudaError_t warplens_cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return callDevice("cudaDeviceSetSharedMemConfig", [](Device&) {});
}

cudaError_t warplens_cudaCtxResetPersistingL2Cache() {
    return callDevice("cudaCtxResetPersistingL2Cache", [](Device&) {});
}

cudaError_t warplens_cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return callDevice("cudaDeviceGetStreamPriorityRange", [&](Device&) {
        if (least != nullptr)
            *least = 0;
        if (greatest != nullptr)
            *greatest = -5;
    });
}

cudaError_t warplens_cudaDriverGetVersion(int* version) {
    return call("cudaDriverGetVersion", [&] { *needed(version, "driverVersion") = driverVersion; });
}

cudaError_t warplens_cudaRuntimeGetVersion(int* version) {
    return call("cudaRuntimeGetVersion", [&] { *needed(version, "runtimeVersion") = runtimeVersion; });
}

cudaError_t warplens_cudaProfilerStart() {
    return cudaSuccess;
}

cudaError_t warplens_cudaProfilerStop() {
    return cudaSuccess;
}

cudaError_t warplens_cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return call("cudaDeviceCanAccessPeer", [&] {
        Platform::get().device(device);
        Platform::get().device(peer);
        *needed(can, "canAccessPeer") = device != peer;
    });
}

cudaError_t warplens_cudaDeviceEnablePeerAccess(int peer, unsigned) {
    return callDevice("cudaDeviceEnablePeerAccess", [&](Device& device) {
        Platform::get().device(peer);
        if (peer == device.ordinal())
            throw Failure(Error::PeerAccessUnsupported, "a device is no peer of its own");
        if (device.reachesPeer(peer))
            throw Failure(Error::PeerAccessAlreadyEnabled, {});
        device.setPeer(peer, true);
    });
}

cudaError_t warplens_cudaDeviceDisablePeerAccess(int peer) {
    return callDevice("cudaDeviceDisablePeerAccess", [&](Device& device) {
        Platform::get().device(peer);
        if (!device.reachesPeer(peer))
            throw Failure(Error::PeerAccessNotEnabled, {});
        device.setPeer(peer, false);
    });
}

cudaError_t warplens_cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
    return call("cudaDeviceGetP2PAttribute", [&] {
        Platform::get().device(from);
        Platform::get().device(to);
        if (from == to)
            throw Failure(Error::InvalidDevice, "a device is no peer of its own");
        *needed(value, "value") = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
    });
}

} // extern "C"
