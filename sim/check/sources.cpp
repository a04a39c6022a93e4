// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/sources.h"

#include "sim/simt/liveness.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace warplens::sim::check {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

/// The operands through which a pointer goes into the result; the first one where none is said.
enum class Passes : uint8_t { Nothing, All, Addend };

Passes passesOf(Opcode opcode) {
    switch (opcode) {
    case Opcode::mov_:
    case Opcode::cvta_:
    case Opcode::cvt_:
    case Opcode::add_:
    case Opcode::addc_:
    case Opcode::sub_:
    case Opcode::subc_:
    case Opcode::selp_:
    case Opcode::slct_:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::lop3_:
    case Opcode::prmt_:
    case Opcode::bfi_:
    case Opcode::min_:
    case Opcode::max_:
    case Opcode::shfl_:
    case Opcode::mapa_:
        return Passes::All;
    case Opcode::mad_:
    case Opcode::madc_:
    case Opcode::mad24_:
        return Passes::Addend;
    default:
        return Passes::Nothing; // products, shifts and comparisons are numbers
    }
}

/// What the k-th memory operation of an instruction has as its address: copies have two or three.
const Operand* addressOperand(const ptx::Function& function, const Instruction& in, uint32_t k) {
    std::vector<const Operand*> found;
    for (const Operand& operand : function.operandsOf(in))
        if (operand.kind == Operand::Kind::Address)
            found.push_back(&operand);
    if (in.opcode == Opcode::cp_ && found.size() >= 2)
        std::swap(found[0], found[1]); // it is read first, and written then
    return found.empty() ? nullptr : found[std::min<size_t>(k, found.size() - 1)];
}

} // namespace

namespace {

bool takesAddress(const simt::Program& program, std::initializer_list<ptx::Mod> spaces) {
    for (const simt::FunctionCode& function : program.functions)
        for (const Instruction& in : function.source->instructions)
            if (in.known && in.opcode == Opcode::cvta_ && !in.has(ptx::Mod::to) &&
                std::any_of(spaces.begin(), spaces.end(), [&](ptx::Mod space) { return in.has(space); }))
                return true;
    return false;
}

} // namespace

bool takesSharedAddress(const simt::Program& program) {
    return takesAddress(program, {ptx::Mod::shared, ptx::Mod::shared_cta, ptx::Mod::shared_cluster});
}

bool mayBePointer(const simt::Program& program, const simt::MemoryOp& memory) {
    const Instruction& in = program.functions[memory.function].source->instructions[memory.instruction];
    return memory.elementBytes == 8 && !ptx::isFloat(in.type());
}

bool lendsPointers(const simt::Program& program) {
    if (takesAddress(program, {ptx::Mod::local}))
        return true;
    const auto puts = [&](const simt::MemoryOp& memory) {
        return memory.kind != simt::AccessKind::Load && memory.space != simt::AccessSpace::Local &&
               memory.space != simt::AccessSpace::Param && mayBePointer(program, memory);
    };
    return takesSharedAddress(program) && std::any_of(program.memoryOps.begin(), program.memoryOps.end(), puts);
}

bool SourceFinder::Set::join(const Set& other) {
    bool grown = other.unknown && !unknown;
    unknown |= other.unknown;
    if (bits.size() < other.bits.size())
        bits.resize(other.bits.size());
    for (size_t i = 0; i < other.bits.size(); ++i) {
        grown |= (other.bits[i] & ~bits[i]) != 0;
        bits[i] |= other.bits[i];
    }
    return grown;
}

void SourceFinder::Set::add(size_t pointer) {
    if (bits.size() <= pointer / 64)
        bits.resize(pointer / 64 + 1);
    bits[pointer / 64] |= 1ull << pointer % 64;
}

SourceFinder::SourceFinder(const simt::Program& program)
    : m_program(program)
    , m_addresses(program.memoryOps.size()) {
    if (lendsPointers(program))
        for (const simt::MemoryOp& memory : program.memoryOps)
            m_loads.emplace(&program.functions[memory.function].source->instructions[memory.instruction], memory.index);
    for (uint16_t f = 0; f < program.functions.size(); ++f)
        follow(f);
}

size_t SourceFinder::numberOf(const Pointer& pointer) {
    const auto found = std::find_if(m_pointers.begin(), m_pointers.end(), [&](const Pointer& p) {
        return p.kind == pointer.kind && p.where == pointer.where && p.name == pointer.name;
    });
    if (found != m_pointers.end())
        return static_cast<size_t>(found - m_pointers.begin());
    m_pointers.push_back(pointer);
    return m_pointers.size() - 1;
}

SourceFinder::Set SourceFinder::named(std::string_view name) {
    Set set;
    bool shared = false;
    for (uint32_t i = 0; i < m_program.sharedVariables.size(); ++i)
        if (m_program.sharedVariables[i].name == name) {
            set.add(numberOf({Pointer::Kind::Shared, i, {}}));
            shared = true;
        }
    if (!shared)
        set.add(numberOf({Pointer::Kind::Variable, 0, name}));
    return set;
}

