// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA calls an array: memory for textures and surfaces, reached by coordinates. A GPU lays it out in a way of its
// own; here elements follow one another in rows, rows in slices.
#pragma once

#include "kernels/runtime/memory.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warplens::runtime {

class Device;

enum class ChannelKind : uint8_t { Signed, Unsigned, Float };

struct ChannelFormat {
    int bits[4] = {0, 0, 0, 0}; ///< of x, y, z, w
    ChannelKind kind = ChannelKind::Float;

    unsigned channels() const { return (bits[0] > 0) + (bits[1] > 0) + (bits[2] > 0) + (bits[3] > 0); }
    unsigned bytes() const { return static_cast<unsigned>(bits[0] + bits[1] + bits[2] + bits[3]) / 8; }
    bool operator==(const ChannelFormat&) const = default;
};

struct Array {
    Device* device = nullptr;
    ChannelFormat format;
    uint64_t width = 0, height = 0, depth = 0; ///< as they were asked for; 0: fewer dimensions
    unsigned flags = 0;
    MemoryPtr memory;
    std::shared_ptr<Array> whole; ///< of which this is one level; nullptr: memory of its own

    uint64_t rows() const { return height ? height : 1; }
    uint64_t slices() const { return depth ? depth : 1; }
    uint64_t rowBytes() const { return width * format.bytes(); }
    uint64_t bytes() const { return rowBytes() * rows() * slices(); }
    std::byte* at(uint64_t byteInRow, uint64_t row, uint64_t slice) const {
        return memory->host + (slice * rows() + row) * rowBytes() + byteInRow;
    }
};
using ArrayPtr = std::shared_ptr<Array>;

struct MipmappedArray {
    std::vector<ArrayPtr> levels;
};
using MipmappedArrayPtr = std::shared_ptr<MipmappedArray>;

} // namespace warplens::runtime
