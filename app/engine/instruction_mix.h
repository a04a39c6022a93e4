// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine instructions that ran were for: products, memory, addresses, control. A kernel is as fast as the share of its
// instructions that compute something.
#pragma once

#include "sim/sass/instruction.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace warplens::engine {

enum class Purpose : uint8_t {
    Ffma,
    Tensor,
    OtherArithmetic, ///< of floating-point numbers: FADD, MUFU, DFMA, HFMA2, conversions
    SharedMemory,    ///< LDS, STS, ATOMS
    GlobalMemory,    ///< LDG, STG, LDGSTS, atomics; generic ones, too
    LocalMemory,     ///< LDL, STL
    Exchange,        ///< between lanes, and fences
    Integers,        ///< mostly addresses and counters, and moves
    Control,         ///< comparisons, branches, barriers
};
constexpr size_t purposeCount = 9;

std::string_view purposeName(Purpose purpose); ///< "FFMA", "shared memory"
Purpose purposeOf(const sim::sass::Instruction& instruction);

/// Shares of the executed instructions; all zero where none was executed.
using InstructionMix = std::array<double, purposeCount>;

} // namespace warplens::engine
