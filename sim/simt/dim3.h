// SPDX-License-Identifier: GPL-3.0-or-later
// Extents and indices of grids and blocks, as CUDA's dim3 and uint3.
#pragma once

#include <cstdint>

namespace warplens::sim::simt {

struct Dim3 {
    uint32_t x = 1, y = 1, z = 1;
    uint64_t count() const { return uint64_t(x) * y * z; }
    bool operator==(const Dim3&) const = default;
};

/// The n-th element in the order x, y, z of an extent.
inline Dim3 at(const Dim3& extent, uint64_t n) {
    return {static_cast<uint32_t>(n % extent.x), static_cast<uint32_t>(n / extent.x % extent.y),
            static_cast<uint32_t>(n / extent.x / extent.y)};
}

} // namespace warplens::sim::simt
