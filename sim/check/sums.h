// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of floating-point numbers depends on the order of its addends. Where several warps make it by atomic operations,
// or one after the other under a lock, chance orders them, and it comes out differently from run to run.
#pragma once

#include "sim/check/block_watch.h"

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
                tell(event, lane);
        });
    }

private:
    static bool isAtomicSum(const simt::MemoryOp& memory) {
        return memory.kind == simt::AccessKind::Atomic && memory.atomic == simt::AtomicOp::Add &&
               memory.value != simt::ValueKind::Unsigned && memory.value != simt::ValueKind::Signed;
    }
    bool rounds(const simt::AccessEvent& event, uint32_t lane) const;
    void tell(const simt::AccessEvent& event, uint32_t lane);

    BlockWatch& m_watch;
    std::vector<bool> m_takesTurns; ///< by warp: it has taken a lock, or a ticket
    std::set<uint32_t> m_told;      ///< memory operations
};

} // namespace warplens::sim::check
