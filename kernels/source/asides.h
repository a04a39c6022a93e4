// SPDX-License-Identifier: GPL-3.0-or-later
// What of a text of CUDA C++ is no code.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace warplens::kernels {

class Tokens;

/// What is neither token nor directive, as pairs [begin, end) without the blanks around them, ascending: comments, of
/// which those that touch are one, and what "#if 0" takes out. `text` is that of the tokens.
std::vector<std::pair<std::size_t, std::size_t>> asides(std::string_view text, const Tokens& tokens);

} // namespace warplens::kernels
