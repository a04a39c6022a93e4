// SPDX-License-Identifier: GPL-3.0-or-later
// Operands by their place in the word: what the functions for single instructions are put together from.
#pragma once

#include "sim/sass/instruction.h"

namespace warplens::sim::sass {

using OperandList = std::vector<Operand>;

bool isUniform(const Instruction& i); ///< its registers are the warp's
Operand ofRegister(uint64_t number, unsigned registers = 1);
Operand ofUniform(const Instruction& i, unsigned at, unsigned registers = 1);
Operand registerAt(const Instruction& i, unsigned at, unsigned registers = 1);
Operand predicateAt(const Instruction& i, unsigned at, bool written, bool uniform);
Operand integer(int64_t value);
Operand word(std::string_view text);
Operand constant(const Instruction& i, unsigned registers);

/// What stands in bits 32-63.
void addSlot(const Instruction& i, OperandList& list, unsigned registers);

/// Whether the source, 0 to 2, is kept for the next instruction.
bool isReused(const Instruction& i, const Operand& operand, unsigned source);

/// b stands in bits 64-71, and c in bits 32-63.
inline bool isSwapped(const Word& word) {
    const unsigned form = formOf(word);
    return form == 2 || form == 3 || form == 7;
}

} // namespace warplens::sim::sass
