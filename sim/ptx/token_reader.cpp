// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/token_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace warplens::sim::ptx {

using Kind = Token::Kind;

namespace {

Literal literal(const Token& token, bool negative) {
    std::string_view text = token.text;
    const auto hexadecimal = [&](std::string_view digits, size_t expected) {
        uint64_t bits = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
        if (error != std::errc() || end != digits.data() + digits.size() || digits.size() != expected)
            failAt(token, fmt::format("'{}' is no floating-point constant: {} hexadecimal digits follow 0{}",
                                      token.text, expected, token.text[1]));
        return bits;
    };
    if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'f') {
        const uint64_t bits = hexadecimal(text.substr(2), 8);
        return {Operand::Kind::Float32, negative ? bits ^ 0x80000000u : bits};
    }
    if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'd') {
        const uint64_t bits = hexadecimal(text.substr(2), 16);
        return {Operand::Kind::Float64, negative ? bits ^ (1ull << 63) : bits};
    }
    int base = 10;
    if (text.size() > 1 && text[0] == '0') {
        base = (text[1] | 0x20) == 'x' ? 16 : (text[1] | 0x20) == 'b' ? 2 : 8;
        if (text.find_first_of(".eE") != std::string_view::npos && base == 8)
            base = 10;
        if (base != 8 && base != 10)
            text.remove_prefix(2);
    }
    if (base == 10 && text.find_first_of(".eE") != std::string_view::npos) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            failAt(token, fmt::format("'{}' is no number", token.text));
        if (negative)
            value = -value;
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return {Operand::Kind::Float64, bits};
    }
    if (!text.empty() && (text.back() | 0x20) == 'u')
        text.remove_suffix(1);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
        failAt(token, fmt::format("'{}' is no number", token.text));
    return {Operand::Kind::Integer, negative ? 0 - value : value};
}

} // namespace

Token TokenReader::expectWord(std::string_view what) {
    if (m_lexer.peek().kind != Kind::Word)
        fail(fmt::format("expected {} instead of '{}'", what, m_lexer.peek().text));
    return m_lexer.next();
}

void TokenReader::expect(std::string_view text) {
    if (!m_lexer.accept(text))
        fail(m_lexer.peek().kind == Kind::End
                 ? fmt::format("the text ends where '{}' was expected", text)
                 : fmt::format("expected '{}' instead of '{}'", text, m_lexer.peek().text));
}

void TokenReader::skipStatement() {
    while (!m_lexer.peek().is(";")) {
        if (m_lexer.peek().kind == Kind::End)
            fail("the text ends inside a statement");
        m_lexer.next();
    }
    m_lexer.next();
}

void TokenReader::skipBraces() {
    expect("{");
    for (int depth = 1; depth > 0;) {
        const Token token = m_lexer.next();
        if (token.kind == Kind::End)
            fail("the text ends inside { }");
        depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
}

Literal TokenReader::readLiteral() {
    const bool negative = m_lexer.accept("-");
    if (m_lexer.peek().kind != Kind::Number)
        fail(fmt::format("expected a number instead of '{}'", m_lexer.peek().text));
    return literal(m_lexer.next(), negative);
}

int64_t TokenReader::readInteger(std::string_view what) {
    const Literal value = readLiteral();
    if (value.kind != Operand::Kind::Integer)
        fail(fmt::format("{} is a whole number", what));
    return static_cast<int64_t>(value.bits);
}

} // namespace warplens::sim::ptx
