// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's API. Its handles and errors are the runtime's: where a function of the runtime does the same, it is done
// there. A context stands for its device; every device has one, and a second one shares everything with it.
#include "kernels/cudart/driver.h"

#include "kernels/cudart/registry.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Kernel;
using runtime::LoadedKernel;
using runtime::Module;

namespace {

/// The thread's contexts; the last one is current.
thread_local std::vector<CUcontext> contexts;
std::atomic<bool> initialized = false;

CUcontext contextOf(int device) {
    return reinterpret_cast<CUcontext>(&Platform::get().device(device));
}

Device& deviceOf(CUcontext context) {
    for (const auto& device : Platform::get().devices())
        if (reinterpret_cast<CUcontext>(device.get()) == context)
            return *device;
    throw Failure(Error::DeviceUninitialized, fmt::format("{} is no context", fmt::ptr(context)));
}

void makeCurrent(CUcontext context) {
    if (context != nullptr)
        Platform::get().setCurrent(deviceOf(context).ordinal());
}

template<class T>
T* at(CUdeviceptr address) {
    return reinterpret_cast<T*>(address);
}

std::map<CUmodule, Module*>& modules() {
    static auto* const all = new std::map<CUmodule, Module*>;
    return *all;
}
std::mutex modulesMutex;

Module& moduleOf(CUmodule handle) {
    const std::lock_guard lock(modulesMutex);
    const auto found = modules().find(handle);
    if (found == modules().end())
        throw Failure(Error::InvalidResourceHandle, fmt::format("{} is no module", fmt::ptr(handle)));
    return *found->second;
}

void load(Device& device, CUmodule* handle, std::string image) {
    auto module = std::make_unique<Module>(std::move(image));
    device.load(*module); // what is wrong with it is told now
    device.unload(*module);
    Module& added = Platform::get().addModule(std::move(module));
    *needed(handle, "module") = reinterpret_cast<CUmodule>(&added);
    const std::lock_guard lock(modulesMutex);
    modules()[*handle] = &added;
}

/// The bytes of an image, whose kind tells how long it is.
std::string imageAt(const void* address) {
    const auto* bytes = static_cast<const char*>(needed(address, "image"));
    if (const uint64_t size = kernels::fatBinaryBytes(address); size != 0)
        return {bytes, size};
    constexpr char elf[] = "\x7f"
                           "ELF";
    if (std::memcmp(bytes, elf, 4) != 0)
        return bytes;      // PTX is a text that ends with 0
    uint64_t sections = 0; // the table of sections is the last thing in a cubin, the one of segments behind it
    uint64_t segments = 0;
    uint16_t sectionBytes = 0, sectionCount = 0, segmentBytes = 0, segmentCount = 0;
    std::memcpy(&segments, bytes + 0x20, 8);
    std::memcpy(&sections, bytes + 0x28, 8);
    std::memcpy(&segmentBytes, bytes + 0x36, 2);
    std::memcpy(&segmentCount, bytes + 0x38, 2);
    std::memcpy(&sectionBytes, bytes + 0x3a, 2);
    std::memcpy(&sectionCount, bytes + 0x3c, 2);
    constexpr uint64_t headerBytes = 64;
    return {bytes, std::max({headerBytes, sections + uint64_t(sectionBytes) * sectionCount,
                             segments + uint64_t(segmentBytes) * segmentCount})};
}

Kernel& functionOf(CUfunction handle) {
    return kernelOf(handle);
}

void launch(CUfunction function, const sim::simt::Dim3& grid, const sim::simt::Dim3& block, unsigned shared,
            CUstream where, void** arguments, void** extra, bool cooperative, const sim::simt::Dim3& cluster = {}) {
    const runtime::StreamPtr stream = streamOf(where);
    runtime::LaunchRequest request;
    request.kernel = &functionOf(function);
    request.grid = grid;
    request.block = block;
    request.dynamicShared = shared;
    request.cooperative = cooperative;
    request.cluster = cluster;
    const LoadedKernel& kernel = stream->device->load(*request.kernel);
    if (extra != nullptr && arguments != nullptr)
        throw Failure(Error::InvalidValue, "arguments are given one by one and as a buffer: one of the two");
    if (extra == nullptr) {
        if (arguments == nullptr && !kernel.parameters.empty())
            throw Failure(Error::InvalidValue, "the kernel takes arguments, and none are given");
        request.parameters = runtime::gatherParameters(kernel, arguments);
    } else {
        const void* buffer = nullptr;
        size_t bytes = 0;
        for (void** each = extra; *each != CU_LAUNCH_PARAM_END; each += 2) {
            if (*each == CU_LAUNCH_PARAM_BUFFER_POINTER)
                buffer = each[1];
            else if (*each == CU_LAUNCH_PARAM_BUFFER_SIZE)
                bytes = *static_cast<const size_t*>(each[1]);
        }
        // A GPU's driver says 701 to one byte more than there are parameters, such as a structure's padding, and takes fewer, of
        // which the kernel finds anything behind them (H200, driver 580.159.04): that nobody means.
        if (buffer == nullptr || bytes < kernel.program.paramBytes)
            throw Failure(Error::InvalidValue,
                          fmt::format("a buffer of {} bytes for arguments of {}", bytes, kernel.program.paramBytes));
        if (bytes > kernel.program.paramBytes)
            throw Failure(Error::LaunchOutOfResources,
                          fmt::format("a buffer of {} bytes, and the kernel's parameters take {}: say that many", bytes,
                                      kernel.program.paramBytes));
        request.parameters.resize(kernel.program.paramBytes);
        std::memcpy(request.parameters.data(), buffer, request.parameters.size());
    }
    runtime::put(*stream->device, *stream, request);
}

CUresult fill(const char* name, runtime::FillAction action, CUstream stream, bool wait) {
    return inContext(name, [&](Device& device) {
        action.call = name;
        runtime::put(device, *streamOf(stream), action, wait);
    });
}

} // namespace

