// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers an instruction reads and writes. All of a warp's registers have a number of their own here: those of
// the lanes, the uniform ones, predicates of both kinds, and convergence barriers.
#pragma once

#include "sim/sass/instruction.h"

#include <bitset>
#include <vector>

namespace warplens::sim::machine {

constexpr unsigned firstRegister = 0, firstUniform = 256, firstPredicate = 512, firstUniformPredicate = 520,
                   firstConvergence = 528, registerNames = 592;
using RegisterSet = std::bitset<registerNames>;

struct Uses {
    RegisterSet reads, writes;
    bool maySkip = false; ///< what it writes may keep its old value: it has a guard, or writes parts
};
Uses usesOf(const sass::Instruction& instruction, const std::vector<sass::Operand>& operands);

} // namespace warplens::sim::machine
