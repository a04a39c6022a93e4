// SPDX-License-Identifier: GPL-3.0-or-later
// The usual read of shared memory: all lanes read one word, or each another one, of what was written before the last
// barrier. There is nothing to say of it, and it is noted without a look at each lane's past.
#pragma once

#include "sim/check/cells.h"
#include "sim/check/distinct_cells.h"

#include <cstring>

namespace warplens::sim::check {

/// `number()` gives the number of the read's record: it is asked for only where something is noted.
template<class Number>
class QuietRead {
public:
    /// `bytes`: of each lane. `alone`: the lanes know of no other warp's accesses since the last barrier. `distinct` is
    /// the operation's own; `version` is another whenever stamps have changed in other ways than by quiet reads.
    QuietRead(const Cells& cells, DistinctCells& distinct, uint64_t version, const BlockRecords& records,
              const Epoch& epoch, unsigned bytes, uint32_t warp, bool alone, Number number)
        : m_cells(cells)
        , m_distinct(distinct)
        , m_version(version)
        , m_records(records)
        , m_dead(epoch.dead)
        , m_begin(epoch.begin)
        , m_parts(std::max(1u, bytes >> cells.shift))
        , m_warp(warp)
        , m_alone(alone)
        , m_number(number) {}

    /// Whether that was all. If not, CellVisitor has to look; what has been noted until then, it would have noted, too.
    bool note(const simt::AccessEvent& event) const {
        const simt::Pattern& pattern = *event.pattern;
        const size_t first = event.first >> m_cells.shift;
        if (pattern.shape == simt::Pattern::Uniform) {
            for (unsigned part = 0; part < m_parts; ++part)
                if (!noteOne(first + part, event.mask))
                    return false;
            return true;
        }
        if (event.mask == ~0u && pattern.shape == simt::Pattern::Contiguous && m_parts == 1) {
            if (m_distinct.isRowEnough(first, m_version) || noteRow(first))
                return true;
        }
        m_distinct.take(pattern, event.mask, m_cells.shift);
        if (m_distinct.isEnough(first, m_version))
            return true;
        bool enough = true;
        for (unsigned part = 0; part < m_parts; ++part) {
            const Found found = m_distinct.areFew() ? noteFew(first + part) : noteSome(event, part);
            if (found == Found::Else)
                return false;
            enough &= found == Found::Enough;
        }
        if (enough)
            m_distinct.setEnough(first, m_version);
        return true;
    }

private:
    static Stamp stamp(uint32_t number, uint32_t lane) { return stampOf(number, lane) | 1; }
    /// Written, and before the last barrier.
    bool isSettled(Stamp written) const { return written - m_begin < m_dead - m_begin; }
    bool areApart(Stamp a, Stamp b) const { return m_records[recordOf(a)].warp != m_records[recordOf(b)].warp; }
    bool isOfOther(Stamp s) const { return m_records[recordOf(s)].warp != m_warp; }

    bool noteOne(size_t cell, uint32_t mask) const {
        if (!isSettled(m_cells.written[cell]))
            return false;
        Stamp &one = m_cells.read[cell], &two = m_cells.readToo[cell];
        const auto first = static_cast<uint32_t>(std::countr_zero(mask));
        const auto last = static_cast<uint32_t>(31 - std::countl_zero(mask));
        if (one >= m_dead && two >= m_dead && areApart(one, two))
            return true;
        if (one >= m_dead || two >= m_dead) {
            const uint32_t number = m_number(); // two lanes of this very record: whoever writes is not both of them
            return recordOf(one) == number && recordOf(two) == number && one != two;
        }
        const uint32_t number = m_number();
        one = stamp(number, first);
        if (last != first)
            two = stamp(number, last);
        return true;
    }

    /// 32 cells side by side: each of the loops becomes a few vectors.
    bool noteRow(size_t cell) const {
        const Stamp *written = m_cells.written + cell, *two = m_cells.readToo + cell;
        Stamp* one = m_cells.read + cell;
        const Stamp settled = m_dead - m_begin;
        uint32_t open = 0, live = 0, several = 0;
        for (uint32_t l = 0; l < 32; ++l) {
            open |= static_cast<uint32_t>(written[l] - m_begin >= settled);
            live |= static_cast<uint32_t>(one[l] >= m_dead);
        }
        if (open != 0)
            return false;
        if (live == 0) {
            const Stamp mine = stamp(m_number(), 0);
            for (uint32_t l = 0; l < 32; ++l)
                one[l] = mine + stampOf(0, l);
            return true;
        }
        for (uint32_t l = 0; l < 32; ++l)
            several |= (one[l] ^ one[0]) | (two[l] ^ two[0]);
        if (recordOf(several) != 0 || one[0] < m_dead || two[0] < m_dead || !areApart(one[0], two[0]))
            return false;
        m_distinct.setRowEnough(cell, m_version);
        return true;
    }

