// SPDX-License-Identifier: GPL-3.0-or-later
// Texture and surface objects: what memory they show to kernels, and how it is read.
#include "kernels/cudart/api.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

using namespace warplens;
using namespace warplens::cudart;
using sim::memory::AddressMode;
using sim::memory::TexelGrid;
using sim::memory::TexelKind;
using sim::memory::Texture;

namespace {

/// What programs may ask for again.
struct Described {
    cudaResourceDesc resource{};
    cudaTextureDesc texture{};
};
class Descriptions {
public:
    void set(uint64_t handle, const Described& described) {
        const std::lock_guard lock(m_mutex);
        m_all[handle] = described;
    }
    Described of(uint64_t handle, const char* what) const {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_all.find(handle); found != m_all.end())
            return found->second;
        throw Failure(Error::InvalidValue,
                      fmt::format("{:#x} is no {} object, or one that was destroyed", handle, what));
    }
    void drop(uint64_t handle) {
        const std::lock_guard lock(m_mutex);
        m_all.erase(handle);
    }

private:
    mutable std::mutex m_mutex;
    std::map<uint64_t, Described> m_all;
};
Descriptions& textures() {
    static auto* const all = new Descriptions;
    return *all;
}
Descriptions& surfaces() {
    static auto* const all = new Descriptions;
    return *all;
}

void setFormat(TexelGrid& grid, const runtime::ChannelFormat& format) {
    grid.channels = format.channels();
    grid.bits = static_cast<unsigned>(format.bits[0]);
    grid.kind = format.kind == runtime::ChannelKind::Float    ? TexelKind::Float
                : format.kind == runtime::ChannelKind::Signed ? TexelKind::Signed
                                                              : TexelKind::Unsigned;
    for (unsigned i = 0; i < 4; ++i)
        if (const int bits = format.bits[i]; bits != (i < grid.channels ? format.bits[0] : 0))
            throw Failure(Error::InvalidChannelDescriptor, "the channels differ in their bits");
    if (grid.channels == 3)
        throw Failure(Error::InvalidChannelDescriptor, "three channels: 1, 2 or 4");
}

runtime::ChannelFormat textureFormatOf(const cudaChannelFormatDesc& format) {
    if (format.f < cudaChannelFormatKindSigned || format.f > cudaChannelFormatKindFloat)
        throw Failure(Error::NotSupported, fmt::format("Warplens does not emulate textures of channel format {}",
                                                       static_cast<int>(format.f)));
    for (const int bits : {format.x, format.y, format.z, format.w})
        if (bits != 0 && bits != 8 && bits != 16 && bits != 32)
            throw Failure(Error::InvalidChannelDescriptor, fmt::format("channels of {} bits: 8, 16 or 32", bits));
    if (format.x == 0)
        throw Failure(Error::InvalidChannelDescriptor, "a format without channels");
    if (format.f == cudaChannelFormatKindFloat && format.x == 8)
        throw Failure(Error::InvalidChannelDescriptor, "floats of 8 bits: 16 or 32");
    return {{format.x, format.y, format.z, format.w}, static_cast<runtime::ChannelKind>(format.f)};
}

/// `asCube`: a surface shows the faces of a cube as layers.
TexelGrid gridOf(const runtime::Array& array, bool asCube) {
    TexelGrid grid;
    grid.data = array.memory->host;
    grid.owner = array.memory;
    grid.base = array.memory->base;
    grid.width = array.width;
    grid.height = array.rows();
    grid.depth = array.slices();
    grid.rowPitch = array.rowBytes();
    grid.slicePitch = array.rowBytes() * array.rows();
    grid.layered = array.flags & cudaArrayLayered;
    grid.cube = asCube && (array.flags & cudaArrayCubemap);
    grid.layered |= !asCube && (array.flags & cudaArrayCubemap);
    grid.dimensions = array.height == 0 ? 1 : array.depth == 0 || (grid.layered && !grid.cube) ? 2 : 3;
    setFormat(grid, array.format);
    return grid;
}

/// Memory of the device, without an array of its own.
TexelGrid gridOf(const void* pointer, const cudaChannelFormatDesc& format, size_t width, size_t height, size_t pitch) {
    Platform& platform = Platform::get();
    const runtime::MemoryPtr memory = platform.memory().find(addressOf(pointer));
    if (!memory || memory->kind != runtime::MemoryKind::Device)
        throw Failure(memory ? Error::NotSupported : Error::InvalidValue,
                      fmt::format("{} is no memory that cudaMalloc or cudaMallocPitch gave: Warplens emulates textures "
                                  "over such memory and over arrays",
                                  pointer));
    TexelGrid grid;
    setFormat(grid, textureFormatOf(format));
    grid.owner = memory;
    grid.base = addressOf(pointer);
    grid.width = width;
    grid.height = height;
    grid.rowPitch = pitch;
    grid.dimensions = height > 1 ? 2 : 1;
    grid.data = platform.bytesAt(addressOf(pointer), pitch * (height - 1) + width * grid.bytes(),
                                 "cudaCreateTextureObject", false);
    return grid;
}

