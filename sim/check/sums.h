// SPDX-License-Identifier: GPL-3.0-or-later
// What depends on who comes first. A sum of floating-point numbers depends on the order of its addends. Where several warps make it by atomic operations,
// or one after the other under a lock, chance orders them, and it comes out differently from run to run.
#pragma once

#include "sim/check/block_watch.h"
#include "sim/simt/memory_access.h"

#include <map>
#include <set>
#include <vector>

namespace warplens::sim::check {

class Sums {
public:
    explicit Sums(BlockWatch& watch)
        : m_watch(watch) {}

    void begin() { m_takesTurns.assign(m_watch.block.warps().size(), false); }

    /// Looks at an access to a piece of memory, from its byte `first` on. Stamps below `dead` need no look.
    template<class Records>
    void look(const simt::AccessEvent& event, const Cells& cells, uint64_t first, const Records& records, Stamp dead) {
        const simt::MemoryOp& memory = *event.memory;
        const OpFacts& facts = m_watch.facts.of(memory);
        const uint32_t warp = m_watch.block.machine().warp->index;
        if (facts.takesTurn)
            m_takesTurns[warp] = true;
        const bool isAtomic = memory.kind == simt::AccessKind::Atomic;
        if (facts.lastWins)
            return lookWhoWins(event, cells, first, records, dead);
        if (!(facts.isSum || isAtomicSum(memory)) || (isAtomic ? cells.strong == nullptr : !m_takesTurns[warp]) ||
            m_told.contains(memory.index))
            return;
        const BlockOrder& order = m_watch.order;
        forLanes(event.mask, [&](uint32_t lane) {
            const uint64_t byte = first + event.addressOf(lane) - event.first;
            const Stamp stamp = isAtomic ? cells.strong[byte >> 2] : cells.written[byte >> cells.shift];
            if (stamp < dead || m_told.contains(memory.index))
                return;
            const AccessRecord& other = records[recordOf(stamp)];
            const bool another = other.block != order.number() || other.warp != warp;
            // Under a lock they are ordered, and by chance. What a barrier of the block orders comes in a fixed order.
            const bool byChance = isAtomic ? !order.isBefore(other, laneOf(stamp), warp, lane)
                                           : other.block != order.number() || other.interval == order.interval();
            if (other.op == memory.index && another && byChance && rounds(event, lane))
                tell(event, lane,
                     "warps add floating-point numbers to one sum here in the order in which they come, and its last "
                     "bits depend on that order",
                     "add within each block in a fixed order, and the blocks' sums in a second kernel, where the same "
                     "bits matter");
        });
    }

private:
    template<class Records>
    void lookWhoWins(const simt::AccessEvent& event, const Cells& cells, uint64_t first, const Records& records,
                     Stamp dead) {
        if (cells.strong == nullptr || m_told.contains(event.memory->index))
            return;
        const BlockOrder& order = m_watch.order;
        const uint32_t warp = m_watch.block.machine().warp->index;
        forLanes(event.mask & ~event.kept, [&](uint32_t lane) {
            // Where all give the same, as locks are given back, it does not matter who comes last.
            const uint64_t value = simt::storedValue(m_watch.block.machine(), *event.memory, 0, lane);
            if (m_exchanged.try_emplace(event.memory->index, value).first->second == value)
                return;
            const Stamp stamp = cells.strong[(first + event.addressOf(lane) - event.first) >> 2];
            if (stamp < dead || m_told.contains(event.memory->index))
                return;
            const AccessRecord& other = records[recordOf(stamp)];
            if (other.op == event.memory->index && (other.block != order.number() || other.warp != warp) &&
                !order.isBefore(other, laneOf(stamp), warp, lane))
                tell(event, lane,
                     "warps store different values in one place here, in the order in which they come: which one "
                     "stays depends on that order",
                     "let one thread decide, or take the largest or smallest value (atomicMax, atomicMin)");
        });
    }
    static bool isAtomicSum(const simt::MemoryOp& memory) {
        return memory.kind == simt::AccessKind::Atomic && memory.atomic == simt::AtomicOp::Add &&
               memory.value != simt::ValueKind::Unsigned && memory.value != simt::ValueKind::Signed;
    }
    bool rounds(const simt::AccessEvent& event, uint32_t lane) const;
    void tell(const simt::AccessEvent& event, uint32_t lane, const char* message, const char* hint);

    BlockWatch& m_watch;
    std::vector<bool> m_takesTurns;           ///< by warp: it has taken a lock, or a ticket
    std::map<uint32_t, uint64_t> m_exchanged; ///< by memory operation: the first value
    std::set<uint32_t> m_told;                ///< memory operations
};

} // namespace warplens::sim::check
