// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a result with its reference.
#pragma once

#include "kernels/reference/reference.h"

#include <cstdint>
#include <span>
#include <string>

namespace warplens::kernels {

/// Errors are relative to the expected value (absolute where it is 0), over the elements that were checked.
struct Verification {
    double largestError = 0.0; ///< of the elements that are numbers
    double averageError = 0.0; ///< likewise
    std::int64_t checked = 0;
    std::int64_t total = 0;
    std::int64_t wrong = 0; ///< elements whose error is not within the tolerance; NaN is always wrong
    double tolerance = 0.0;
    std::string firstWrong; ///< "row 3, column 7: 0.25 instead of 0.5"

    bool passed() const { return checked > 0 && wrong == 0; }
    /// One sentence for a result that did not pass.
    std::string failureText() const;
};

/// The error may exceed the reference's tolerance by `rounding`, for kernels that round more than FP32 does. Throws
/// std::invalid_argument where the result is shorter than the reference.
Verification verify(const Reference& reference, std::span<const float> result, double rounding = 0.0);

} // namespace warplens::kernels