static std::atomic<bool> runtimeChose{false};

void warplens::cudart::usePrimaryContext() {
    runtimeChose = true;
}

void warplens::cudart::requireContext() {
    if (contexts.empty() && (runtimeChose || Platform::get().memory().count() != 0))
        return; // the primary one, which the runtime has made current
    if (!initialized)
        throw Failure(Error::InitializationError, "cuInit comes first");
    if (contexts.empty() || contexts.back() == nullptr)
        throw Failure(Error::DeviceUninitialized, "no context is current: cuCtxCreate comes first");
}

extern "C" {

CUresult warplens_cuInit(unsigned flags) {
    return result(call("cuInit", [&] {
        if (flags != 0)
            throw Failure(Error::InvalidValue, "flags have to be 0");
        if (Platform::get().devices().empty())
            throw Failure(Error::NoDevice, {});
        initialized = true;
    }));
}

CUresult warplens_cuDriverGetVersion(int* version) {
    return result(warplens_cudaDriverGetVersion(version));
}

CUresult warplens_cuGetErrorName(CUresult error, const char** name) {
    const std::string_view text = runtime::driverErrorName(static_cast<Error>(error));
    *name = error == CUDA_SUCCESS ? "CUDA_SUCCESS" : text.empty() ? nullptr : text.data();
    return *name == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult warplens_cuGetErrorString(CUresult error, const char** text) {
    const std::string_view known = runtime::errorText(static_cast<Error>(error));
    *text = error == CUDA_SUCCESS ? "no error" : known.empty() ? nullptr : known.data();
    return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// ---- devices and contexts -------------------------------------------------------------------------------------------

CUresult warplens_cuDeviceGet(CUdevice* device, int ordinal) {
    return result(call("cuDeviceGet", [&] { *needed(device, "device") = Platform::get().device(ordinal).ordinal(); }));
}

CUresult warplens_cuDeviceGetCount(int* count) {
    return result(call("cuDeviceGetCount",
                       [&] { *needed(count, "count") = static_cast<int>(Platform::get().devices().size()); }));
}

CUresult warplens_cuDeviceGetName(char* name, int length, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = warplens_cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && length > 0) {
        std::strncpy(name, properties.name, static_cast<size_t>(length));
        name[length - 1] = '\0';
    }
    return result(error);
}

CUresult warplens_cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = warplens_cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess)
        *uuid = properties.uuid;
    return result(error);
}

CUresult warplens_cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
    return result(
        call("cuDeviceTotalMem", [&] { *needed(bytes, "bytes") = Platform::get().device(device).totalBytes(); }));
}

