// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/opcode.h"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

namespace warplens::sim::sass {
namespace {

struct Source {
    unsigned from, until;
    unsigned opcode;
    const char *mnemonic, *modifiers, *operands;
    Unit unit;
};
constexpr unsigned ever = 1000;
constexpr Source sources[] = {
#define SASS(identifier, opcode, mnemonic, unit, modifiers, operands)                                                  \
    {0, ever, opcode, mnemonic, modifiers, operands, Unit::unit},
#define SASS_FROM(architecture, identifier, opcode, mnemonic, unit, modifiers, operands)                               \
    {architecture, ever, opcode, mnemonic, modifiers, operands, Unit::unit},
#define SASS_UNTIL(architecture, identifier, opcode, mnemonic, unit, modifiers, operands)                              \
    {0, architecture, opcode, mnemonic, modifiers, operands, Unit::unit},
#include "sim/sass/opcodes.def"
#undef SASS
#undef SASS_FROM
#undef SASS_UNTIL
};

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
        if (text.empty() && separator != ' ')
            parts.push_back(text);
    }
    return parts;
}

/// Takes a number from the front.
unsigned number(std::string_view& text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        throw std::logic_error("opcodes.def: no number in " + std::string(text));
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

ModifierPiece modifierPiece(std::string_view text) {
    ModifierPiece piece;
    if (take(text, '=')) {
        piece.name = text;
        return piece;
    }
    if (take(text, '%')) {
        piece.kind = ModifierPiece::Kind::Function;
        piece.function = modifierFunction(text);
        return piece;
    }
    piece.at = static_cast<uint8_t>(number(text));
    if (take(text, '?') || text.starts_with('!')) {
        piece.kind = take(text, '!') ? ModifierPiece::Kind::Clear : ModifierPiece::Kind::Flag;
        piece.name = text;
        return piece;
    }
    piece.kind = ModifierPiece::Kind::Names;
    if (!take(text, ':'))
        throw std::logic_error("opcodes.def: what is " + std::string(text));
    piece.count = static_cast<uint8_t>(number(text));
    take(text, '=');
    piece.names = split(text, ',');
    return piece;
}

OperandPiece operandPiece(std::string_view text) {
    OperandPiece piece;
    for (bool more = true; more;) {
        more = false;
        if (take(text, '-'))
            more = piece.mayNegate = true;
        if (take(text, '|'))
            more = piece.mayAbsolute = true;
        if (take(text, '~'))
            more = piece.mayInvert = true;
    }
    const auto predicate = [&](OperandPiece::Kind kind, bool uniform) {
        piece.kind = kind;
        piece.uniform = uniform;
        piece.at = static_cast<uint8_t>(number(text));
        piece.optional = take(text, '?');
        if (piece.optional && !text.empty())
            piece.other = static_cast<uint8_t>(number(text));
    };
    using enum OperandPiece::Kind;
    if (take(text, '$')) {
        const size_t end = std::min(text.find(':'), text.size());
        piece.function = operandFunction(text.substr(0, end));
        text.remove_prefix(end);
    } else if (take(text, '#')) {
        piece.kind = Number;
        piece.at = static_cast<uint8_t>(number(text));
        take(text, ':');
        piece.count = static_cast<uint8_t>(number(text));
    } else if (take(text, 'P')) {
        predicate(PredicateOut, false);
    } else if (take(text, 'U')) {
        predicate(PredicateOut, true);
    } else if (take(text, 'Q')) {
        predicate(PredicateIn, false);
    } else if (take(text, 'V')) {
        predicate(PredicateIn, true);
    } else if (take(text, 'r')) {
        piece.kind = Register;
        piece.at = static_cast<uint8_t>(number(text));
    } else {
        piece.kind = take(text, 'd')   ? Destination
                     : take(text, 'a') ? A
                     : take(text, 'b') ? B
                     : take(text, 'c') ? C
                     : take(text, 's') ? Slot
                                       : throw std::logic_error("opcodes.def: what is " + std::string(text));
    }
    if (take(text, ':')) {
        if (take(text, '%')) {
            const size_t end = std::min(text.find('/'), text.size());
            piece.width = widthFunction(text.substr(0, end));
            text.remove_prefix(end);
        } else {
            piece.registers = static_cast<uint8_t>(number(text));
        }
    }
    if (take(text, '/'))
        piece.half = static_cast<uint8_t>(number(text));
    if (!text.empty())
        throw std::logic_error("opcodes.def: what is " + std::string(text));
    return piece;
}

std::vector<OpcodeRow> makeRows() {
    std::vector<OpcodeRow> rows(1);
    for (const Source& source : sources) {
        OpcodeRow row;
        row.op = static_cast<Op>(rows.size());
        row.mnemonic = source.mnemonic;
        row.unit = source.unit;
        for (const std::string_view modifier : split(source.modifiers, ' '))
            row.modifiers.push_back(modifierPiece(modifier));
        for (const std::string_view operand : split(source.operands, ' '))
            row.operands.push_back(operandPiece(operand));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string_view unitName(Unit unit) {
    static constexpr std::string_view names[] = {"none",   "fma",     "alu", "fp16", "fp64", "xu",
                                                 "tensor", "uniform", "lsu", "adu",  "cbu"};
    return names[static_cast<size_t>(unit)];
}

Op opcodeOf(const Word& word, unsigned architecture) {
    // By opcode: the rows with it, in their order.
    static const auto byOpcode = [] {
        std::array<std::vector<uint16_t>, 512> table;
        for (uint16_t i = 0; i < std::size(sources); ++i)
            table[sources[i].opcode].push_back(i);
        return table;
    }();
    for (const uint16_t i : byOpcode[word.bits(0, 9)])
        if (architecture >= sources[i].from && architecture <= sources[i].until)
            return static_cast<Op>(i + 1);
    return Op::Unknown;
}

std::span<const OpcodeRow> opcodeRows() {
    static const std::vector<OpcodeRow> rows = makeRows();
    return rows;
}

const OpcodeRow& rowOf(Op op) {
    return opcodeRows()[static_cast<size_t>(op)];
}

} // namespace warplens::sim::sass
