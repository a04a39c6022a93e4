// SPDX-License-Identifier: GPL-3.0-or-later
// A zip archive, written as a whole or not at all: the same bytes for the same parts. No Qt.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warplens::exchange {

struct ZipError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Names in the archive and their contents, in that order.
using ZipParts = std::vector<std::pair<std::string, std::string>>;

/// Throws ZipError, which names the file.
void writeZip(const std::filesystem::path& file, const ZipParts& parts);

} // namespace warplens::exchange
