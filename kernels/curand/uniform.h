// SPDX-License-Identifier: GPL-3.0-or-later
// From integers to numbers between 0 and 1, and by Box and Muller's way to normal ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace warplens::curand {

constexpr float unit = 0x1p-32f;
constexpr double pi = 3.14159265358979323846;

inline float uniformOf(uint32_t x) {
    return static_cast<float>(x) * unit + unit / 2;
}
/// Of 53 bits: the second word is the upper part.
inline double uniformOf(uint32_t low, uint32_t high) {
    const uint64_t bits = low ^ (static_cast<uint64_t>(high) << 21);
    return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

/// Two normal numbers from a uniform one and an angle.
template<class R>
std::pair<R, R> boxMuller(R u, R angle) {
    const R radius = std::sqrt(R(-2) * std::log(u));
    return {std::sin(angle) * radius, std::cos(angle) * radius};
}
inline float angleOf(uint32_t x) {
    constexpr float step = static_cast<float>(0x1p-32 * 2 * pi);
    return static_cast<float>(x) * step + step / 2;
}

} // namespace warplens::curand
