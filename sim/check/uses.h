// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the values that the instructions of a function bring, as far as its text tells.
#pragma once

#include "sim/simt/liveness.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::sim::check {

class Uses {
public:
    explicit Uses(const ptx::Function& function);

    /// Whether anything is done with what the instruction brings. Who does not look at the answer of an atomic operation
    /// cannot know what others did before.
    bool isLookedAt(uint32_t instruction) const;
    /// Whether the value that an instruction brings is asked to be equal to another.
    bool isAskedToBeEqual(uint32_t instruction) const;
    /// Whether a load brings no more than a guess: a compare-and-swap at the same place finds out whether it still holds,
    /// and nothing else is done with it but to compute what that is to put there, and whether to try at all.
    bool isGuess(uint32_t load) const;
    /// Whether what a load brings goes back to the same place, with some of its bits made anew and the others as they were:
    /// how compilers set a bit-field.
    bool isForBitField(uint32_t load) const;
    /// Whether what a load brings is computed with as one number: not copied, or taken to pieces, alone.
    bool isOneNumber(uint32_t load) const;
    /// Whether a store, or a compare-and-swap, puts a floating-point sum where an addend of it was.
    bool isSum(uint32_t instruction) const;
    /// Whether an atomic operation only looks: it adds 0.
    bool onlyLooks(uint32_t atomic) const;

private:
    using Registers = std::vector<uint32_t>;
    bool isSwap(const ptx::Instruction& in) const;
    bool isConstant(const ptx::Operand& operand, uint64_t value) const;
    /// The registers, and all that lanes compute of them.
    std::vector<bool> computedOf(const Registers& from) const;
    Registers sumsOf(const std::vector<bool>& addends) const;

    const ptx::Function& m_function;
    std::vector<simt::RegisterUse> m_uses; ///< by instruction
    std::vector<Registers> m_readers;      ///< by register: the instructions
    std::optional<simt::Places> m_places;
    bool m_swaps = false;
};

} // namespace warplens::sim::check
