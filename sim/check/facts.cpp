// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/facts.h"

#include "sim/simt/async_copy.h"
#include "sim/simt/cfg.h"
#include "sim/simt/liveness.h"
#include "sim/simt/loops.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {
namespace {

using simt::AccessKind;
using simt::AccessSpace;
using simt::MemoryOp;

/// Volatile by itself orders nothing. Where its value decides whether a thread waits on, it is a flag, and meant to
/// meet the writes of others; where it is computed with, it is data.
Strength strengthOf(const MemoryOp& memory, bool isFlag) {
    if (memory.kind == AccessKind::Atomic)
        return Strength::Atomic;
    if (!memory.ordered)
        return Strength::Plain;
    return memory.isVolatile && !isFlag ? Strength::Volatile : Strength::Strong;
}

/// Whether it is a meeting of some threads of a block or a warp, as far as the text tells.
bool isMeetingOfSome(const simt::Program& program, const simt::Op& op) {
    if (op.run == simt::runBarrier)
        return op.b != 0;
    if (op.run != simt::runWarpBarrier)
        return op.run == simt::runMbarrier;
    const ptx::Operand& mask = program.functions[op.function].source->operands[program.instructionOf(op).firstOperand];
    return mask.kind != ptx::Operand::Kind::Integer || static_cast<uint32_t>(mask.bits) != ~0u;
}

/// Whether the value that an instruction brings is asked to be equal to another.
bool isAskedToBeEqual(const ptx::Function& function, uint32_t instruction) {
    std::vector<bool> seen(function.registers.size());
    std::vector<uint32_t> todo = simt::registerUse(function, function.instructions[instruction]).writes;
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        if (seen[reg])
            continue;
        seen[reg] = true;
        for (const ptx::Instruction& in : function.instructions) {
            const simt::RegisterUse use = simt::registerUse(function, in);
            if (!in.known || std::find(use.reads.begin(), use.reads.end(), reg) == use.reads.end())
                continue;
            if (in.opcode == ptx::Opcode::setp_ && (in.has(ptx::Mod::eq) || in.has(ptx::Mod::ne)))
                return true;
            if (ptx::opcodeInfo(in.opcode).family == ptx::Family::Lane)
                todo.insert(todo.end(), use.writes.begin(), use.writes.end());
        }
    }
    return false;
}

/// What the instructions of a function read and write, and where.
class Uses {
public:
    explicit Uses(const ptx::Function& function)
        : m_function(function) {
        for (const ptx::Instruction& in : function.instructions) {
            m_uses.push_back(simt::registerUse(function, in));
            m_swaps |= isSwap(in);
        }
    }

    /// Whether anything is done with what the instruction brings. Who does not look at the answer of an atomic operation
    /// cannot know what others did before.
    bool isLookedAt(uint32_t instruction) const {
        const auto& brought = m_uses[instruction].writes;
        for (size_t i = 0; i < m_uses.size(); ++i)
            if (i != instruction &&
                std::any_of(brought.begin(), brought.end(), [&](uint32_t reg) { return has(m_uses[i].reads, reg); }))
                return true;
        return false;
    }

    /// Whether a load brings no more than a guess: a compare-and-swap at the same place finds out whether it still holds,
    /// and nothing else is done with it but to compute what that is to put there, and whether to try at all.
    bool isGuess(uint32_t load) const {
        const ptx::Operand* place = m_swaps ? simt::placeOf(m_function, m_function.instructions[load]) : nullptr;
        if (place == nullptr)
            return false;
        std::vector<bool> seen(m_function.registers.size());
        std::vector<uint32_t> todo = m_uses[load].writes;
        bool isChecked = false;
        while (!todo.empty()) {
            const uint32_t reg = todo.back();
            todo.pop_back();
            if (seen[reg])
                continue;
            seen[reg] = true;
            for (size_t i = 0; i < m_uses.size(); ++i) {
                const ptx::Instruction& in = m_function.instructions[i];
                if (!has(m_uses[i].reads, reg))
                    continue;
                const ptx::Family family = in.known ? ptx::opcodeInfo(in.opcode).family : ptx::Family::Texture;
                if (isSwap(in) && simt::isSamePlace(place, simt::placeOf(m_function, in)))
                    isChecked = true;
                else if (family == ptx::Family::Lane)
                    todo.insert(todo.end(), m_uses[i].writes.begin(), m_uses[i].writes.end());
                else if (family != ptx::Family::Control)
                    return false;
            }
        }
        return isChecked;
    }

private:
    static bool has(const std::vector<uint32_t>& list, uint32_t reg) {
        return std::find(list.begin(), list.end(), reg) != list.end();
    }
    static bool isSwap(const ptx::Instruction& in) {
        return in.known && in.opcode == ptx::Opcode::atom_ && in.has(ptx::Mod::cas);
    }
    const ptx::Function& m_function;
    std::vector<simt::RegisterUse> m_uses; ///< by instruction
    bool m_swaps = false;
};

} // namespace

