// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays: memory without addresses, for textures and surfaces (texture.cpp).
#include "kernels/cudart/actions.h"
#include "kernels/runtime/saturated.h"

#include <fmt/format.h>

namespace warplens::cudart {

runtime::ArrayPtr arrayOf(cudaArray_const_t handle) {
    if (runtime::ArrayPtr array = Platform::get().arrays.find(handle))
        return array;
    throw Failure(Error::InvalidResourceHandle, fmt::format("{} is no array, or one that was freed", fmt::ptr(handle)));
}

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;
using runtime::ArrayPtr;
using runtime::ChannelFormat;
using runtime::ChannelKind;
using runtime::CopyAction;

namespace {

ChannelFormat arrayFormatOf(const cudaChannelFormatDesc& format) {
    if (format.f < cudaChannelFormatKindSigned || format.f > cudaChannelFormatKindFloat)
        throw Failure(Error::NotSupported,
                      fmt::format("Warplens does not emulate arrays of channel format {}", static_cast<int>(format.f)));
    ChannelFormat made{{format.x, format.y, format.z, format.w}, static_cast<ChannelKind>(format.f)};
    for (const int bits : made.bits)
        if (bits != 0 && bits != 8 && bits != 16 && bits != 32)
            throw Failure(Error::InvalidChannelDescriptor, fmt::format("channels of {} bits: 8, 16 or 32", bits));
    if (made.bytes() == 0)
        throw Failure(Error::InvalidChannelDescriptor, "a format without channels");
    return made;
}

cudaChannelFormatDesc descriptionOf(const ChannelFormat& format) {
    return {format.bits[0], format.bits[1], format.bits[2], format.bits[3],
            static_cast<cudaChannelFormatKind>(format.kind)};
}

void allocate(Device& device, const char* call, cudaArray_t* result, const cudaChannelFormatDesc& format,
              const cudaExtent& extent, unsigned flags) {
    auto array = std::make_shared<runtime::Array>();
    array->device = &device;
    array->format = arrayFormatOf(format);
    array->width = extent.width;
    array->height = extent.height;
    array->depth = extent.depth;
    array->flags = flags;
    if (extent.width == 0 || (extent.height == 0 && extent.depth != 0 && !(flags & cudaArrayLayered)))
        throw Failure(Error::InvalidValue,
                      fmt::format("an array of {} x {} x {} elements", extent.width, extent.height, extent.depth));
    if (flags & cudaArrayCubemap) {
        const bool layered = flags & cudaArrayLayered;
        if (extent.width != extent.height || (layered ? extent.depth == 0 || extent.depth % 6 != 0 : extent.depth != 6))
            throw Failure(Error::InvalidValue,
                          fmt::format("a cube of {} x {} x {} elements: its faces are square, and there are six{}",
                                      extent.width, extent.height, extent.depth, layered ? " of each cube" : ""));
    }
    const uint64_t row = runtime::saturatedProduct(extent.width, array->format.bytes());
    const uint64_t bytes = runtime::saturatedProduct(row, runtime::saturatedProduct(array->rows(), array->slices()));
    array->memory = device.allocate(bytes, call, runtime::MemoryKind::Array);
    *needed(result, "array") = static_cast<cudaArray_t>(Platform::get().arrays.give(std::move(array)));
}

runtime::CopySide sideOf(cudaArray_const_t array, size_t x, size_t y) {
    runtime::CopySide side;
    side.array = arrayOf(array);
    side.x = x;
    side.y = y;
    return side;
}

runtime::CopySide sideOf(const void* pointer, size_t pitch) {
    runtime::CopySide side;
    side.address = addressOf(pointer);
    side.pitch = pitch;
    return side;
}

cudaError_t copy(const char* name, const auto& to, const auto& from, size_t width, size_t height, cudaMemcpyKind kind,
                 std::optional<cudaStream_t> where) {
    return callDevice(name, [&](Device&) {
        CopyAction action;
        action.to = to();
        action.from = from();
        action.width = width;
        action.height = height;
        action.kind = copyKindOf(kind);
        action.call = name;
        const runtime::StreamPtr stream = streamOf(where.value_or(nullptr));
        runtime::put(*stream->device, *stream, action, !where);
    });
}

/// Bytes that fill an array's rows one after the other, the first one from `x` on.
cudaError_t copyRows(const char* name, cudaArray_const_t handle, size_t x, size_t y, const void* memory, size_t bytes,
                     bool into, cudaMemcpyKind kind, std::optional<cudaStream_t> where) {
    uint64_t rowBytes = 0;
    const cudaError_t found = callDevice(name, [&](Device&) { rowBytes = arrayOf(handle)->rowBytes(); });
    if (found != cudaSuccess)
        return found;
    const auto* at = static_cast<const std::byte*>(memory);
    while (bytes != 0) {
        const size_t first = x == 0 && bytes >= rowBytes ? bytes / rowBytes : 1; // rows
        const size_t width = x == 0 && bytes >= rowBytes ? rowBytes : std::min<size_t>(rowBytes - x, bytes);
        const auto array = [&] { return sideOf(handle, x, y); };
        const auto plain = [&] { return sideOf(at, width); };
        if (x >= rowBytes)
            return fail(name, Failure(Error::InvalidValue,
                                      fmt::format("byte {} of a row of {}: the array has no such place", x, rowBytes)));
        const cudaError_t error = into ? copy(name, array, plain, width, first, kind, where)
                                       : copy(name, plain, array, width, first, kind, where);
        if (error != cudaSuccess)
            return error;
        at += width * first;
        bytes -= width * first;
        y += first;
        x = 0;
    }
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaChannelFormatDesc warplens_cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

cudaError_t warplens_cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                                     size_t height, unsigned flags) {
    return callDevice("cudaMallocArray", [&](Device& device) {
        allocate(device, "cudaMallocArray", array, *needed(format, "desc"), {width, height, 0}, flags);
    });
}

cudaError_t warplens_cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                                       unsigned flags) {
    return callDevice("cudaMalloc3DArray", [&](Device& device) {
        allocate(device, "cudaMalloc3DArray", array, *needed(format, "desc"), extent, flags);
    });
}

cudaError_t warplens_cudaFreeArray(cudaArray_t handle) {
    return callDevice("cudaFreeArray", [&](Device&) {
        if (handle == nullptr)
            return;
        const ArrayPtr array = arrayOf(handle);
        Platform::get().synchronize();
        Platform::get().arrays.take(handle);
        Platform::get().textures.forget(array->memory.get());
        if (Platform::get().memory().remove(array->memory->base))
            array->device->release(array->memory);
    });
}

cudaError_t warplens_cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                                      cudaArray_t handle) {
    return callDevice("cudaArrayGetInfo", [&](Device&) {
        const ArrayPtr array = arrayOf(handle);
        if (format != nullptr)
            *format = descriptionOf(array->format);
        if (extent != nullptr)
            *extent = {array->width, array->height, array->depth};
        if (flags != nullptr)
            *flags = array->flags;
    });
}

