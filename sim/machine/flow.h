// SPDX-License-Identifier: GPL-3.0-or-later
// A function of machine code made ready to be followed: each instruction with its operands and uses, basic blocks, and
// which instructions decide where warps go and which lanes reach memory.
#pragma once

#include "sim/machine/registers.h"
#include "sim/sass/cubin.h"

#include <cstdint>
#include <vector>

namespace warplens::sim::machine {

struct Step {
    sass::Instruction instruction;
    std::vector<sass::Operand> operands;
    Uses uses;
    bool decides = false; ///< branches, guards of memory instructions, or what is computed for them
    int32_t target = -1;  ///< of a branch with a fixed target: index of the instruction
};

struct MachineBlock {
    uint32_t first = 0, end = 0; ///< instructions [first, end)
    std::vector<uint32_t> successors;
};

struct Flow {
    std::vector<Step> steps;
    std::vector<MachineBlock> blocks;
    std::vector<uint32_t> blockOf; ///< by instruction
    unsigned parameterAt = 0;      ///< where in constant bank 0 the kernel's parameters begin
    std::vector<sass::ConstantBank> constants;
};

Flow flowOf(const sass::Cubin& cubin, const sass::Function& function);

/// It reaches global, shared or local memory.
bool reachesMemory(const sass::Instruction& instruction);

} // namespace warplens::sim::machine
