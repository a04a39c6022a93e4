// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/slots.h"

#include <queue>

#include <algorithm>

namespace warplens::sim::simt {
namespace {

using ptx::Operand;

constexpr uint32_t none = UINT32_MAX;

/// The first operand is a destination, unless the table says that the instruction begins with something else.
bool writesFirst(const ptx::Instruction& instruction) {
    const std::string_view shape = ptx::opcodeInfo(instruction.opcode).operands;
    if (instruction.opcode == ptx::Opcode::bar_ || instruction.opcode == ptx::Opcode::barrier_)
        return instruction.has(ptx::Mod::red);
    return !shape.empty() && (shape[0] == 'd' || shape[0] == 'p' || shape[0] == '(');
}

struct Interval {
    uint32_t reg;
    uint32_t begin, end;
};

/// A set of registers for each block, as bits.
class BitRows {
public:
    BitRows(size_t rows, size_t columns)
        : m_words((columns + 63) / 64)
        , m_bits(rows * m_words) {}
    bool get(size_t row, size_t column) const { return m_bits[row * m_words + column / 64] >> (column % 64) & 1; }
    void set(size_t row, size_t column) { m_bits[row * m_words + column / 64] |= 1ull << (column % 64); }
    uint64_t* row(size_t r) { return m_bits.data() + r * m_words; }
    size_t words() const { return m_words; }

private:
    size_t m_words;
    std::vector<uint64_t> m_bits;
};

std::vector<Interval> liveIntervals(const ptx::Function& function, const FlowGraph& graph,
                                    const Contractions& contracted) {
    const size_t registers = function.registers.size();
    const auto blocks = static_cast<uint32_t>(graph.blocks.size());
    std::vector<RegisterUse> uses;
    uses.reserve(function.instructions.size());
    for (const ptx::Instruction& instruction : function.instructions)
        uses.push_back(registerUse(function, instruction));
    // A sum that takes a product in reads its factors.
    for (const auto& [sum, made] : contracted.sums)
        for (const Operand* factor : {&made.a, &made.b})
            if (factor->kind == Operand::Kind::Register)
                uses[sum].reads.push_back(factor->id);

    // Most registers live in one block only. The others get a column in the data-flow sets.
    std::vector<uint32_t> home(registers, none), column(registers, none);
    std::vector<uint32_t> crossing;
    const auto visit = [&](uint32_t reg, uint32_t block) {
        if (home[reg] == none)
            home[reg] = block;
        else if (home[reg] != block && column[reg] == none) {
            column[reg] = static_cast<uint32_t>(crossing.size());
            crossing.push_back(reg);
        }
    };
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : uses[i].reads)
                visit(r, b);
            for (const uint32_t r : uses[i].writes)
                visit(r, b);
        }
    // A register read in its only block before it is written there lives around a loop.
    std::vector<uint32_t> writtenIn(registers, none);
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : uses[i].reads)
                if (writtenIn[r] != b && column[r] == none) {
                    column[r] = static_cast<uint32_t>(crossing.size());
                    crossing.push_back(r);
                }
            for (const uint32_t r : uses[i].writes)
                writtenIn[r] = b;
        }

    BitRows in(blocks, crossing.size()), out(blocks, crossing.size()), defined(blocks, crossing.size());
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            for (const uint32_t r : uses[i].reads)
                if (column[r] != none && !defined.get(b, column[r]))
                    in.set(b, column[r]);
            for (const uint32_t r : uses[i].writes)
                if (column[r] != none)
                    defined.set(b, column[r]);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = blocks; b-- > 0;) {
            uint64_t* o = out.row(b);
            uint64_t* n = in.row(b);
            const uint64_t* d = defined.row(b);
            for (const uint32_t s : graph.blocks[b].successors) {
                const uint64_t* next = in.row(s);
                for (size_t w = 0; w < in.words(); ++w)
                    o[w] |= next[w];
            }
            for (size_t w = 0; w < in.words(); ++w) {
                const uint64_t through = o[w] & ~d[w];
                if (through & ~n[w]) {
                    n[w] |= through;
                    changed = true;
                }
            }
        }
    }

    std::vector<uint32_t> begin(registers, none), end(registers, 0);
    const auto extend = [&](uint32_t reg, uint32_t from, uint32_t to) {
        begin[reg] = std::min(begin[reg], from);
        end[reg] = std::max(end[reg], to);
    };
    for (uint32_t b = 0; b < blocks; ++b) {
        const FlowBlock& block = graph.blocks[b];
        for (size_t c = 0; c < crossing.size(); ++c) {
            if (in.get(b, c))
                extend(crossing[c], block.first, block.first);
            if (out.get(b, c))
                extend(crossing[c], block.end, block.end);
        }
        for (uint32_t i = block.first; i < block.end; ++i) {
            for (const uint32_t r : uses[i].reads)
                extend(r, i, i);
            for (const uint32_t r : uses[i].writes)
                extend(r, i, i);
        }
    }
    std::vector<Interval> intervals;
    for (uint32_t r = 0; r < registers; ++r)
        if (begin[r] != none)
            intervals.push_back({r, begin[r], end[r]});
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    return intervals;
}

