// SPDX-License-Identifier: GPL-3.0-or-later
// Who was last at each place of a piece of memory, and whether what a warp does there now is ordered after it.
//
// A place is a cell: so many bytes as the smallest access has. Of each cell the last write is known and two reads, by
// different warps if there were any: where all threads of a block, or none, are ordered at once, a write that is not
// ordered after all reads since is not ordered after one of these. Where a program orders some of its threads only, the
// others are in a crowd. Strong writes have stamps of their own, since they may meet one another, but not other accesses.
//
// Most accesses meet what they met before: nobody, an earlier interval, or the own warp. So the stamps of all 32 lanes
// are looked at together first, with loops that compilers make vectors of.
#pragma once

#include "sim/check/crowd.h"
#include "sim/check/order.h"

#include <atomic>
#include <bit>
#include <cstring>

namespace warplens::sim::check {

/// The stamps of a piece of memory.
struct Cells {
    Stamp* written = nullptr; ///< by cell, all three
    Stamp* read = nullptr;
    Stamp* readToo = nullptr;
    Stamp* strong = nullptr; ///< by word of 4 bytes; nullptr: no strong writes are made here
    Stamp* strongToo = nullptr;
    Crowd* readers = nullptr; ///< those for whom two stamps have no room; nullptr: two stand for all
    Crowd* writers = nullptr; ///< likewise, of strong writes, by word
    unsigned shift = 2;       ///< bytes of a cell, as a power of two
};

/// One access of a warp, while it is looked at.
struct Visit {
    const simt::Machine& machine;
    const simt::AccessEvent& event;
    uint64_t first;         ///< byte of the piece of memory that the pattern begins with
    AccessRecord record;    ///< what the access would be
    uint32_t number;        ///< of its record
    uint32_t changed = ~0u; ///< lanes whose write changes the value
    bool reads = false, writes = false;
    bool takesTicket = false; ///< an atomic operation that asks whether it is the one that it waits for
    unsigned bytes = 4;       ///< of each lane ...
    unsigned element = 4;     ///< ... in elements of so many

    uint32_t warp() const { return machine.warp->index; }
    uint64_t byteOf(uint32_t lane) const {
        return first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->delta[lane]));
    }
};

/// Two accesses that may meet although nothing orders them.
struct Conflict {
    uint32_t lane; ///< of the later one, the visit's
    uint64_t byte;
    AccessRecord earlier;
    uint32_t earlierLane;
    bool earlierReads;            ///< else it wrote
    bool changes;                 ///< a value: else every order gives the same
    bool sameInstruction = false; ///< two lanes of the warp write to the same place at once
};

/// How stamps are to be read.
struct Epoch {
    Stamp dead = 1;        ///< stamps below need not be looked at: they are ordered before
    Stamp begin = 0;       ///< cells whose stamps are below have not been written
    bool together = false; ///< other host threads visit the same cells
};

/// `report(Conflict)` hears of accesses that may meet, `unwritten(lanes, byte)` of reads of what nobody has written.
template<class Records, class Report, class Unwritten>
class CellVisitor {
public:
    CellVisitor(const Cells& cells, const Records& records, const BlockOrder& order, const Epoch& epoch,
                const Visit& visit, Report report, Unwritten unwritten)
        : m_cells(cells)
        , m_records(records)
        , m_order(order)
        , m_dead(epoch.dead)
        , m_begin(epoch.begin)
        , m_together(epoch.together)
        , m_visit(visit)
        , m_mask(visit.event.mask)
        , m_report(std::move(report))
        , m_unwritten(std::move(unwritten)) {
        const Stamp base = stampOf(visit.number, 0) | (visit.changed == ~0u ? 1 : 0);
        for (uint32_t l = 0; l < 32; ++l)
            m_mine[l] = base + stampOf(0, l);
        if (visit.changed != ~0u)
            for (uint32_t lanes = visit.changed; lanes != 0; lanes &= lanes - 1)
                m_mine[std::countr_zero(lanes)] |= 1;
    }

