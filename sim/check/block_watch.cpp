// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/block_watch.h"

namespace warplens::sim::check {

AccessRecord BlockWatch::recordOf(const Copy& copy) const {
    AccessRecord record;
    record.block = order.number();
    record.interval = order.interval();
    record.op = copy.op;
    record.warp = copy.thread / 32;
    record.writes = facts.of(program.memoryOps[copy.op]).writes;
    record.copies = 1;
    return record;
}

void BlockWatch::handOn(const simt::Machine& m, const simt::AccessEvent& event, SyncPlaces& places) {
    if (!event.memory->ordered || !facts.handsOn())
        return;
    const OpFacts& fact = facts.of(*event.memory);
    if (fact.strength < Strength::Strong && !event.memory->isVolatile)
        return;
    // Within a launch whose blocks run together nobody asks what others have handed on (blocksTalk), and the places of
    // global memory are not for several threads.
    if (launch.together() && event.space == simt::AccessSpace::Global)
        return;
    // A compare-and-swap that fails writes nothing that another one could read: it is a load.
    BlockOrder::Manner failing = fact.manner;
    failing.writes = failing.releases = false;
    const uint32_t failed =
        event.memory->kind == simt::AccessKind::Atomic && event.memory->atomic == simt::AtomicOp::Cas ? event.kept : 0;
    forLanes(event.mask, [&](uint32_t lane) {
        SyncPlace& place = places[event.addressOf(lane)];
        order.strongAccess(m, lane, place, failed >> lane & 1 ? failing : fact.manner);
        if (fact.reads && fact.strength >= Strength::Strong && place.writes != 0)
            order.noteSeen(m.warp->index, lane, place);
    });
}

} // namespace warplens::sim::check
