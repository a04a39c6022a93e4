// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills of linear and pitched memory, and of variables.
#include "kernels/cudart/actions.h"
#include "kernels/cudart/registry.h"

#include <fmt/format.h>

namespace warplens::cudart {

runtime::CopyKind copyKindOf(cudaMemcpyKind kind) {
    switch (kind) {
    case cudaMemcpyHostToHost:
        return runtime::CopyKind::HostToHost;
    case cudaMemcpyHostToDevice:
        return runtime::CopyKind::HostToDevice;
    case cudaMemcpyDeviceToHost:
        return runtime::CopyKind::DeviceToHost;
    case cudaMemcpyDeviceToDevice:
        return runtime::CopyKind::DeviceToDevice;
    case cudaMemcpyDefault:
        return runtime::CopyKind::Default;
    }
    throw Failure(Error::InvalidMemcpyDirection, fmt::format("there is no direction {}", static_cast<int>(kind)));
}

runtime::CopyAction linearCopy(const char* call, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    runtime::CopyAction copy;
    copy.to.address = addressOf(to);
    copy.from.address = addressOf(from);
    copy.width = bytes;
    copy.kind = copyKindOf(kind);
    copy.call = call;
    return copy;
}

runtime::CopyAction copyOf(const char* call, const cudaMemcpy3DParms& p) {
    runtime::CopyAction copy;
    // Where an array takes part all is counted in its elements: the place in the other side's bytes, too, whatever CUDA's manual
    // says of pointers ("unsigned char"); an H100 does so (driver 580.159.04, 2026-11-27).
    const cudaArray_t counted = p.dstArray != nullptr ? p.dstArray : p.srcArray;
    const size_t element = counted != nullptr ? arrayOf(counted)->format.bytes() : 1;
    const auto side = [element](cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& pointer) {
        runtime::CopySide made;
        if (array != nullptr)
            made.array = arrayOf(array);
        made.address = addressOf(pointer.ptr);
        made.pitch = pointer.pitch;
        made.rows = pointer.ysize;
        made.x = at.x * element;
        made.y = at.y;
        made.z = at.z;
        return made;
    };
    if ((p.dstArray == nullptr) == (p.dstPtr.ptr == nullptr) || (p.srcArray == nullptr) == (p.srcPtr.ptr == nullptr))
        throw Failure(Error::InvalidValue, "source and destination are an array or a pointer, one of the two");
    copy.to = side(p.dstArray, p.dstPos, p.dstPtr);
    copy.from = side(p.srcArray, p.srcPos, p.srcPtr);
    copy.width = p.extent.width * element;
    copy.height = p.extent.height;
    copy.depth = p.extent.depth;
    copy.kind = copyKindOf(p.kind);
    copy.call = call;
    return copy;
}

runtime::MemoryPtr variableOf(Device& device, const void* symbol) {
    const Registry::Variable* variable = registry().variable(symbol);
    if (variable == nullptr)
        throw Failure(Error::InvalidSymbol, fmt::format("{} is no __device__ or __constant__ variable that the program "
                                                        "has registered",
                                                        fmt::ptr(symbol)));
    const runtime::MemoryPtr memory = device.variable(*variable->module, variable->name);
    if (!memory)
        throw Failure(Error::InvalidSymbol, fmt::format("the program's code has no variable {}", variable->name));
    return memory;
}

namespace {

/// Pointers of all devices are of one address space, so that the devices need only be there.
runtime::CopyAction betweenDevices(const char* call, const cudaMemcpy3DPeerParms* parameters) {
    const cudaMemcpy3DPeerParms& p = *needed(parameters, "p");
    for (const int device : {p.srcDevice, p.dstDevice})
        (void)Platform::get().device(device); // throws where there is none
    return copyOf(call, {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr, p.extent, cudaMemcpyDefault});
}

void checkDirection(cudaMemcpyKind kind, bool toSymbol) {
    if (kind == (toSymbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) || kind == cudaMemcpyHostToHost)
        throw Failure(Error::InvalidMemcpyDirection, "this direction does not fit a variable of the device");
}

} // namespace

runtime::CopyAction copyToVariable(Device& device, const char* call, const void* symbol, const void* from, size_t bytes,
                                   size_t offset, cudaMemcpyKind kind) {
    checkDirection(kind, true);
    return linearCopy(call, pointerTo(variableOf(device, symbol)->base + offset), from, bytes, kind);
}

runtime::CopyAction copyFromVariable(Device& device, const char* call, void* to, const void* symbol, size_t bytes,
                                     size_t offset, cudaMemcpyKind kind) {
    checkDirection(kind, false);
    return linearCopy(call, to, pointerTo(variableOf(device, symbol)->base + offset), bytes, kind);
}

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;
using runtime::CopyAction;
using runtime::FillAction;

namespace {

CopyAction pitched(const char* call, void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                   size_t height, cudaMemcpyKind kind) {
    CopyAction copy = linearCopy(call, to, from, width, kind);
    copy.to.pitch = toPitch;
    copy.from.pitch = fromPitch;
    copy.height = height;
    return copy;
}

FillAction fill(const char* call, void* at, size_t pitch, int value, size_t width, size_t height) {
    FillAction action;
    action.address = addressOf(at);
    action.pitch = pitch;
    action.value = static_cast<uint32_t>(value) & 0xff;
    action.width = width;
    action.height = height;
    action.call = call;
    return action;
}

/// Slice by slice.
cudaError_t fillSlices(const cudaPitchedPtr& at, int value, const cudaExtent& extent, const auto& fillSlice) {
    for (size_t slice = 0; slice < extent.depth; ++slice)
        if (const cudaError_t error = fillSlice(static_cast<char*>(at.ptr) + slice * at.ysize * at.pitch, at.pitch,
                                                value, extent.width, extent.height);
            error != cudaSuccess)
            return error;
    return cudaSuccess;
}

/// In a stream, or at once.
cudaError_t doNow(const char* name, const auto& makeAction) {
    return callDevice(name,
                      [&](Device& device) { runtime::put(device, *streamOf(nullptr), makeAction(device), true); });
}
cudaError_t doIn(const char* name, cudaStream_t stream, const auto& makeAction) {
    return callDevice(name, [&](Device& device) {
        const runtime::StreamPtr where = streamOf(stream);
        runtime::put(*where->device, *where, makeAction(device));
    });
}

} // namespace

extern "C" {

cudaError_t warplens_cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return doNow("cudaMemcpy", [&](Device&) { return linearCopy("cudaMemcpy", to, from, bytes, kind); });
}

cudaError_t warplens_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    return doIn("cudaMemcpyAsync", stream,
                [&](Device&) { return linearCopy("cudaMemcpyAsync", to, from, bytes, kind); });
}

