// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace warplens::sim::memory {
namespace {

/// Weights of the linear filter are so many parts of 1, which they can be.
constexpr uint32_t weightSteps = 256;

float widened(uint16_t half) {
    const uint32_t sign = uint32_t(half & 0x8000u) << 16, exponent = half >> 10 & 31, mantissa = half & 1023u;
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    if (exponent != 0)
        return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
    const float small = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -small : small;
}

/// One channel's bits, integers extended to 32.
uint32_t channelAt(const TexelGrid& grid, const std::byte* texel, unsigned channel) {
    switch (grid.bits) {
    case 8: {
        uint8_t value;
        std::memcpy(&value, texel + channel, 1);
        return grid.kind == TexelKind::Signed ? static_cast<uint32_t>(static_cast<int8_t>(value)) : value;
    }
    case 16: {
        uint16_t value;
        std::memcpy(&value, texel + 2 * channel, 2);
        if (grid.kind == TexelKind::Float)
            return std::bit_cast<uint32_t>(widened(value));
        return grid.kind == TexelKind::Signed ? static_cast<uint32_t>(static_cast<int16_t>(value)) : value;
    }
    default: {
        uint32_t value;
        std::memcpy(&value, texel + 4 * channel, 4);
        return value;
    }
    }
}

float normalized(const TexelGrid& grid, uint32_t value) {
    if (grid.kind == TexelKind::Unsigned)
        return static_cast<float>(value) / static_cast<float>((1u << grid.bits) - 1);
    const float share =
        static_cast<float>(static_cast<int32_t>(value)) / static_cast<float>((1u << (grid.bits - 1)) - 1);
    return std::max(share, -1.0f);
}

/// Where a place outside leads, or -1 to the border. `size` is at least 1.
int64_t inside(int64_t i, int64_t size, AddressMode mode) {
    switch (mode) {
    case AddressMode::Wrap: {
        const int64_t rest = i % size;
        return rest < 0 ? rest + size : rest;
    }
    case AddressMode::Mirror: {
        const int64_t rest = ((i % (2 * size)) + 2 * size) % (2 * size);
        return rest < size ? rest : 2 * size - 1 - rest;
    }
    case AddressMode::Border:
        return i < 0 || i >= size ? -1 : i;
    default:
        return std::clamp<int64_t>(i, 0, size - 1);
    }
}

struct Size {
    std::array<int64_t, 3> of;
};
Size sizeOf(const TexelGrid& grid) {
    return {{static_cast<int64_t>(grid.width), static_cast<int64_t>(grid.height), static_cast<int64_t>(grid.depth)}};
}

/// Wrapping and mirroring need normalized places; without them the place is clamped.
AddressMode modeOf(const Texture& texture, unsigned dimension, bool normalizedPlaces) {
    const AddressMode mode = texture.address[dimension];
    const bool turns = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
    return turns && !normalizedPlaces ? AddressMode::Clamp : mode;
}

Texel borderOf(const Texture& texture) {
    Texel border;
    for (unsigned c = 0; c < 4; ++c)
        border[c] = std::bit_cast<uint32_t>(texture.border[c]);
    return border;
}

/// How many bytes on a texel begins, outside as the modes say; nothing: it is the border.
std::optional<uint64_t> offsetOf(const Texture& texture, const std::array<int64_t, 3>& place, uint32_t layer,
                                 bool normalizedPlaces) {
    const TexelGrid& grid = texture.grid;
    const Size size = sizeOf(grid);
    std::array<int64_t, 3> at{};
    for (unsigned d = 0; d < grid.dimensions; ++d) {
        at[d] = inside(place[d], size.of[d], modeOf(texture, d, normalizedPlaces));
        if (at[d] < 0)
            return std::nullopt;
    }
    if (grid.layered)
        at[2] = static_cast<int64_t>(std::min<uint64_t>(layer, grid.depth - 1));
    return static_cast<uint64_t>(at[2]) * grid.slicePitch + static_cast<uint64_t>(at[1]) * grid.rowPitch +
           static_cast<uint64_t>(at[0]) * grid.bytes();
}

/// A texel at whole coordinates.
Texel texelAt(const Texture& texture, const std::array<int64_t, 3>& place, uint32_t layer, bool normalizedPlaces,
              TexelsSeen* seen) {
    const TexelGrid& grid = texture.grid;
    const std::optional<uint64_t> offset = offsetOf(texture, place, layer, normalizedPlaces);
    if (!offset)
        return borderOf(texture);
    if (seen != nullptr)
        seen->addresses[seen->count++] = grid.base + *offset;
    const std::byte* const texel = grid.data + *offset;
    Texel value{};
    const bool asFloats = grid.kind == TexelKind::Float || texture.readsNormalized;
    value[3] = asFloats ? std::bit_cast<uint32_t>(1.0f) : 1;
    for (unsigned c = 0; c < grid.channels; ++c) {
        value[c] = channelAt(grid, texel, c);
        if (texture.readsNormalized && grid.kind != TexelKind::Float)
            value[c] = std::bit_cast<uint32_t>(normalized(grid, value[c]));
    }
    return value;
}

/// The place in elements; one that is no number is 0, as far away as may be others.
double scaled(const Texture& texture, float x, unsigned dimension) {
    const auto size = static_cast<double>(sizeOf(texture.grid).of[dimension]);
    double place = texture.normalizedPlaces ? static_cast<double>(x) * size : static_cast<double>(x);
    if (!(place == place))
        return 0;
    constexpr double far = 1ll << 40;
    return std::clamp(place, -far, far);
}

struct Neighbours {
    int64_t first;
    uint32_t weight; ///< of the one behind the first, in steps
};
Neighbours neighboursOf(double place) {
    const double corner = place - 0.5, first = std::floor(corner);
    return {static_cast<int64_t>(first), static_cast<uint32_t>(std::floor((corner - first) * weightSteps + 0.5))};
}

/// How the 256 steps are divided among the corners, bit 0 of which says x, bit 1 y and bit 2 z: by z, then by x, then by y, each
/// time in whole steps. Halves go to the second place in x, and in y to the second where x is the second one as well. As an H100
/// does it (tests/hardware/texture_weights.cu, tests/data/texture-weights-h100.csv).
std::array<uint32_t, 8> sharesOf(uint32_t x, uint32_t y, uint32_t z) {
    std::array<uint32_t, 8> shares{};
    for (const unsigned back : {0u, 1u}) {
        const uint32_t slice = back ? z : weightSteps - z;
        const uint32_t right = (slice * x + 128) / weightSteps, left = slice - right;
        const uint32_t rightLow = (right * y + 128) / weightSteps, leftLow = (left * y + 127) / weightSteps;
        shares[4 * back] = left - leftLow;
        shares[4 * back + 1] = right - rightLow;
        shares[4 * back + 2] = leftLow;
        shares[4 * back + 3] = rightLow;
    }
    return shares;
}

} // namespace

