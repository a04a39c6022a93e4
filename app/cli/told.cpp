// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/told.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace warplens::cli {

nlohmann::ordered_json textJson(const words::Filled& filled) {
    constexpr std::array kinds{"plain", "constant", "figure", "claim"};
    constexpr std::array states{"known", "pending", "missing", "broken"};
    using nlohmann::ordered_json;
    ordered_json pieces = ordered_json::array();
    for (const words::Piece& piece : filled.pieces) {
        ordered_json json{{"text", piece.text}, {"kind", kinds[static_cast<std::size_t>(piece.kind)]}};
        if (piece.kind != words::Kind::Plain) {
            json["state"] = states[static_cast<std::size_t>(piece.state)];
            json["marker"] = piece.marker;
        }
        if (!piece.origin.empty())
            json["origin"] = piece.origin;
        if (!piece.why.empty())
            json["why"] = piece.why;
        pieces.push_back(std::move(json));
    }
    return {{"text", filled.text()}, {"origins", filled.origins}, {"pieces", std::move(pieces)}};
}

std::string wrapped(const std::string& text, std::size_t width) {
    std::string lines;
    std::size_t length = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string word = text.substr(at, end - at);
        const auto letters = static_cast<std::size_t>(
            std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xc0) != 0x80; }));
        if (length > 0 && length + 1 + letters > width) {
            lines += '\n';
            length = 0;
        } else if (length > 0 && !word.empty()) {
            lines += ' ';
            ++length;
        }
        lines += word;
        length += letters;
        at = end + 1;
    }
    return lines;
}

} // namespace warplens::cli
