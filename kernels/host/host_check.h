// SPDX-License-Identifier: GPL-3.0-or-later
// How a host program compares its result with the CPU's, by what the stage computes: C++ that knows the host's arrays by
// their names in the stage, M, N, K and the stage's parameters, and leaves `compared`, `wrong` and `largest` behind.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warplens::kernels {

struct HostCheck {
    std::string_view computes; ///< as in work.h
    std::string_view output;   ///< the array that holds the result
    std::string_view says;     ///< what is compared with what
    /// Declarations before the loop; the whole comparison where `expected` is empty.
    std::string_view before;
    /// What element i has to be; compared exactly.
    std::string_view expected;
};

std::span<const HostCheck> hostChecks();

/// The row of that name, or null.
const HostCheck* findHostCheck(std::string_view computes);

/// The lines of the comparison, indented as those of main(). `rounding`: what a stage gives away on purpose.
std::string checkText(const HostCheck& check, double rounding);

} // namespace warplens::kernels
