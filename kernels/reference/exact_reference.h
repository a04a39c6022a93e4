// SPDX-License-Identifier: GPL-3.0-or-later
// References whose results have to agree bit for bit: copies in another order, and sums of whole numbers. Computed on
// the CPU, by the name that a stage gives under `computes`, and compared over the whole output.
#pragma once

#include "kernels/reference/reference.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace warplens::kernels {

/// The elements of an input array as they lie in memory, by its name in the stage.
using RawInputs = std::function<std::span<const std::byte>(const std::string& name)>;

/// Writes what the output has to hold from element `first` on.
using ExpectedElements = std::function<void(std::int64_t first, std::span<std::byte> destination)>;

struct ExactReference {
    std::string_view name;
    std::string output; ///< name of the array it checks
    /// `sizes` are M, N, K and the stage's parameters. Throws std::invalid_argument where one of them is missing, or
    /// an input is too short. What it returns may be called by several threads at once.
    ExpectedElements (*expect)(const Sizes& sizes, const RawInputs& inputs);
};

/// The row of that name, or null.
const ExactReference* findExactReference(std::string_view name);

struct ExactVerification {
    std::int64_t checked = 0; ///< all elements of the output
    std::int64_t wrong = 0;
    std::int64_t firstWrong = -1;

    bool passed() const { return checked > 0 && wrong == 0; }
    /// One sentence for a result that did not pass.
    std::string failureText() const;
};

/// Compares the whole output with what it has to hold.
ExactVerification verifyExactly(const ExactReference& reference, const Sizes& sizes, const RawInputs& inputs,
                                std::span<const std::byte> result, std::size_t elementBytes);

} // namespace warplens::kernels
