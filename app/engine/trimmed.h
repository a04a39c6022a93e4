// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warplens::engine {

/// A line of a text without the spaces around it.
inline std::string trimmed(std::string_view line) {
    constexpr std::string_view spaces = " \t\r";
    const size_t first = line.find_first_not_of(spaces);
    if (first == std::string_view::npos)
        return {};
    return std::string(line.substr(first, line.find_last_not_of(spaces) - first + 1));
}

} // namespace warplens::engine
