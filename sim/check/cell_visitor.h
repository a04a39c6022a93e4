// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what a warp does to a piece of memory now is ordered after those who were last there; and notes that it was.
#pragma once

#include "sim/check/crowd_visitor.h"
#include "sim/simt/cluster.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace warplens::sim::check {

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
        , m_lanes(cells.shift, records, order, epoch.dead, visit)
        , m_crowd(cells, records, m_lanes, visit)
        , m_mask(visit.event.mask)
        , m_report(std::move(report))
        , m_unwritten(std::move(unwritten)) {}

    void go() {
        const unsigned cells = std::max(1u, m_visit.bytes >> m_cells.shift);
        const unsigned perElement = std::max(1u, m_visit.element >> m_cells.shift);
        const bool one = m_visit.event.pattern->shape == simt::Pattern::Uniform;
        for (unsigned part = 0; part < cells; ++part) {
            m_lanes.goTo(part);
            const uint32_t partly = part % perElement != 0 && m_visit.isOneNumber ? m_bare : 0;
            if (part % perElement == 0 || m_visit.isOneNumber)
                m_bare = m_visit.reads && m_begin != 0 ? m_mask : 0;
            if (m_visit.record.howStrong() >= Strength::Strong && m_visit.writes && m_cells.strong != nullptr)
                strongWrite();
            else if (m_visit.writes)
                write();
            else if (one)
                readOne();
            else
                read();
            m_bare |= partly;
            if (m_bare != 0 && part % perElement == perElement - 1)
                m_unwritten(m_bare, m_lanes.cellOf(static_cast<uint32_t>(std::countr_zero(m_bare))) << m_cells.shift);
        }
    }

