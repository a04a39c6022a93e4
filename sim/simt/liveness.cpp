// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/liveness.h"

namespace warplens::sim::simt {
namespace {

using ptx::Operand;

/// The first operand is a destination, unless the table says that the instruction begins with something else.
bool writesFirst(const ptx::Instruction& instruction) {
    const std::string_view shape = ptx::opcodeInfo(instruction.opcode).operands;
    if (instruction.opcode == ptx::Opcode::bar_ || instruction.opcode == ptx::Opcode::barrier_)
        return instruction.has(ptx::Mod::red);
    return !shape.empty() && (shape[0] == 'd' || shape[0] == 'p' || shape[0] == '(');
}

} // namespace

RegisterUse registerUse(const ptx::Function& function, const ptx::Instruction& instruction) {
    RegisterUse use;
    if (instruction.guarded)
        use.reads.push_back(instruction.guard);
    if (!instruction.known)
        return use;
    const auto operands = function.operandsOf(instruction);
    const bool first = writesFirst(instruction);
    for (size_t i = 0; i < operands.size(); ++i) {
        const Operand& operand = operands[i];
        const bool written = first && (i == 0 || (i == 1 && instruction.hasSecondPredicate)) &&
                             operand.kind != Operand::Kind::Address && operand.kind != Operand::Kind::List;
        const auto note = [&](const Operand& o) {
            if (o.kind == Operand::Kind::Register || (o.kind == Operand::Kind::Address && o.hasRegister)) {
                if (!written || instruction.guarded)
                    use.reads.push_back(o.id);
                if (written)
                    use.writes.push_back(o.id);
            }
        };
        if (operand.kind == Operand::Kind::Vector || operand.kind == Operand::Kind::List)
            for (const Operand& element : function.elementsOf(operand))
                note(element);
        else
            note(operand);
        if (operand.kind == Operand::Kind::Address)
            for (const Operand& coordinate : function.coordinatesOf(operand))
                if (coordinate.kind == Operand::Kind::Register)
                    use.reads.push_back(coordinate.id);
    }
    return use;
}

const ptx::Operand* placeOf(const ptx::Function& function, const ptx::Instruction& instruction) {
    for (const ptx::Operand& operand : function.operandsOf(instruction))
        if (operand.kind == ptx::Operand::Kind::Address)
            return &operand;
    return nullptr;
}

Places::Places(const ptx::Function& function, const std::vector<RegisterUse>& uses)
    : m_function(function) {
    std::vector<uint32_t> writers(function.registers.size());
    for (const RegisterUse& use : uses)
        for (const uint32_t reg : use.writes)
            ++writers[reg];
    m_bases.resize(function.registers.size());
    for (uint32_t reg = 0; reg < m_bases.size(); ++reg)
        m_bases[reg] = {reg, 0};
    for (const ptx::Instruction& in : function.instructions) {
        const auto operands = function.operandsOf(in);
        if (!in.known || in.opcode != ptx::Opcode::add_ || in.guarded || operands.size() != 3 ||
            operands[0].kind != Operand::Kind::Register || operands[1].kind != Operand::Kind::Register ||
            operands[2].kind != Operand::Kind::Integer || writers[operands[0].id] != 1 || writers[operands[1].id] != 1)
            continue;
        const Base& base = m_bases[operands[1].id];
        m_bases[operands[0].id] = {base.reg, base.offset + static_cast<int64_t>(operands[2].bits)};
    }
}

bool Places::areSame(const ptx::Instruction& a, const ptx::Instruction& b) const {
    const Operand *first = placeOf(m_function, a), *second = placeOf(m_function, b);
    if (first == nullptr || second == nullptr || first->hasRegister != second->hasRegister ||
        first->name != second->name)
        return false;
    if (!first->hasRegister)
        return first->offset == second->offset;
    const Base &one = m_bases[first->id], &other = m_bases[second->id];
    return one.reg == other.reg && one.offset + first->offset == other.offset + second->offset;
}

Liveness::Liveness(const ptx::Function& function, const FlowGraph& graph, const Contractions& contracted)
    : m_column(function.registers.size(), none) {
    m_uses.reserve(function.instructions.size());
    for (const ptx::Instruction& instruction : function.instructions)
        m_uses.push_back(registerUse(function, instruction));
    // A sum that takes a product in reads its factors.
    for (const auto& [sum, made] : contracted.sums)
        for (const Operand* factor : {&made.a, &made.b})
            if (factor->kind == Operand::Kind::Register)
                m_uses[sum].reads.push_back(factor->id);
    findCrossing(graph, function.registers.size());
    m_words = (m_crossing.size() + 63) / 64;
    flow(graph);
}

// Most registers live in one block only. The others get a column in the sets.
void Liveness::findCrossing(const FlowGraph& graph, size_t registers) {
    const auto blocks = static_cast<uint32_t>(graph.blocks.size());
    const auto cross = [&](uint32_t reg) {
        if (m_column[reg] != none)
            return;
        m_column[reg] = static_cast<uint32_t>(m_crossing.size());
        m_crossing.push_back(reg);
    };
    std::vector<uint32_t> home(registers, none);
    const auto visit = [&](uint32_t reg, uint32_t block) {
        if (home[reg] == none)
            home[reg] = block;
        else if (home[reg] != block)
            cross(reg);
    };
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : m_uses[i].reads)
                visit(r, b);
            for (const uint32_t r : m_uses[i].writes)
                visit(r, b);
        }
    // A register read in its only block before it is written there lives around a loop.
    std::vector<uint32_t> writtenIn(registers, none);
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : m_uses[i].reads)
                if (writtenIn[r] != b)
                    cross(r);
            for (const uint32_t r : m_uses[i].writes)
                writtenIn[r] = b;
        }
}

void Liveness::flow(const FlowGraph& graph) {
    const auto blocks = static_cast<uint32_t>(graph.blocks.size());
    m_in.resize(blocks * m_words);
    m_out.resize(blocks * m_words);
    Rows defined(blocks * m_words);
    const auto isDefined = [&](uint32_t block, uint32_t column) {
        return (defined[block * m_words + column / 64] >> (column % 64) & 1) != 0;
    };
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : m_uses[i].reads)
                if (m_column[r] != none && !isDefined(b, m_column[r]))
                    add(m_in, b, m_column[r]);
            for (const uint32_t r : m_uses[i].writes)
                if (m_column[r] != none)
                    add(defined, b, m_column[r]);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = blocks; b-- > 0;) {
            for (const uint32_t s : graph.blocks[b].successors)
                for (size_t w = 0; w < m_words; ++w)
                    m_out[b * m_words + w] |= m_in[s * m_words + w];
            for (size_t w = 0; w < m_words; ++w) {
                const uint64_t through = m_out[b * m_words + w] & ~defined[b * m_words + w];
                if (through & ~m_in[b * m_words + w]) {
                    m_in[b * m_words + w] |= through;
                    changed = true;
                }
            }
        }
    }
}

} // namespace warplens::sim::simt
