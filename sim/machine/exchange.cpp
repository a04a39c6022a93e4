// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/exchange.h"

#include <bit>

namespace warplens::sim::machine {
namespace {

using sass::Op;
using sass::Operand;

void vote(WarpState& state, const Step& step, uint32_t active, uint32_t mask) {
    const Operand& to = step.operands[0];
    const Operand& predicate = step.operands[1];
    const LaneBits bits = state.bitsOf(step.operands[2]);
    const uint32_t voters = step.instruction.op == Op::VOTEU ? active : mask;
    if (mask == 0)
        return;
    if (bits.unknown & voters) {
        state.forget(step.uses.writes, mask);
        return;
    }
    const uint32_t yes = bits.bits & voters;
    const auto mode = step.instruction.word.bits(72, 2);
    const bool result = mode == 0 ? yes == voters : mode == 1 ? yes != 0 : yes == 0 || yes == voters;
    if (to.uniform) {
        state.setUniform(to, yes, false);
        if (predicate.number != Operand::always) {
            state.uniformPredicates[predicate.number] = result;
            state.uniformPredicateUnknown[predicate.number] = false;
        }
        return;
    }
    if (to.number != Operand::zero) {
        LaneValues values;
        values.values.fill(yes);
        state.set(to.number, mask, values);
    }
    if (predicate.number != Operand::always)
        state.set(state.predicates[predicate.number], mask, result ? allLanes : 0, 0);
}

void shuffle(WarpState& state, const Step& step, uint32_t mask) {
    const Operand& predicate = step.operands[0];
    const Operand& to = step.operands[1];
    const LaneValues from = state.lanesOf(step.operands[2]), b = state.lanesOf(step.operands[3]),
                     c = state.lanesOf(step.operands[4]);
    const auto mode = step.instruction.word.bits(58, 2);
    LaneValues values;
    values.same = false;
    LaneBits inside;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned clamp = c.values[lane] & 31, segment = c.values[lane] >> 8 & 31, offset = b.values[lane] & 31;
        const unsigned most = (lane & segment) | (clamp & ~segment), least = lane & segment;
        int other = 0;
        bool in = false;
        switch (mode) {
        case 0:
            other = static_cast<int>(least | (offset & ~segment));
            in = other <= static_cast<int>(most);
            break;
        case 1:
            other = static_cast<int>(lane) - static_cast<int>(offset);
            in = other >= static_cast<int>(most);
            break;
        case 2:
            other = static_cast<int>(lane + offset);
            in = other <= static_cast<int>(most);
            break;
        default:
            other = static_cast<int>(lane ^ offset);
            in = other <= static_cast<int>(most);
        }
        const unsigned chosen = in ? static_cast<unsigned>(other) & 31 : lane;
        values.values[lane] = from.values[chosen];
        const bool unknown = ((from.unknown >> chosen) | (b.unknown >> lane) | (c.unknown >> lane)) & 1;
        values.unknown |= uint32_t(unknown) << lane;
        inside.bits |= uint32_t(in) << lane;
        inside.unknown |= uint32_t(((b.unknown | c.unknown) >> lane) & 1) << lane;
    }
    if (to.number != Operand::zero)
        state.set(to.number, mask, values);
    if (predicate.number != Operand::always)
        state.set(state.predicates[predicate.number], mask, inside.bits, inside.unknown);
}

void match(WarpState& state, const Step& step, uint32_t mask) {
    const Operand& source = step.operands.back();
    if (source.registers > 1 || (state.lanesOf(source).unknown & mask)) {
        state.forget(step.uses.writes, mask);
        return;
    }
    const LaneValues from = state.lanesOf(source);
    const bool any = step.instruction.word.bit(79);
    LaneValues values;
    values.same = false;
    uint32_t all = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        uint32_t equal = 0;
        for (uint32_t others = mask; others != 0; others &= others - 1) {
            const auto other = static_cast<unsigned>(std::countr_zero(others));
            equal |= uint32_t(from.values[other] == from.values[lane]) << other;
        }
        values.values[lane] = any ? equal : equal == mask ? mask : 0;
        all |= equal == mask ? 1u << lane : 0;
    }
    const Operand& predicate = step.operands[0];
    const Operand& to = step.operands[1];
    if (to.number != Operand::zero)
        state.set(to.number, mask, values);
    if (predicate.number != Operand::always)
        state.set(state.predicates[predicate.number], mask, all, 0);
}

void reduce(WarpState& state, const Step& step, uint32_t mask) {
    const Operand& to = step.operands[0];
    const LaneValues from = state.lanesOf(step.operands.back());
    if (mask == 0)
        return;
    const auto op = step.instruction.word.bits(78, 3);
    const bool isSigned = step.instruction.word.bit(73);
    uint32_t value = from.values[static_cast<unsigned>(std::countr_zero(mask))];
    for (uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
        const uint32_t next = from.values[static_cast<unsigned>(std::countr_zero(rest))];
        const bool less = isSigned ? static_cast<int32_t>(next) < static_cast<int32_t>(value) : next < value;
        switch (op) {
        case 0:
            value &= next;
            break;
        case 1:
            value |= next;
            break;
        case 2:
            value ^= next;
            break;
        case 3:
            value += next;
            break;
        case 4:
            value = less ? next : value;
            break;
        default:
            value = less ? value : next;
        }
    }
    state.setUniform(to, value, (from.unknown & mask) != 0);
}

} // namespace

bool exchange(WarpState& state, const Step& step, uint32_t active, uint32_t mask) {
    switch (step.instruction.op) {
    case Op::VOTE:
    case Op::VOTEU:
        vote(state, step, active, mask);
        return true;
    case Op::SHFL:
        shuffle(state, step, mask);
        return true;
    case Op::MATCH:
        match(state, step, mask);
        return true;
    case Op::REDUX:
        reduce(state, step, mask);
        return true;
    case Op::R2UR:
    case Op::R2UR_90: {
        if (mask == 0)
            return true;
        const LaneValues values = state.lanesOf(step.operands.back());
        const auto lane = static_cast<unsigned>(std::countr_zero(mask));
        const Operand& to = step.operands[step.operands.size() - 2];
        state.setUniform(to, values.values[lane], (values.unknown >> lane & 1) != 0 || step.instruction.word.bit(84));
        if (const Operand& predicate = step.operands.front(); predicate.number != Operand::always)
            state.predicates[predicate.number].unknown |= mask;
        return true;
    }
    case Op::ELECT: {
        const Operand& to = step.operands.front();
        if (mask != 0 && to.number != Operand::always)
            state.set(state.predicates[to.number], mask, 1u << std::countr_zero(mask), 0);
        return true;
    }
    default:
        return false;
    }
}

} // namespace warplens::sim::machine