/// Slots of one size: handed out, taken back, and in the end laid out one behind the other.
class Pool {
public:
    uint32_t take() {
        if (m_free.empty())
            return m_count++;
        const uint32_t index = m_free.back();
        m_free.pop_back();
        return index;
    }
    void giveBack(uint32_t index) { m_free.push_back(index); }
    uint32_t count() const { return m_count; }

private:
    std::vector<uint32_t> m_free;
    uint32_t m_count = 0;
};

} // namespace

uint32_t slotSize(ptx::Type type) {
    if (type == ptx::Type::pred)
        return predicateBytes;
    const unsigned bytes = ptx::typeBytes(type);
    return bytes > 8 ? widestSlotBytes : bytes > 4 ? wideSlotBytes : slotBytes;
}

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
    }
    return use;
}

Slots assignSlots(const ptx::Function& function, const FlowGraph& graph, const Contractions& contracted) {
    const std::vector<Interval> intervals = liveIntervals(function, graph, contracted);
    Pool pools[4]; // predicates, 32-bit, 64-bit, 128-bit
    const auto poolOf = [&](uint32_t reg) -> size_t {
        const uint32_t size = slotSize(function.registers[reg].type);
        return size == predicateBytes ? 0 : size == slotBytes ? 1 : size == wideSlotBytes ? 2 : 3;
    };
    std::vector<uint32_t> index(function.registers.size(), none);
    using Ending = std::pair<uint32_t, uint32_t>; // end, register
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
    for (const Interval& interval : intervals) {
        while (!alive.empty() && alive.top().first < interval.begin) {
            const uint32_t done = alive.top().second;
            pools[poolOf(done)].giveBack(index[done]);
            alive.pop();
        }
        index[interval.reg] = pools[poolOf(interval.reg)].take();
        alive.emplace(interval.end, interval.reg);
    }
    Slots slots;
    const uint32_t predicates = (predicateBytes * (1 + pools[0].count()) + 63) / 64 * 64;
    const uint32_t wide = predicates + pools[1].count() * slotBytes;
    const uint32_t widest = wide + pools[2].count() * wideSlotBytes;
    slots.bytes = widest + pools[3].count() * widestSlotBytes;
    slots.offset.resize(function.registers.size());
    for (const Interval& interval : intervals) {
        const uint32_t i = index[interval.reg];
        switch (poolOf(interval.reg)) {
        case 0:
            slots.offset[interval.reg] = predicateBytes * (1 + i);
            break;
        case 1:
            slots.offset[interval.reg] = predicates + i * slotBytes;
            break;
        case 2:
            slots.offset[interval.reg] = wide + i * wideSlotBytes;
            break;
        default:
            slots.offset[interval.reg] = widest + i * widestSlotBytes;
            break;
        }
    }
    return slots;
}

} // namespace warplens::sim::simt