private:
    // ---- what may meet ----

    bool mayMeet(const AccessRecord& other) const {
        const Strength a = other.howStrong(), b = m_visit.record.howStrong();
        if (std::min(a, b) == Strength::Plain || std::max(a, b) == Strength::Volatile)
            return false;
        // Atomic to one another they are only where they overlap completely (PTX ISA 9.0, 8.7.1). Of smaller places the
        // library of CUDA itself makes some operations with the whole word.
        if (const unsigned element = m_visit.machine.memoryOps[other.op].elementBytes;
            element != m_visit.element && std::min(element, m_visit.element) >= 4)
            return false;
        return other.block == m_order.number() || (!other.blockScope && !m_visit.record.blockScope) ||
               reachOneAnother(other);
    }
    /// Scopes of the cluster, and both blocks belong to one.
    bool reachOneAnother(const AccessRecord& other) const {
        const auto reaches = [&](const AccessRecord& record) {
            return !record.blockScope || m_visit.machine.memoryOps[record.op].clusterScope;
        };
        const simt::Launch& launch = m_visit.machine.block->state().launch;
        return launch.cluster.count() > 1 && reaches(other) && reaches(m_visit.record) &&
               clusterOf(launch, at(launch.grid, other.block)) == clusterOf(launch, at(launch.grid, m_order.number()));
    }
    void compare(Stamp stamp, uint32_t lane, bool earlierReads) {
        if (stamp < m_dead)
            return;
        const AccessRecord& other = m_records[recordOf(stamp)];
        if (mayMeet(other) || m_lanes.before(stamp, lane)) // the first is asked sooner
            return;
        Conflict conflict{lane, (m_lanes.cellOf(lane) << m_cells.shift), other, laneOf(stamp), earlierReads, true};
        // A write that has changed nothing gives the same in either order, also to one that reads.
        const bool mine = m_visit.writes && (m_visit.changed >> lane & 1) != 0;
        if (m_visit.writes && !earlierReads && hasChanged(stamp) &&
            recordOf(m_cells.written[m_lanes.cellOf(lane)]) == m_visit.number)
            m_cells.written[m_lanes.cellOf(lane)] |= 1; // whoever reads now might have read what was there before both
        conflict.changes = earlierReads || (m_visit.writes && !m_visit.reads) ? mine : hasChanged(stamp) || mine;
        m_report(conflict);
    }
    /// Each lane with the stamps that are not dead.
    void compareAll(const Stamps& stamps, bool earlierReads) {
        if (m_lanes.dead(stamps) || m_lanes.own(stamps))
            return;
        uint32_t settled = 0; // a record of which nothing needs to be asked
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if (stamps[l] < m_dead || recordOf(stamps[l]) == settled)
                continue;
            if (m_lanes.whollyBefore(m_records[recordOf(stamps[l])]))
                settled = recordOf(stamps[l]);
            else
                compare(stamps[l], l, earlierReads);
        }
    }
    /// Forgets lanes whose cell somebody has written: an element is bare where all of its cells are, or where it is
    /// computed with as one number and one of them is.
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
            if (m_cells.strong[m_lanes.wordOf(l)] >= m_begin)
                m_bare &= ~(1u << l);
        }
    }
    void compareStrong() {
        if (m_cells.strong == nullptr)
            return;
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            for (const Stamp* list : {m_cells.strong, m_cells.strongToo})
                if (const Stamp stamp = list[m_lanes.wordOf(l)]; stamp >= m_dead)
                    compare(stamp, l, false);
            m_crowd.forEach(m_cells.writers, m_lanes.wordOf(l), false, [&](Stamp stamp) { compare(stamp, l, false); });
        }
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
        m_lanes.gather(m_cells.written, stamps);
        if (m_visit.unheard)
            reportUnheard(stamps);
        compareAll(stamps, false);
        noteBare(stamps);
        compareStrong();
    }

    /// Memory that is read through the read-only cache must not be written by the same launch, however far before
    /// (PTX ISA 9.0, 9.7.9.9; CUDA C++ Programming Guide, "Read-Only Data Cache Load Function").
    void reportUnheard(const Stamps& written) {
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if (written[l] == 0 || !m_lanes.before(written[l], l) ||
                (m_visit.heardInBlock && m_records[recordOf(written[l])].block == m_order.number()))
                continue;
            Conflict conflict{l,
                              m_lanes.cellOf(l) << m_cells.shift,
                              m_records[recordOf(written[l])],
                              laneOf(written[l]),
                              false,
                              hasChanged(written[l])};
            conflict.unheard = true;
            m_report(conflict);
        }
    }

    void noteReads() {
        if (m_crowd.isRefused())
            return;
        Stamps one, two;
        m_lanes.gather(m_cells.read, one);
        if (m_lanes.dead(one)) {
            m_lanes.scatter(m_cells.read, m_mask);
            if (m_visit.event.pattern->shape == simt::Pattern::Contiguous)
                return;
            // Where several lanes read the same, one more is noted.
            if (m_cells.readers != nullptr)
                return noteEach(m_mask);
            m_lanes.gather(m_cells.read, one);
            uint32_t different = 0;
            for (uint32_t l = 0; l < 32; ++l)
                different |= one[l] ^ m_lanes.mine(l);
            if (different == 0)
                return;
            uint32_t others = 0;
            for (uint32_t l = 0; l < 32; ++l)
                others |= static_cast<uint32_t>(one[l] != m_lanes.mine(l)) << l;
            m_lanes.scatter(m_cells.readToo, others & m_mask);
            return;
        }
        const AccessRecord* a = m_lanes.common(one);
        if (a != nullptr && recordOf(one[std::countr_zero(m_mask)]) == m_visit.number && m_lanes.own(one))
            return;
        if (m_crowd.isRow())
            return m_crowd.noteRow(one, a);
        if (m_cells.readers != nullptr)
            return noteEach(m_mask);
        m_lanes.gather(m_cells.readToo, two);
        if (const AccessRecord* b = m_lanes.common(two); a != nullptr && b != nullptr && areApart(*a, *b))
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
        Stamp& one = m_cells.read[m_lanes.cellOf(lane)];
        Stamp& two = m_cells.readToo[m_lanes.cellOf(lane)];
        const Stamp mine = m_lanes.mine(lane);
        if (one >= m_dead && m_cells.readers != nullptr && m_crowd.isRefusedAt(*m_cells.readers, m_lanes.cellOf(lane)))
            return;
        if (m_lanes.before(one, lane)) {
            one = mine;
            return;
        }
        if (m_lanes.before(two, lane)) {
            two = mine;
            return;
        }
        // Two are there already, and neither is ordered before.
        if (m_cells.readers != nullptr)
            return m_crowd.join(*m_cells.readers, m_lanes.cellOf(lane), lane);
        // Of the own warp the newest one counts.
        const AccessRecord &a = m_records[recordOf(one)], &b = m_records[recordOf(two)];
        if (!areApart(a, b)) {
            one = m_lanes.isOfOwnWarp(b) ? two : one;
            two = mine;
        } else if (m_lanes.isOfOwnWarp(a)) {
            one = mine;
        } else if (m_lanes.isOfOwnWarp(b)) {
            two = mine;
        }
    }

    /// All lanes read the same: two of them stand for all.
    void readOne() {
        const auto lane = static_cast<uint32_t>(std::countr_zero(m_mask));
        const size_t cell = m_lanes.cellOf(lane);
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
        if (m_visit.unheard) {
            Stamps same;
            std::fill(std::begin(same), std::end(same), stamp);
            reportUnheard(same);
        }
        if (stamp >= m_dead)
            for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1)
                compare(stamp, static_cast<uint32_t>(std::countr_zero(lanes)), false);
        if (stamp >= m_begin || (m_cells.strong != nullptr && m_cells.strong[m_lanes.wordOf(lane)] >= m_begin))
            m_bare = 0;
        compareStrong();
    }

    /// All lanes read the same, and each of them counts.
    void noteCrowd(uint32_t first) {
        noteRead(first);
        if (const uint32_t others = m_mask & (m_mask - 1);
            others != 0 && !m_crowd.isRefusedAt(*m_cells.readers, m_lanes.cellOf(first)))
            m_cells.readers->add(m_lanes.cellOf(first), m_visit.number, others, m_crowd.kind(), m_crowd.most(),
                                 [](const Crowd::Member&) { return false; });
    }

    // ---- writes ----

    void write() {
        Stamps old, stamps;
        m_lanes.gather(m_cells.written, old);
        m_lanes.scatter(m_cells.written, m_mask);
        fenceIfTogether();
        compareAll(old, false);
        m_lanes.gather(m_cells.written, stamps);
        bool alone = true;
        for (uint32_t l = 0; l < 32; ++l)
            alone &= (m_mask >> l & 1) == 0 || (stamps[l] ^ m_lanes.mine(l)) < 2;
        if (!alone)
            compareWinners(stamps);
        m_lanes.gather(m_cells.read, stamps);
        const bool read = !m_lanes.dead(stamps);
        if (read) {
            compareAll(stamps, true);
            m_lanes.gather(m_cells.readToo, stamps);
            compareAll(stamps, true);
        }
        compareReaders(m_visit.record.howStrong() == Strength::Plain);
        if (read && m_visit.reads) // an atomic operation that is weaker than others may be
            noteReads();
        compareStrong();
    }
    /// With those for whom stamps have no room. With `forget` whoever comes after this write comes after them, too.
    void compareReaders(bool forget) {
        if (m_crowd.hasReaders())
            forLanes(m_mask, [&](uint32_t l) {
                const size_t cell = m_lanes.cellOf(l);
                m_crowd.forEach(m_cells.readers, cell, true, [&](Stamp stamp) { compare(stamp, l, true); });
                if (forget)
                    m_cells.readers->forget(cell);
            });
        m_crowd.forEachRow(forget, [&](Stamp stamp, uint32_t l) { compare(stamp, l, true); });
    }

    /// Somebody else has written where a lane has just written: another lane of the same instruction, or a warp that
    /// another host thread runs.
    void compareWinners(const Stamps& now) {
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            if ((now[l] ^ m_lanes.mine(l)) < 2)
                continue;
            if (recordOf(now[l]) == m_visit.number)
                m_report({l, m_lanes.cellOf(l) << m_cells.shift, m_visit.record, laneOf(now[l]), false, true, true});
            else if (now[l] >= m_dead)
                compare(now[l], l, false);
        }
    }

    void strongWrite() {
        for (uint32_t lanes = m_mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            const size_t cell = m_lanes.cellOf(l);
            if (m_cells.written[cell] >= m_begin || m_cells.strong[m_lanes.wordOf(l)] >= m_begin)
                m_bare &= ~(1u << l);
            noteStrong(l);
            fenceIfTogether();
            if (const Stamp stamp = m_cells.written[cell]; stamp >= m_dead)
                compare(stamp, l, false);
            for (const Stamp* list : {m_cells.read, m_cells.readToo})
                if (const Stamp stamp = list[cell]; stamp >= m_dead)
                    compare(stamp, l, true);
            for (const Stamp* list : {m_cells.strong, m_cells.strongToo})
                if (const Stamp stamp = list[m_lanes.wordOf(l)]; stamp >= m_dead && recordOf(stamp) != m_visit.number)
                    compare(stamp, l, false);
            m_crowd.forEach(m_cells.writers, m_lanes.wordOf(l), false, [&](Stamp stamp) { compare(stamp, l, false); });
        }
        compareReaders(false);
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
        Stamp& one = m_cells.strong[m_lanes.wordOf(lane)];
        Stamp& two = m_cells.strongToo[m_lanes.wordOf(lane)];
        const Stamp mine = m_lanes.mine(lane);
        if (supersedes(m_lanes.wordOf(lane))) {
            one = mine;
            two = 0;
            if (m_cells.writers != nullptr)
                m_cells.writers->forget(m_lanes.wordOf(lane));
        } else if (one >= m_dead && m_cells.writers != nullptr &&
                   m_crowd.isRefusedAt(*m_cells.writers, m_lanes.wordOf(lane)))
            return;
        else if (m_lanes.before(one, lane))
            one = mine;
        else if (m_cells.writers != nullptr && !m_lanes.before(two, lane))
            m_crowd.join(*m_cells.writers, m_lanes.wordOf(lane), lane);
        else if (m_cells.writers == nullptr && two >= m_dead && m_lanes.isOfOwnWarp(m_records[recordOf(one)]) &&
                 !m_lanes.isOfOwnWarp(m_records[recordOf(two)]))
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
    LaneCells<Records> m_lanes;
    CrowdVisitor<Records> m_crowd;
    const uint32_t m_mask;
    Report m_report;
    Unwritten m_unwritten;
    uint32_t m_bare = 0; ///< lanes that read an element of which nothing has been written so far
};

} // namespace warplens::sim::check