cudaError_t warplens_cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return callDevice("cudaGetChannelDesc",
                      [&](Device&) { *needed(format, "desc") = descriptionOf(arrayOf(array)->format); });
}

cudaError_t warplens_cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                         size_t width, size_t height, cudaMemcpyKind kind) {
    return copy(
        "cudaMemcpy2DToArray", [&] { return sideOf(to, x, y); }, [&] { return sideOf(from, pitch); }, width, height,
        kind, {});
}

cudaError_t warplens_cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy(
        "cudaMemcpy2DToArrayAsync", [&] { return sideOf(to, x, y); }, [&] { return sideOf(from, pitch); }, width,
        height, kind, stream);
}

cudaError_t warplens_cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                           size_t width, size_t height, cudaMemcpyKind kind) {
    return copy(
        "cudaMemcpy2DFromArray", [&] { return sideOf(to, pitch); }, [&] { return sideOf(from, x, y); }, width, height,
        kind, {});
}

cudaError_t warplens_cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                                size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy(
        "cudaMemcpy2DFromArrayAsync", [&] { return sideOf(to, pitch); }, [&] { return sideOf(from, x, y); }, width,
        height, kind, stream);
}

cudaError_t warplens_cudaMemcpy2DArrayToArray(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from,
                                              size_t fromX, size_t fromY, size_t width, size_t height,
                                              cudaMemcpyKind kind) {
    return copy(
        "cudaMemcpy2DArrayToArray", [&] { return sideOf(to, toX, toY); }, [&] { return sideOf(from, fromX, fromY); },
        width, height, kind, {});
}

cudaError_t warplens_cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                       cudaMemcpyKind kind) {
    return copyRows("cudaMemcpyToArray", to, x, y, from, bytes, true, kind, {});
}

cudaError_t warplens_cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                            cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRows("cudaMemcpyToArrayAsync", to, x, y, from, bytes, true, kind, stream);
}

cudaError_t warplens_cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                         cudaMemcpyKind kind) {
    return copyRows("cudaMemcpyFromArray", from, x, y, to, bytes, false, kind, {});
}

cudaError_t warplens_cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                              cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRows("cudaMemcpyFromArrayAsync", from, x, y, to, bytes, false, kind, stream);
}

} // extern "C"