    /// What is at the lanes' cells.
    enum class Found { Nobody, Enough, OthersOnly, Else };
    /// Usually all lanes find the same: loops that become vectors. Lanes that are not active stand where the first does.
    Found look(const uint32_t (&cells)[32], uint32_t mask) const {
        Stamp written[32], one[32], two[32];
        for (uint32_t l = 0; l < 32; ++l) {
            written[l] = m_cells.written[cells[l]];
            one[l] = m_cells.read[cells[l]];
            two[l] = m_cells.readToo[cells[l]];
        }
        const Stamp settled = m_dead - m_begin;
        uint32_t open = 0, live = 0, liveToo = 0, several = 0, severalToo = 0;
        for (uint32_t l = 0; l < 32; ++l) {
            open |= static_cast<uint32_t>(written[l] - m_begin >= settled);
            live |= static_cast<uint32_t>(one[l] >= m_dead);
            liveToo |= static_cast<uint32_t>(two[l] >= m_dead);
            several |= one[l] ^ one[0];
            severalToo |= two[l] ^ two[0];
        }
        if (open != 0)
            return Found::Else;
        if ((live | liveToo) == 0)
            return Found::Nobody;
        if (recordOf(several) != 0 || one[0] < m_dead || (liveToo != 0 && recordOf(severalToo) != 0))
            return lookAtEach(cells, mask);
        if (liveToo != 0 && areApart(one[0], two[0]))
            return Found::Enough;
        return m_alone && isOfOther(one[0]) ? Found::OthersOnly : Found::Else;
    }
    Found lookAtEach(const uint32_t (&cells)[32], uint32_t mask) const {
        bool nobody = true, enough = true, others = m_alone;
        uint32_t lastOne = UINT32_MAX, lastTwo = UINT32_MAX; // records of two warps that are not this one
        for (uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
            const size_t cell = cells[std::countr_zero(lanes)];
            const Stamp one = m_cells.read[cell], two = m_cells.readToo[cell];
            const bool hasOne = one >= m_dead, hasTwo = two >= m_dead;
            nobody &= !hasOne && !hasTwo;
            if (hasTwo && recordOf(one) == lastOne && recordOf(two) == lastTwo)
                continue;
            enough &= hasOne && hasTwo && areApart(one, two);
            others &= hasOne && isOfOther(one) && (!hasTwo || (isOfOther(two) && !areApart(one, two)));
            if (enough) {
                lastOne = recordOf(one);
                lastTwo = recordOf(two);
                others = false;
            }
            if (!nobody && !enough && !others)
                return Found::Else;
        }
        return nobody ? Found::Nobody : enough ? Found::Enough : Found::OthersOnly;
    }

    /// The cells of the lanes, counted from the first active lane's.
    Found lookAtFew(const Stamp* written, const Stamp* read, const Stamp* readToo) const {
        bool nobody = true, enough = true, others = m_alone;
        uint32_t lastOne = UINT32_MAX, lastTwo = UINT32_MAX; // records of two warps
        Stamp open = 0;
        for (const DistinctCells::Cell& cell : m_distinct) {
            const Stamp one = read[cell.offset], two = readToo[cell.offset];
            open |= static_cast<Stamp>(!isSettled(written[cell.offset]));
            const bool hasOne = one >= m_dead, hasTwo = two >= m_dead;
            nobody &= !hasOne && !hasTwo;
            if (hasTwo && recordOf(one) == lastOne && recordOf(two) == lastTwo) {
                others = false;
                continue;
            }
            const bool apart = hasOne && hasTwo && areApart(one, two);
            enough &= apart;
            others &= hasOne && isOfOther(one) && (!hasTwo || (isOfOther(two) && !apart));
            if (apart) {
                lastOne = recordOf(one);
                lastTwo = recordOf(two);
            }
        }
        return open != 0 ? Found::Else
               : nobody  ? Found::Nobody
               : enough  ? Found::Enough
               : others  ? Found::OthersOnly
                         : Found::Else;
    }
    /// Lanes that share cells: of each cell the first two of them stand for all.
    Found noteFew(size_t base) const {
        Stamp *one = m_cells.read + base, *two = m_cells.readToo + base;
        const Found found = lookAtFew(m_cells.written + base, one, two);
        if (found == Found::Enough || found == Found::Else)
            return found;
        const uint32_t number = m_number();
        for (const DistinctCells::Cell& cell : m_distinct) {
            if (found == Found::Nobody)
                one[cell.offset] = stamp(number, cell.lane);
            if (found == Found::OthersOnly || cell.other != cell.lane)
                two[cell.offset] = stamp(number, cell.other);
        }
        return found;
    }

    Found noteSome(const simt::AccessEvent& event, unsigned part) const {
        uint32_t cells[32]; // addresses of shared memory are short
        for (uint32_t l = 0; l < 32; ++l)
            cells[l] = ((static_cast<uint32_t>(event.first) + static_cast<uint32_t>(event.pattern->delta[l])) >>
                        m_cells.shift) +
                       part;
        const Found found = look(cells, event.mask);
        if (found == Found::Enough || found == Found::Else)
            return found;
        const uint32_t number = m_number();
        uint32_t before = UINT32_MAX;
        for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
            const auto l = static_cast<uint32_t>(std::countr_zero(lanes));
            const uint32_t cell = cells[l];
            // Of lanes side by side that read the same, the first and the second stand for all.
            if (cell == before && recordOf(m_cells.readToo[cell]) == number)
                continue;
            before = cell;
            Stamp& one = m_cells.read[cell];
            (found == Found::Nobody && recordOf(one) != number ? one : m_cells.readToo[cell]) = stamp(number, l);
        }
        return found;
    }

    const Cells& m_cells;
    DistinctCells& m_distinct;
    const uint64_t m_version;
    const BlockRecords& m_records;
    const Stamp m_dead, m_begin;
    const unsigned m_parts;
    const uint32_t m_warp;
    const bool m_alone;
    Number m_number;
};

} // namespace warplens::sim::check
