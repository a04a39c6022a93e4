// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions and labels of a function's body (PTX ISA 9.0, 4.3 and 6.4).
#pragma once

#include "sim/ptx/name_scopes.h"
#include "sim/ptx/token_reader.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::sim::ptx {

class InstructionParser {
public:
    InstructionParser(TokenReader& in, const NameScopes& names)
        : m_in(in)
        , m_names(names) {}
    /// One instruction or label, added to the function; `location` is where the compiler said that it comes from.
    void parse(Function& function, uint32_t location);
    /// Braces around what follows, within the function's own: labels in them are not seen from without.
    void openScope(Function& function);
    void closeScope();

private:
    /// The labels within braces, with their inner names.
    struct LabelScope {
        size_t firstInstruction;
        std::unordered_map<std::string_view, std::string_view> labels;
    };
    void parseLabel(std::string_view name);
    void parseOperands(Instruction& instruction);
    Operand parseOperand();
    Operand parseAddress();
    Operand parseGroup(Operand::Kind kind, std::string_view close);
    uint32_t addOperands(const std::vector<Operand>& operands);

    TokenReader& m_in;
    const NameScopes& m_names;
    Function* m_function = nullptr;
    std::vector<LabelScope> m_scopes;
};

} // namespace warplens::sim::ptx
