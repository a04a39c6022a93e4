// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/unset_registers.h"

#include <algorithm>

namespace warplens::sim::check {

using ptx::Family;
using ptx::Opcode;

std::vector<uint32_t> unsetRegisters(const ptx::Function& function, const FunctionText& text) {
    std::vector<uint32_t> unset;
    const auto guards = [&](uint32_t reg) { // lanes that a guard leaves out keep what was there, and nobody may want it
        return std::any_of(function.instructions.begin(), function.instructions.end(), [&](const auto& in) {
            const auto& writes = text.liveness->uses()[static_cast<size_t>(&in - function.instructions.data())].writes;
            return in.guarded && std::find(writes.begin(), writes.end(), reg) != writes.end();
        });
    };
    for (const uint32_t reg : text.liveness->crossing())
        if (text.liveness->isIn(0, reg) && !guards(reg))
            unset.push_back(reg);
    return unset;
}

bool computes(const ptx::Instruction& in) {
    const Family family = ptx::opcodeInfo(in.opcode).family;
    if (family != Family::Lane)
        return family == Family::Matrix;
    switch (in.opcode) {
    case Opcode::add_:
    case Opcode::sub_:
    case Opcode::mul_:
    case Opcode::mad_:
    case Opcode::div_:
    case Opcode::rem_:
    case Opcode::fma_:
    case Opcode::min_:
    case Opcode::max_:
    case Opcode::abs_:
    case Opcode::neg_:
    case Opcode::sqrt_:
    case Opcode::rsqrt_:
    case Opcode::setp_:
    case Opcode::set_:
        return true;
    default:
        return false;
    }
}

} // namespace warplens::sim::check