CUresult warplens_cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    return result(warplens_cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult warplens_cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    const CUresult error = warplens_cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return error != CUDA_SUCCESS
               ? error
               : warplens_cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult warplens_cuDeviceGetPCIBusId(char* id, int length, CUdevice device) {
    return result(warplens_cudaDeviceGetPCIBusId(id, length, device));
}

CUresult warplens_cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    return result(warplens_cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult warplens_cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    return result(call("cuDevicePrimaryCtxRetain", [&] { *needed(context, "pctx") = contextOf(device); }));
}

CUresult warplens_cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    return result(call("cuDevicePrimaryCtxRelease", [&] { Platform::get().device(device); }));
}

CUresult warplens_cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice device) {
    return result(call("cuCtxCreate", [&] {
        *needed(context, "pctx") = contextOf(device);
        contexts.push_back(*context);
        makeCurrent(*context);
    }));
}

CUresult warplens_cuCtxCreate_v4(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device) {
    return warplens_cuCtxCreate_v2(context, flags, device);
}

CUresult warplens_cuCtxDestroy_v2(CUcontext context) {
    return result(call("cuCtxDestroy", [&] {
        deviceOf(context).synchronize();
        if (!contexts.empty() && contexts.back() == context)
            contexts.pop_back();
    }));
}

CUresult warplens_cuCtxSetCurrent(CUcontext context) {
    return result(call("cuCtxSetCurrent", [&] {
        makeCurrent(context);
        if (!contexts.empty())
            contexts.pop_back();
        if (context != nullptr)
            contexts.push_back(context);
    }));
}

CUresult warplens_cuCtxGetCurrent(CUcontext* context) {
    return result(
        call("cuCtxGetCurrent", [&] { *needed(context, "pctx") = contexts.empty() ? nullptr : contexts.back(); }));
}

CUresult warplens_cuCtxPushCurrent_v2(CUcontext context) {
    return result(call("cuCtxPushCurrent", [&] {
        makeCurrent(context);
        contexts.push_back(context);
    }));
}

CUresult warplens_cuCtxPopCurrent_v2(CUcontext* context) {
    return inContext("cuCtxPopCurrent", [&](Device&) {
        if (context != nullptr)
            *context = contexts.back();
        contexts.pop_back();
        if (!contexts.empty())
            makeCurrent(contexts.back());
    });
}

CUresult warplens_cuCtxGetDevice(CUdevice* device) {
    return inContext("cuCtxGetDevice", [&](Device& current) { *needed(device, "device") = current.ordinal(); });
}

CUresult warplens_cuCtxSynchronize() {
    return inContext("cuCtxSynchronize", [](Device& device) {
        device.synchronize();
        if (device.error() != Error::Success)
            throw Failure(device.error(), {});
    });
}

// ---- code -----------------------------------------------------------------------------------------------------------

CUresult warplens_cuModuleLoadData(CUmodule* module, const void* image) {
    return inContext("cuModuleLoadData", [&](Device& device) { load(device, module, imageAt(image)); });
}

CUresult warplens_cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
    return warplens_cuModuleLoadData(module, image);
}

CUresult warplens_cuModuleLoadFatBinary(CUmodule* module, const void* image) {
    return warplens_cuModuleLoadData(module, image);
}

CUresult warplens_cuModuleLoad(CUmodule* module, const char* name) {
    return inContext("cuModuleLoad", [&](Device& device) {
        std::ifstream in(needed(name, "fname"), std::ios::binary);
        if (!in)
            throw Failure(Error::FileNotFound, fmt::format("there is no file {}", name));
        load(device, module, {std::istreambuf_iterator<char>(in), {}});
    });
}

CUresult warplens_cuModuleUnload(CUmodule handle) {
    return inContext("cuModuleUnload", [&](Device& device) {
        Module& module = moduleOf(handle);
        device.synchronize();
        registry().forget(module);
        {
            const std::lock_guard lock(modulesMutex);
            modules().erase(handle);
        }
        Platform::get().removeModule(module);
    });
}

CUresult warplens_cuModuleGetFunction(CUfunction* function, CUmodule handle, const char* name) {
    return inContext("cuModuleGetFunction", [&](Device& device) {
        Module& module = moduleOf(handle);
        if (device.load(module).code->ptx->find(needed(name, "name")) == nullptr)
            throw Failure(Error::SymbolNotFound, fmt::format("the module has no kernel {}", name));
        Kernel& kernel = module.kernel(name);
        registry().addKernel(kernel);
        *needed(function, "hfunc") = reinterpret_cast<CUfunction>(&kernel);
    });
}

