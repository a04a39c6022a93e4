// SPDX-License-Identifier: GPL-3.0-or-later
// What a course pack may not have: anything that leads out of its folder. Told with file and line. No Qt.
#pragma once

#include "kernels/catalogue/catalogue.h"

#include <filesystem>
#include <vector>

namespace warplens::packs {

/// More than a course ever has; a folder without an end is not walked through.
inline constexpr std::size_t mostEntries = 10'000;

/// Symbolic links, wherever they lead; pipes and devices; too many of them.
std::vector<kernels::Problem> strayEntries(const std::filesystem::path& folder);

/// Sources that include what is no header of the toolkit, launches that read files, and links that show what is no stage.
std::vector<kernels::Problem> strayWords(const std::filesystem::path& folder);

} // namespace warplens::packs
