// SPDX-License-Identifier: GPL-3.0-or-later
// What stands out in a host program when it is read: calls of CUDA, the launch, literals; and comments, which step back.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warplens::kernels {

enum class HostMark : std::uint8_t { Call, Launch, Literal, Directive, Comment };

struct HostSpan {
    HostMark mark;
    std::size_t begin, end; ///< [begin, end) of the text
};

/// Ascending; none lies within another.
std::vector<HostSpan> hostMarks(std::string_view program);

} // namespace warplens::kernels
