// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a JSON document, for people: the library's messages name its own classes.
#pragma once

#include <string>
#include <string_view>

namespace warplens::kernels {

/// Of "[json.exception.parse_error.101] parse error at line 3, column 7: …": "it ends in its middle, at line 3", "it is
/// damaged at line 3, column 7", "it lacks 'grid'", and so on, with what to do.
std::string jsonProblem(std::string_view what);

} // namespace warplens::kernels
