// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with their figures, as JSON and as lines for a terminal.
#pragma once

#include "app/words/fill.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>

namespace warplens::cli {

/// A text with its figures, and what it is made of.
nlohmann::ordered_json textJson(const words::Filled& filled);
/// Lines of at most so many characters, broken at spaces.
std::string wrapped(const std::string& text, std::size_t width);

} // namespace warplens::cli
