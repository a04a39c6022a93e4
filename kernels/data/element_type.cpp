// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/element_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace warplens::kernels {
namespace {

struct Row {
    ElementType type;
    std::string_view name;
    std::size_t size;
};

constexpr std::array<Row, 14> rows{{
    {ElementType::F16, "f16", 2},
    {ElementType::F32, "f32", 4},
    {ElementType::F64, "f64", 8},
    {ElementType::I8, "i8", 1},
    {ElementType::I16, "i16", 2},
    {ElementType::I32, "i32", 4},
    {ElementType::I64, "i64", 8},
    {ElementType::U8, "u8", 1},
    {ElementType::U16, "u16", 2},
    {ElementType::U32, "u32", 4},
    {ElementType::U64, "u64", 8},
    {ElementType::BF16, "bf16", 2},
    {ElementType::E4M3, "e4m3", 1},
    {ElementType::E5M2, "e5m2", 1},
}};

const Row& rowOf(ElementType type) {
    return rows[static_cast<std::size_t>(type)];
}

constexpr SmallFloat half{5, 10};

/// The exponent of 1 as it is written.
int biasOf(const SmallFloat& format) {
    return (1 << (format.exponentBits - 1)) - 1;
}

/// The bits of the largest number.
int largestBits(const SmallFloat& format) {
    const int allSet = (1 << (format.exponentBits + format.fractionBits)) - 1;
    return allSet - (format.infinities ? 1 << format.fractionBits : 1);
}

bool isUnsigned(ElementType type) {
    return type == ElementType::U8 || type == ElementType::U16 || type == ElementType::U32 || type == ElementType::U64;
}

} // namespace

std::size_t elementSize(ElementType type) {
    return rowOf(type).size;
}

std::string_view elementTypeName(ElementType type) {
    return rowOf(type).name;
}

std::optional<ElementType> parseElementType(std::string_view name) {
    for (const Row& row : rows)
        if (row.name == name)
            return row.type;
    return std::nullopt;
}

std::string_view elementTypeNames() {
    return "f16, bf16, e4m3, e5m2, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64";
}

bool isFloatingPoint(ElementType type) {
    return type == ElementType::F32 || type == ElementType::F64 || smallFloat(type).has_value();
}

std::int64_t smallestInteger(ElementType type) {
    if (isUnsigned(type))
        return 0;
    return std::numeric_limits<std::int64_t>::min() >> (64 - 8 * elementSize(type));
}

std::int64_t largestInteger(ElementType type) {
    const int bits = static_cast<int>(8 * elementSize(type));
    if (isUnsigned(type) && bits < 64)
        return (std::int64_t{1} << bits) - 1;
    return std::numeric_limits<std::int64_t>::max() >> (64 - bits);
}

double SmallFloat::largest() const {
    return smallFloatValue(*this, static_cast<std::uint16_t>(largestBits(*this)));
}

std::optional<SmallFloat> smallFloat(ElementType type) {
    switch (type) {
    case ElementType::F16:
        return half;
    case ElementType::BF16:
        return SmallFloat{8, 7};
    case ElementType::E4M3:
        return SmallFloat{4, 3, false, true};
    case ElementType::E5M2:
        return SmallFloat{5, 2, true, true};
    default:
        return std::nullopt;
    }
}

std::uint16_t smallFloatBits(const SmallFloat& format, double value) {
    const int allSet = (1 << (format.exponentBits + format.fractionBits)) - 1, largest = largestBits(format);
    if (std::isnan(value))
        return static_cast<std::uint16_t>(allSet);
    const int sign = std::signbit(value) ? allSet + 1 : 0;
    const double magnitude = std::fabs(value);
    int bits = largest + 1;
    if (std::isfinite(magnitude)) {
        int exponent = 0;
        std::frexp(magnitude, &exponent); // magnitude = f * 2^exponent, f in [0.5, 1)
        // Below the smallest normal number all lie as far apart as there (subnormal). Where rounding leads to the next
        // power of two, the fraction carries into the exponent by itself.
        const int above = magnitude == 0 ? 0 : std::max(0, exponent - 1 + biasOf(format) - 1); // the smallest exponent
        const int spacing = above + 1 - biasOf(format) - format.fractionBits;
        const double steps = std::nearbyint(std::ldexp(magnitude, -spacing));
        if (above < 1 << format.exponentBits)
            bits = std::min(bits, static_cast<int>(steps) + (above << format.fractionBits));
    }
    if (bits > largest)
        bits = format.saturates ? largest : format.infinities ? largest + 1 : allSet;
    return static_cast<std::uint16_t>(sign | bits);
}

double smallFloatValue(const SmallFloat& format, std::uint16_t bits) {
    const int fraction = bits & ((1 << format.fractionBits) - 1);
    const int exponent = bits >> format.fractionBits & ((1 << format.exponentBits) - 1);
    const int magnitudeBits = exponent << format.fractionBits | fraction;
    double magnitude = std::numeric_limits<double>::quiet_NaN();
    if (magnitudeBits <= largestBits(format))
        magnitude = std::ldexp(exponent == 0 ? fraction : (1 << format.fractionBits) + fraction,
                               std::max(exponent, 1) - biasOf(format) - format.fractionBits);
    else if (format.infinities && fraction == 0)
        magnitude = std::numeric_limits<double>::infinity();
    const bool negative = (bits >> (format.exponentBits + format.fractionBits) & 1) != 0;
    return std::copysign(magnitude, negative ? -1.0 : 1.0);
}

std::uint16_t halfBits(double value) {
    return smallFloatBits(half, value);
}

double halfValue(std::uint16_t bits) {
    return smallFloatValue(half, bits);
}

} // namespace warplens::kernels
