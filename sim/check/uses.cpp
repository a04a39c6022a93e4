// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/uses.h"

#include <algorithm>

namespace warplens::sim::check {

using ptx::Family;
using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;

namespace {

Family familyOf(const Instruction& in) {
    return in.known ? ptx::opcodeInfo(in.opcode).family : Family::Texture;
}

bool isFloating(ptx::Type type) {
    return ptx::typeKind(type) == ptx::TypeKind::Float;
}

/// The result depends on the order of addends, or of factors.
bool rounds(const Instruction& in) {
    return in.known && isFloating(in.type()) &&
           (in.opcode == Opcode::add_ || in.opcode == Opcode::sub_ || in.opcode == Opcode::fma_ ||
            in.opcode == Opcode::mad_ || in.opcode == Opcode::mul_);
}

} // namespace

Uses::Uses(const ptx::Function& function)
    : m_function(function)
    , m_readers(function.registers.size()) {
    for (const Instruction& in : function.instructions) {
        const auto number = static_cast<uint32_t>(m_uses.size());
        m_uses.push_back(simt::registerUse(function, in));
        for (const uint32_t reg : m_uses.back().reads)
            m_readers[reg].push_back(number);
        m_swaps |= isSwap(in);
    }
    m_places.emplace(function, m_uses);
}

bool Uses::isSwap(const Instruction& in) const {
    return in.known && in.opcode == Opcode::atom_ && in.has(Mod::cas);
}

bool Uses::isLookedAt(uint32_t instruction) const {
    const Registers& brought = m_uses[instruction].writes;
    return std::any_of(brought.begin(), brought.end(), [&](uint32_t reg) {
        return std::any_of(m_readers[reg].begin(), m_readers[reg].end(),
                           [&](uint32_t reader) { return reader != instruction; });
    });
}

std::vector<bool> Uses::computedOf(const Registers& from) const {
    std::vector<bool> computed(m_function.registers.size());
    Registers todo = from;
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        if (computed[reg])
            continue;
        computed[reg] = true;
        for (const uint32_t reader : m_readers[reg])
            if (familyOf(m_function.instructions[reader]) == Family::Lane)
                todo.insert(todo.end(), m_uses[reader].writes.begin(), m_uses[reader].writes.end());
    }
    return computed;
}

bool Uses::isAskedToBeEqual(uint32_t instruction) const {
    const std::vector<bool> computed = computedOf(m_uses[instruction].writes);
    for (size_t i = 0; i < m_uses.size(); ++i) {
        const Instruction& in = m_function.instructions[i];
        if (in.known && in.opcode == Opcode::setp_ && (in.has(Mod::eq) || in.has(Mod::ne)) &&
            std::any_of(m_uses[i].reads.begin(), m_uses[i].reads.end(), [&](uint32_t reg) { return computed[reg]; }))
            return true;
    }
    return false;
}

bool Uses::isGuess(uint32_t load) const {
    const Operand* place = m_swaps ? simt::placeOf(m_function, m_function.instructions[load]) : nullptr;
    if (place == nullptr)
        return false;
    const std::vector<bool> computed = computedOf(m_uses[load].writes);
    bool isChecked = false;
    for (uint32_t reg = 0; reg < computed.size(); ++reg)
        for (size_t i = 0; computed[reg] && i < m_readers[reg].size(); ++i) {
            const Instruction& in = m_function.instructions[m_readers[reg][i]];
            const Family family = familyOf(in);
            if (isSwap(in) && m_places->areSame(m_function.instructions[load], in))
                isChecked = true;
            else if (family != Family::Lane && family != Family::Control)
                return false;
        }
    return isChecked;
}

