// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/calculator.h"

#include "sim/machine/arithmetic.h"
#include "sim/machine/exchange.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::machine {

using sass::Op;
using sass::Operand;

void Calculator::compute(const Step& step, uint32_t active, uint32_t mask) {
    switch (step.instruction.op) {
    case Op::S2R:
    case Op::CS2R:
    case Op::S2UR:
        special(step, mask);
        return;
    case Op::LDC:
    case Op::ULDC:
    case Op::ULDC_UR:
    case Op::LDCU:
        loadConstant(step, mask);
        return;
    case Op::P2R:
    case Op::R2P:
        movePredicates(step, mask);
        return;
    case Op::NOP:
    case Op::YIELD:
    case Op::DEPBAR:
    case Op::NANOSLEEP:
        return;
    default:
        break;
    }
    if (exchange(m_state, step, active, mask) || mask == 0)
        return;
    if (step.instruction.row().unit == sass::Unit::Uniform)
        computeUniform(step);
    else
        computeLanes(step, mask);
}

void Calculator::loadConstant(const Step& step, uint32_t mask) {
    const Operand& to = step.operands[0];
    const Operand& from = step.operands.back();
    const auto size = step.instruction.word.bits(73, 3);
    const auto narrowed = [&](uint32_t value, uint64_t at) -> uint32_t {
        value >>= 8 * (at % 4);
        switch (size) {
        case 0:
            return value & 0xff;
        case 1:
            return static_cast<uint32_t>(static_cast<int8_t>(value));
        case 2:
            return value & 0xffff;
        case 3:
            return static_cast<uint32_t>(static_cast<int16_t>(value));
        default:
            return value;
        }
    };
    if (mask == 0 || to.number == Operand::zero)
        return;
    for (unsigned n = 0; n < to.registers; ++n) {
        LaneValues values;
        for (unsigned lane = 0; lane < lanes; ++lane) {
            uint64_t at = static_cast<uint64_t>(from.value) + 4 * n;
            bool known = true;
            if (from.number != Operand::zero) {
                const LaneValues& base = m_state.registers[from.number];
                known = !(base.unknown >> lane & 1);
                at += static_cast<uint64_t>(int64_t(static_cast<int32_t>(base.values[lane])));
            } else if (from.hasUniform && from.uniformNumber != Operand::zero) {
                known = !m_state.uniformUnknown[from.uniformNumber];
                at += static_cast<uint64_t>(int64_t(static_cast<int32_t>(m_state.uniform[from.uniformNumber])));
            }
            uint32_t value = 0;
            known = known && constantWord(m_flow, m_place.launch, from, at / 4 * 4, value);
            values.values[lane] = narrowed(value, at);
            values.unknown |= uint32_t(!known) << lane;
            if (from.number == Operand::zero) { // one for all
                values.values.fill(values.values[0]);
                values.unknown = known ? 0 : allLanes;
                break;
            }
        }
        values.same = from.number == Operand::zero && values.unknown == 0;
        if (to.uniform)
            m_state.uniform[to.number + n] = values.values[0],
                                        m_state.uniformUnknown[to.number + n] = values.unknown != 0;
        else
            m_state.set(to.number + n, mask, values);
    }
}

void Calculator::special(const Step& step, uint32_t mask) {
    const Operand& to = step.operands[0];
    const unsigned number = step.operands.back().number;
    if (mask == 0 || to.number == Operand::zero)
        return;
    LaneValues values;
    bool known = true;
    for (unsigned lane = 0; lane < lanes && known; ++lane)
        known = specialRegister(m_place, number, lane, values.values[lane]);
    if (!known) {
        m_state.forget(step.uses.writes, mask);
        return;
    }
    values.same = std::all_of(values.values.begin(), values.values.end(),
                              [&](uint32_t value) { return value == values.values[0]; });
    if (to.uniform) {
        m_state.setUniform(to, values.values[0], false);
        return;
    }
    m_state.set(to.number, mask, values);
    if (to.registers == 2) // of SRZ, both words
        m_state.set(to.number + 1, mask, LaneValues{});
}

/// A source that is a number, in one lane; false: it is not known.
bool Calculator::number(const Step& step, const Operand& operand, unsigned lane, uint64_t& value) const {
    const Op op = step.instruction.op;
    switch (operand.kind) {
    case Operand::Kind::Register:
        return m_state.read(operand, lane, value);
    case Operand::Kind::Constant:
        for (unsigned n = 0; n < operand.registers && n < 2; ++n) {
            uint32_t word = 0;
            if (!constantWord(m_flow, m_place.launch, operand, static_cast<uint64_t>(operand.value) + 4 * n, word))
                return false;
            value |= uint64_t(word) << 32 * n;
        }
        return true;
    case Operand::Kind::Integer:
    case Operand::Kind::Real: // its bits, of a double those of the upper half
        value = static_cast<uint64_t>(operand.value) << (isDouble(op) ? 32 : 0);
        return true;
    default:
        return false;
    }
}

