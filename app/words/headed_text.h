// SPDX-License-Identifier: GPL-3.0-or-later
// A text file of ours as its lines: what lessons, lectures, the glossary and challenges are read from. A header, where
// there is one, stands at the top between two lines of ---, as "key: value".
#pragma once

#include "app/engine/trimmed.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::words {

/// What is wrong with a file, and at which line, from 1; 0: with the file itself.
struct TextMistake : std::runtime_error {
    TextMistake(int line_, const std::string& what)
        : std::runtime_error(what)
        , line(line_) {}
    int line;
};

/// The lines without blanks at their ends; `next` is the first one behind the header.
struct HeadedText {
    /// `keys` are all that a header may have; without any there is none. Throws TextMistake.
    HeadedText(const std::filesystem::path& file, const std::vector<std::string>& keys);

    /// Throws TextMistake where the header does not have it.
    const std::string& required(const std::string& key) const;
    /// Of the key in the header.
    int lineOf(const std::string& key) const;
    /// Of the line that is next.
    int number() const { return static_cast<int>(next) + 1; }

    std::vector<std::string> all;
    std::map<std::string, std::pair<std::string, int>> header; ///< and the line of each
    size_t next = 0;
};

using engine::trimmed;
/// "a, b" without blanks; empty parts are left out.
std::vector<std::string> listed(std::string_view text);
std::optional<size_t> wholeNumber(std::string_view text);
/// Adds a line to a paragraph.
void joinLine(std::string& text, const std::string& line);

} // namespace warplens::words