bool Uses::isForBitField(uint32_t load) const {
    Registers todo = m_uses[load].writes;
    bool isMasked = false, goesBack = false;
    std::vector<bool> seen(m_function.registers.size());
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        if (seen[reg])
            continue;
        seen[reg] = true;
        for (const uint32_t reader : m_readers[reg]) {
            const Instruction& in = m_function.instructions[reader];
            const auto operands = m_function.operandsOf(in);
            if (in.known && in.opcode == Opcode::st_ && m_places->areSame(m_function.instructions[load], in))
                goesBack = true;
            else if (in.known && (in.opcode == Opcode::and_ || in.opcode == Opcode::or_ || in.opcode == Opcode::bfi_))
                todo.insert(todo.end(), m_uses[reader].writes.begin(), m_uses[reader].writes.end());
            else
                return false;
            isMasked |= in.opcode == Opcode::bfi_ || (in.opcode == Opcode::and_ && operands.size() == 3 &&
                                                      operands[2].kind == Operand::Kind::Integer);
        }
    }
    return isMasked && goesBack;
}

bool Uses::isOneNumber(uint32_t load) const {
    for (const uint32_t reg : m_uses[load].writes)
        for (const uint32_t reader : m_readers[reg]) {
            const Instruction& in = m_function.instructions[reader];
            if (familyOf(in) != Family::Lane)
                continue;
            switch (in.opcode) {
            case Opcode::add_:
            case Opcode::sub_:
            case Opcode::mul_:
            case Opcode::mad_:
            case Opcode::fma_:
            case Opcode::setp_:
            case Opcode::min_:
            case Opcode::max_:
                return true;
            default:
                break;
            }
        }
    return false;
}

Uses::Registers Uses::sumsOf(const std::vector<bool>& addends) const {
    Registers sums;
    for (size_t i = 0; i < m_uses.size(); ++i)
        if (rounds(m_function.instructions[i]) &&
            std::any_of(m_uses[i].reads.begin(), m_uses[i].reads.end(), [&](uint32_t reg) { return addends[reg]; }))
            sums.insert(sums.end(), m_uses[i].writes.begin(), m_uses[i].writes.end());
    return sums;
}

bool Uses::isSum(uint32_t instruction) const {
    const Instruction& in = m_function.instructions[instruction];
    const Operand* place = simt::placeOf(m_function, in);
    if (place == nullptr || !in.known || (in.opcode != Opcode::st_ && !isSwap(in)))
        return false;
    Registers there; // what was read at the place
    if (isSwap(in))
        there = m_uses[instruction].writes;
    for (uint32_t i = 0; i < m_uses.size(); ++i) {
        const Instruction& other = m_function.instructions[i];
        if (other.known && other.opcode == Opcode::ld_ && m_places->areSame(in, other))
            there.insert(there.end(), m_uses[i].writes.begin(), m_uses[i].writes.end());
    }
    if (there.empty())
        return false;
    const std::vector<bool> sums = computedOf(sumsOf(computedOf(there)));
    const auto operands = m_function.operandsOf(in);
    return operands.back().kind == Operand::Kind::Register && sums[operands.back().id];
}

bool Uses::isConstant(const Operand& operand, uint64_t value) const {
    if (operand.kind == Operand::Kind::Integer)
        return operand.bits == value;
    if (operand.kind != Operand::Kind::Register)
        return false;
    size_t writers = 0;
    bool constant = true;
    for (size_t i = 0; i < m_uses.size(); ++i)
        if (std::find(m_uses[i].writes.begin(), m_uses[i].writes.end(), operand.id) != m_uses[i].writes.end()) {
            const Instruction& in = m_function.instructions[i];
            const auto operands = m_function.operandsOf(in);
            constant &= in.known && in.opcode == Opcode::mov_ && operands.size() == 2 &&
                        operands[1].kind == Operand::Kind::Integer && operands[1].bits == value;
            ++writers;
        }
    return constant && writers != 0;
}

bool Uses::onlyLooks(uint32_t atomic) const {
    const Instruction& in = m_function.instructions[atomic];
    const auto operands = m_function.operandsOf(in);
    return in.known && in.opcode == Opcode::atom_ && (in.has(Mod::add) || in.has(Mod::or_) || in.has(Mod::xor_)) &&
           isConstant(operands.back(), 0);
}

} // namespace warplens::sim::check
