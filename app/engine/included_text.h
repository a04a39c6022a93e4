// SPDX-License-Identifier: GPL-3.0-or-later
// Headers that a text includes by "name", as far as they lie beside it or beside each other.
#pragma once

#include "kernels/source/source_text.h"

#include <filesystem>
#include <functional>

namespace warplens::engine {

/// Each of them once, the outer ones first. One that cannot be read is left out: the compiler tells what is wrong with it.
void forEachIncluded(const kernels::SourceText& text, const std::filesystem::path& folder,
                     const std::function<void(const kernels::SourceText&)>& visit);
/// All of them and then the text: what there is to guess from. Places in it are not those of the file.
kernels::SourceText withIncluded(const std::filesystem::path& file, const kernels::SourceText& text);

} // namespace warplens::engine