    void go() {
        const unsigned cells = std::max(1u, m_visit.bytes >> m_cells.shift);
        const unsigned perElement = std::max(1u, m_visit.element >> m_cells.shift);
        const bool one = m_visit.event.pattern->shape == simt::Pattern::Uniform;
        for (m_part = 0; m_part < cells; ++m_part) {
            if (m_part % perElement == 0)
                m_bare = m_visit.reads && m_begin != 0 ? m_mask : 0;
            if (m_visit.record.howStrong() >= Strength::Strong && m_visit.writes)
                strongWrite();
            else if (m_visit.writes)
                write();
            else if (one)
                readOne();
            else
                read();
            if (m_bare != 0 && m_part % perElement == perElement - 1)
                m_unwritten(m_bare, cellOf(static_cast<uint32_t>(std::countr_zero(m_bare))) << m_cells.shift);
        }
    }

private:
    using Stamps = Stamp[32];

    size_t cellOf(uint32_t lane) const { return (m_visit.byteOf(lane) >> m_cells.shift) + m_part; }
    size_t wordOf(uint32_t lane) const { return (cellOf(lane) << m_cells.shift) >> 2; }

    /// Of all lanes; lanes that are not active stand where the first one does. Other host threads may write while this
    /// reads: a stamp is a word, which comes whole.
    void gather(const Stamp* from, Stamps& to) const {
        if (m_visit.event.pattern->shape == simt::Pattern::Contiguous && m_visit.bytes == 1u << m_cells.shift) {
            std::memcpy(to, from + cellOf(0), sizeof(Stamps));
            return;
        }
        for (uint32_t l = 0; l < 32; ++l)
            to[l] = from[cellOf(l)];
    }
    void scatter(Stamp* to, uint32_t lanes) const {
        if (lanes == ~0u && m_visit.event.pattern->shape == simt::Pattern::Contiguous &&
            m_visit.bytes == 1u << m_cells.shift) {
            std::memcpy(to + cellOf(0), m_mine, sizeof m_mine);
            return;
        }
        for (; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            to[cellOf(l)] = m_mine[l];
        }
    }
    bool dead(const Stamps& stamps) const {
        uint32_t alive = 0;
        for (const Stamp stamp : stamps)
            alive |= static_cast<uint32_t>(stamp >= m_dead);
        return alive == 0;
    }
    /// The record that all active lanes' stamps lead to; nullptr where they lead to several, or to none.
    const AccessRecord* common(const Stamps& stamps) const {
        const Stamp some = stamps[std::countr_zero(m_mask)];
        uint32_t different = 0;
        for (uint32_t l = 0; l < 32; ++l)
            different |= (m_mask >> l & 1) != 0 ? recordOf(stamps[l]) ^ recordOf(some) : 0;
        return different == 0 && some >= m_dead ? &m_records[recordOf(some)] : nullptr;
    }
    bool isOfOwnWarp(const AccessRecord& record) const {
        return record.block == m_order.number() && record.warp == m_visit.warp();
    }
    /// Each lane was here itself.
    bool own(const Stamps& stamps) const {
        uint32_t others = 0;
        for (uint32_t l = 0; l < 32; ++l)
            others |= (m_mask >> l & 1) != 0 ? laneOf(stamps[l]) ^ l : 0;
        if (others != 0)
            return false;
        const AccessRecord* record = common(stamps);
        return record != nullptr && isOfOwnWarp(*record);
    }
    bool before(Stamp stamp, uint32_t lane) const {
        return stamp < m_dead || m_order.isBefore(m_records[recordOf(stamp)], laneOf(stamp), m_visit.warp(), lane);
    }

    // ---- what may meet ----

