// SPDX-License-Identifier: GPL-3.0-or-later
// What tensor cores do: how many multiply-adds a machine instruction is, and how many a multiprocessor does in a clock, as
// published (tensor_cores.def).
#pragma once

#include "sim/sass/instruction.h"

#include <cstdint>
#include <string_view>

namespace warplens::sim::time {

/// Multiply-adds of one instruction of a warp: 2048 of HMMA.16816. 0: it is none of a tensor core, or of a shape that is not
/// known.
uint64_t multiplyAdds(const sass::Instruction& instruction);

/// Multiply-adds a clock and multiprocessor, of matrices without gaps and in the fastest way that there is (half-precision sums,
/// wgmma); 0: not published, or the compute capability has no such products.
double tensorRate(const sass::Instruction& instruction, std::string_view capability);

} // namespace warplens::sim::time
