// SPDX-License-Identifier: GPL-3.0-or-later
// Launches, and what is known of a kernel.
#include "kernels/cudart/api.h"
#include "kernels/cudart/registry.h"
#include "kernels/runtime/mistakes.h"
#include "sim/memory/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Kernel;
using runtime::KernelSettings;
using runtime::LaunchRequest;
using runtime::LoadedKernel;

namespace {

sim::simt::Dim3 dimOf(const dim3& d) {
    return {d.x, d.y, d.z};
}

void launch(Device&, const void* function, const dim3& grid, const dim3& block, void** arguments, size_t shared,
            cudaStream_t where, bool cooperative, const sim::simt::Dim3& cluster = {}) {
    const runtime::StreamPtr stream = streamOf(where);
    LaunchRequest request;
    request.kernel = &kernelOf(function);
    request.grid = dimOf(grid);
    request.block = dimOf(block);
    request.cluster = cluster;
    request.dynamicShared = shared;
    request.cooperative = cooperative;
    request.calledFrom = runtime::framesHere();
    request.parameters = runtime::gatherParameters(stream->device->load(*request.kernel), arguments);
    runtime::put(*stream->device, *stream, request);
}

/// What a kernel whose registers nobody knows is taken to need.
constexpr unsigned usualRegisters = 32;

sim::memory::Occupancy occupancyOf(const Device& device, const LoadedKernel& kernel, int threads, size_t shared) {
    return sim::memory::occupancy(device.architecture(), {static_cast<unsigned>(std::max(threads, 0)),
                                                          kernel.registers() ? kernel.registers() : usualRegisters,
                                                          kernel.staticShared() + shared});
}

void setAttribute(KernelSettings& settings, const Device& device, const LoadedKernel& kernel,
                  cudaFuncAttribute attribute, int value) {
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 ||
            kernel.staticShared() + static_cast<uint64_t>(value) > device.architecture().sharedBytesPerBlock)
            throw Failure(Error::InvalidValue,
                          fmt::format("{} bytes of dynamic shared memory beside {} static ones: a block can have {} at "
                                      "most",
                                      value, kernel.staticShared(), device.architecture().sharedBytesPerBlock));
        settings.dynamicSharedBytes = static_cast<uint64_t>(value);
        return;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            throw Failure(Error::InvalidValue, fmt::format("a carve-out of {} %: -1 to 100", value));
        settings.carveOut = value;
        return;
    case cudaFuncAttributeClusterDimMustBeSet:
        settings.clusterMustBeSet = value;
        return;
    case cudaFuncAttributeRequiredClusterWidth:
        settings.clusterWidth = value;
        return;
    case cudaFuncAttributeRequiredClusterHeight:
        settings.clusterHeight = value;
        return;
    case cudaFuncAttributeRequiredClusterDepth:
        settings.clusterDepth = value;
        return;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        settings.nonPortableCluster = value;
        return;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        settings.clusterPolicy = value;
        return;
    default:
        throw Failure(Error::InvalidValue, fmt::format("there is no attribute {}", static_cast<int>(attribute)));
    }
}

} // namespace

extern "C" {

cudaError_t warplens_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                                      cudaStream_t stream) {
    const bool byItself = std::exchange(calledByStub(), false);
    return callDevice("cudaLaunchKernel", [&](Device& device) {
        try {
            launch(device, function, grid, block, arguments, shared, stream, false);
        } catch (const Failure& failure) {
            if (byItself) // <<< >>> returns nothing
                runtime::noteRefusedLaunch(failure.what());
            throw;
        }
    });
}

cudaError_t warplens_cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                                 size_t shared, cudaStream_t stream) {
    return callDevice("cudaLaunchCooperativeKernel",
                      [&](Device& device) { launch(device, function, grid, block, arguments, shared, stream, true); });
}

cudaError_t warplens_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    return callDevice("cudaLaunchKernelEx", [&](Device& device) {
        needed(config, "config");
        bool cooperative = false;
        sim::simt::Dim3 cluster;
        for (unsigned i = 0; i < config->numAttrs; ++i) {
            const cudaLaunchAttribute& attribute = config->attrs[i];
            if (attribute.id == cudaLaunchAttributeCooperative)
                cooperative = attribute.val.cooperative != 0;
            else if (attribute.id == cudaLaunchAttributeClusterDimension)
                cluster = {attribute.val.clusterDim.x, attribute.val.clusterDim.y, attribute.val.clusterDim.z};
        }
        launch(device, function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
               cooperative, cluster);
    });
}

