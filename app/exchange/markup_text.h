// SPDX-License-Identifier: GPL-3.0-or-later
// Text as XML and HTML have it.
#pragma once

#include <string>
#include <string_view>

namespace warplens::exchange {

/// What no document may hold is left out: control characters.
inline std::string escapedMarkup(std::string_view text) {
    std::string out;
    for (const char c : text)
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
                out += c;
        }
    return out;
}

} // namespace warplens::exchange
