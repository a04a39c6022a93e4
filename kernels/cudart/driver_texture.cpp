// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, textures, surfaces and the copies between arrays and memory, as the driver's API describes them. A CUarray is the
// runtime's array.
#include "kernels/cudart/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

using namespace warplens;
using namespace warplens::cudart;

namespace {

cudaChannelFormatDesc formatOf(CUarray_format format, unsigned channels) {
    int bits = 0;
    cudaChannelFormatKind kind = cudaChannelFormatKindUnsigned;
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        bits = 8;
        break;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        bits = 16;
        break;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        bits = 32;
        break;
    default:
        throw Failure(Error::NotSupported,
                      fmt::format("Warplens does not emulate arrays of format {:#x}", static_cast<unsigned>(format)));
    }
    if (format == CU_AD_FORMAT_HALF || format == CU_AD_FORMAT_FLOAT)
        kind = cudaChannelFormatKindFloat;
    else if (format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16 ||
             format == CU_AD_FORMAT_SIGNED_INT32)
        kind = cudaChannelFormatKindSigned;
    if (channels != 1 && channels != 2 && channels != 4)
        throw Failure(Error::InvalidValue, fmt::format("an array of {} channels: 1, 2 or 4", channels));
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0, kind};
}

cudaArray_t arrayOfDriver(CUarray array) {
    return reinterpret_cast<cudaArray_t>(array);
}

CUresult makeArray(const char* name, CUarray* result_, CUarray_format format, unsigned channels,
                   const cudaExtent& extent, unsigned flags) {
    cudaChannelFormatDesc description{};
    if (const CUresult error = inContext(name,
                                         [&](Device&) {
                                             needed(result_, "pHandle");
                                             description = formatOf(format, channels);
                                         });
        error != CUDA_SUCCESS)
        return error;
    return result(warplens_cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(result_), &description, extent, flags));
}

/// One side of a copy; `x` and pitches are bytes.
runtime::CopySide sideOf(CUmemorytype type, const void* host, CUdeviceptr device, CUarray array, size_t x, size_t y,
                         size_t z, size_t pitch, size_t rows) {
    runtime::CopySide side;
    switch (type) {
    case CU_MEMORYTYPE_ARRAY:
        side.array = arrayOf(arrayOfDriver(array));
        break;
    case CU_MEMORYTYPE_HOST:
        side.address = addressOf(host);
        break;
    default: // CU_MEMORYTYPE_UNIFIED says neither
        side.address = device;
        break;
    }
    side.x = x;
    side.y = y;
    side.z = z;
    side.pitch = pitch;
    side.rows = rows;
    return side;
}

runtime::CopyKind kindOf(CUmemorytype from, CUmemorytype to) {
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED)
        return runtime::CopyKind::Default;
    if (from == CU_MEMORYTYPE_HOST)
        return to == CU_MEMORYTYPE_HOST ? runtime::CopyKind::HostToHost : runtime::CopyKind::HostToDevice;
    return to == CU_MEMORYTYPE_HOST ? runtime::CopyKind::DeviceToHost : runtime::CopyKind::DeviceToDevice;
}

CUresult copy(const char* name, const CUDA_MEMCPY3D& p, std::optional<CUstream> where) {
    return inContext(name, [&](Device&) {
        runtime::CopyAction action;
        // Where nothing says how long rows are, they follow one another.
        action.to = sideOf(p.dstMemoryType, p.dstHost, p.dstDevice, p.dstArray, p.dstXInBytes, p.dstY, p.dstZ,
                           p.dstPitch ? p.dstPitch : p.WidthInBytes, p.dstHeight ? p.dstHeight : p.Height);
        action.from = sideOf(p.srcMemoryType, p.srcHost, p.srcDevice, p.srcArray, p.srcXInBytes, p.srcY, p.srcZ,
                             p.srcPitch ? p.srcPitch : p.WidthInBytes, p.srcHeight ? p.srcHeight : p.Height);
        action.width = p.WidthInBytes;
        action.height = p.Height;
        action.depth = p.Depth;
        action.kind = kindOf(p.srcMemoryType, p.dstMemoryType);
        action.call = name;
        const runtime::StreamPtr stream = streamOf(where.value_or(nullptr));
        runtime::put(*stream->device, *stream, action, !where);
    });
}