CUresult warplens_cuModuleGetGlobal_v2(CUdeviceptr* address, size_t* bytes, CUmodule handle, const char* name) {
    return inContext("cuModuleGetGlobal", [&](Device& device) {
        const runtime::MemoryPtr memory = device.variable(moduleOf(handle), needed(name, "name"));
        if (!memory)
            throw Failure(Error::SymbolNotFound, fmt::format("the module has no variable {}", name));
        if (address != nullptr)
            *address = memory->base;
        if (bytes != nullptr)
            *bytes = memory->bytes;
    });
}

CUresult warplens_cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
    cudaFuncAttributes all;
    if (const cudaError_t error = warplens_cudaFuncGetAttributes(&all, function); error != cudaSuccess)
        return result(error);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = all.maxThreadsPerBlock;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = static_cast<int>(all.sharedSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = static_cast<int>(all.constSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = static_cast<int>(all.localSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = all.numRegs;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = all.ptxVersion;
        break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = all.binaryVersion;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
    default:
        return result(fail("cuFuncGetAttribute",
                           Failure(Error::NotSupported, fmt::format("Warplens does not know the attribute {}",
                                                                    static_cast<int>(attribute)))));
    }
    return CUDA_SUCCESS;
}

CUresult warplens_cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return result(warplens_cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
}

CUresult warplens_cuFuncSetCacheConfig(CUfunction function, CUfunc_cache) {
    return inContext("cuFuncSetCacheConfig", [&](Device&) { functionOf(function); });
}

CUresult warplens_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                              size_t shared) {
    return result(warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

CUresult warplens_cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function,
                                                            CUoccupancyB2DSize sharedOf, size_t shared, int limit,
                                                            unsigned) {
    cudaFuncAttributes all;
    if (const cudaError_t error = warplens_cudaFuncGetAttributes(&all, function); error != cudaSuccess)
        return result(error);
    const int most = limit > 0 ? std::min(limit, all.maxThreadsPerBlock) : all.maxThreadsPerBlock;
    int best = 0;
    for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) { // the largest block of those that fill best
        const int size = std::min(threads, most);
        int blocks = 0;
        const cudaError_t error = warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, size, sharedOf ? sharedOf(size) : shared);
        if (error != cudaSuccess)
            return result(error);
        if (blocks * size > best) {
            best = blocks * size;
            *block = size;
            *grid = blocks * static_cast<int>(Platform::get().current().architecture().multiprocessors);
        }
    }
    return best == 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult warplens_cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                                   CUoccupancyB2DSize sharedOf, size_t shared, int limit) {
    return warplens_cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, sharedOf, shared, limit, 0);
}

CUresult warplens_cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned shared, CUstream stream, void** arguments, void** extra) {
    return inContext("cuLaunchKernel", [&](Device&) {
        launch(function, {gx, gy, gz}, {bx, by, bz}, shared, stream, arguments, extra, false);
    });
}

CUresult warplens_cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                            unsigned by, unsigned bz, unsigned shared, CUstream stream,
                                            void** arguments) {
    return inContext("cuLaunchCooperativeKernel", [&](Device&) {
        launch(function, {gx, gy, gz}, {bx, by, bz}, shared, stream, arguments, nullptr, true);
    });
}

CUresult warplens_cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
    return inContext("cuLaunchKernelEx", [&](Device&) {
        const CUlaunchConfig& c = *needed(config, "config");
        bool cooperative = false;
        sim::simt::Dim3 cluster;
        for (unsigned i = 0; i < c.numAttrs; ++i) {
            const CUlaunchAttribute& attribute = c.attrs[i];
            if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
                cooperative = attribute.value.cooperative != 0;
            else if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
                cluster = {attribute.value.clusterDim.x, attribute.value.clusterDim.y, attribute.value.clusterDim.z};
        }
        launch(function, {c.gridDimX, c.gridDimY, c.gridDimZ}, {c.blockDimX, c.blockDimY, c.blockDimZ},
               c.sharedMemBytes, c.hStream, arguments, extra, cooperative, cluster);
    });
}