cudaError_t warplens_cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
    return doNow("cudaMemcpyPeer",
                 [&](Device&) { return linearCopy("cudaMemcpyPeer", to, from, bytes, cudaMemcpyDefault); });
}

cudaError_t warplens_cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
    return doIn("cudaMemcpyPeerAsync", stream,
                [&](Device&) { return linearCopy("cudaMemcpyPeerAsync", to, from, bytes, cudaMemcpyDefault); });
}

cudaError_t warplens_cudaMemcpy2D(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
    return doNow("cudaMemcpy2D",
                 [&](Device&) { return pitched("cudaMemcpy2D", to, toPitch, from, fromPitch, width, height, kind); });
}

cudaError_t warplens_cudaMemcpy2DAsync(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return doIn("cudaMemcpy2DAsync", stream, [&](Device&) {
        return pitched("cudaMemcpy2DAsync", to, toPitch, from, fromPitch, width, height, kind);
    });
}

cudaError_t warplens_cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                                        cudaMemcpyKind kind) {
    return doNow("cudaMemcpyToSymbol", [&](Device& device) {
        return copyToVariable(device, "cudaMemcpyToSymbol", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                          cudaMemcpyKind kind) {
    return doNow("cudaMemcpyFromSymbol", [&](Device& device) {
        return copyFromVariable(device, "cudaMemcpyFromSymbol", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream) {
    return doIn("cudaMemcpyToSymbolAsync", stream, [&](Device& device) {
        return copyToVariable(device, "cudaMemcpyToSymbolAsync", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                               cudaMemcpyKind kind, cudaStream_t stream) {
    return doIn("cudaMemcpyFromSymbolAsync", stream, [&](Device& device) {
        return copyFromVariable(device, "cudaMemcpyFromSymbolAsync", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return callDevice("cudaGetSymbolAddress", [&](Device& device) {
        *needed(pointer, "devPtr") = pointerTo(variableOf(device, symbol)->base);
    });
}

cudaError_t warplens_cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return callDevice("cudaGetSymbolSize",
                      [&](Device& device) { *needed(bytes, "size") = variableOf(device, symbol)->bytes; });
}

cudaError_t warplens_cudaMemset(void* at, int value, size_t bytes) {
    return doNow("cudaMemset", [&](Device&) { return fill("cudaMemset", at, 0, value, bytes, 1); });
}

cudaError_t warplens_cudaMemsetAsync(void* at, int value, size_t bytes, cudaStream_t stream) {
    return doIn("cudaMemsetAsync", stream, [&](Device&) { return fill("cudaMemsetAsync", at, 0, value, bytes, 1); });
}

cudaError_t warplens_cudaMemset2D(void* at, size_t pitch, int value, size_t width, size_t height) {
    return doNow("cudaMemset2D", [&](Device&) { return fill("cudaMemset2D", at, pitch, value, width, height); });
}

cudaError_t warplens_cudaMemset2DAsync(void* at, size_t pitch, int value, size_t width, size_t height,
                                       cudaStream_t stream) {
    return doIn("cudaMemset2DAsync", stream,
                [&](Device&) { return fill("cudaMemset2DAsync", at, pitch, value, width, height); });
}

cudaError_t warplens_cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
    return doNow("cudaMemcpy3D", [&](Device&) { return copyOf("cudaMemcpy3D", *needed(parameters, "p")); });
}

cudaError_t warplens_cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
    return doIn("cudaMemcpy3DAsync", stream,
                [&](Device&) { return copyOf("cudaMemcpy3DAsync", *needed(parameters, "p")); });
}

cudaError_t warplens_cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
    return doNow("cudaMemcpy3DPeer", [&](Device&) { return betweenDevices("cudaMemcpy3DPeer", parameters); });
}

cudaError_t warplens_cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
    return doIn("cudaMemcpy3DPeerAsync", stream,
                [&](Device&) { return betweenDevices("cudaMemcpy3DPeerAsync", parameters); });
}

cudaError_t warplens_cudaMemset3D(cudaPitchedPtr at, int value, cudaExtent extent) {
    return fillSlices(at, value, extent, [](void* slice, size_t pitch, int byte, size_t width, size_t height) {
        return warplens_cudaMemset2D(slice, pitch, byte, width, height);
    });
}

cudaError_t warplens_cudaMemset3DAsync(cudaPitchedPtr at, int value, cudaExtent extent, cudaStream_t stream) {
    return fillSlices(at, value, extent, [&](void* slice, size_t pitch, int byte, size_t width, size_t height) {
        return warplens_cudaMemset2DAsync(slice, pitch, byte, width, height, stream);
    });
}

} // extern "C"