CUresult copy(const char* name, const CUDA_MEMCPY2D* q, std::optional<CUstream> where) {
    if (q == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_MEMCPY3D p{};
    p.srcMemoryType = q->srcMemoryType;
    p.srcHost = q->srcHost;
    p.srcDevice = q->srcDevice;
    p.srcArray = q->srcArray;
    p.srcXInBytes = q->srcXInBytes;
    p.srcY = q->srcY;
    p.srcPitch = q->srcPitch;
    p.dstMemoryType = q->dstMemoryType;
    p.dstHost = q->dstHost;
    p.dstDevice = q->dstDevice;
    p.dstArray = q->dstArray;
    p.dstXInBytes = q->dstXInBytes;
    p.dstY = q->dstY;
    p.dstPitch = q->dstPitch;
    p.WidthInBytes = q->WidthInBytes;
    p.Height = q->Height;
    p.Depth = 1;
    return copy(name, p, where);
}

cudaResourceDesc resourceOf(const CUDA_RESOURCE_DESC& d) {
    cudaResourceDesc made{};
    switch (d.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        made.resType = cudaResourceTypeArray;
        made.res.array.array = arrayOfDriver(d.res.array.hArray);
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        made.resType = cudaResourceTypeLinear;
        made.res.linear.devPtr = pointerTo(d.res.linear.devPtr);
        made.res.linear.desc = formatOf(d.res.linear.format, d.res.linear.numChannels);
        made.res.linear.sizeInBytes = d.res.linear.sizeInBytes;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        made.resType = cudaResourceTypePitch2D;
        made.res.pitch2D.devPtr = pointerTo(d.res.pitch2D.devPtr);
        made.res.pitch2D.desc = formatOf(d.res.pitch2D.format, d.res.pitch2D.numChannels);
        made.res.pitch2D.width = d.res.pitch2D.width;
        made.res.pitch2D.height = d.res.pitch2D.height;
        made.res.pitch2D.pitchInBytes = d.res.pitch2D.pitchInBytes;
        break;
    default:
        throw Failure(Error::NotSupported, "Warplens does not emulate textures with mipmaps");
    }
    return made;
}

cudaTextureDesc descriptionOf(const CUDA_TEXTURE_DESC& d) {
    cudaTextureDesc made{};
    for (unsigned i = 0; i < 3; ++i)
        made.addressMode[i] = static_cast<cudaTextureAddressMode>(d.addressMode[i]);
    made.filterMode = static_cast<cudaTextureFilterMode>(d.filterMode);
    made.readMode = (d.flags & CU_TRSF_READ_AS_INTEGER) != 0 ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    made.normalizedCoords = (d.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    made.sRGB = (d.flags & CU_TRSF_SRGB) != 0;
    std::copy_n(d.borderColor, 4, made.borderColor);
    return made;
}

} // namespace

extern "C" {

CUresult warplens_cuArrayCreate_v2(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* d) {
    if (d == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    return makeArray("cuArrayCreate", array, d->Format, d->NumChannels, {d->Width, d->Height, 0}, 0);
}

CUresult warplens_cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* d) {
    if (d == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    return makeArray("cuArray3DCreate", array, d->Format, d->NumChannels, {d->Width, d->Height, d->Depth}, d->Flags);
}

CUresult warplens_cuArrayDestroy(CUarray array) {
    return result(warplens_cudaFreeArray(arrayOfDriver(array)));
}

CUresult warplens_cuMemcpy2D_v2(const CUDA_MEMCPY2D* p) {
    return copy("cuMemcpy2D", p, std::nullopt);
}
CUresult warplens_cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* p) {
    return copy("cuMemcpy2DUnaligned", p, std::nullopt);
}
CUresult warplens_cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* p, CUstream stream) {
    return copy("cuMemcpy2DAsync", p, stream);
}
CUresult warplens_cuMemcpy3D_v2(const CUDA_MEMCPY3D* p) {
    return p == nullptr ? CUDA_ERROR_INVALID_VALUE : copy("cuMemcpy3D", *p, std::nullopt);
}
CUresult warplens_cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* p, CUstream stream) {
    return p == nullptr ? CUDA_ERROR_INVALID_VALUE : copy("cuMemcpy3DAsync", *p, stream);
}

CUresult warplens_cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                                    const CUDA_TEXTURE_DESC* description, const CUDA_RESOURCE_VIEW_DESC* view) {
    cudaResourceDesc made{};
    cudaTextureDesc how{};
    const CUresult error = inContext("cuTexObjectCreate", [&](Device&) {
        if (view != nullptr && view->format != CU_RES_VIEW_FORMAT_NONE)
            throw Failure(Error::NotSupported, "Warplens does not emulate views of resources in another format");
        made = resourceOf(*needed(resource, "pResDesc"));
        how = descriptionOf(*needed(description, "pTexDesc"));
        // Only integers of 8 and 16 bits are read as shares of one.
        if (made.resType == cudaResourceTypeArray && how.readMode == cudaReadModeNormalizedFloat) {
            const runtime::ChannelFormat& format = arrayOf(made.res.array.array)->format;
            if (format.kind == runtime::ChannelKind::Float || format.bits[0] == 32)
                how.readMode = cudaReadModeElementType;
        }
    });
    if (error != CUDA_SUCCESS)
        return error;
    return result(warplens_cudaCreateTextureObject(texture, &made, &how, nullptr));
}

CUresult warplens_cuTexObjectDestroy(CUtexObject texture) {
    return result(warplens_cudaDestroyTextureObject(texture));
}

CUresult warplens_cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
    cudaResourceDesc made{};
    const CUresult error =
        inContext("cuSurfObjectCreate", [&](Device&) { made = resourceOf(*needed(resource, "pResDesc")); });
    return error != CUDA_SUCCESS ? error : result(warplens_cudaCreateSurfaceObject(surface, &made));
}

CUresult warplens_cuSurfObjectDestroy(CUsurfObject surface) {
    return result(warplens_cudaDestroySurfaceObject(surface));
}

} // extern "C"
