// SPDX-License-Identifier: GPL-3.0-or-later
// A course pack: a folder of a teacher's own with stages, lessons, lectures, a glossary and challenges. docs/packs.md tells how
// one is made. What is in it comes from somebody else, so it is looked at before it is used: nothing in it leads out of
// the folder, and its links can do no more than show. No Qt.
#pragma once

#include "kernels/catalogue/catalogue.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::packs {

struct Pack {
    std::filesystem::path folder; ///< absolute
    std::string title;
    std::string author;
    std::string language = "en"; ///< of its lessons, lectures, glossary and challenges
    std::string about;           ///< may be empty
};

/// Why it cannot be opened: a line for each mistake, with file and line.
struct PackError : std::runtime_error {
    explicit PackError(std::vector<kernels::Problem> mistakes);
    std::vector<kernels::Problem> problems;
};

/// Its pack.toml, once nothing speaks against the folder. Throws PackError.
Pack readPack(const std::filesystem::path& folder);

} // namespace warplens::packs
