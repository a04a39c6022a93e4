// SPDX-License-Identifier: GPL-3.0-or-later
// Lists as text: cut at a character, and put together again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::app {

/// "a,,b" at ',' is a, nothing, b; an empty text has no parts.
inline std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

template<class List>
std::string joined(const List& list, std::string_view between) {
    std::string text;
    for (const auto& each : list) {
        if (!text.empty())
            text += between;
        text += each;
    }
    return text;
}

} // namespace warplens::app
