// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/element_type.h"

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

constexpr std::array<Row, 11> rows{{
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
}};

const Row& rowOf(ElementType type) {
    return rows[static_cast<std::size_t>(type)];
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
    return "f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64";
}

bool isFloatingPoint(ElementType type) {
    return type == ElementType::F16 || type == ElementType::F32 || type == ElementType::F64;
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

std::uint16_t halfBits(double value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | 0x7e00);
    // 65520 lies half-way between the largest half and the next power of two, and rounds to even: up.
    if (magnitude >= 65520.0)
        return static_cast<std::uint16_t>(sign | 0x7c00);
    // Below 2^-14 halves are multiples of 2^-24 (subnormal). The integer carries into the exponent by itself.
    if (magnitude < 0x1p-14)
        return static_cast<std::uint16_t>(sign | static_cast<int>(std::nearbyint(magnitude * 0x1p24)));
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent); // magnitude = fraction * 2^exponent, fraction in [0.5, 1)
    const int mantissa = static_cast<int>(std::nearbyint(fraction * 2048.0)); // 1024 .. 2048
    return static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + (mantissa - 1024)));
}

double halfValue(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1f;
    const int mantissa = bits & 0x3ff;
    double magnitude = 0.0;
    if (exponent == 0x1f)
        magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
        magnitude = std::ldexp(mantissa, -24);
    else
        magnitude = std::ldexp(1024 + mantissa, exponent - 25);
    return std::copysign(magnitude, (bits & 0x8000) != 0 ? -1.0 : 1.0);
}

} // namespace warplens::kernels
