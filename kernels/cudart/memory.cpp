// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: of devices, shared with them, and what is known of an address.
#include "kernels/cudart/api.h"
#include "kernels/cudart/registry.h"
#include "kernels/runtime/saturated.h"

#include <fmt/format.h>

#include <algorithm>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Memory;
using runtime::MemoryKind;
using runtime::MemoryPtr;
using runtime::saturatedProduct;
using runtime::saturatedSum;

namespace {

constexpr size_t pitchUnit = 512; ///< rows of pitched memory begin at its multiples, as on all present devices

size_t pitchOf(size_t width) {
    return saturatedSum(width, pitchUnit - 1) / pitchUnit * pitchUnit;
}

/// Asking for nothing is allowed and gives nothing.
void* allocated(Device& device, const char* call, size_t bytes) {
    return bytes == 0 ? nullptr : pointerTo(device.allocate(bytes, call)->base);
}

MemoryPtr pinned(const char* call, size_t bytes, unsigned flags) {
    const MemoryPtr memory = Platform::get().allocateShared(bytes, MemoryKind::Pinned, call);
    memory->flags = flags;
    return memory;
}

/// Where pages move, or might: a device's own do not.
void needManaged(const void* pointer, size_t bytes, const char* call) {
    Platform::get().bytesAt(addressOf(pointer), bytes, call, false);
    const MemoryPtr memory = Platform::get().memory().find(addressOf(pointer));
    if (memory && memory->kind == MemoryKind::Device)
        throw Failure(Error::InvalidValue, fmt::format("{} are no managed memory", runtime::memoryText(*memory)));
}

} // namespace

extern "C" {

cudaError_t warplens_cudaMalloc(void** pointer, size_t bytes) {
    return callDevice("cudaMalloc",
                      [&](Device& device) { *needed(pointer, "devPtr") = allocated(device, "cudaMalloc", bytes); });
}

cudaError_t warplens_cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return callDevice("cudaMallocPitch", [&](Device& device) {
        *needed(pitch, "pitch") = pitchOf(width);
        *needed(pointer, "devPtr") = allocated(device, "cudaMallocPitch", saturatedProduct(*pitch, height));
    });
}

cudaError_t warplens_cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    return callDevice("cudaMalloc3D", [&](Device& device) {
        const size_t pitch = pitchOf(extent.width);
        *needed(pitched, "pitchedDevPtr") = {
            allocated(device, "cudaMalloc3D",
                      saturatedProduct(saturatedProduct(pitch, extent.height), std::max<size_t>(extent.depth, 1))),
            pitch, extent.width, extent.height};
    });
}

cudaError_t warplens_cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    return callDevice("cudaMallocManaged", [&](Device&) {
        if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            throw Failure(Error::InvalidValue, bytes == 0 ? "0 bytes"
                                                          : "flags that are neither cudaMemAttachGlobal nor "
                                                            "cudaMemAttachHost");
        const MemoryPtr memory = Platform::get().allocateShared(bytes, MemoryKind::Managed, "cudaMallocManaged");
        memory->flags = flags;
        *needed(pointer, "devPtr") = pointerTo(memory->base);
    });
}

cudaError_t warplens_cudaMallocHost(void** pointer, size_t bytes) {
    return callDevice("cudaMallocHost", [&](Device&) {
        *needed(pointer, "ptr") = bytes == 0 ? nullptr : pointerTo(pinned("cudaMallocHost", bytes, 0)->base);
    });
}

cudaError_t warplens_cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return callDevice("cudaHostAlloc", [&](Device&) {
        *needed(pointer, "pHost") = bytes == 0 ? nullptr : pointerTo(pinned("cudaHostAlloc", bytes, flags)->base);
    });
}

cudaError_t warplens_cudaFree(void* pointer) {
    return callDevice("cudaFree", [&](Device&) {
        if (pointer != nullptr)
            Platform::get().free(addressOf(pointer), "cudaFree", false);
    });
}

cudaError_t warplens_cudaFreeHost(void* pointer) {
    return callDevice("cudaFreeHost", [&](Device&) {
        if (pointer != nullptr)
            Platform::get().free(addressOf(pointer), "cudaFreeHost", true);
    });
}

