// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel argument as it is written on the command line and in requests to the worker:
//   f32[262144]=random:1    an array: type, number of elements, fill (see fill.h)
//   f32[262144]             the same, poisoned
//   f32[262144]=random:1:487x501/512   a matrix with padding (see fill.h)
//   i32=512   f32=1.5       a scalar
#pragma once

#include "kernels/data/element_type.h"
#include "kernels/data/fill.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

struct ArgumentSpec {
    ElementType type = ElementType::F32;
    bool isArray = false;
    std::int64_t elements = 1;     ///< number of elements of an array; 1 for a scalar
    FillSpec fill;                 ///< arrays only
    std::vector<std::byte> scalar; ///< scalars only: the value as it is passed, elementSize(type) bytes

    std::int64_t byteCount() const { return elements * static_cast<std::int64_t>(elementSize(type)); }
};

/// Throws SpecError.
ArgumentSpec parseArgumentSpec(std::string_view text);

/// The text of a scalar with a whole value: "i32=512". Throws SpecError where the value does not fit the type.
std::string scalarSpecText(ElementType type, std::int64_t value);

} // namespace warplens::kernels
