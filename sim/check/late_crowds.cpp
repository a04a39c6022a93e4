// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/late_crowds.h"

namespace warplens::sim::check {

void LateCrowds::gather(Cells& cells, const BlockRecords& records) {
    cells.readers = &m_readers;
    cells.writers = &m_writers;
    m_log.forEach([&](const ReadLog::Entry& entry, const ReadLog::Deltas& deltas) {
        const simt::MemoryOp& memory = m_watch.program.memoryOps[entry.op];
        const OpFacts& facts = m_watch.facts.of(memory);
        const bool writes = cells.strong != nullptr && facts.writes;
        const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
        const uint32_t warp = records[entry.number].warp;
        forLanes(entry.mask, [&](uint32_t lane) {
            // What the lane did before comes before this.
            const auto isBefore = [&](const Crowd::Member& member) {
                return records[member.record].warp == warp && member.lanes == 1u << lane;
            };
            const uint64_t begin = entry.first + static_cast<uint64_t>(static_cast<int64_t>(deltas[lane]));
            for (uint64_t byte = begin; facts.reads && byte < begin + bytes; byte += uint64_t(1) << cells.shift)
                m_readers.add(byte >> cells.shift, entry.number, 1u << lane, Crowd::anyKind, Crowd::mostOther,
                              isBefore);
            for (uint64_t byte = begin; writes && byte < begin + bytes; byte += 4)
                m_writers.add(byte >> 2, entry.number, 1u << lane, Crowd::anyKind, Crowd::mostOther, isBefore);
        });
    });
    m_log.clear();
}

} // namespace warplens::sim::check
