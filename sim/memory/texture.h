// SPDX-License-Identifier: GPL-3.0-or-later
// Textures and surfaces: memory that kernels read by coordinates, through an object that says how. What is read at a
// place, filtered or not, stands in the CUDA C++ Programming Guide 13.0, "Texture Fetching". Requests to them are not
// counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>

namespace warplens::sim::memory {

enum class TexelKind : uint8_t { Signed, Unsigned, Float };
enum class AddressMode : uint8_t { Wrap, Clamp, Mirror, Border };

/// Elements that lie in rows, rows in slices (or layers). Sizes in elements, pitches in bytes.
struct TexelGrid {
    std::byte* data = nullptr;
    std::shared_ptr<const void> owner; ///< keeps the bytes where they are
    uint64_t base = 0;                 ///< where they lie for a device, though of an array no pointer leads there
    uint64_t width = 0, height = 1, depth = 1; ///< of a layered one the depth is the number of layers
    uint64_t rowPitch = 0, slicePitch = 0;
    unsigned dimensions = 1; ///< without layers
    bool layered = false;
    bool cube = false; ///< slices are the faces of cubes, six of each, and there are three dimensions
    unsigned channels = 1, bits = 32;
    TexelKind kind = TexelKind::Float;

    unsigned bytes() const { return channels * bits / 8; }
    /// Of all rows; what lies between them counts.
    uint64_t allBytes() const { return (depth - 1) * slicePitch + (height - 1) * rowPitch + width * bytes(); }
    bool holds(uint64_t address) const { return address - base < allBytes(); }
};

struct Texture {
    TexelGrid grid;
    bool linearMemory = false; ///< a plain array: whole places only
    std::array<AddressMode, 3> address{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    bool filtered = false;        ///< linearly
    bool readsNormalized = false; ///< integers become 0 … 1 or -1 … 1
    bool normalizedPlaces = false;
    std::array<float, 4> border{};
};

/// Four channels: floats, or the integers' bits.
using Texel = std::array<uint32_t, 4>;

/// Where the texels lie, for a device, that a look-up has used: what is the border, or beside plain memory, or has no weight, is
/// not among them.
struct TexelsSeen {
    std::array<uint64_t, 8> addresses;
    unsigned count = 0;
};
/// What a texture holds at a place; of a layered one, in that layer. `seen`: nullptr where nobody wants to know.
Texel fetch(const Texture& texture, const std::array<float, 3>& place, uint32_t layer, TexelsSeen* seen);
/// Of a cube: what is seen in a direction; of a layered one, by that cube. Nothing where a filter needs texels of two faces, of
/// which it is not known how a GPU divides them.
std::optional<Texel> fetchCube(const Texture& texture, const std::array<float, 3>& direction, uint32_t layer,
                               TexelsSeen* seen);
/// At whole coordinates, without any filter.
Texel fetchWhole(const Texture& texture, const std::array<int32_t, 3>& place, uint32_t layer, TexelsSeen* seen);
/// One channel of the four texels that a bilinear filter would use, in the order (0,1) (1,1) (1,0) (0,0).
Texel gather(const Texture& texture, const std::array<float, 3>& place, unsigned channel, TexelsSeen* seen);

/// The objects that kernels of a device hold handles of. Any thread may use it.
template<class T>
class HandleTable {
public:
    uint64_t add(std::shared_ptr<const T> object) {
        const std::unique_lock lock(m_mutex);
        m_objects[++m_last] = std::move(object);
        return m_last;
    }
    bool remove(uint64_t handle) {
        const std::unique_lock lock(m_mutex);
        return m_objects.erase(handle) != 0;
    }
    /// Of memory that is freed nothing may be left.
    template<class Belongs>
    void removeWhere(const Belongs& belongs) {
        const std::unique_lock lock(m_mutex);
        std::erase_if(m_objects, [&](const auto& each) { return belongs(*each.second); });
    }
    /// nullptr: there is none.
    std::shared_ptr<const T> find(uint64_t handle) const {
        const std::shared_lock lock(m_mutex);
        const auto found = m_objects.find(handle);
        return found == m_objects.end() ? nullptr : found->second;
    }
    /// Whether there has been such an object, be it there or not.
    bool wasAdded(uint64_t handle) const {
        const std::shared_lock lock(m_mutex);
        return handle != 0 && handle <= m_last;
    }

    template<class Visit>
    void forEach(const Visit& visit) const {
        const std::shared_lock lock(m_mutex);
        for (const auto& [handle, object] : m_objects)
            visit(*object);
    }

private:
    mutable std::shared_mutex m_mutex;
    std::map<uint64_t, std::shared_ptr<const T>> m_objects;
    uint64_t m_last = 0;
};

struct TextureTables {
    HandleTable<Texture> textures;
    HandleTable<TexelGrid> surfaces;

    void forget(const void* owner) {
        textures.removeWhere([&](const Texture& texture) { return texture.grid.owner.get() == owner; });
        surfaces.removeWhere([&](const TexelGrid& grid) { return grid.owner.get() == owner; });
    }
};

} // namespace warplens::sim::memory
