// SPDX-License-Identifier: GPL-3.0-or-later
// The cells that the lanes of a visit stand at: the stamps that are there, what these tell, and the visit's own.
//
// Most accesses meet what they met before: nobody, an earlier interval, or the own warp. So the stamps of all 32 lanes
// are looked at together first, with loops that compilers make vectors of.
#pragma once

#include "sim/check/cells.h"
#include "sim/check/order.h"

#include <bit>
#include <cstring>

namespace warplens::sim::check {

using Stamps = Stamp[32];

/// `Records`: what stamps lead to.
template<class Records>
class LaneCells {
public:
    /// Stamps below `dead` need not be looked at.
    LaneCells(unsigned shift, const Records& records, const BlockOrder& order, Stamp dead, const Visit& visit)
        : m_shift(shift)
        , m_records(records)
        , m_order(order)
        , m_dead(dead)
        , m_visit(visit)
        , m_mask(visit.event.mask) {
        const Stamp base = stampOf(visit.number, 0) | (visit.changed == ~0u ? 1 : 0);
        for (uint32_t l = 0; l < 32; ++l)
            m_mine[l] = base + stampOf(0, l);
        if (visit.changed != ~0u)
            for (uint32_t lanes = visit.changed; lanes != 0; lanes &= lanes - 1)
                m_mine[std::countr_zero(lanes)] |= 1;
    }

    /// Of each lane's bytes the cells with this number come next.
    void goTo(unsigned part) { m_part = part; }

    size_t cellOf(uint32_t lane) const { return (m_visit.byteOf(lane) >> m_shift) + m_part; }
    size_t wordOf(uint32_t lane) const { return (cellOf(lane) << m_shift) >> 2; }
    /// What the visit leaves where the lane stands.
    Stamp mine(uint32_t lane) const { return m_mine[lane]; }

    /// Of all lanes; lanes that are not active stand where the first one does. Other host threads may write while this
    /// reads: a stamp is a word, which comes whole.
    void gather(const Stamp* from, Stamps& to) const {
        if (m_visit.event.pattern->shape == simt::Pattern::Contiguous && m_visit.bytes == 1u << m_shift) {
            std::memcpy(to, from + cellOf(0), sizeof(Stamps));
            return;
        }
        for (uint32_t l = 0; l < 32; ++l)
            to[l] = from[cellOf(l)];
    }
    void scatter(Stamp* to, uint32_t lanes) const {
        if (lanes == ~0u && m_visit.event.pattern->shape == simt::Pattern::Contiguous &&
            m_visit.bytes == 1u << m_shift) {
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
    bool dead(uint32_t record) const { return stampOf(record, 31) < m_dead; }
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

    /// Of all lanes of the record, for all of the visit.
    bool whollyBefore(const AccessRecord& record) const { return m_order.isWhollyBefore(record, m_visit.warp()); }
    /// All lanes are active, and each one's bytes lie behind those of the one before.
    bool sideBySide() const { return m_mask == ~0u && m_visit.event.pattern->shape == simt::Pattern::Contiguous; }
    /// How many cells are between two lanes then.
    unsigned apart() const { return m_visit.bytes >> m_shift; }
    unsigned part() const { return m_part; }

private:
    const unsigned m_shift;
    const Records& m_records;
    const BlockOrder& m_order;
    const Stamp m_dead;
    const Visit& m_visit;
    const uint32_t m_mask;
    unsigned m_part = 0;
    Stamps m_mine;
};

} // namespace warplens::sim::check