namespace {

bool isBesideMemory(const Texture& texture, const std::array<int32_t, 3>& place) {
    return texture.linearMemory && (place[0] < 0 || static_cast<uint64_t>(place[0]) >= texture.grid.width);
}

} // namespace

Texel fetchWhole(const Texture& texture, const std::array<int32_t, 3>& place, uint32_t layer, TexelsSeen* seen) {
    if (isBesideMemory(texture, place))
        return {};
    return texelAt(texture, {place[0], place[1], place[2]}, layer, false, seen);
}

namespace {

struct FacePlace {
    uint32_t face;
    double s, t; ///< 0 to 1
};
/// CUDA C++ Programming Guide 13.0, "Cubemap Textures". Of components that are equally large, which the guide leaves open, z
/// comes before y and y before x, on an H100 (tests/data/cube-texels-h100.csv).
FacePlace faceOf(const std::array<float, 3>& direction) {
    const double x = direction[0], y = direction[1], z = direction[2];
    const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    const auto at = [](uint32_t face, double s, double t, double m) {
        return FacePlace{face, (s / m + 1) / 2, (t / m + 1) / 2};
    };
    if (ax > ay && ax > az)
        return x >= 0 ? at(0, -z, -y, ax) : at(1, z, -y, ax);
    if (ay > az)
        return y >= 0 ? at(2, x, z, ay) : at(3, x, -z, ay);
    return z >= 0 ? at(4, x, -y, az) : at(5, -x, -y, az);
}

} // namespace

