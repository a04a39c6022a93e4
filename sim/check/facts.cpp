// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/facts.h"

#include "sim/check/uses.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/cfg.h"
#include "sim/simt/cluster.h"
#include "sim/simt/loops.h"
#include "sim/simt/system_call.h"
#include "sim/simt/texture_kind.h"
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
    if (op.run == simt::runClusterWait)
        return true;
    if (op.run != simt::runWarpBarrier)
        return op.run == simt::runMbarrier;
    const ptx::Operand& mask = program.functions[op.function].source->operands[program.instructionOf(op).firstOperand];
    return mask.kind != ptx::Operand::Kind::Integer || static_cast<uint32_t>(mask.bits) != ~0u;
}

bool mayBeShared(const MemoryOp& memory, const Sources& sources) {
    return memory.space == AccessSpace::Shared ||
           (memory.space == AccessSpace::Generic && (sources.unknown || !sources.shared.empty()));
}

bool mayMeet(const Sources& a, const Sources& b) {
    const auto share = [](const auto& one, const auto& other) {
        return std::any_of(one.begin(), one.end(), [&](const auto& each) {
            return std::find(other.begin(), other.end(), each) != other.end();
        });
    };
    return a.unknown || b.unknown || share(a.params, b.params) || share(a.variables, b.variables) ||
           share(a.shared, b.shared);
}

} // namespace

/// An exchange whose answer nobody wants, at a place that nobody reads: what stays there is all that comes of it.
void Facts::findLastWins(const simt::Program& program) {
    for (const MemoryOp& memory : program.memoryOps) {
        OpFacts& facts = m_ops[memory.index];
        facts.lastWins = memory.kind == AccessKind::Atomic && memory.atomic == simt::AtomicOp::Exch &&
                         !facts.isMbarrier && !facts.manner.learns;
        for (size_t i = 0; facts.lastWins && i < program.memoryOps.size(); ++i) {
            const MemoryOp& other = program.memoryOps[i];
            facts.lastWins = !m_ops[other.index].reads || !mayMeet(facts.sources, m_ops[other.index].sources);
        }
    }
}

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
        fences |= op.run == simt::runFence && op.flags != simt::fenceOfProxies;
        asks |= op.run == simt::runClusterArrive && (op.flags & simt::clusterRelaxed) != 0; // of fences before it
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
        facts.manner = {
            answers, facts.writes, memory.acquires, memory.releases, memory.blockScope && !memory.clusterScope,
            isAtomic};
        const Uses& use = uses[memory.function];
        facts.takesTicket =
            isAtomic && !memory.noReturn && !facts.isMbarrier && use.isAskedToBeEqual(memory.instruction);
        facts.onlyLooks = isAtomic && answers && !facts.isMbarrier && use.onlyLooks(memory.instruction);
        facts.takesTurn = isAtomic && answers && !facts.isMbarrier && !facts.onlyLooks;
        facts.isSum = (isAtomic ? memory.atomic == simt::AtomicOp::Cas : memory.kind == AccessKind::Store) &&
                      use.isSum(memory.instruction);
        if (memory.kind == AccessKind::Load && memory.count == 1) {
            facts.isForBitField = use.isForBitField(memory.instruction);
            facts.isOneNumber = use.isOneNumber(memory.instruction);
        }
        m_copiesFromShared |=
            op.run == simt::runCopyBulk && memory.kind == AccessKind::Load && memory.space == AccessSpace::Shared;
        if (!simt::isTexture(op) && !simt::isSurface(op) &&
            op.run != simt::runSystemCall) // nothing is written by a pointer
            facts.sources = sources.of(memory);
        facts.mayBePointer = check::mayBePointer(program, memory);
        m_looks |= memory.ordered && !facts.isMbarrier && (memory.kind == AccessKind::Load || facts.onlyLooks);
        m_hasStrong |= facts.strength >= Strength::Strong;
        m_hasStrongShared |= facts.strength >= Strength::Strong && mayBeShared(memory, facts.sources);
        asks |= memory.ordered && answers && !facts.isMbarrier;
        releases |= memory.releases;
        if ((memory.space == AccessSpace::Shared || memory.space == AccessSpace::Generic) && memory.elementBytes < 4)
            m_sharedShift =
                std::min<unsigned>(m_sharedShift, static_cast<unsigned>(std::countr_zero(memory.elementBytes)));
    }
    findLastWins(program);
    m_lendsPointers = check::lendsPointers(program);
    m_takesSharedAddress = check::takesSharedAddress(program);
    m_handsOn = asks && (fences || releases);
    m_ordersInPart |= m_handsOn;
}

} // namespace warplens::sim::check