    bool mayMeet(const AccessRecord& other) const {
        const Strength a = other.howStrong(), b = m_visit.record.howStrong();
        if (std::min(a, b) == Strength::Plain || std::max(a, b) == Strength::Volatile)
            return false;
        return other.block == m_order.number() || (!other.blockScope && !m_visit.record.blockScope);
    }
    void compare(Stamp stamp, uint32_t lane, bool earlierReads) {
        if (before(stamp, lane))
            return;
        const AccessRecord& other = m_records[recordOf(stamp)];
        if (mayMeet(other))
            return;
        Conflict conflict{lane, (cellOf(lane) << m_cells.shift), other, laneOf(stamp), earlierReads, true};
        // A write that has changed nothing gives the same in either order, also to one that reads.
        const bool mine = m_visit.writes && (m_visit.changed >> lane & 1) != 0;
        if (m_visit.writes && !earlierReads && hasChanged(stamp) &&
            recordOf(m_cells.written[cellOf(lane)]) == m_visit.number)
            m_cells.written[cellOf(lane)] |= 1; // whoever reads now might have read what was there before both
        conflict.changes = earlierReads || (m_visit.writes && !m_visit.reads) ? mine : hasChanged(stamp) || mine;
        m_report(conflict);
    }
    /// Each lane with the stamps that are not dead.
    void compareAll(const Stamps& stamps, bool earlierReads) {
        if (dead(stamps) || own(stamps))
            return;
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if (stamps[l] >= m_dead)
                compare(stamps[l], l, earlierReads);
        }
    }
    /// Forgets lanes whose cell somebody has written: an element is bare where all of its cells are.
    void noteBare(const Stamps& written) {
        if (m_bare == 0)
            return;
        uint32_t bare = 0;
        for (uint32_t l = 0; l < 32; ++l)
            bare |= static_cast<uint32_t>(written[l] < m_begin) << l;
        m_bare &= bare;
        if (m_cells.strong == nullptr)
            return;
        for (uint32_t lanes = m_bare; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if (m_cells.strong[wordOf(l)] >= m_begin)
                m_bare &= ~(1u << l);
        }
    }
    void compareStrong() {
        if (m_cells.strong == nullptr)
            return;
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            for (const Stamp* list : {m_cells.strong, m_cells.strongToo})
                if (const Stamp stamp = list[wordOf(l)]; stamp >= m_dead)
                    compare(stamp, l, false);
            compareCrowd(m_cells.writers, wordOf(l), l, false);
        }
    }
    void compareCrowd(const Crowd* crowd, size_t place, uint32_t lane, bool earlierReads) {
        if (crowd == nullptr || crowd->empty())
            return;
        for (const Crowd::Member& member : crowd->at(place))
            if (member.record != m_visit.number || earlierReads)
                for (uint32_t lanes = member.lanes; lanes != 0; lanes &= lanes - 1)
                    compare(stampOf(member.record, static_cast<uint32_t>(std::countr_zero(lanes))) | 1, lane,
                            earlierReads);
    }
    void join(Crowd* crowd, size_t place, uint32_t lane) {
        if (crowd != nullptr)
            crowd->add(place, m_visit.number, 1u << lane, [&](const Crowd::Member& member) {
                for (uint32_t lanes = member.lanes; lanes != 0; lanes &= lanes - 1)
                    if (!before(stampOf(member.record, static_cast<uint32_t>(std::countr_zero(lanes))), lane))
                        return false;
                return true;
            });
    }
    void fenceIfTogether() const {
        if (m_together) // what was noted is seen by others before it is looked at what they noted
            std::atomic_thread_fence(std::memory_order_seq_cst);
    }

    // ---- reads ----

    void read() {
        noteReads();
        fenceIfTogether();
        Stamps stamps;
        gather(m_cells.written, stamps);
        compareAll(stamps, false);
        noteBare(stamps);
        compareStrong();
    }

    void noteReads() {
        Stamps one, two;
        gather(m_cells.read, one);
        if (dead(one)) {
            scatter(m_cells.read, m_mask);
            if (m_visit.event.pattern->shape == simt::Pattern::Contiguous)
                return;
            // Where several lanes read the same, one more is noted.
            if (m_cells.readers != nullptr)
                return noteEach(m_mask);
            gather(m_cells.read, one);
            uint32_t different = 0;
            for (uint32_t l = 0; l < 32; ++l)
                different |= one[l] ^ m_mine[l];
            if (different == 0)
                return;
            uint32_t others = 0;
            for (uint32_t l = 0; l < 32; ++l)
                others |= static_cast<uint32_t>(one[l] != m_mine[l]) << l;
            scatter(m_cells.readToo, others & m_mask);
            return;
        }
        const AccessRecord* a = common(one);
        if (a != nullptr && recordOf(one[std::countr_zero(m_mask)]) == m_visit.number && own(one))
            return;
        if (m_cells.readers != nullptr)
            return noteEach(m_mask);
        gather(m_cells.readToo, two);
        if (const AccessRecord* b = common(two); a != nullptr && b != nullptr && areApart(*a, *b))
            return;
        noteEach(m_mask);
    }
    void noteEach(uint32_t lanes) {
        for (; lanes != 0; lanes &= lanes - 1)
            noteRead(static_cast<uint32_t>(std::countr_zero(lanes)));
    }

    static bool areApart(const AccessRecord& a, const AccessRecord& b) {
        return a.warp != b.warp || a.block != b.block;
    }

    void noteRead(uint32_t lane) {
        Stamp& one = m_cells.read[cellOf(lane)];
        Stamp& two = m_cells.readToo[cellOf(lane)];
        const Stamp mine = m_mine[lane];
        if (before(one, lane)) {
            one = mine;
            return;
        }
        if (before(two, lane)) {
            two = mine;
            return;
        }
        // Two are there already, and neither is ordered before.
        if (m_cells.readers != nullptr)
            return join(m_cells.readers, cellOf(lane), lane);
        // Of the own warp the newest one counts.
        const AccessRecord &a = m_records[recordOf(one)], &b = m_records[recordOf(two)];
        if (!areApart(a, b)) {
            one = isOfOwnWarp(b) ? two : one;
            two = mine;
        } else if (isOfOwnWarp(a)) {
            one = mine;
        } else if (isOfOwnWarp(b)) {
            two = mine;
        }
    }

    /// All lanes read the same: two of them stand for all.
    void readOne() {
        const auto lane = static_cast<uint32_t>(std::countr_zero(m_mask));
        const size_t cell = cellOf(lane);
        const Stamp one = m_cells.read[cell], two = m_cells.readToo[cell];
        const bool mine = recordOf(one) == m_visit.number || recordOf(two) == m_visit.number;
        if (m_cells.readers != nullptr)
            noteCrowd(lane);
        else if (!mine &&
                 (one < m_dead || two < m_dead || !areApart(m_records[recordOf(one)], m_records[recordOf(two)]))) {
            noteRead(lane);
            if (const auto last = static_cast<uint32_t>(31 - std::countl_zero(m_mask)); last != lane)
                noteRead(last);
        }
        fenceIfTogether();
        const Stamp stamp = m_cells.written[cell];
        if (stamp >= m_dead)
            for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1)
                compare(stamp, static_cast<uint32_t>(std::countr_zero(lanes)), false);
        if (stamp >= m_begin || (m_cells.strong != nullptr && m_cells.strong[wordOf(lane)] >= m_begin))
            m_bare = 0;
        compareStrong();
    }

    /// All lanes read the same, and each of them counts.
    void noteCrowd(uint32_t first) {
        noteRead(first);
        if (const uint32_t others = m_mask & (m_mask - 1); others != 0)
            m_cells.readers->add(cellOf(first), m_visit.number, others, [](const Crowd::Member&) { return false; });
    }

    // ---- writes ----

    void write() {
        Stamps old, stamps;
        gather(m_cells.written, old);
        scatter(m_cells.written, m_mask);
        fenceIfTogether();
        compareAll(old, false);
        gather(m_cells.written, stamps);
        bool alone = true;
        for (uint32_t l = 0; l < 32; ++l)
            alone &= (m_mask >> l & 1) == 0 || (stamps[l] ^ m_mine[l]) < 2;
        if (!alone)
            compareWinners(stamps);
        gather(m_cells.read, stamps);
        if (!dead(stamps)) {
            compareAll(stamps, true);
            gather(m_cells.readToo, stamps);
            compareAll(stamps, true);
            if (m_cells.readers != nullptr)
                for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
                    const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
                    compareCrowd(m_cells.readers, cellOf(l), l, true);
                    if (m_visit.record.howStrong() == Strength::Plain)
                        m_cells.readers->forget(cellOf(l)); // whoever comes after this write comes after them
                }
            if (m_visit.reads) // an atomic operation that is weaker than others may be
                noteReads();
        }
        compareStrong();
    }

    /// Somebody else has written where a lane has just written: another lane of the same instruction, or a warp that
    /// another host thread runs.
    void compareWinners(const Stamps& now) {
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if ((now[l] ^ m_mine[l]) < 2)
                continue;
            if (recordOf(now[l]) == m_visit.number)
                m_report({l, cellOf(l) << m_cells.shift, m_visit.record, laneOf(now[l]), false, true, true});
            else if (now[l] >= m_dead)
                compare(now[l], l, false);
        }
    }

    void strongWrite() {
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            const size_t cell = cellOf(l);
            if (m_cells.written[cell] >= m_begin || m_cells.strong[wordOf(l)] >= m_begin)
                m_bare &= ~(1u << l);
            noteStrong(l);
            fenceIfTogether();
            if (const Stamp stamp = m_cells.written[cell]; stamp >= m_dead)
                compare(stamp, l, false);
            for (const Stamp* list : {m_cells.read, m_cells.readToo})
                if (const Stamp stamp = list[cell]; stamp >= m_dead)
                    compare(stamp, l, true);
            compareCrowd(m_cells.readers, cell, l, true);
            for (const Stamp* list : {m_cells.strong, m_cells.strongToo})
                if (const Stamp stamp = list[wordOf(l)]; stamp >= m_dead && recordOf(stamp) != m_visit.number)
                    compare(stamp, l, false);
            compareCrowd(m_cells.writers, wordOf(l), l, false);
        }
    }

    /// Who takes a ticket and finds that it is the one goes on after all atomic operations whose values led to it (PTX ISA
    /// 9.0, 8.8.5 and 8.9.3: observation order): from now on this one stands for them.
    bool supersedes(size_t word) const {
        const auto precedes = [&](Stamp stamp) {
            if (stamp < m_dead)
                return true;
            const AccessRecord& other = m_records[recordOf(stamp)];
            return other.howStrong() == Strength::Atomic && mayMeet(other);
        };
        return m_visit.takesTicket && precedes(m_cells.strong[word]) && precedes(m_cells.strongToo[word]);
    }

    /// Two stand for all: the newest one of this warp, and one of another. Where some are ordered and others not, the
    /// rest is in the crowd.
    void noteStrong(uint32_t lane) {
        Stamp& one = m_cells.strong[wordOf(lane)];
        Stamp& two = m_cells.strongToo[wordOf(lane)];
        const Stamp mine = m_mine[lane];
        if (supersedes(wordOf(lane))) {
            one = mine;
            two = 0;
            if (m_cells.writers != nullptr)
                m_cells.writers->forget(wordOf(lane));
        } else if (before(one, lane))
            one = mine;
        else if (m_cells.writers != nullptr && !before(two, lane))
            join(m_cells.writers, wordOf(lane), lane);
        else if (m_cells.writers == nullptr && two >= m_dead && isOfOwnWarp(m_records[recordOf(one)]) &&
                 !isOfOwnWarp(m_records[recordOf(two)]))
            one = mine;
        else
            two = mine;
    }

    const Cells& m_cells;
    const Records& m_records;
    const BlockOrder& m_order;
    const Stamp m_dead, m_begin;
    const bool m_together;
    const Visit& m_visit;
    const uint32_t m_mask;
    Report m_report;
    Unwritten m_unwritten;
    unsigned m_part = 0;
    uint32_t m_bare = 0; ///< lanes that read an element of which nothing has been written so far
    Stamp m_mine[32];
};

} // namespace warplens::sim::check
