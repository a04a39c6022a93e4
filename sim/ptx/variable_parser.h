// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of variables and parameters, with their initial values (PTX ISA 9.0, 5.4).
#pragma once

#include "sim/ptx/token_reader.h"

namespace warplens::sim::ptx {

class VariableParser {
public:
    explicit VariableParser(TokenReader& in)
        : m_in(in) {}
    /// What follows the space. Reads the semicolon, where there is one.
    Variable parse(Space space, bool isExtern = false);

private:
    void parseType(Variable& variable, unsigned& lanes, uint32_t& align);
    void parseInitial(Variable& variable, uint64_t& at, int depth);
    void parseInitialItem(Variable& variable, uint64_t& at);

    TokenReader& m_in;
};

} // namespace warplens::sim::ptx
