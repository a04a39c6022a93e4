// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills of linear and pitched memory, and of variables.
#include "kernels/cudart/api.h"
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

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;
using runtime::CopyAction;
using runtime::FillAction;

namespace {

CopyAction linear(const char* call, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    CopyAction copy;
    copy.to.address = addressOf(to);
    copy.from.address = addressOf(from);
    copy.width = bytes;
    copy.kind = copyKindOf(kind);
    copy.call = call;
    return copy;
}

CopyAction pitched(const char* call, void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                   size_t height, cudaMemcpyKind kind) {
    CopyAction copy = linear(call, to, from, width, kind);
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

void checkDirection(cudaMemcpyKind kind, bool toSymbol) {
    if (kind == (toSymbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) || kind == cudaMemcpyHostToHost)
        throw Failure(Error::InvalidMemcpyDirection, "this direction does not fit a variable of the device");
}

CopyAction toVariable(Device& device, const char* call, const void* symbol, const void* from, size_t bytes,
                      size_t offset, cudaMemcpyKind kind) {
    checkDirection(kind, true);
    return linear(call, pointerTo(variableOf(device, symbol)->base + offset), from, bytes, kind);
}

CopyAction fromVariable(Device& device, const char* call, void* to, const void* symbol, size_t bytes, size_t offset,
                        cudaMemcpyKind kind) {
    checkDirection(kind, false);
    return linear(call, to, pointerTo(variableOf(device, symbol)->base + offset), bytes, kind);
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
    return doNow("cudaMemcpy", [&](Device&) { return linear("cudaMemcpy", to, from, bytes, kind); });
}

cudaError_t warplens_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    return doIn("cudaMemcpyAsync", stream, [&](Device&) { return linear("cudaMemcpyAsync", to, from, bytes, kind); });
}

cudaError_t warplens_cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
    return doNow("cudaMemcpyPeer",
                 [&](Device&) { return linear("cudaMemcpyPeer", to, from, bytes, cudaMemcpyDefault); });
}

cudaError_t warplens_cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
    return doIn("cudaMemcpyPeerAsync", stream,
                [&](Device&) { return linear("cudaMemcpyPeerAsync", to, from, bytes, cudaMemcpyDefault); });
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
        return toVariable(device, "cudaMemcpyToSymbol", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                          cudaMemcpyKind kind) {
    return doNow("cudaMemcpyFromSymbol", [&](Device& device) {
        return fromVariable(device, "cudaMemcpyFromSymbol", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream) {
    return doIn("cudaMemcpyToSymbolAsync", stream, [&](Device& device) {
        return toVariable(device, "cudaMemcpyToSymbolAsync", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                               cudaMemcpyKind kind, cudaStream_t stream) {
    return doIn("cudaMemcpyFromSymbolAsync", stream, [&](Device& device) {
        return fromVariable(device, "cudaMemcpyFromSymbolAsync", to, symbol, bytes, offset, kind);
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

} // extern "C"