TexelGrid gridOf(const cudaResourceDesc& resource, Texture& texture) {
    switch (resource.resType) {
    case cudaResourceTypeArray:
        return gridOf(*arrayOf(resource.res.array.array), true);
    case cudaResourceTypeLinear: {
        const auto& linear = resource.res.linear;
        const unsigned bytes = textureFormatOf(linear.desc).bytes();
        if (linear.sizeInBytes < bytes)
            throw Failure(Error::InvalidValue,
                          fmt::format("{} bytes hold no element of {}", linear.sizeInBytes, bytes));
        texture.linearMemory = true;
        const size_t width = linear.sizeInBytes / bytes;
        return gridOf(linear.devPtr, linear.desc, width, 1, width * bytes);
    }
    case cudaResourceTypePitch2D: {
        const auto& pitched = resource.res.pitch2D;
        if (pitched.width == 0 || pitched.height == 0 ||
            pitched.pitchInBytes < pitched.width * textureFormatOf(pitched.desc).bytes())
            throw Failure(Error::InvalidValue, fmt::format("{} x {} elements with a pitch of {} bytes", pitched.width,
                                                           pitched.height, pitched.pitchInBytes));
        TexelGrid grid = gridOf(pitched.devPtr, pitched.desc, pitched.width, pitched.height, pitched.pitchInBytes);
        grid.dimensions = 2;
        return grid;
    }
    default:
        throw Failure(Error::NotSupported, "Warplens does not emulate textures with mipmaps");
    }
}

AddressMode modeOf(cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap:
        return AddressMode::Wrap;
    case cudaAddressModeClamp:
        return AddressMode::Clamp;
    case cudaAddressModeMirror:
        return AddressMode::Mirror;
    case cudaAddressModeBorder:
        return AddressMode::Border;
    }
    throw Failure(Error::InvalidValue, fmt::format("there is no address mode {}", static_cast<int>(mode)));
}

Texture textureOf(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
    Texture texture;
    texture.grid = gridOf(resource, texture);
    for (unsigned d = 0; d < 3; ++d)
        texture.address[d] = modeOf(description.addressMode[d]);
    texture.filtered = description.filterMode == cudaFilterModeLinear;
    texture.readsNormalized =
        description.readMode == cudaReadModeNormalizedFloat && texture.grid.kind != TexelKind::Float;
    texture.normalizedPlaces = description.normalizedCoords != 0;
    std::copy_n(description.borderColor, 4, texture.border.begin());
    if (description.sRGB)
        throw Failure(Error::NotSupported, "Warplens does not emulate textures in sRGB");
    if (texture.readsNormalized && texture.grid.bits == 32)
        throw Failure(Error::InvalidNormSetting,
                      "cudaReadModeNormalizedFloat is for integers of 8 and 16 bits, and these have 32");
    if (texture.filtered && texture.grid.kind != TexelKind::Float && !texture.readsNormalized)
        throw Failure(Error::InvalidFilterSetting,
                      "cudaFilterModeLinear needs floats: cudaReadModeNormalizedFloat makes them of integers");
    if (texture.linearMemory)
        texture.filtered = false;
    return texture;
}

} // namespace

extern "C" {

cudaError_t warplens_cudaCreateTextureObject(cudaTextureObject_t* result, const cudaResourceDesc* resource,
                                             const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
    return callDevice("cudaCreateTextureObject", [&](Device&) {
        if (view != nullptr && view->format != cudaResViewFormatNone)
            throw Failure(Error::NotSupported, "Warplens does not emulate views of resources in another format");
        auto texture =
            std::make_shared<Texture>(textureOf(*needed(resource, "pResDesc"), *needed(description, "pTexDesc")));
        *needed(result, "pTexObject") = Platform::get().textures.textures.add(std::move(texture));
        textures().set(*result, {*resource, *description});
    });
}

cudaError_t warplens_cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return callDevice("cudaDestroyTextureObject", [&](Device&) {
        if (texture == 0)
            return;
        (void)textures().of(texture, "texture");
        Platform::get().synchronize();
        Platform::get().textures.textures.remove(texture);
        textures().drop(texture);
    });
}

cudaError_t warplens_cudaGetTextureObjectResourceDesc(cudaResourceDesc* result, cudaTextureObject_t texture) {
    return callDevice("cudaGetTextureObjectResourceDesc",
                      [&](Device&) { *needed(result, "pResDesc") = textures().of(texture, "texture").resource; });
}

cudaError_t warplens_cudaGetTextureObjectTextureDesc(cudaTextureDesc* result, cudaTextureObject_t texture) {
    return callDevice("cudaGetTextureObjectTextureDesc",
                      [&](Device&) { *needed(result, "pTexDesc") = textures().of(texture, "texture").texture; });
}

cudaError_t warplens_cudaCreateSurfaceObject(cudaSurfaceObject_t* result, const cudaResourceDesc* resource) {
    return callDevice("cudaCreateSurfaceObject", [&](Device& device) {
        if (needed(resource, "pResDesc")->resType != cudaResourceTypeArray)
            throw Failure(Error::InvalidValue, "a surface needs an array");
        const runtime::ArrayPtr array = arrayOf(resource->res.array.array);
        // An H100 takes it (CUDA 13.0), though the reference of cudaCreateSurfaceObject demands the flag.
        if (!(array->flags & cudaArraySurfaceLoadStore))
            device.platform().session().note(
                "cudaCreateSurfaceObject: the array was made without cudaArraySurfaceLoadStore, "
                "which CUDA demands for surfaces");
        *needed(result, "pSurfObject") =
            Platform::get().textures.surfaces.add(std::make_shared<TexelGrid>(gridOf(*array, false)));
        surfaces().set(*result, {*resource, {}});
    });
}

cudaError_t warplens_cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return callDevice("cudaDestroySurfaceObject", [&](Device&) {
        if (surface == 0)
            return;
        (void)surfaces().of(surface, "surface");
        Platform::get().synchronize();
        Platform::get().textures.surfaces.remove(surface);
        surfaces().drop(surface);
    });
}

cudaError_t warplens_cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* result, cudaSurfaceObject_t surface) {
    return callDevice("cudaGetSurfaceObjectResourceDesc",
                      [&](Device&) { *needed(result, "pResDesc") = surfaces().of(surface, "surface").resource; });
}

} // extern "C"
