// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a PTX text into tokens. A word keeps its dots and double colons, so a mnemonic with all its
// modifiers ("ld.global.L1::evict_last.v4.f32"), a directive (".reg") and a special register ("%tid.x")
// are one token each.
#pragma once

#include <cstdint>
#include <string_view>

namespace warplens::sim::ptx {

struct Token {
    enum class Kind : uint8_t { End, Word, Number, String, Punctuation };
    Kind kind = Kind::End;
    uint32_t line = 1;
    uint32_t at = 0; ///< offset in the text
    std::string_view text;

    bool is(std::string_view expected) const { return kind != Kind::String && text == expected; }
};

class Lexer {
public:
    explicit Lexer(std::string_view text);

    const Token& peek() const { return m_token; }
    Token next();
    /// Takes the token where it is the one expected.
    bool accept(std::string_view expected);
    std::string_view text() const { return m_text; }

private:
    void scan();
    void skipSpace();

    std::string_view m_text;
    size_t m_at = 0;
    uint32_t m_line = 1;
    Token m_token;
};

} // namespace warplens::sim::ptx
