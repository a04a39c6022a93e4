// SPDX-License-Identifier: GPL-3.0-or-later
// Those for whom the stamps of a place in shared memory have no room (crowd.h): not known until something orders some of a
// block's threads only, since till then two of them stand for all. What is needed to know them then is noted.
#pragma once

#include "sim/check/block_watch.h"
#include "sim/check/read_log.h"

namespace warplens::sim::check {

class LateCrowds {
public:
    explicit LateCrowds(const BlockWatch& watch)
        : m_watch(watch)
        , m_log(watch.program.memoryOps.size()) {}

    /// Nobody is known, or will be asked for.
    void forget(Cells& cells) {
        m_readers.clear();
        m_writers.clear();
        m_log.clear();
        cells.readers = cells.writers = nullptr;
    }
    /// Stamps have been renumbered.
    void forgetWho() {
        m_readers.clear(); // two of each place are enough for so rare a case
        m_writers.clear();
        m_log.clear();
    }
    /// An access that is about to be looked at. `number()`: of its record.
    template<class Number>
    void note(const simt::AccessEvent& event, Cells& cells, const BlockRecords& records, Number number) {
        if (!m_watch.facts.ordersInPart() || cells.readers != nullptr)
            return;
        if (m_watch.order.isPartial() || m_log.isFull())
            return gather(cells, records);
        const OpFacts& facts = m_watch.facts.of(*event.memory);
        if (facts.reads || facts.strength >= Strength::Strong)
            m_log.add(event, number());
    }

private:
    void gather(Cells& cells, const BlockRecords& records);

    const BlockWatch& m_watch;
    Room m_room{size_t(1) << 26};
    Crowd m_readers{0, m_room}, m_writers{0, m_room};
    ReadLog m_log;
};

} // namespace warplens::sim::check
