// SPDX-License-Identifier: GPL-3.0-or-later
// A value for a kernel's parameter that is a structure: its members as the text declares them, and of each what a parameter of
// its own would be given.
#pragma once

#include "kernels/source/source_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::engine {

/// "{i32=64; i32=64; f32[4096]=random:1}", as the command line writes it. Whole numbers get `number`, arrays `count` elements;
/// `seed` counts the random ones. Nothing where the text declares no such structure, or where it has something that cannot be
/// written so: a bit-field, a base, a virtual function, an alignment, a type that is not known here.
std::optional<std::string> guessedStructure(const kernels::SourceText& text, std::string_view type, std::int64_t number,
                                            std::int64_t count, int& seed);

} // namespace warplens::engine