// ---- memory ---------------------------------------------------------------------------------------------------------

#define FORWARD(name, parameters, ...)                                                                                 \
    CUresult warplens_##name parameters {                                                                              \
        return result(warplens_##__VA_ARGS__);                                                                         \
    }

FORWARD(cuMemAlloc_v2, (CUdeviceptr * p, size_t bytes), cudaMalloc(reinterpret_cast<void**>(p), bytes))
FORWARD(cuMemAllocManaged, (CUdeviceptr * p, size_t bytes, unsigned flags),
        cudaMallocManaged(reinterpret_cast<void**>(p), bytes, flags))
FORWARD(cuMemAllocPitch_v2, (CUdeviceptr * p, size_t* pitch, size_t width, size_t height, unsigned),
        cudaMallocPitch(reinterpret_cast<void**>(p), pitch, width, height))
FORWARD(cuMemFree_v2, (CUdeviceptr p), cudaFree(at<void>(p)))
FORWARD(cuMemAllocAsync, (CUdeviceptr * p, size_t bytes, CUstream stream),
        cudaMallocAsync(reinterpret_cast<void**>(p), bytes, stream))
FORWARD(cuMemFreeAsync, (CUdeviceptr p, CUstream stream), cudaFreeAsync(at<void>(p), stream))
FORWARD(cuMemAllocHost_v2, (void** p, size_t bytes), cudaMallocHost(p, bytes))
FORWARD(cuMemHostAlloc, (void** p, size_t bytes, unsigned flags), cudaHostAlloc(p, bytes, flags))
FORWARD(cuMemFreeHost, (void* p), cudaFreeHost(p))
FORWARD(cuMemHostRegister_v2, (void* p, size_t bytes, unsigned flags), cudaHostRegister(p, bytes, flags))
FORWARD(cuMemHostUnregister, (void* p), cudaHostUnregister(p))
FORWARD(cuMemHostGetDevicePointer_v2, (CUdeviceptr * p, void* host, unsigned flags),
        cudaHostGetDevicePointer(reinterpret_cast<void**>(p), host, flags))
FORWARD(cuMemGetInfo_v2, (size_t * free, size_t* total), cudaMemGetInfo(free, total))
FORWARD(cuMemcpyHtoD_v2, (CUdeviceptr to, const void* from, size_t bytes),
        cudaMemcpy(at<void>(to), from, bytes, cudaMemcpyHostToDevice))
FORWARD(cuMemcpyDtoH_v2, (void* to, CUdeviceptr from, size_t bytes),
        cudaMemcpy(to, at<void>(from), bytes, cudaMemcpyDeviceToHost))
FORWARD(cuMemcpyDtoD_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
        cudaMemcpy(at<void>(to), at<void>(from), bytes, cudaMemcpyDeviceToDevice))
FORWARD(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
        cudaMemcpy(at<void>(to), at<void>(from), bytes, cudaMemcpyDefault))
FORWARD(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void* from, size_t bytes, CUstream stream),
        cudaMemcpyAsync(at<void>(to), from, bytes, cudaMemcpyHostToDevice, stream))
FORWARD(cuMemcpyDtoHAsync_v2, (void* to, CUdeviceptr from, size_t bytes, CUstream stream),
        cudaMemcpyAsync(to, at<void>(from), bytes, cudaMemcpyDeviceToHost, stream))
FORWARD(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
        cudaMemcpyAsync(at<void>(to), at<void>(from), bytes, cudaMemcpyDeviceToDevice, stream))
FORWARD(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
        cudaMemcpyAsync(at<void>(to), at<void>(from), bytes, cudaMemcpyDefault, stream))
FORWARD(cuMemcpyPeer, (CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes),
        cudaMemcpy(at<void>(to), at<void>(from), bytes, cudaMemcpyDefault))
FORWARD(cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes, CUstream stream),
        cudaMemcpyAsync(at<void>(to), at<void>(from), bytes, cudaMemcpyDefault, stream))
FORWARD(cuMemsetD8_v2, (CUdeviceptr to, unsigned char value, size_t bytes), cudaMemset(at<void>(to), value, bytes))
FORWARD(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t bytes, CUstream stream),
        cudaMemsetAsync(at<void>(to), value, bytes, stream))