bool Calculator::gather(const Step& step, unsigned lane, Sources& sources) const {
    const Op op = step.instruction.op;
    unsigned numbers = 0, predicates = 0;
    for (const Operand& operand : step.operands) {
        if (operand.written)
            continue;
        if (operand.kind == Operand::Kind::Predicate) {
            if (predicates >= sources.predicate.size() || !m_state.read(operand, lane, sources.predicate[predicates++]))
                return false;
            continue;
        }
        uint64_t value = 0;
        if (numbers >= sources.number.size() || !number(step, operand, lane, value))
            return false;
        if (isFloat(op) || isDouble(op)) {
            const uint64_t sign = isDouble(op) ? 1ull << 63 : 1ull << 31;
            value = (operand.absolute ? value & ~sign : value) ^ (operand.negated ? sign : 0);
        } else {
            sources.negated[numbers] = operand.negated;
        }
        sources.inverted[numbers] = operand.inverted;
        sources.number[numbers++] = value;
    }
    return true;
}

/// All its sources are one and the same in all lanes.
bool Calculator::sameInAllLanes(const Step& step) const {
    return std::all_of(step.operands.begin(), step.operands.end(), [&](const Operand& operand) {
        if (operand.written || operand.uniform)
            return true;
        if (operand.kind == Operand::Kind::Register)
            return operand.number == Operand::zero ||
                   (m_state.registers[operand.number].same &&
                    (operand.registers < 2 || m_state.registers[operand.number + 1u].same));
        if (operand.kind == Operand::Kind::Predicate && operand.number != Operand::always) {
            const LaneBits& bits = m_state.predicates[operand.number];
            return bits.unknown == 0 && (bits.bits == 0 || bits.bits == allLanes);
        }
        return true;
    });
}

void Calculator::give(const Step& step, uint32_t mask, unsigned lane, const Result& result) {
    unsigned predicate = 0;
    for (const Operand& operand : step.operands) {
        if (!operand.written)
            continue;
        if (operand.kind == Operand::Kind::Predicate) {
            const bool value = result.predicate[predicate++];
            if (operand.number == Operand::always)
                continue;
            if (operand.uniform) {
                m_state.uniformPredicates[operand.number] = value;
                m_state.uniformPredicateUnknown[operand.number] = false;
            } else {
                m_state.set(m_state.predicates[operand.number], mask, value ? allLanes : 0, 0);
            }
        } else if (operand.kind == Operand::Kind::Register && operand.number != Operand::zero) {
            for (unsigned n = 0; n < operand.registers && n < 2; ++n) {
                const auto word = static_cast<uint32_t>(result.number >> 32 * n);
                if (operand.uniform) {
                    m_state.uniform[operand.number + n] = word;
                    m_state.uniformUnknown[operand.number + n] = false;
                } else if (lane == lanes) { // the same for all of the mask
                    LaneValues values;
                    values.values.fill(word);
                    m_state.set(operand.number + n, mask, values);
                } else {
                    LaneValues& to = m_state.registers[operand.number + n];
                    to.values[lane] = word;
                    to.unknown &= ~mask;
                    to.same = false;
                }
            }
        }
    }
}

void Calculator::computeUniform(const Step& step) {
    Sources sources;
    Result result;
    if (gather(step, 0, sources) && evaluate(step.instruction, sources, result))
        give(step, allLanes, lanes, result);
    else
        m_state.forget(step.uses.writes, allLanes);
}

/// All predicates at once to a byte of a register, or from one.
void Calculator::movePredicates(const Step& step, uint32_t mask) {
    const auto byte = static_cast<unsigned>(step.instruction.word.bits(76, 2)) * 8;
    const Operand& chosen = step.operands.back();
    if (chosen.kind != Operand::Kind::Integer) {
        m_state.forget(step.uses.writes, mask);
        return;
    }
    const auto which = static_cast<uint32_t>(chosen.value);
    if (step.instruction.op == Op::R2P) {
        const LaneValues from = m_state.lanesOf(step.operands[1]);
        for (unsigned n = 0; n < Operand::always; ++n) {
            if (!(which >> n & 1))
                continue;
            uint32_t bits = 0;
            for (unsigned lane = 0; lane < lanes; ++lane)
                bits |= (from.values[lane] >> (byte + n) & 1) << lane;
            m_state.set(m_state.predicates[n], mask, bits, from.unknown);
        }
        return;
    }
    const Operand& to = step.operands[0];
    LaneValues values = m_state.lanesOf(step.operands[2]);
    values.same = false;
    for (unsigned n = 0; n < Operand::always; ++n) {
        if (!(which >> n & 1))
            continue;
        const LaneBits& bits = m_state.predicates[n];
        values.unknown |= bits.unknown;
        for (unsigned lane = 0; lane < lanes; ++lane)
            values.values[lane] = (values.values[lane] & ~(1u << (byte + n))) | (bits.bits >> lane & 1) << (byte + n);
    }
    if (to.number != Operand::zero)
        m_state.set(to.number, mask, values);
}

