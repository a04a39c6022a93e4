// SPDX-License-Identifier: GPL-3.0-or-later
// Double-precision references on the CPU, by the name that a stage gives under `computes`. A reference covers the
// whole result, or for large problems a part of it: the first and the last rows and columns, where guards go wrong,
// and a sample that has elements in every block of 32×32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

using Sizes = std::map<std::string, std::int64_t>; ///< M, N, K

/// The expected values at the crossings of some rows and columns of the result.
struct Patch {
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> columns;
    std::vector<double> values; ///< rows.size() × columns.size()
};

struct Reference {
    std::int64_t rowLength = 0; ///< elements from one row of the result to the next
    std::int64_t total = 0;     ///< elements of the whole result
    std::vector<Patch> patches; ///< no element is in two of them
    double tolerance = 0.0;     ///< largest relative error that rounding can explain

    std::int64_t checked() const;
};

/// The elements of an fp32 input array, by its name in the stage. Throws std::invalid_argument for an unknown name.
using Inputs = std::function<std::span<const float>(const std::string& name)>;

struct ReferenceFunction {
    std::string_view name;
    std::vector<std::string> inputs; ///< names of the arrays it reads
    std::string output;              ///< name of the array it checks
    Reference (*compute)(const Sizes& sizes, const Inputs& inputs);
};

std::span<const ReferenceFunction> referenceFunctions();

/// The row of that name, or null.
const ReferenceFunction* findReference(std::string_view name);

} // namespace warplens::kernels
