// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an address went astray since its index does not fit 32 bits.
#pragma once

#include "sim/simt/block.h"

#include <string>

namespace warplens::sim::simt {

/// Where a number of 32 bits overflows from which a lane's address is made, with its value: "; its index overflows: in line
/// 7 it should be 3145728000, and has become -1149239296". Empty where it does not, or where that cannot be told: what is
/// followed is arithmetic on constants, arguments and the numbers of threads and blocks.
std::string overflowText(const Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane);

} // namespace warplens::sim::simt