FORWARD(cuMemAdvise_v2, (CUdeviceptr p, size_t bytes, CUmem_advise, CUmemLocation),
        cudaMemAdvise(at<void>(p), bytes, cudaMemAdviseSetReadMostly, {}))
FORWARD(before_13_cuMemAdvise, (CUdeviceptr p, size_t bytes, CUmem_advise, CUdevice),
        cudaMemAdvise(at<void>(p), bytes, cudaMemAdviseSetReadMostly, {}))
FORWARD(cuMemPrefetchAsync_v2, (CUdeviceptr p, size_t bytes, CUmemLocation, unsigned, CUstream stream),
        cudaMemPrefetchAsync(at<void>(p), bytes, {}, 0, stream))
FORWARD(before_13_cuMemPrefetchAsync, (CUdeviceptr p, size_t bytes, CUdevice, CUstream stream),
        cudaMemPrefetchAsync(at<void>(p), bytes, {}, 0, stream))

// ---- streams and events ---------------------------------------------------------------------------------------------

FORWARD(cuStreamCreate, (CUstream * stream, unsigned flags), cudaStreamCreateWithFlags(stream, flags))
FORWARD(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
        cudaStreamCreateWithPriority(stream, flags, priority))
FORWARD(cuStreamDestroy_v2, (CUstream stream), cudaStreamDestroy(stream))
FORWARD(cuStreamGetFlags, (CUstream stream, unsigned* flags), cudaStreamGetFlags(stream, flags))
FORWARD(cuStreamGetPriority, (CUstream stream, int* priority), cudaStreamGetPriority(stream, priority))
FORWARD(cuStreamGetId, (CUstream stream, unsigned long long* id), cudaStreamGetId(stream, id))
FORWARD(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags),
        cudaEventRecordWithFlags(event, stream, flags))
FORWARD(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
FORWARD(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
FORWARD(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), cudaStreamWaitEvent(stream, event, flags))
FORWARD(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* data), cudaLaunchHostFunc(stream, function, data))
FORWARD(cuEventCreate, (CUevent * event, unsigned flags), cudaEventCreateWithFlags(event, flags))
FORWARD(cuEventDestroy_v2, (CUevent event), cudaEventDestroy(event))
FORWARD(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
FORWARD(cuEventQuery, (CUevent event), cudaEventQuery(event))
FORWARD(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
FORWARD(cuEventElapsedTime_v2, (float* ms, CUevent from, CUevent to), cudaEventElapsedTime(ms, from, to))
FORWARD(cuCtxGetLimit, (size_t * value, CUlimit limit), cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)))
FORWARD(cuCtxSetLimit, (CUlimit limit, size_t value), cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value))
FORWARD(cuProfilerStart, (), cudaProfilerStart())
FORWARD(cuProfilerStop, (), cudaProfilerStop())

#define FILL(name, Element)                                                                                            \
    CUresult warplens_cuMemset##name##_v2(CUdeviceptr to, Element value, size_t count) {                               \
        return fill("cuMemset" #name, {to, 0, value, sizeof(Element), count, 1, {}}, nullptr, true);                   \
    }                                                                                                                  \
    CUresult warplens_cuMemset##name##Async(CUdeviceptr to, Element value, size_t count, CUstream stream) {            \
        return fill("cuMemset" #name "Async", {to, 0, value, sizeof(Element), count, 1, {}}, stream, false);           \
    }
#define FILL_ROWS(name, Element)                                                                                       \
    CUresult warplens_cuMemset##name##_v2(CUdeviceptr to, size_t pitch, Element value, size_t width, size_t height) {  \
        return fill("cuMemset" #name, {to, pitch, value, sizeof(Element), width, height, {}}, nullptr, true);          \
    }                                                                                                                  \
    CUresult warplens_cuMemset##name##Async(CUdeviceptr to, size_t pitch, Element value, size_t width, size_t height,  \
                                            CUstream stream) {                                                         \
        return fill("cuMemset" #name "Async", {to, pitch, value, sizeof(Element), width, height, {}}, stream, false);  \
    }
FILL(D16, unsigned short)
FILL(D32, unsigned)
FILL_ROWS(D2D8, unsigned char)
FILL_ROWS(D2D16, unsigned short)
FILL_ROWS(D2D32, unsigned)

} // extern "C"