SourceFinder::Set SourceFinder::setOf(const ptx::Function& function, const Operand& operand,
                                      const std::vector<Set>& registers) {
    switch (operand.kind) {
    case Operand::Kind::Register:
        return registers[operand.id];
    case Operand::Kind::Address:
        if (operand.hasRegister)
            return registers[operand.id];
        [[fallthrough]];
    case Operand::Kind::Symbol:
        // Local variables and parameters lie where nobody else comes.
        if (operand.name.empty() ||
            (operand.variable >= 0 &&
             function.variables[static_cast<size_t>(operand.variable)].space != ptx::Space::Shared))
            return {};
        return named(operand.name);
    case Operand::Kind::Vector: {
        Set all;
        for (const Operand& element : function.elementsOf(operand))
            all.join(setOf(function, element, registers));
        return all;
    }
    default:
        return {};
    }
}

bool SourceFinder::followLoad(const ptx::Function& function, const Instruction& in, std::vector<Set>& registers) {
    if (ptx::typeBytes(in.type()) < 8 || ptx::isFloat(in.type()))
        return false; // no pointer
    const auto operands = function.operandsOf(in);
    if (operands.size() < 2)
        return false;
    std::optional<uint64_t> param;
    uint64_t offset = 0;
    for (const ptx::Variable& parameter : function.params) {
        offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
        if (function.isEntry && operands[1].kind == Operand::Kind::Address && !operands[1].hasRegister &&
            operands[1].variable < 0 && operands[1].name == parameter.name)
            param = offset + static_cast<uint64_t>(operands[1].offset);
        offset += parameter.bytes;
    }
    const bool vector = operands[0].kind == Operand::Kind::Vector;
    const auto targets = vector ? function.elementsOf(operands[0]) : operands.first(1);
    bool grown = false;
    for (size_t i = 0; i < targets.size(); ++i) {
        if (targets[i].kind != Operand::Kind::Register)
            continue;
        Set set;
        if (param)
            set.add(numberOf({Pointer::Kind::Param, static_cast<uint32_t>(*param + 8 * i), {}}));
        else
            set.unknown = true;
        if (const auto load = m_loads.find(&in); !param && load != m_loads.end())
            set.add(numberOf({Pointer::Kind::Loaded, load->second, {}}));
        grown |= registers[targets[i].id].join(set);
    }
    return grown;
}

bool SourceFinder::followOnce(const ptx::Function& function, const Instruction& in, std::vector<Set>& registers) {
    if (!in.known)
        return false;
    const auto operands = function.operandsOf(in);
    if (in.opcode == Opcode::ld_ || in.opcode == Opcode::ldu_ || in.opcode == Opcode::atom_)
        return followLoad(function, in, registers);
    const Passes passes = passesOf(in.opcode);
    if (passes == Passes::Nothing || operands.size() < 2)
        return false;
    Set from;
    const size_t first = in.hasSecondPredicate ? 2 : 1;
    for (size_t i = passes == Passes::Addend ? 3 : first; i < operands.size(); ++i)
        from.join(setOf(function, operands[i], registers));
    bool grown = false;
    const auto into = [&](const Operand& operand) {
        if (operand.kind == Operand::Kind::Register)
            grown |= registers[operand.id].join(from);
    };
    if (operands[0].kind == Operand::Kind::Vector)
        for (const Operand& element : function.elementsOf(operands[0]))
            into(element);
    else
        into(operands[0]);
    return grown;
}

void SourceFinder::follow(uint16_t index) {
    const ptx::Function& function = *m_program.functions[index].source;
    std::vector<Set> registers(function.registers.size());
    for (bool grown = true; grown;) {
        grown = false;
        for (const Instruction& in : function.instructions)
            grown |= followOnce(function, in, registers);
    }
    for (const simt::MemoryOp& memory : m_program.memoryOps) {
        if (memory.function != index)
            continue;
        const Instruction& in = function.instructions[memory.instruction];
        const uint32_t k = memory.index - m_program.ops[memory.op].extra;
        if (const Operand* address = addressOperand(function, in, k))
            m_addresses[memory.index] = setOf(function, *address, registers);
    }
}

Sources SourceFinder::of(const simt::MemoryOp& memory) const {
    const Set& set = m_addresses[memory.index];
    Sources sources;
    sources.unknown = set.unknown;
    bool any = false;
    for (size_t i = 0; i < m_pointers.size(); ++i) {
        if (i / 64 >= set.bits.size() || !(set.bits[i / 64] >> i % 64 & 1))
            continue;
        const Pointer& pointer = m_pointers[i];
        any |= pointer.kind != Pointer::Kind::Loaded;
        if (pointer.kind == Pointer::Kind::Loaded)
            sources.loads.push_back(pointer.where);
        else if (pointer.kind == Pointer::Kind::Param)
            sources.params.push_back(pointer.where);
        else if (pointer.kind == Pointer::Kind::Shared)
            sources.shared.push_back(pointer.where);
        else
            sources.variables.push_back(pointer.name);
    }
    sources.unknown |= !any;
    return sources;
}

} // namespace warplens::sim::check
