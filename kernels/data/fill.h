// SPDX-License-Identifier: GPL-3.0-or-later
// Test data for kernels. The GPU worker and the emulator fill their arrays through this file, so both see the
// same bits. Every element is a function of the seed and its index alone ("counter-based"), so any range of an
// array can be made without the rest, by any number of threads.
//
// Random data: z = mix(seed * 0x9E3779B97F4A7C15 + index), where mix is the finaliser of splitmix64. Floats are
// uniform in [0, 1): f64 the top 53 bits of z times 2^-53, f32 the top 24 bits times 2^-24, f16 the top 11 bits
// times 2^-11, bf16 the top 8 times 2^-8, e4m3 the top 4 times 2^-4 and e5m2 the top 3 times 2^-3 (each exactly
// representable). Integers are the low bits of z. Below a limit: the top 53 bits of z modulo
// the limit.
//
// A matrix may lie in an array that is larger than it: "random:1:487x501/512" are 487 rows of 501 elements, of which
// each begins 512 elements after the one before it. Its elements are the same as those of a matrix without padding.
// What does not belong to it is 0, or with "+poison" behind it NaN, which nobody who reads it can overlook. With
// "+transposed" behind it the array holds the transpose: "random:2:501x487/501+transposed" are the elements of a matrix
// of 501 rows and 487 columns, of which each column lies together.
#pragma once

#include "kernels/data/element_type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// What is wrong with the text of a fill or an argument, and what to write instead.
struct SpecError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class FillKind {
    Random, ///< "random:SEED"
    Below,  ///< "below:LIMIT:SEED": whole numbers from 0 to LIMIT - 1, such as indices
    Zeros,  ///< "zeros"
    Poison, ///< "poison": every byte 0xFF, which is NaN in every floating-point type
    File,   ///< "file:PATH": raw elements, little endian
    List,   ///< "list:0,33,66": whole numbers, and from the beginning again
};

/// Where a matrix lies in an array: `columns` of every `pitch` elements belong to it, in the first `rows` rows. Of a
/// transposed one, `rows` of every `pitch` elements do: a column of it.
struct PitchedLayout {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t pitch = 0;
    bool poisoned = false; ///< what does not belong to it: poison instead of zeros
    bool transposed = false;

    friend bool operator==(const PitchedLayout&, const PitchedLayout&) = default;
};

struct FillSpec {
    FillKind kind = FillKind::Zeros;
    std::uint64_t seed = 0;                             ///< Random and Below
    std::string path;                                   ///< File only
    std::optional<PitchedLayout> layout = std::nullopt; ///< of an array with padding; never of a file
    std::uint64_t limit = 0;                            ///< Below only; at least 1
    std::vector<std::int64_t> values = {};              ///< List only; at least one

    friend bool operator==(const FillSpec&, const FillSpec&) = default;
};

/// Reads "random:7", "below:64:7", "zeros", "poison", "list:1,2" or "file:PATH", all but the last also with a layout. Throws
/// SpecError.
FillSpec parseFill(std::string_view text);

/// The text that parseFill reads.
std::string fillText(const FillSpec& spec);

/// The layout as it stands behind a fill: ":487x501/512", then "+transposed" and "+poison" where they apply.
std::string layoutText(const PitchedLayout& layout);

/// Random bits of one element.
std::uint64_t randomBits(std::uint64_t seed, std::uint64_t index);

/// Writes elements [first, first + destination.size() / elementSize(type)) of the array. Throws SpecError where a
/// file cannot be read or is too short.
void fillRange(ElementType type, const FillSpec& spec, std::uint64_t first, std::span<std::byte> destination);

/// The whole array, from element 0, on all cores.
void fillArray(ElementType type, const FillSpec& spec, std::span<std::byte> destination);

/// The elements of the matrix alone, row by row: the array itself where it has no layout. Throws SpecError where the
/// array is smaller than the layout says.
std::vector<std::byte> withoutPadding(ElementType type, const FillSpec& spec, std::span<const std::byte> array);

} // namespace warplens::kernels
