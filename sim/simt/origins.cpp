// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/origins.h"

#include "sim/simt/liveness.h"

#include <algorithm>

namespace warplens::sim::simt {

using ptx::Family;
using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;

namespace {

/// A value of fewer bits is an index; all else may be an address.
constexpr unsigned addressBits = 64;

bool mayBeAddress(const Instruction& in) {
    return in.typeCount == 0 || ptx::typeBits(in.type(static_cast<size_t>(in.typeCount) - 1)) >= addressBits;
}

} // namespace

Origins::Origins(const ptx::Function& function)
    : m_function(function)
    , m_registers(function.registers.size()) {
    for (size_t n = 0; n < function.params.size(); ++n)
        m_names[function.params[n].name] = bit(n);
    for (const Operand& operand : function.operands)
        if (!operand.name.empty() && (operand.kind == Operand::Kind::Symbol || operand.kind == Operand::Kind::Address))
            addName(operand.name);
    std::vector<std::vector<uint32_t>> writes;
    for (const Instruction& in : function.instructions)
        writes.push_back(registerUse(function, in).writes);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t n = 0; n < writes.size(); ++n) {
            if (writes[n].empty())
                continue;
            const Set set = written(function.instructions[n]);
            for (const uint32_t reg : writes[n]) {
                changed |= (m_registers[reg] | set) != m_registers[reg];
                m_registers[reg] |= set;
            }
        }
    }
}

Origins::Set Origins::of(const Operand* place) const {
    if (place == nullptr)
        return unknown;
    Set set = place->hasRegister ? m_registers[place->id] : 0;
    if (!place->name.empty())
        set |= ofName(place->name);
    return set == 0 ? unknown : set; // a number
}

/// What is declared outside of the function begins where other such variables do, if it is dynamic shared memory: one for all.
void Origins::addName(std::string_view name) {
    const auto& own = m_function.variables;
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const ptx::Variable& each) { return each.name == name; });
    // All that are no own ones have the bit behind these.
    m_names.try_emplace(name, bit(m_function.params.size() + static_cast<size_t>(found - own.begin())));
}

Origins::Set Origins::ofName(std::string_view name) const {
    const auto found = m_names.find(name);
    return found == m_names.end() ? unknown : found->second;
}

Origins::Set Origins::written(const Instruction& in) const {
    if (!in.known)
        return unknown;
    switch (ptx::opcodeInfo(in.opcode).family) {
    case Family::Lane:
    case Family::Warp:
        return read(in);
    case Family::Sync:
        return 0; // a predicate or a count
    case Family::Memory:
        break;
    default:
        return unknown;
    }
    if (!mayBeAddress(in))
        return 0;
    return in.has(Mod::param) ? read(in) : unknown;
}

Origins::Set Origins::read(const Instruction& in) const {
    Set set = 0;
    for (const Operand& operand : m_function.operandsOf(in))
        set |= readOperand(operand);
    return set;
}

Origins::Set Origins::readOperand(const Operand& operand) const {
    Set set = 0;
    switch (operand.kind) {
    case Operand::Kind::Register: // the one that is written as well, which changes nothing
        return m_registers[operand.id];
    case Operand::Kind::Symbol:
        return ofName(operand.name);
    case Operand::Kind::Address: // of a parameter
        return operand.hasRegister ? unknown : ofName(operand.name);
    case Operand::Kind::Vector:
        for (const Operand& element : m_function.elementsOf(operand))
            set |= readOperand(element);
        return set;
    default:
        return 0;
    }
}

} // namespace warplens::sim::simt