/// What counters of loops are made of, for all lanes at once: sums and comparisons of 32 bits whose sources are known. False: it is
/// another instruction. Says what evaluate() says.
bool Calculator::computeTogether(const Step& step, uint32_t mask) {
    const sass::Instruction& instruction = step.instruction;
    const Op op = instruction.op;
    const bool compares = op == Op::ISETP && instruction.architecture < 100 && !instruction.word.bit(72);
    const bool adds = op == Op::VIADD || (op == Op::IADD3 && !instruction.word.bit(74));
    if ((!compares && !adds) || std::has_single_bit(mask))
        return false;
    std::array<uint32_t, lanes> sum{}, first{}; // of a comparison the sum is the last source
    std::array<const Operand*, 2> results{};
    unsigned numbers = 0, written = 0, predicates = 0;
    uint32_t unknown = 0;
    LaneBits with{};
    for (const Operand& operand : step.operands) {
        if (operand.kind == Operand::Kind::Predicate && (adds || operand.written)) {
            if (operand.uniform || (adds && operand.number != Operand::always) ||
                (compares && written == results.size()))
                return false;
            if (compares)
                results[written++] = &operand;
        } else if (operand.kind == Operand::Kind::Predicate) {
            const LaneBits bits = m_state.bitsOf(operand);
            unknown |= bits.unknown;
            with = predicates++ == 0 ? bits : with;
        } else if (operand.written) {
            if (compares || operand.uniform || operand.registers != 1)
                return false;
            results[written++] = &operand;
        } else {
            LaneValues from;
            if (!numbersOf(step, operand, from))
                return false;
            unknown |= from.unknown;
            first = sum;
            for (unsigned lane = 0; lane < lanes; ++lane) {
                const uint32_t value = from.values[lane];
                sum[lane] = compares ? value
                                     : sum[lane] + (operand.inverted  ? ~value
                                                    : operand.negated ? 0 - value
                                                                      : value);
            }
            ++numbers;
        }
    }
    if (written == 0 || (unknown & mask) != 0 || (compares && numbers != 2))
        return false;
    if (adds) {
        if (results[0]->number != Operand::zero)
            m_state.set(results[0]->number, mask, {sum, 0, false});
        return true;
    }
    const auto how = static_cast<unsigned>(instruction.word.bits(76, 3));
    const auto joins = instruction.word.bits(74, 2);
    uint32_t is = 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
        is |= uint32_t(instruction.word.bit(73) ? compareOrdered(how, extended(first[lane]), extended(sum[lane]))
                                                : compareOrdered(how, first[lane], sum[lane]))
              << lane;
    for (unsigned n = 0; n < written; ++n)
        if (const uint32_t x = n == 0 ? is : ~is; results[n]->number != Operand::always)
            m_state.set(m_state.predicates[results[n]->number], mask,
                        joins == 0   ? x & with.bits
                        : joins == 1 ? x | with.bits
                                     : x ^ with.bits,
                        0);
    return true;
}

/// A source of 32 bits in all lanes; false: it is none, or of a kind that is not known.
bool Calculator::numbersOf(const Step& step, const Operand& operand, LaneValues& values) const {
    if (operand.registers != 1)
        return false;
    if (operand.kind == Operand::Kind::Constant) {
        uint64_t value = 0;
        if (!number(step, operand, 0, value))
            return false;
        values.values.fill(low(value));
        return true;
    }
    if (operand.kind != Operand::Kind::Register && operand.kind != Operand::Kind::Integer)
        return false;
    values = m_state.lanesOf(operand);
    return true;
}

void Calculator::computeLanes(const Step& step, uint32_t mask) {
    if (sameInAllLanes(step)) {
        Sources sources;
        Result result;
        if (gather(step, static_cast<unsigned>(std::countr_zero(mask)), sources) &&
            evaluate(step.instruction, sources, result)) {
            give(step, mask, lanes, result);
            return;
        }
        m_state.forget(step.uses.writes, mask);
        return;
    }
    if (computeTogether(step, mask))
        return;
    // Results go to registers that may be sources, too: lane by lane each reads its own before it writes.
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        Sources sources;
        Result result;
        if (gather(step, lane, sources) && evaluate(step.instruction, sources, result))
            give(step, 1u << lane, lane, result);
        else
            m_state.forget(step.uses.writes, 1u << lane);
    }
}

} // namespace warplens::sim::machine
