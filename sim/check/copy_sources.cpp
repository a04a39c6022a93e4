// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies read global memory at some time until they are waited for: until then nobody may write there. It
// matters for arrays alone that the launch changes.
#include "sim/check/block_checker.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::Machine;

void BlockChecker::copiesFrom(const Machine& m, const AccessEvent& event) {
    const bool bulk = event.op->run == simt::runCopyBulk;
    const auto* sizes = reinterpret_cast<const uint32_t*>(m.registers + event.op->c);
    for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint32_t whole = unsigned(event.memory->elementBytes) * event.memory->count;
        const uint64_t begin = event.addressOf(lane), bytes = bulk ? whole : std::min(whole, sizes[lane]);
        const uint32_t thread = m.warp->index * 32 + lane;
        m_sources.add(m.warp->index,
                      {begin, begin + bytes, event.memory->index, static_cast<uint16_t>(thread),
                       m_sources.groupOf(thread), bulk ? bulkMbarrier(m, event.op, lane) : Copies::noMbarrier});
    }
}

AccessRecord BlockChecker::recordOfCopy(const Copy& copy) const {
    AccessRecord record;
    record.block = m_order.number();
    record.interval = m_order.interval();
    record.op = copy.op;
    record.warp = copy.thread / 32;
    record.writes = m_facts.of(m_program.memoryOps[copy.op]).writes;
    record.copies = 1;
    return record;
}

void BlockChecker::checkCopiesFrom(const Visit& visit, const GlobalArray& array) {
    for (uint32_t lanes = visit.event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t address = array.base + visit.byteOf(lane);
        const Copy* copy = m_sources.at(address, address + visit.bytes);
        if (copy == nullptr)
            continue;
        Conflict conflict{lane, visit.byteOf(lane), recordOfCopy(*copy), copy->thread % 32u, true, true};
        conflict.changes = (visit.changed >> lane & 1) != 0;
        meet(visit, conflict, std::max(address, copy->begin));
    }
}

/// The copies are done: from now on it is as if the threads that wait for them had read just now.
void BlockChecker::completeSources(const Machine& m, const std::vector<Copy>& sources) {
    for (const Copy& copy : sources) {
        const simt::MemoryOp& memory = m_program.memoryOps[copy.op];
        const uint32_t lane = copy.thread % 32u;
        GlobalArray* array = arrayOf(memory, copy.begin);
        if (array == nullptr || copy.thread / 32u != m.warp->index)
            continue;
        const uint32_t number = globalNumber(m, memory, makeRecord(m, memory, m_facts.of(memory)));
        if (number == 0)
            return; // no room for more
        const unsigned shift = array->cells.shift;
        for (uint64_t cell = (copy.begin - array->base) >> shift; cell << shift < copy.end - array->base; ++cell)
            for (Stamp* list : {array->cells.read, array->cells.readToo})
                if (Stamp& stamp = list[cell]; stamp != 0) {
                    const AccessRecord& reader = m_launch.records()[recordOf(stamp)];
                    if (laneOf(stamp) == lane && reader.op == copy.op && reader.warp == m.warp->index &&
                        reader.block == m_order.number())
                        stamp = stampOf(number, lane);
                }
    }
}

} // namespace warplens::sim::check
