// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/protocol/base64.h"

#include <cstdint>

namespace warplens::kernels {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string base64Encoded(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t j = 0; j < 3; ++j)
            group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            text += j <= count ? alphabet[group >> (18 - 6 * j) & 63] : '=';
    }
    return text;
}

std::optional<std::string> base64Decoded(std::string_view text) {
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        const bool last = i + 4 == text.size();
        std::size_t padding = 0;
        if (last && text[i + 3] == '=')
            padding = text[i + 2] == '=' ? 2 : 1;
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const std::size_t digit = j + padding >= 4 ? 0 : alphabet.find(text[i + j]);
            if (digit == std::string_view::npos)
                return std::nullopt;
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t j = 0; j + padding < 3; ++j)
            bytes += static_cast<char>(group >> (16 - 8 * j) & 255);
    }
    return bytes;
}

} // namespace warplens::kernels
