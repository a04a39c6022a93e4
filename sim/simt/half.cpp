// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/half.h"

#include <bit>

namespace warplens::sim::simt {

float widenHalf(uint16_t h, bool bfloat) {
    if (bfloat)
        return std::bit_cast<float>(static_cast<uint32_t>(h) << 16);
    const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16, exponent = h >> 10 & 31, fraction = h & 0x3ffu;
    if (exponent == 0)
        return std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24f) | sign);
    return std::bit_cast<float>(sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13);
}

uint16_t narrowHalf(float x, bool bfloat) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    if (x != x)
        return 0x7fff;
    if (bfloat)
        return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
    const uint16_t sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
    const float magnitude = std::bit_cast<float>(bits & 0x7fffffffu);
    if (magnitude >= 65520.0f)
        return static_cast<uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x1p-14f) // subnormal: adding this makes the last bit of a float that of the half
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(magnitude + 0.5f) - 0x3f000000u));
    const uint32_t m = bits & 0x7fffffffu;
    return static_cast<uint16_t>(sign | ((m - (112u << 23) + 0xfffu + (m >> 13 & 1)) >> 13));
}

} // namespace warplens::sim::simt
