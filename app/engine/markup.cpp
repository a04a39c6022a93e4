// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/markup.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace warplens::engine {

std::string uriOf(const std::string& path) {
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos)
            uri += c;
        else
            uri += fmt::format("%{:02X}", byte);
    }
    return uri;
}

std::string xmlText(const std::string& text) {
    std::string xml;
    for (const char c : text)
        switch (c) {
        case '&':
            xml += "&amp;";
            break;
        case '<':
            xml += "&lt;";
            break;
        case '>':
            xml += "&gt;";
            break;
        case '"':
            xml += "&quot;";
            break;
        default:
            xml += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
        }
    return xml;
}

} // namespace warplens::engine
