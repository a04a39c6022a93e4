// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of floating-point numbers depends on the order of its addends. Where atomic operations of several warps make it,
// and nothing orders them, it comes out differently from run to run.
#pragma once

#include "sim/check/block_watch.h"

#include <set>

namespace warplens::sim::check {

class Sums {
public:
    explicit Sums(BlockWatch& watch)
        : m_watch(watch) {}

    /// Looks at an access to a piece of memory, from its byte `first` on. Stamps below `dead` need no look.
    template<class Records>
    void look(const simt::AccessEvent& event, const Cells& cells, uint64_t first, const Records& records, Stamp dead) {
        const simt::MemoryOp& memory = *event.memory;
        if (memory.kind != simt::AccessKind::Atomic || memory.atomic != simt::AtomicOp::Add ||
            cells.strong == nullptr || memory.value == simt::ValueKind::Unsigned ||
            memory.value == simt::ValueKind::Signed || m_told.contains(memory.index))
            return;
        const BlockOrder& order = m_watch.order;
        const uint32_t warp = m_watch.block.machine().warp->index;
        forLanes(event.mask, [&](uint32_t lane) {
            const uint64_t byte = first + event.addressOf(lane) - event.first;
            const Stamp stamp = cells.strong[byte >> 2];
            if (stamp < dead || m_told.contains(memory.index))
                return;
            const AccessRecord& other = records[recordOf(stamp)];
            if (other.op == memory.index && (other.block != order.number() || other.warp != warp) &&
                !order.isBefore(other, laneOf(stamp), warp, lane))
                tell(event, lane);
        });
    }

private:
    void tell(const simt::AccessEvent& event, uint32_t lane);

    BlockWatch& m_watch;
    std::set<uint32_t> m_told; ///< memory operations
};

} // namespace warplens::sim::check
