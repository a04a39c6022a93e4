// SPDX-License-Identifier: GPL-3.0-or-later
// The types that elements of arrays and scalar kernel arguments can have, and how their values are
// written as bytes. Bytes are little endian, as on the GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::kernels {

enum class ElementType { F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, BF16, E4M3, E5M2 };

/// Size of one element in bytes.
std::size_t elementSize(ElementType type);

/// The name used in stage files and on the command line: "f32", "i64", ...
std::string_view elementTypeName(ElementType type);

/// The type of that name, or nothing where there is none.
std::optional<ElementType> parseElementType(std::string_view name);

/// All names in one line, for messages: "f16, f32, ...".
std::string_view elementTypeNames();

bool isFloatingPoint(ElementType type);

/// The smallest and the largest value of an integer type that fits in 64 signed bits (u64 is cut at 2^63 - 1).
std::int64_t smallestInteger(ElementType type);
std::int64_t largestInteger(ElementType type);

/// A floating-point format of 8 or 16 bits: a sign, then the exponent, then the fraction.
struct SmallFloat {
    int exponentBits = 0, fractionBits = 0;
    bool infinities = true; ///< false: the largest exponent is one of numbers, but for NaN, which has every bit set
    bool saturates = false; ///< what is too large becomes the largest number, as CUDA's conversions to fp8 do it

    double largest() const;
};

/// The format of f16, bf16, e4m3 and e5m2; nothing for other types.
std::optional<SmallFloat> smallFloat(ElementType type);

/// Rounded to nearest even, as CUDA's conversions round; what is not a number has every bit but the sign set.
std::uint16_t smallFloatBits(const SmallFloat& format, double value);
double smallFloatValue(const SmallFloat& format, std::uint16_t bits);

/// IEEE 754 binary16, rounded to nearest even; overflow gives infinity.
std::uint16_t halfBits(double value);

/// The value of an IEEE 754 binary16.
double halfValue(std::uint16_t bits);

} // namespace warplens::kernels
