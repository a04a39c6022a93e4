// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers an operand has, where that depends on modifiers.
#pragma once

#include "sim/sass/instruction.h"

namespace warplens::sim::sass {

unsigned sizeWidth(const Instruction& i);    ///< of what a load or store moves for a lane
unsigned atomicWidth(const Instruction& i);  ///< likewise, of an atomic
unsigned matrixBWidth(const Instruction& i); ///< of the second matrix of a product

} // namespace warplens::sim::sass
