// SPDX-License-Identifier: GPL-3.0-or-later
// What every part of the parser reads tokens with: what has to come next, numbers, and complaints that name the line.
#pragma once

#include "sim/ptx/lexer.h"
#include "sim/ptx/module.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::sim::ptx {

/// A literal of section 4.5: integers in four bases, 0f/0d bit patterns, decimals.
struct Literal {
    Operand::Kind kind;
    uint64_t bits;
};

[[noreturn]] inline void failAt(const Token& token, const std::string& message) {
    throw PtxError(token.line, message);
}

constexpr int maxNesting = 64; ///< of { } in code and in initial values

class TokenReader {
public:
    explicit TokenReader(std::string_view text)
        : m_lexer(text) {}

    const Token& peek() const { return m_lexer.peek(); }
    Token next() { return m_lexer.next(); }
    bool accept(std::string_view text) { return m_lexer.accept(text); }
    std::string_view text() const { return m_lexer.text(); }
    [[noreturn]] void fail(const std::string& message) const { throw PtxError(m_lexer.peek().line, message); }
    Token expectWord(std::string_view what);
    void expect(std::string_view text);
    void skipStatement();
    void skipBraces();
    Literal readLiteral();
    int64_t readInteger(std::string_view what);

private:
    Lexer m_lexer;
};

} // namespace warplens::sim::ptx