cudaError_t warplens_cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
    return callDevice("cudaHostRegister", [&](Device&) {
        const uint64_t begin = addressOf(needed(pointer, "ptr"));
        if (bytes == 0)
            throw Failure(Error::InvalidValue, "0 bytes");
        if (Platform::get().memory().overlaps(begin, begin + bytes))
            throw Failure(Error::HostMemoryAlreadyRegistered,
                          fmt::format("part of the {} bytes at {:#x} is known to the runtime already", bytes, begin));
        auto memory = std::make_shared<Memory>();
        memory->base = begin;
        memory->bytes = bytes;
        memory->host = static_cast<std::byte*>(pointer);
        memory->kind = MemoryKind::Registered;
        memory->device = Platform::get().currentOrdinal();
        memory->flags = flags;
        memory->call = "cudaHostRegister";
        memory->written = true;
        Platform::get().memory().add(std::move(memory));
    });
}

cudaError_t warplens_cudaHostUnregister(void* pointer) {
    return callDevice("cudaHostUnregister", [&](Device&) {
        const MemoryPtr memory = Platform::get().memory().find(addressOf(pointer));
        if (!memory || memory->base != addressOf(pointer) || memory->kind != MemoryKind::Registered)
            throw Failure(Error::HostMemoryNotRegistered,
                          fmt::format("nothing that begins at {:#x} was registered", addressOf(pointer)));
        Platform::get().meetings().noteFree(Platform::get(), memory, "cudaHostUnregister");
        Platform::get().synchronize();
        Platform::get().memory().remove(memory->base);
    });
}

cudaError_t warplens_cudaHostGetDevicePointer(void** pointer, void* host, unsigned) {
    return callDevice("cudaHostGetDevicePointer", [&](Device&) {
        const MemoryPtr memory = Platform::get().memory().find(addressOf(host));
        if (!memory || !memory->belongsToHost())
            throw Failure(Error::InvalidValue,
                          fmt::format("{:#x} is no memory of cudaHostAlloc, cudaMallocHost or cudaHostRegister",
                                      addressOf(host)));
        *needed(pointer, "pDevice") = host;
    });
}

cudaError_t warplens_cudaHostGetFlags(unsigned* flags, void* host) {
    return callDevice("cudaHostGetFlags", [&](Device&) {
        const MemoryPtr memory = Platform::get().memory().find(addressOf(host));
        if (!memory || !memory->belongsToHost())
            throw Failure(Error::InvalidValue, fmt::format("{:#x} is no pinned memory", addressOf(host)));
        *needed(flags, "pFlags") = memory->flags | cudaHostAllocMapped;
    });
}

cudaError_t warplens_cudaMemGetInfo(size_t* free, size_t* total) {
    return callDevice("cudaMemGetInfo", [&](Device& device) {
        *needed(free, "free") = device.freeBytes();
        *needed(total, "total") = device.totalBytes();
    });
}

cudaError_t warplens_cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return call("cudaPointerGetAttributes", [&] {
        *needed(attributes, "attributes") = {};
        attributes->device = cudaInvalidDeviceId;
        attributes->type = cudaMemoryTypeUnregistered;
        const MemoryPtr memory = Platform::get().memory().find(addressOf(pointer));
        if (!memory) {
            if (!Platform::get().isDeviceAddress(addressOf(pointer)))
                attributes->hostPointer = const_cast<void*>(pointer);
            return;
        }
        attributes->device = memory->device;
        attributes->devicePointer = const_cast<void*>(pointer);
        attributes->type = memory->kind == MemoryKind::Managed ? cudaMemoryTypeManaged
                           : memory->belongsToHost()           ? cudaMemoryTypeHost
                                                               : cudaMemoryTypeDevice;
        if (attributes->type != cudaMemoryTypeDevice)
            attributes->hostPointer = const_cast<void*>(pointer);
    });
}

// ---- managed memory: hints change nothing that a program could see -------------------------------------------------

cudaError_t warplens_cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation, unsigned,
                                          cudaStream_t stream) {
    return callDevice("cudaMemPrefetchAsync", [&](Device&) {
        streamOf(stream);
        needManaged(pointer, bytes, "cudaMemPrefetchAsync");
    });
}

cudaError_t warplens_cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
    return callDevice("cudaMemAdvise", [&](Device&) { needManaged(pointer, bytes, "cudaMemAdvise"); });
}

cudaError_t warplens_cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned) {
    return callDevice("cudaStreamAttachMemAsync", [&](Device&) {
        streamOf(stream);
        Platform::get().bytesAt(addressOf(pointer), 0, "cudaStreamAttachMemAsync", false);
    });
}

} // extern "C"