Facts::Facts(const simt::Program& program)
    : m_ops(program.memoryOps.size()) {
    simt::Loops loops;
    SourceFinder sources(program);
    std::vector<simt::FlowGraph> graphs;
    std::vector<Uses> uses;
    for (const simt::FunctionCode& function : program.functions) {
        graphs.push_back(simt::flowGraph(*function.source));
        uses.emplace_back(*function.source);
    }
    bool fences = false, asks = false, releases = false;
    for (const simt::Op& op : program.ops) {
        fences |= op.run == simt::runFence;
        m_ordersInPart |= isMeetingOfSome(program, op);
    }
    for (const MemoryOp& memory : program.memoryOps) {
        OpFacts& facts = m_ops[memory.index];
        const simt::Op& op = program.ops[memory.op];
        facts.isMbarrier =
            op.run == simt::runMbarrier || (op.run == simt::runCopyBulk && memory.kind == AccessKind::Atomic);
        facts.isCopy = (op.run == simt::runCopyAsync || op.run == simt::runCopyBulk) &&
                       memory.kind == AccessKind::Store && memory.space == AccessSpace::Shared;
        const auto& blocks = graphs[memory.function].blocks;
        const auto after = std::find_if(blocks.begin(), blocks.end(),
                                        [&](const simt::FlowBlock& b) { return memory.instruction < b.end; });
        facts.isInLoop = loops.of(program, memory.function).isInLoop(static_cast<uint32_t>(after - blocks.begin()));
        const bool isFlag = memory.isVolatile && loops.of(program, memory.function).isFlag(memory.instruction);
        facts.strength = strengthOf(memory, isFlag);
        if (facts.strength == Strength::Plain && memory.kind == AccessKind::Load && op.run != simt::runCopyAsync &&
            uses[memory.function].isGuess(memory.instruction))
            facts.strength = Strength::Volatile; // it may meet those that swap
        facts.reads = memory.kind == AccessKind::Load ||
                      (memory.kind == AccessKind::Atomic && memory.atomic != simt::AtomicOp::Exch);
        facts.writes = memory.kind != AccessKind::Load;
        if (op.run == simt::runMbarrier) {
            const bool setsUp = op.flags == simt::mbarrierInit;
            facts.strength = setsUp ? Strength::Plain : Strength::Atomic;
            facts.reads = !setsUp;
            facts.writes = op.flags < simt::mbarrierTest || op.flags > simt::mbarrierTryParity;
        }
        const bool isAtomic = memory.kind == AccessKind::Atomic;
        const bool answers = memory.kind == AccessKind::Load ||
                             (isAtomic && !memory.noReturn &&
                              (facts.isMbarrier || uses[memory.function].isLookedAt(memory.instruction)));
        facts.manner = {answers, facts.writes, memory.acquires, memory.releases, memory.blockScope, isAtomic};
        facts.takesTicket = memory.kind == AccessKind::Atomic && !memory.noReturn && !facts.isMbarrier &&
                            isAskedToBeEqual(*program.functions[memory.function].source, memory.instruction);
        facts.sources = sources.of(memory);
        m_hasStrong |= facts.strength >= Strength::Strong;
        asks |= memory.ordered && answers && !facts.isMbarrier;
        releases |= memory.releases;
        if ((memory.space == AccessSpace::Shared || memory.space == AccessSpace::Generic) && memory.elementBytes < 4)
            m_sharedShift =
                std::min<unsigned>(m_sharedShift, static_cast<unsigned>(std::countr_zero(memory.elementBytes)));
    }
    m_handsOn = asks && (fences || releases);
    m_ordersInPart |= m_handsOn;
}

} // namespace warplens::sim::check
