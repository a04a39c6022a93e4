// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/variable_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warplens::sim::ptx {

using Kind = Token::Kind;

// [.align n] [.ptr ...] .type
void VariableParser::parseType(Variable& variable, unsigned& lanes, uint32_t& align) {
    while (m_in.peek().kind == Kind::Word && m_in.peek().text[0] == '.') {
        const Token token = m_in.next();
        if (token.is(".align")) {
            const int64_t value = m_in.readInteger("the alignment");
            if (value <= 0 || value > 65536 || (value & (value - 1)) != 0)
                failAt(token, "an alignment is a power of two, at most 65536");
            // In `.ptr .align n` it speaks of what the pointer points to.
            if (variable.type == Type::None)
                align = static_cast<uint32_t>(value);
        } else if (token.is(".attribute")) {
            while (!m_in.accept(")")) {
                const Token part = m_in.next();
                variable.isManaged |= part.is(".managed");
                if (part.kind == Kind::End)
                    m_in.fail("the text ends inside .attribute( )");
            }
        } else if (token.is(".v2") || token.is(".v4") || token.is(".v8")) {
            lanes = static_cast<unsigned>(token.text[2] - '0');
        } else if (token.is(".ptr") || token.is(".global") || token.is(".shared") || token.is(".const") ||
                   token.is(".local")) {
            continue; // what a pointer parameter points to
        } else if (const auto type = typeFromName(token.text.substr(1))) {
            variable.type = *type;
        } else if (token.is(".texref") || token.is(".samplerref") || token.is(".surfref")) {
            variable.type = Type::b64;
        } else {
            failAt(token, fmt::format("'{}' cannot stand in a declaration", token.text));
        }
    }
    if (variable.type == Type::None)
        m_in.fail("a declaration needs a type");
}

// .space [.align n] [.ptr ...] .type name [dims] [= initial] [;]
Variable VariableParser::parse(Space space, bool isExtern) {
    Variable variable;
    variable.space = space;
    variable.isExtern = isExtern;
    variable.line = m_in.peek().line;
    unsigned lanes = 1;
    uint32_t align = 0;
    parseType(variable, lanes, align);
    const Token name = m_in.expectWord("the name of a variable");
    variable.name = name.text;
    const uint64_t element = std::max(1u, typeBytes(variable.type)) * uint64_t(lanes);
    variable.align = align ? align : static_cast<uint32_t>(element);

    uint64_t count = 1;
    bool open = false;
    while (m_in.accept("[")) {
        if (m_in.accept("]")) {
            open = true;
            continue;
        }
        const int64_t dimension = m_in.readInteger("the size of an array");
        m_in.expect("]");
        if (dimension < 0 || (dimension > 0 && count > (1ull << 40) / static_cast<uint64_t>(dimension)))
            failAt(name, fmt::format("the array {} is too large", name.text));
        count *= static_cast<uint64_t>(dimension);
    }
    variable.bytes = open ? 0 : count * element;
    if (variable.bytes > (1ull << 36))
        failAt(name, fmt::format("the array {} is too large", name.text));
    if (m_in.accept("=")) {
        uint64_t at = 0;
        if (m_in.peek().is("{"))
            parseInitial(variable, at, 0);
        else
            parseInitialItem(variable, at);
        if (open)
            variable.bytes = variable.initial.size();
    }
    m_in.accept(";");
    return variable;
}

void VariableParser::parseInitial(Variable& variable, uint64_t& at, int depth) {
    if (depth > maxNesting)
        m_in.fail("the initial value is nested too deeply");
    m_in.expect("{");
    while (!m_in.accept("}")) {
        if (m_in.peek().is("{"))
            parseInitial(variable, at, depth + 1);
        else
            parseInitialItem(variable, at);
        if (!m_in.peek().is("}"))
            m_in.expect(",");
    }
}

void VariableParser::parseInitialItem(Variable& variable, uint64_t& at) {
    const unsigned bytes = std::max(1u, typeBytes(variable.type));
    if (variable.bytes != 0 && at + bytes > variable.bytes)
        m_in.fail(fmt::format("{} has more initial values than elements", variable.name));
    if (at + bytes > (1ull << 32))
        m_in.fail(fmt::format("the initial value of {} is too large", variable.name));
    variable.initial.resize(std::max<uint64_t>(variable.initial.size(), at + bytes));
    if (m_in.peek().kind == Kind::Word) {
        // symbol, symbol+n, generic(symbol)+n, mask(symbol): an address.
        Token symbol = m_in.next();
        if ((symbol.is("generic") || symbol.is("mask")) && m_in.accept("(")) {
            symbol = m_in.expectWord("a symbol");
            m_in.expect(")");
        }
        int64_t addend = 0;
        if (m_in.accept("+"))
            addend = m_in.readInteger("an offset");
        variable.relocations.push_back({at, symbol.text, addend, static_cast<uint8_t>(bytes)});
    } else {
        Literal value = m_in.readLiteral();
        if (value.kind == Operand::Kind::Float64 && variable.type == Type::f32) {
            double wide;
            std::memcpy(&wide, &value.bits, sizeof wide);
            const auto narrow = static_cast<float>(wide);
            uint32_t bits;
            std::memcpy(&bits, &narrow, sizeof bits);
            value.bits = bits;
        }
        if (value.kind == Operand::Kind::Integer && isFloat(variable.type) && bytes >= 4) {
            const auto whole = static_cast<double>(static_cast<int64_t>(value.bits));
            const auto narrow = static_cast<float>(whole);
            if (bytes == 8)
                std::memcpy(&value.bits, &whole, 8);
            else
                std::memcpy(&value.bits, &narrow, 4);
        }
        std::memcpy(variable.initial.data() + at, &value.bits, std::min(bytes, 8u));
    }
    at += bytes;
}

} // namespace warplens::sim::ptx
