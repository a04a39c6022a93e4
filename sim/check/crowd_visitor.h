// SPDX-License-Identifier: GPL-3.0-or-later
// One access of a warp and those at its places for whom these have no room (crowd.h, crowd_rows.h): joining them, and hearing
// of them before something is written there.
#pragma once

#include "sim/check/lane_cells.h"
#include "sim/memory/lanes.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {

using memory::forLanes;

template<class Records>
class CrowdVisitor {
public:
    CrowdVisitor(const Cells& cells, const Records& records, LaneCells<Records>& lanes, const Visit& visit)
        : m_cells(cells)
        , m_records(records)
        , m_lanes(lanes)
        , m_visit(visit)
        , m_mask(visit.event.mask) {}

    /// Whether some may have been where this part of the lanes is.
    bool hasReaders() const {
        if (m_cells.readers == nullptr || m_cells.readers->empty())
            return false;
        return !m_lanes.sideBySide() ||
               !m_cells.readers->isNobodyAt(m_lanes.cellOf(0), 31 * size_t(m_lanes.apart()) + 1);
    }

    // ---- joining ----

    bool isRefusedAt(const Crowd& crowd, size_t place) const { return crowd.refuses(place, kind()); }
    void join(Crowd& crowd, size_t place, uint32_t lane) {
        crowd.add(place, m_visit.number, 1u << lane, kind(), most(), [&](const Crowd::Member& member) {
            return areBefore(member.record, member.lanes, [&](uint32_t) { return lane; });
        });
    }
    /// Whether the lanes' reads count together: they are side by side.
    bool isRow() const {
        return m_cells.rows != nullptr && m_lanes.sideBySide() && m_lanes.apart() <= CrowdRows::mostApart;
    }
    /// There is no room for one more.
    bool isRefused() { return isRow() && m_cells.rows->refuses(m_lanes.cellOf(0), m_lanes.apart()); }
    /// `one` is where the lanes are, `common` has been at all of these places, or is nullptr.
    void noteRow(const Stamps& one, const AccessRecord* common) {
        if (common != nullptr && (m_lanes.own(one) || m_lanes.whollyBefore(*common)))
            return m_lanes.scatter(m_cells.read, m_mask);
        Stamps two;
        m_lanes.gather(m_cells.readToo, two);
        if (m_lanes.dead(two) || m_lanes.own(two))
            return m_lanes.scatter(m_cells.readToo, m_mask);
        m_cells.rows->add(m_lanes.cellOf(0), m_lanes.apart(), m_visit.number, most(),
                          [&](uint32_t record, uint32_t lanes) {
                              return areBefore(record, lanes, [](uint32_t lane) { return lane; });
                          });
    }

    // ---- hearing of them: compare(stamp, lane) ----

    template<class Compare>
    void forEach(const Crowd* crowd, size_t place, bool withOwn, Compare compare) const {
        if (crowd == nullptr || crowd->isNobodyAt(place, 1) ||
            (kind() != Crowd::anyKind && crowd->areAll(kind(), place)))
            return;
        crowd->forEachAt(place, [&](const Crowd::Member& member) {
            if (member.record != m_visit.number || withOwn)
                forLanes(member.lanes, [&](uint32_t lane) { compare(stampOf(member.record, lane) | 1); });
        });
    }
    /// The rows that have read where all lanes' parts are. With `forget` they need not be known any more.
    template<class Compare>
    void forEachRow(bool forget, Compare compare) {
        if (m_cells.rows != nullptr && !m_cells.rows->empty())
            forEachOf([&](size_t low, size_t high, auto visit) { m_cells.rows->forEachAt(low, high, forget, visit); },
                      compare);
        if (m_cells.shadow != nullptr && m_cells.shadow->hasReads())
            forEachOf(
                [&](size_t low, size_t high, auto visit) {
                    m_cells.shadow->forEachRead(low, high, [&](size_t first, uint32_t record, uint32_t lanes) {
                        visit(CrowdRows::Row{first, 1, record, lanes});
                    });
                },
                compare);
    }

    size_t most() const { return m_visit.record.howStrong() == Strength::Plain ? Crowd::mostPlain : Crowd::mostOther; }
    /// Atomic operations of one size that reach all may meet one another: what is of such a kind need not be compared.
    Crowd::Kind kind() const {
        return m_visit.record.howStrong() == Strength::Atomic && !m_visit.record.blockScope
                   ? static_cast<Crowd::Kind>(std::min(1 + std::countr_zero(m_visit.element), Crowd::anyKind - 1))
                   : Crowd::anyKind;
    }

private:
    /// `forEachAt(low, high, visit(Row))`: rows that have read any of these places.
    template<class ForEachAt, class Compare>
    void forEachOf(ForEachAt forEachAt, Compare compare) {
        const unsigned apart = std::max(1u, m_lanes.apart()), part = m_lanes.part();
        if (!m_lanes.sideBySide())
            return forLanes(m_mask, [&](uint32_t lane) {
                const size_t cell = m_lanes.cellOf(lane);
                forEachAt(cell, cell,
                          [&](const CrowdRows::Row& row) { compare(stampOf(row.record, row.laneAt(cell)) | 1, lane); });
            });
        if (part + 1 < apart)
            return; // all parts are looked at together, when all are noted
        m_lanes.goTo(0);
        const size_t low = m_lanes.cellOf(0);
        forEachAt(low, low + 32 * apart - 1, [&](const CrowdRows::Row& row) {
            if (m_lanes.dead(row.record) || m_lanes.whollyBefore(m_records[row.record]))
                return;
            forLanes(row.lanes, [&](uint32_t lane) {
                const size_t distance = row.first + lane * row.apart - low;
                m_lanes.goTo(static_cast<unsigned>(distance % apart));
                compare(stampOf(row.record, lane) | 1, static_cast<uint32_t>(distance / apart));
            });
        });
        m_lanes.goTo(part);
    }

    /// Whether these lanes of the record are ordered before what one of the visit's lanes does.
    template<class Successor>
    bool areBefore(uint32_t record, uint32_t lanes, Successor successorOf) const {
        if (m_lanes.whollyBefore(m_records[record]))
            return true;
        for (; lanes != 0; lanes &= lanes - 1)
            if (const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
                !m_lanes.before(stampOf(record, lane), successorOf(lane)))
                return false;
        return true;
    }

    const Cells& m_cells;
    const Records& m_records;
    LaneCells<Records>& m_lanes;
    const Visit& m_visit;
    const uint32_t m_mask;
};

} // namespace warplens::sim::check
