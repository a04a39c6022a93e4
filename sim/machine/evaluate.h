// SPDX-License-Identifier: GPL-3.0-or-later
// What an arithmetic machine instruction computes for one lane (or, a uniform one, for the warp). Only what ways and
// addresses are computed with: integers, predicates, and the floating-point operations that are exact.
#pragma once

#include "sim/sass/instruction.h"

#include <array>
#include <cstdint>

namespace warplens::sim::machine {

/// Its sources, in the order of its operands: numbers apart from predicates.
struct Sources {
    std::array<uint64_t, 6> number{};
    std::array<bool, 6> negated{}, inverted{}; ///< of integers; of floating-point numbers the sign has been changed
    std::array<bool, 4> predicate{};
};

struct Result {
    uint64_t number = 0; ///< what the destination gets, of 32 or 64 bits
    std::array<bool, 2> predicate{};
};

/// False: it is none of those that are known here.
bool evaluate(const sass::Instruction& instruction, const Sources& sources, Result& result);

/// Its sources are floating-point numbers of 32 or 64 bits.
bool isFloat(sass::Op op);
bool isDouble(sass::Op op);

} // namespace warplens::sim::machine
