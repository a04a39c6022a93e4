// SPDX-License-Identifier: GPL-3.0-or-later
// What those who watch a block share: which block of which launch it is, what is ordered in it, and what is noted of an
// access.
#pragma once

#include "sim/check/cells.h"
#include "sim/check/copies.h"
#include "sim/check/launch_watch.h"
#include "sim/check/order.h"
#include "sim/memory/lanes.h"
#include "sim/simt/texture_kind.h"

#include <vector>

namespace warplens::sim::check {

using memory::forLanes;

struct BlockWatch {
    BlockWatch(LaunchWatch& watch, simt::Block& watched)
        : launch(watch)
        , block(watched)
        , program(watched.state().program)
        , facts(watch.facts())
        , order(watched) {}

    /// The record of what a warp does now.
    AccessRecord record(uint32_t warp, const simt::MemoryOp& memory) {
        const OpFacts& fact = facts.of(memory);
        AccessRecord made;
        made.block = order.number();
        made.interval = order.interval();
        made.clock = order.clockOf(warp);
        made.op = memory.index;
        made.warp = warp;
        made.strength = static_cast<uint32_t>(fact.strength);
        made.writes = fact.writes;
        made.blockScope = memory.blockScope;
        return made;
    }
    /// The record of a copy that nobody has waited for.
    AccessRecord recordOf(const Copy& copy) const;
    /// An access to a piece of memory, from its byte `first` on. The number of its record lacks.
    Visit visit(const simt::Machine& m, const simt::AccessEvent& event, uint64_t first, uint32_t changed) {
        const OpFacts& fact = facts.of(*event.memory);
        Visit made{m, event, first, record(m.warp->index, *event.memory), 0};
        made.changed = changed;
        made.reads = fact.reads;
        made.writes = fact.writes;
        made.takesTicket = fact.takesTicket;
        made.isOneNumber = fact.isOneNumber;
        made.unheard = event.memory->unheard;
        made.heardInBlock = simt::isSurface(*event.op);
        made.element = event.memory->elementBytes;
        made.bytes = made.element * event.memory->count;
        return made;
    }
    /// Through the places that an access is made to, its lanes hand on what they know, or learn what others have.
    void handOn(const simt::Machine& m, const simt::AccessEvent& event, SyncPlaces& places);
    /// Whether two volatile writes do not meet, since the later one's lane has seen in that place, as a flag, what the earlier
    /// one wrote: turns that are handed on so come one after the other.
    bool comesBehind(const Visit& visit, const Conflict& conflict, const SyncPlaces& places) const {
        if (conflict.earlierReads || conflict.sameInstruction || conflict.unheard || !visit.writes ||
            visit.record.howStrong() != Strength::Volatile || conflict.earlier.howStrong() != Strength::Volatile)
            return false;
        const auto found = places.find(visit.event.addressOf(conflict.lane));
        return found != places.end() && order.hasSeen(visit.warp(), conflict.lane, found->second);
    }

    LaunchWatch& launch;
    simt::Block& block;
    const simt::Program& program;
    const Facts& facts;
    BlockOrder order;
};

/// The numbers of the records that operations had last, by warp: one is taken again until the warp's clock ticks.
class LastRecords {
public:
    LastRecords(size_t warps, size_t operations)
        : m_operations(operations)
        , m_last(warps * operations) {}

    /// 0: there is none for what happens now.
    uint32_t numberOf(uint32_t warp, uint32_t op, uint32_t clock, uint32_t interval) const {
        const Last& last = m_last[warp * m_operations + op];
        return last.clock == clock && last.interval == interval ? last.number : 0;
    }
    uint32_t numberOf(const AccessRecord& record) const {
        return numberOf(record.warp, record.op, record.clock, record.interval);
    }
    uint32_t keep(const AccessRecord& record, uint32_t number) {
        Last& last = m_last[record.warp * m_operations + record.op];
        last.number = number;
        last.clock = record.clock;
        last.interval = record.interval;
        return number;
    }
    /// How far on the warp's next access by this operation begins, if it goes on as it did; it is at this one now.
    int32_t strideTo(uint32_t warp, uint32_t op, uint64_t address) {
        Last& last = m_last[warp * m_operations + op];
        const auto now = static_cast<uint32_t>(address), stride = now - last.address;
        last.stride = stride == last.again ? static_cast<int32_t>(stride) : last.stride;
        last.again = stride;
        last.address = now;
        return last.stride;
    }
    void forget() { m_last.assign(m_last.size(), {}); }

private:
    struct Last {
        uint32_t number = 0, clock = 0, interval = 0;
        uint32_t address = 0, again = 0; ///< where the last access began, and how far that is from the one before
        int32_t stride = 0;              ///< what that was twice
    };
    size_t m_operations;
    std::vector<Last> m_last; ///< by warp and memory operation
};

/// The bytes that the lanes of an access begin with: the lowest, and the highest.
struct Reach {
    explicit Reach(const simt::AccessEvent& event)
        : low(event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->minimum)))
        , high(event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->maximum))) {}
    uint64_t low, high;
};

} // namespace warplens::sim::check
