// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel argument as it is written on the command line and in requests to the worker:
//   f32[262144]=random:1    an array: type, number of elements, fill (see fill.h)
//   f32[262144]             the same, poisoned
//   f32[262144+]=random:1   at least that many: a guess of its size, which grows to what a kernel touches
//   f32[262144]=random:1:487x501/512   a matrix with padding (see fill.h)
//   f32x4[1024]=random:1    an array of vectors: 4096 elements
//   i32=512   f32=1.5       a scalar
//   f32x4=1,2,3,4           a vector, of two to four elements
//   {i32=512; f32x2=1,2; f32[64]=zeros}   a structure by value, laid out as C++ lays it out; an array in it is a pointer
//   @A+4   @0+4   @s.2      a pointer to element 4 of another argument's array, by the argument's name or number counted
//                           from 0; of a structure with the member's number
//   &scale=f32=1.5          no argument, but what a __constant__ or __device__ variable holds: any of the above
#pragma once

#include "kernels/data/element_type.h"
#include "kernels/data/fill.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// An element of another argument's array.
struct ArrayReference {
    std::string argument;              ///< its name, or its number from 0
    std::optional<std::size_t> member; ///< of a structure, from 0
    std::int64_t element = 0;

    friend bool operator==(const ArrayReference&, const ArrayReference&) = default;
};

struct ArgumentSpec;

/// Where in an argument that is no array by itself an address belongs.
struct PointerInArgument {
    std::size_t offset = 0;               ///< in bytes
    std::size_t member = 0;               ///< of a structure, from 0; of one in it that of the outermost
    std::optional<ArrayReference> others; ///< nothing: of an array of its own
    std::vector<ArgumentSpec> own;        ///< that array; one, or none
};

struct ArgumentSpec {
    ElementType type = ElementType::F32;
    bool isArray = false;
    std::int64_t elements = 1;     ///< number of elements of an array; 1 for a scalar
    FillSpec fill;                 ///< arrays only
    std::vector<std::byte> scalar; ///< all but arrays: the value as it is passed; where addresses belong, zeros

    std::size_t alignment = 1; ///< of the value in a structure
    bool isStructure = false;
    std::vector<PointerInArgument> pointers; ///< of all but arrays
    std::string variable;                    ///< of which this is the value; empty: it is an argument

    std::int64_t byteCount() const { return elements * static_cast<std::int64_t>(elementSize(type)); }
    /// A single number.
    bool isNumber() const { return !isArray && !isStructure && pointers.empty() && scalar.size() == elementSize(type); }
};

/// Throws SpecError.
ArgumentSpec parseArgumentSpec(std::string_view text);

/// Whether the text is that of an array whose size is a guess, which grows: "f32[64+]=zeros".
bool isElasticArray(std::string_view text);

/// The text of a scalar with a whole value: "i32=512". Throws SpecError where the value does not fit the type.
std::string scalarSpecText(ElementType type, std::int64_t value);

} // namespace warplens::kernels
