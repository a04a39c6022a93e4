// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/lexer.h"

#include "sim/ptx/module.h"

#include <array>

namespace warplens::sim::ptx {
namespace {

enum : uint8_t { Other = 0, Space_ = 1, WordStart = 2, Digit = 4, WordPart = 8 };

constexpr auto classes = [] {
    std::array<uint8_t, 256> table{};
    for (const char c : std::string_view(" \t\r\n\f\v"))
        table[static_cast<uint8_t>(c)] = Space_;
    for (int c = 'a'; c <= 'z'; ++c)
        table[c] = table[c - 'a' + 'A'] = WordStart | WordPart;
    for (const char c : std::string_view("_$%."))
        table[static_cast<uint8_t>(c)] = WordStart | WordPart;
    for (int c = '0'; c <= '9'; ++c)
        table[c] = Digit | WordPart;
    return table;
}();

bool isA(char c, uint8_t kind) {
    return classes[static_cast<uint8_t>(c)] & kind;
}

} // namespace

Lexer::Lexer(std::string_view text)
    : m_text(text) {
    scan();
}

Token Lexer::next() {
    const Token token = m_token;
    scan();
    return token;
}

bool Lexer::accept(std::string_view expected) {
    if (!m_token.is(expected))
        return false;
    scan();
    return true;
}

void Lexer::skipSpace() {
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (isA(c, Space_)) {
            m_line += c == '\n';
            ++m_at;
        } else if (c == '/' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '/') {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else if (c == '/' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '*') {
            const size_t end = m_text.find("*/", m_at + 2);
            if (end == std::string_view::npos)
                throw PtxError(m_line, "a comment begins with /* and never ends");
            for (; m_at < end + 2; ++m_at)
                m_line += m_text[m_at] == '\n';
        } else {
            return;
        }
    }
}

void Lexer::scan() {
    skipSpace();
    m_token.line = m_line;
    m_token.at = static_cast<uint32_t>(m_at);
    if (m_at >= m_text.size()) {
        m_token.kind = Token::Kind::End;
        m_token.text = {};
        return;
    }
    const size_t begin = m_at;
    const char c = m_text[m_at];
    if (isA(c, WordStart | Digit)) {
        // A number may hold a point and an exponent's sign: 1.5e-3. Words hold points and ::.
        const bool number = isA(c, Digit);
        const bool decimal = number && !(c == '0' && m_at + 1 < m_text.size() && isA(m_text[m_at + 1], WordStart) &&
                                         m_text[m_at + 1] != '.');
        for (++m_at; m_at < m_text.size(); ++m_at) {
            const char n = m_text[m_at];
            if (c == '.' && n == '.') // .reg.b16 is two words, as .reg .b16 is
                break;
            if (isA(n, WordPart))
                continue;
            if (decimal && (n == '+' || n == '-') && (m_text[m_at - 1] | 0x20) == 'e')
                continue;
            if (!number && n == ':' && m_at + 2 < m_text.size() && m_text[m_at + 1] == ':' &&
                isA(m_text[m_at + 2], WordPart)) {
                ++m_at;
                continue;
            }
            break;
        }
        m_token.kind = number ? Token::Kind::Number : Token::Kind::Word;
        m_token.text = m_text.substr(begin, m_at - begin);
        return;
    }
    if (c == '"') {
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
            if (m_text[m_at] == '\n')
                throw PtxError(m_line, "a string does not end on its line");
            if (m_text[m_at] == '\\')
                ++m_at;
        }
        if (m_at >= m_text.size())
            throw PtxError(m_line, "a string never ends");
        ++m_at;
        m_token.kind = Token::Kind::String;
        m_token.text = m_text.substr(begin + 1, m_at - begin - 2);
        return;
    }
    ++m_at;
    m_token.kind = Token::Kind::Punctuation;
    m_token.text = m_text.substr(begin, 1);
}

} // namespace warplens::sim::ptx