cudaError_t warplens_cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return callDevice("cudaFuncGetAttributes", [&](Device& device) {
        Kernel& kernel = kernelOf(function);
        const LoadedKernel& loaded = device.load(kernel);
        const KernelSettings& settings = kernel.settings[device.ordinal()];
        *needed(attributes, "attr") = {};
        attributes->sharedSizeBytes = loaded.staticShared();
        attributes->localSizeBytes = loaded.program.functions.front().frameBytes;
        const int registers = static_cast<int>(loaded.registers() ? loaded.registers() : usualRegisters);
        attributes->numRegs = registers;
        const unsigned byRegisters = device.architecture().registers / static_cast<unsigned>(registers) / 32 * 32;
        attributes->maxThreadsPerBlock =
            static_cast<int>(std::min({1024u, byRegisters, loaded.maximumThreads() ? loaded.maximumThreads() : 1024u}));
        attributes->ptxVersion = static_cast<int>(loaded.code->ptxArchitecture);
        attributes->binaryVersion = static_cast<int>(device.architecture().number);
        attributes->maxDynamicSharedSizeBytes = static_cast<int>(settings.dynamicSharedBytes);
        attributes->preferredShmemCarveout = settings.carveOut;
        attributes->clusterDimMustBeSet = settings.clusterMustBeSet;
        attributes->requiredClusterWidth = settings.clusterWidth;
        attributes->requiredClusterHeight = settings.clusterHeight;
        attributes->requiredClusterDepth = settings.clusterDepth;
        attributes->nonPortableClusterSizeAllowed = settings.nonPortableCluster;
        attributes->clusterSchedulingPolicyPreference = settings.clusterPolicy;
    });
}

cudaError_t warplens_cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return callDevice("cudaFuncSetAttribute", [&](Device& device) {
        Kernel& kernel = kernelOf(function);
        setAttribute(kernel.settings[device.ordinal()], device, device.load(kernel), attribute, value);
    });
}

cudaError_t warplens_cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return callDevice("cudaFuncSetCacheConfig", [&](Device&) { kernelOf(function); });
}

cudaError_t warplens_cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    return callDevice("cudaFuncSetSharedMemConfig", [&](Device&) { kernelOf(function); });
}

cudaError_t warplens_cudaFuncGetName(const char** name, const void* function) {
    return call("cudaFuncGetName", [&] { *needed(name, "name") = kernelOf(function).name.c_str(); });
}

cudaError_t warplens_cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* bytes) {
    return callDevice("cudaFuncGetParamInfo", [&](Device& device) {
        const LoadedKernel& loaded = device.load(kernelOf(function));
        if (index >= loaded.parameters.size())
            throw Failure(Error::InvalidValue, {});
        *needed(offset, "paramOffset") = loaded.parameters[index].offset;
        if (bytes != nullptr)
            *bytes = loaded.parameters[index].bytes;
    });
}

cudaError_t warplens_cudaGetFuncBySymbol(cudaFunction_t* result, const void* function) {
    return call("cudaGetFuncBySymbol",
                [&] { *needed(result, "functionPtr") = reinterpret_cast<cudaFunction_t>(&kernelOf(function)); });
}

cudaError_t warplens_cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    return call("cudaGetKernel",
                [&] { *needed(kernel, "kernelPtr") = reinterpret_cast<cudaKernel_t>(&kernelOf(function)); });
}

cudaError_t warplens_cudaKernelSetAttributeForDevice(cudaKernel_t handle, cudaFuncAttribute attribute, int value,
                                                     int ordinal) {
    return callDevice("cudaKernelSetAttributeForDevice", [&](Device&) {
        Device& device = Platform::get().device(ordinal);
        Kernel& kernel = kernelOf(handle);
        setAttribute(kernel.settings[ordinal], device, device.load(kernel), attribute, value);
    });
}

cudaError_t warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                            int threads, size_t shared, unsigned) {
    return callDevice("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&](Device& device) {
        if (threads <= 0)
            throw Failure(Error::InvalidValue, fmt::format("blocks of {} threads", threads));
        *needed(blocks, "numBlocks") =
            static_cast<int>(occupancyOf(device, device.load(kernelOf(function)), threads, shared).blocks);
    });
}

cudaError_t warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                                   size_t shared) {
    return warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

cudaError_t warplens_cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks,
                                                               int threads) {
    return callDevice("cudaOccupancyAvailableDynamicSMemPerBlock", [&](Device& device) {
        const LoadedKernel& kernel = device.load(kernelOf(function));
        if (blocks <= 0 || threads <= 0)
            throw Failure(Error::InvalidValue, fmt::format("{} blocks of {} threads", blocks, threads));
        // The most that still leaves room for so many.
        size_t low = 0, high = device.architecture().sharedBytesPerBlock + 1;
        while (low + 1 < high) {
            const size_t middle = (low + high) / 2;
            const bool fits = kernel.staticShared() + middle <= device.architecture().sharedBytesPerBlock &&
                              occupancyOf(device, kernel, threads, middle).blocks >= static_cast<unsigned>(blocks);
            (fits ? low : high) = middle;
        }
        *needed(bytes, "dynamicSmemSize") = low;
    });
}

} // extern "C"
