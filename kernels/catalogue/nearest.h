// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …": the known word nearest to one that was mistyped.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warplens::kernels {

/// The candidate with the smallest edit distance, or an empty string where none is near (more than a third of the
/// letters would have to change).
std::string nearestWord(std::string_view word, std::span<const std::string> candidates);

/// ": did you mean 'x'?" or ": known are x, y, z".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

} // namespace warplens::kernels
