// SPDX-License-Identifier: GPL-3.0-or-later
// The usual access to global memory: all lanes of a warp, side by side, where nobody has been of whom there is something to
// say. It is noted without a look at each lane's past, and, where it can be, without one at the places (row_shadow.h).
#pragma once

#include "sim/check/cells.h"
#include "sim/check/order.h"

#include <atomic>
#include <cstring>

namespace warplens::sim::check {

class QuietRow {
public:
    static constexpr unsigned lanes = 32;

    /// `cell`: that of the first lane; each lane has one. `number`: of the access's record.
    QuietRow(const Cells& cells, const LaunchRecords& records, const BlockOrder& order, const Epoch& epoch, size_t cell,
             uint32_t warp, uint32_t number)
        : m_cells(cells)
        , m_records(records)
        , m_order(order)
        , m_epoch(epoch)
        , m_shadow(epoch.together ? nullptr : cells.shadow)
        , m_cell(cell)
        , m_warp(warp)
        , m_number(number) {}

    /// Whether that was all. If not, CellVisitor has to look; what has been noted until then, it would have noted, too.
    bool read() const {
        if (m_shadow != nullptr)
            return readInShadow();
        if (!noteRead())
            return false;
        if (m_epoch.together)
            std::atomic_thread_fence(std::memory_order_seq_cst);
        return isWritten() && arePlacesWrittenBefore();
    }
    /// Likewise, for one host thread alone; `changed`: lanes that change a value.
    bool write(uint32_t changed) const {
        if (m_epoch.together)
            return false;
        const auto isBefore = [&](Stamp row, bool isSame) { return isRowPassed(row, isSame); };
        if (m_shadow == nullptr || !m_shadow->isWrittenBelow(m_cell, m_epoch.dead)) {
            if (m_shadow != nullptr && !m_shadow->allWritten(m_cell, isBefore))
                return false;
            if (!isQuietSince(&RowShadow::latestWrite) && !arePlacesWrittenBefore())
                return false;
        }
        if (m_shadow == nullptr || !m_shadow->isReadBelow(m_cell, m_epoch.dead)) {
            if (m_shadow != nullptr && !m_shadow->allRead(m_cell, isBefore))
                return false;
            if (!isQuietSince(&RowShadow::latestRead) && !arePlacesReadBefore())
                return false;
        }
        if (m_shadow != nullptr) {
            m_shadow->write(m_cells.written, m_cell, m_number, changed);
            return true;
        }
        for (uint32_t l = 0; l < lanes; ++l)
            m_cells.written[m_cell + l] = stampOf(m_number, l) | (changed >> l & 1);
        return true;
    }

private:
    static bool areBelow(const Stamp* row, Stamp limit) {
        uint32_t others = 0;
        for (uint32_t l = 0; l < lanes; ++l)
            others |= static_cast<uint32_t>(row[l] >= limit);
        return others == 0;
    }
    static bool areFrom(const Stamp* row, Stamp limit) {
        uint32_t others = 0;
        for (uint32_t l = 0; l < lanes; ++l)
            others |= static_cast<uint32_t>(row[l] < limit);
        return others == 0;
    }
    bool isBefore(uint32_t record) const {
        return stampOf(record, lanes - 1) < m_epoch.dead || m_order.isWhollyBefore(m_records[record], m_warp);
    }
    /// Nobody, earlier ones, or each lane itself has been there.
    bool isPassed(const Stamp* row) const {
        if (areBelow(row, m_epoch.dead))
            return true;
        uint32_t before = 0; // a record that is
        for (uint32_t l = 0; l < lanes; ++l) {
            const uint32_t record = recordOf(row[l]);
            if (row[l] < m_epoch.dead || record == before)
                continue;
            if (isBefore(record))
                before = record;
            else if (laneOf(row[l]) != l || !isOwn(record))
                return false;
        }
        return true;
    }
    /// Of a row that has been read or written, of which no lane was where another one is now, unless it is not the same.
    bool isRowPassed(Stamp row, bool isSame) const {
        return row < m_epoch.dead || (isSame && isOwn(recordOf(row))) || isBefore(recordOf(row));
    }
    /// Whether who stands at the places themselves need not be looked at.
    bool isQuietSince(Stamp (RowShadow::*latest)(size_t) const) const {
        const size_t span = RowShadow::spanOf(m_cell);
        return m_shadow != nullptr && (m_shadow->*latest)(span) < m_epoch.dead &&
               (m_cell % lanes == 0 || (m_shadow->*latest)(span + 1) < m_epoch.dead);
    }
    bool isWritten() const { return m_epoch.begin == 0 || areFrom(m_cells.written + m_cell, m_epoch.begin); }
    bool arePlacesWrittenBefore() const { return isPassed(m_cells.written + m_cell) && isStrongPassed(); }
    bool arePlacesReadBefore() const {
        if (!isPassed(m_cells.read + m_cell) || !isPassed(m_cells.readToo + m_cell) ||
            (m_cells.readers != nullptr && !m_cells.readers->isNobodyAt(m_cell, lanes)))
            return false;
        return m_cells.rows == nullptr || m_cells.rows->empty() ||
               m_cells.rows->forget(m_cell, m_cell + lanes - 1, [&](uint32_t record) { return isBefore(record); });
    }
    bool readInShadow() const {
        const bool isBelow = m_shadow->isWrittenBelow(m_cell, m_epoch.dead);
        if (!isBelow && !m_shadow->allWritten(m_cell, [&](Stamp row, bool isSame) { return isRowPassed(row, isSame); }))
            return false;
        if (m_epoch.begin != 0 && !m_shadow->isRowWritten(m_cell)) {
            m_shadow->settle(m_cells.written, m_cell, m_cell + lanes - 1);
            if (!isWritten())
                return false;
        }
        if (!isBelow && !isQuietSince(&RowShadow::latestWrite) && !arePlacesWrittenBefore())
            return false;
        const auto isGone = [&](Stamp row) { return isRowPassed(row, RowShadow::beginOf(row) == m_cell % lanes); };
        if (m_shadow->read(m_cell, m_number, m_epoch.dead, isGone))
            return true;
        m_shadow->raise(m_cell, m_cell + lanes - 1, m_number, true, false);
        return noteRead();
    }
    bool isOwn(uint32_t record) const {
        return m_records[record].block == m_order.number() && m_records[record].warp == m_warp;
    }
    bool isStrongPassed() const {
        if (m_cells.strong == nullptr)
            return true;
        return m_cells.shift == 2 && areBelow(m_cells.strong + m_cell, m_epoch.dead) &&
               areBelow(m_cells.strongToo + m_cell, m_epoch.dead) &&
               (m_cells.writers == nullptr || m_cells.writers->isNobodyAt(m_cell, lanes));
    }
    void put(Stamp* list) const {
        const Stamp mine = stampOf(m_number, 0) | 1;
        for (uint32_t l = 0; l < lanes; ++l)
            list[m_cell + l] = mine + stampOf(0, l);
    }
    bool noteRead() const {
        if (m_cells.rows != nullptr && m_cells.rows->refuses(m_cell, 1))
            return true;
        if (isPassed(m_cells.read + m_cell)) {
            put(m_cells.read);
            return true;
        }
        if (m_cells.rows == nullptr)
            return false;
        if (isPassed(m_cells.readToo + m_cell))
            put(m_cells.readToo);
        else
            m_cells.rows->add(m_cell, 1, m_number, Crowd::mostPlain,
                              [&](uint32_t record, uint32_t) { return isBefore(record); });
        return true;
    }

    const Cells& m_cells;
    const LaunchRecords& m_records;
    const BlockOrder& m_order;
    const Epoch& m_epoch;
    RowShadow* const m_shadow; ///< nullptr: none
    const size_t m_cell;
    const uint32_t m_warp, m_number;
};

} // namespace warplens::sim::check
