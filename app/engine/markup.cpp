// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/markup.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <string_view>

namespace warplens::engine {

std::string uriOf(const std::string& path) {
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos)
            uri += c;
        else
            uri += fmt::format("%{:02X}", byte);
    }
    return uri;
}

namespace {

/// How many bytes from `at` on are a character of UTF-8; 0: they are none.
size_t characterAt(const std::string& text, size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const size_t bytes = first < 0x80   ? 1
                         : first < 0xC2 ? 0
                         : first < 0xE0 ? 2
                         : first < 0xF0 ? 3
                         : first < 0xF5 ? 4
                                        : 0;
    if (bytes == 0 || bytes > text.size() - at)
        return 0;
    for (size_t i = 1; i < bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        const bool isTooShort = i == 1 && ((first == 0xE0 && byte < 0xA0) || (first == 0xF0 && byte < 0x90));
        const bool isNone = i == 1 && ((first == 0xED && byte > 0x9F) || (first == 0xF4 && byte > 0x8F));
        if ((byte & 0xC0) != 0x80 || isTooShort || isNone)
            return 0;
    }
    return bytes;
}

} // namespace

std::string xmlText(const std::string& text) {
    std::string xml;
    for (size_t at = 0; at < text.size();) {
        const size_t bytes = characterAt(text, at);
        const char c = text[at];
        if (bytes == 0)
            xml += "\xEF\xBF\xBD";
        else if (c == '&')
            xml += "&amp;";
        else if (c == '<')
            xml += "&lt;";
        else if (c == '>')
            xml += "&gt;";
        else if (c == '"')
            xml += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
            xml += ' ';
        else
            xml.append(text, at, bytes);
        at += bytes == 0 ? 1 : bytes;
    }
    return xml;
}

std::string jsonText(const nlohmann::ordered_json& document) {
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace warplens::engine