std::optional<Texel> fetchCube(const Texture& texture, const std::array<float, 3>& direction, uint32_t layer,
                               TexelsSeen* seen) {
    const FacePlace found = faceOf(direction);
    const int64_t size = static_cast<int64_t>(texture.grid.width), last = size - 1;
    const uint32_t cube =
        texture.grid.layered ? static_cast<uint32_t>(std::min<uint64_t>(layer, texture.grid.depth / 6 - 1)) : 0;
    Texture face = texture;
    face.grid.dimensions = 2;
    face.grid.layered = true;
    face.address = {AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    face.normalizedPlaces = false;
    std::array<float, 3> place{};
    for (unsigned d = 0; d < 2; ++d) {
        const double share = d == 0 ? found.s : found.t;
        double at = (share == share ? share : 0.5) * static_cast<double>(size); // no direction is a face's middle
        if (texture.filtered) {
            const Neighbours neighbours = neighboursOf(at);
            const bool leaves = neighbours.first < 0 ? neighbours.weight != weightSteps
                                                     : neighbours.first >= last && neighbours.weight != 0;
            if (leaves)
                return std::nullopt;
        } else if (at >= static_cast<double>(size) && texture.address[d] == AddressMode::Wrap) {
            at = 0; // so on an H100; what is read at a face's far edge in other modes was not measured
        }
        place[d] = static_cast<float>(at);
    }
    return fetch(face, place, 6 * cube + found.face, seen);
}

Texel fetch(const Texture& texture, const std::array<float, 3>& place, uint32_t layer, TexelsSeen* seen) {
    const unsigned dimensions = texture.grid.dimensions;
    std::array<int64_t, 3> first{};
    std::array<uint32_t, 3> weight{};
    for (unsigned d = 0; d < dimensions; ++d) {
        const double at = scaled(texture, place[d], d);
        if (texture.filtered) {
            const Neighbours found = neighboursOf(at);
            first[d] = found.first;
            weight[d] = found.weight;
            // What is clamped is clamped before it is shared out: beyond the last middle there is one texel, and not the same one twice.
            const int64_t last = sizeOf(texture.grid).of[d] - 1;
            if (modeOf(texture, d, texture.normalizedPlaces) == AddressMode::Clamp &&
                (first[d] < 0 || first[d] >= last)) {
                first[d] = std::clamp<int64_t>(first[d], 0, last);
                weight[d] = 0;
            }
        } else {
            first[d] = static_cast<int64_t>(std::floor(at));
        }
    }
    if (!texture.filtered)
        return texelAt(texture, first, layer, texture.normalizedPlaces, seen);
    // A line is looked up at the upper edge of its only row: half of what is seen lies above it.
    const bool halfAbove = dimensions == 1 && !texture.grid.layered && texture.address[1] == AddressMode::Border;
    if (halfAbove) {
        first[1] = -1;
        weight[1] = weightSteps / 2;
    }
    const std::array<uint32_t, 8> shares = sharesOf(weight[0], weight[1], weight[2]);
    std::array<double, 4> sums{};
    for (unsigned corner = 0; corner < shares.size(); ++corner) {
        if (shares[corner] == 0)
            continue;
        const std::array<int64_t, 3> at{first[0] + (corner & 1), first[1] + (corner >> 1 & 1),
                                        first[2] + (corner >> 2)};
        const Texel texel =
            halfAbove && at[1] < 0 ? borderOf(texture) : texelAt(texture, at, layer, texture.normalizedPlaces, seen);
        const double share = static_cast<double>(shares[corner]) / weightSteps;
        for (unsigned c = 0; c < 4; ++c)
            sums[c] += share * static_cast<double>(std::bit_cast<float>(texel[c]));
    }
    Texel value;
    for (unsigned c = 0; c < 4; ++c)
        value[c] = std::bit_cast<uint32_t>(static_cast<float>(sums[c]));
    return value;
}

Texel gather(const Texture& texture, const std::array<float, 3>& place, unsigned channel, TexelsSeen* seen) {
    const int64_t x = neighboursOf(scaled(texture, place[0], 0)).first;
    const int64_t y = neighboursOf(scaled(texture, place[1], 1)).first;
    const auto at = [&](int64_t i, int64_t j) {
        return texelAt(texture, {x + i, y + j, 0}, 0, texture.normalizedPlaces, seen)[channel];
    };
    return {at(0, 1), at(1, 1), at(1, 0), at(0, 0)};
}

} // namespace warplens::sim::memory
