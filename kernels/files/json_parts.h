// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a large JSON text are, so that a parser need not have all of them in memory at the same time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace warplens::kernels {

inline bool isJsonBlank(char letter) {
    return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
}

/// A member of the outermost object. Views are of the text.
struct JsonPart {
    std::string_view key; ///< with its quotation marks
    std::string_view value;
    bool isList = false;
    std::vector<std::string_view> items; ///< of a list
};

/// By their order in the text. What is inside of a value or an item is not looked at: its parser has to. Nothing where the
/// text is no object, or its outermost brackets, commas and colons are not where they should be.
std::optional<std::vector<JsonPart>> splitJson(std::string_view text);

} // namespace warplens::kernels
