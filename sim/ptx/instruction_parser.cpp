// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptx/instruction_parser.h"

#include <fmt/format.h>

namespace warplens::sim::ptx {

using Kind = Token::Kind;

namespace {

/// A byte or half of a register, as the video instructions take them.
bool isPart(std::string_view name) {
    return name == "b0" || name == "b1" || name == "b2" || name == "b3" || name == "h0" || name == "h1";
}

void parseMnemonic(const Token& token, Instruction& instruction) {
    std::string_view rest = token.text;
    const auto take = [&] {
        size_t dot = 0; // a dot inside "::" does not occur; modifiers with :: keep it
        dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
        return part;
    };
    const auto opcode = opcodeFromName(take());
    instruction.known = opcode.has_value();
    instruction.opcode = opcode.value_or(Opcode{});
    while (!rest.empty()) {
        const std::string_view part = take();
        if (const auto type = typeFromName(part)) {
            if (instruction.typeCount == Instruction::maxTypes)
                failAt(token, fmt::format("'{}' has too many types", token.text));
            instruction.types[instruction.typeCount++] = *type;
        } else {
            if (instruction.modCount == Instruction::maxMods)
                failAt(token, fmt::format("'{}' has too many modifiers", token.text));
            instruction.mods[instruction.modCount++] = modFromText(part);
        }
    }
}

} // namespace

uint32_t InstructionParser::addOperands(const std::vector<Operand>& operands) {
    const auto first = static_cast<uint32_t>(m_function->operands.size());
    m_function->operands.insert(m_function->operands.end(), operands.begin(), operands.end());
    return first;
}

Operand InstructionParser::parseGroup(Operand::Kind kind, std::string_view close) {
    const Token open = m_in.next();
    std::vector<Operand> elements;
    while (!m_in.accept(close)) {
        if (m_in.peek().is("{") || m_in.peek().is("("))
            m_in.fail("a group of operands cannot hold another");
        elements.push_back(parseOperand());
        if (!m_in.peek().is(close))
            m_in.expect(",");
        if (elements.size() > 255)
            failAt(open, "a group of operands has at most 255 elements");
    }
    Operand operand;
    operand.kind = kind;
    operand.count = static_cast<uint8_t>(elements.size());
    operand.id = addOperands(elements);
    return operand;
}

Operand InstructionParser::parseAddress() {
    m_in.expect("[");
    Operand operand;
    operand.kind = Operand::Kind::Address;
    if (m_in.peek().kind == Kind::Word) {
        const Token base = m_in.next();
        operand.hasRegister = m_names.findRegister(base.text, operand.id);
        if (!operand.hasRegister) {
            if (base.text[0] == '%')
                failAt(base, fmt::format("the register {} is not declared", base.text));
            operand.name = base.text;
            operand.variable = m_names.findVariable(base.text);
        }
        if (m_in.accept("+"))
            operand.offset = m_in.readInteger("an offset");
        else if (m_in.peek().is("-"))
            operand.offset = m_in.readInteger("an offset");
    } else {
        operand.offset = m_in.readInteger("an address");
    }
    // [map, {x, y}] of tensors and textures, which the instructions refuse that are not for them.
    if (m_in.accept(",")) {
        const Operand coordinates = parseOperand();
        operand.negated = true;
        const bool isVector = coordinates.kind == Operand::Kind::Vector;
        operand.count = isVector ? coordinates.count : 1;
        operand.coordinates = isVector ? coordinates.id : addOperands({coordinates});
    }
    m_in.expect("]");
    return operand;
}

Operand InstructionParser::parseOperand() {
    const Token token = m_in.peek();
    Operand operand;
    if (token.is("["))
        return parseAddress();
    if (token.is("{"))
        return parseGroup(Operand::Kind::Vector, "}");
    if (token.is("("))
        return parseGroup(Operand::Kind::List, ")");
    if (token.kind == Kind::Number || token.is("-")) {
        const Literal value = m_in.readLiteral();
        operand.kind = value.kind;
        operand.bits = value.bits;
        return operand;
    }
    operand.negated = m_in.accept("!");
    const Token word = m_in.expectWord("an operand");
    if (word.is("_")) {
        operand.kind = Operand::Kind::Sink;
    } else if (m_names.findRegister(word.text, operand.id)) {
        operand.kind = Operand::Kind::Register;
    } else if (const size_t dot = word.text.rfind('.'); dot != std::string_view::npos &&
                                                        isPart(word.text.substr(dot + 1)) &&
                                                        m_names.findRegister(word.text.substr(0, dot), operand.id)) {
        operand.kind = Operand::Kind::Register;
        operand.name = word.text.substr(dot + 1);
    } else if (word.is("WARP_SZ")) {
        operand.kind = Operand::Kind::Integer;
        operand.bits = 32;
    } else if (word.text[0] == '%') {
        operand.kind = Operand::Kind::Special;
        operand.name = word.text;
    } else {
        operand.kind = Operand::Kind::Symbol;
        operand.name = word.text;
        operand.variable = m_names.findVariable(word.text);
        if (m_in.accept("+"))
            operand.offset = m_in.readInteger("an offset");
    }
    if (operand.negated && operand.kind != Operand::Kind::Register)
        failAt(word, fmt::format("'!{}': only a predicate can be negated", word.text));
    return operand;
}

void InstructionParser::openScope(Function& function) {
    m_scopes.push_back({function.instructions.size(), {}});
}

// Who names a label within its braces means that one; whoever stands in braces further in has been closed before.
void InstructionParser::closeScope() {
    const LabelScope scope = std::move(m_scopes.back());
    m_scopes.pop_back();
    if (scope.labels.empty())
        return;
    const auto rename = [&](std::string_view& name) {
        if (const auto found = scope.labels.find(name); found != scope.labels.end())
            name = found->second;
    };
    for (size_t i = scope.firstInstruction; i < m_function->instructions.size(); ++i) {
        const Instruction& in = m_function->instructions[i];
        for (uint32_t o = in.firstOperand; o < in.firstOperand + in.operandCount; ++o)
            if (Operand& operand = m_function->operands[o];
                operand.kind == Operand::Kind::Symbol && operand.variable < 0)
                rename(operand.name);
    }
    for (const auto& [name, inner] : scope.labels)
        if (const auto targets = m_function->branchTargets.find(inner); targets != m_function->branchTargets.end())
            for (std::string_view& target : targets->second)
                rename(target);
}

void InstructionParser::parseLabel(std::string_view name) {
    if (!m_scopes.empty()) {
        const std::string& inner =
            m_function->innerLabels.emplace_back(fmt::format("{}@{}", name, m_function->innerLabels.size()));
        m_scopes.back().labels[name] = inner;
        name = inner;
    }
    m_function->labels[name] = static_cast<uint32_t>(m_function->instructions.size());
    // .branchtargets and .callprototype are named by a label of their own.
    if (m_in.accept(".branchtargets")) {
        auto& targets = m_function->branchTargets[name];
        do
            targets.push_back(m_in.expectWord("a label").text);
        while (m_in.accept(","));
        m_in.expect(";");
    } else if (m_in.accept(".callprototype") || m_in.accept(".calltargets")) {
        m_in.skipStatement();
    }
}

void InstructionParser::parseOperands(Instruction& instruction) {
    std::vector<Operand> operands;
    if (!m_in.peek().is(";")) {
        do {
            operands.push_back(parseOperand());
            if (operands.size() == 1 && m_in.accept("|")) {
                instruction.hasSecondPredicate = true;
                operands.push_back(parseOperand());
            }
            if (operands.size() > 32)
                m_in.fail("an instruction has too many operands");
        } while (m_in.accept(","));
    }
    m_in.expect(";");
    instruction.operandCount = static_cast<uint8_t>(operands.size());
    instruction.firstOperand = addOperands(operands);
}

void InstructionParser::parse(Function& function, uint32_t location) {
    m_function = &function;
    Instruction instruction;
    instruction.location = location;
    if (m_in.accept("@")) {
        instruction.guarded = true;
        instruction.guardNegated = m_in.accept("!");
        const Token guard = m_in.expectWord("a predicate");
        if (!m_names.findRegister(guard.text, instruction.guard))
            failAt(guard, fmt::format("the predicate {} is not declared", guard.text));
    }
    const Token word = m_in.expectWord("an instruction");
    if (!instruction.guarded && m_in.accept(":")) {
        parseLabel(word.text);
        return;
    }
    instruction.line = word.line;
    parseMnemonic(word, instruction);
    if (!instruction.known) {
        m_in.skipStatement();
    } else {
        parseOperands(instruction);
    }
    const std::string_view text = m_in.text();
    size_t end = text.find(';', word.at);
    end = end == std::string_view::npos ? text.size() : end;
    instruction.text = text.substr(word.at, end - word.at);
    m_function->instructions.push_back(instruction);
}

} // namespace warplens::sim::ptx
