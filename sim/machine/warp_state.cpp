// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/warp_state.h"

namespace warplens::sim::machine {

void WarpState::forget(const RegisterSet& written, uint32_t mask) {
    for (unsigned n = 0; n < 255; ++n)
        if (written.test(firstRegister + n))
            setUnknown(n, mask);
    for (unsigned n = 0; n < 255; ++n)
        if (written.test(firstUniform + n))
            uniformUnknown[n] = true;
    for (unsigned n = 0; n < 7; ++n) {
        if (written.test(firstPredicate + n))
            predicates[n].unknown |= mask;
        if (written.test(firstUniformPredicate + n))
            uniformPredicateUnknown[n] = true;
    }
}

bool WarpState::read(const sass::Operand& operand, unsigned lane, uint64_t& value) const {
    value = 0;
    for (unsigned n = 0; n < operand.registers && n < 2 && operand.number != sass::Operand::zero; ++n) {
        const unsigned number = operand.number + n;
        if (operand.uniform ? uniformUnknown[number] : (registers[number].unknown >> lane & 1) != 0)
            return false;
        value |= uint64_t(operand.uniform ? uniform[number] : registers[number].values[lane]) << 32 * n;
    }
    return true;
}

bool WarpState::read(const sass::Operand& operand, unsigned lane, bool& value) const {
    const unsigned number = operand.number;
    if (operand.uniform ? uniformPredicateUnknown[number] : (predicates[number].unknown >> lane & 1) != 0)
        return false;
    value = operand.uniform ? uniformPredicates[number] : (predicates[number].bits >> lane & 1) != 0;
    value = value != operand.negated;
    return true;
}

LaneValues WarpState::lanesOf(const sass::Operand& operand) const {
    LaneValues values;
    if (operand.kind == sass::Operand::Kind::Integer) {
        values.values.fill(static_cast<uint32_t>(operand.value));
        return values;
    }
    if (operand.number == sass::Operand::zero)
        return values;
    if (operand.uniform) {
        values.values.fill(uniform[operand.number]);
        values.unknown = uniformUnknown[operand.number] ? allLanes : 0;
        return values;
    }
    return registers[operand.number];
}

LaneBits WarpState::bitsOf(const sass::Operand& operand) const {
    LaneBits bits;
    if (operand.number == sass::Operand::always)
        bits.bits = allLanes;
    else if (operand.uniform)
        bits = {uniformPredicates[operand.number] ? allLanes : 0,
                uniformPredicateUnknown[operand.number] ? allLanes : 0};
    else
        bits = predicates[operand.number];
    if (operand.negated)
        bits.bits = ~bits.bits;
    return bits;
}

} // namespace warplens::sim::machine
