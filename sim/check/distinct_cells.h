// SPDX-License-Identifier: GPL-3.0-or-later
// Which cells the lanes of an access read: often fewer than there are lanes, and the same shape time after time. It is
// worked out once for a shape and kept for each memory operation.
#pragma once

#include "sim/simt/machine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warplens::sim::check {

class DistinctCells {
public:
    struct Cell {
        int32_t offset;      ///< in cells, from the cell of the first active lane
        uint8_t lane, other; ///< two lanes that read it; the same where there is but one
    };

    /// Of the active lanes of the pattern; `shift`: bytes of a cell, as a power of two.
    void take(const simt::Pattern& pattern, uint32_t mask, unsigned shift) {
        if (mask == m_mask && std::memcmp(m_delta.data(), pattern.delta, sizeof pattern.delta) == 0) [[likely]]
            return;
        std::memcpy(m_delta.data(), pattern.delta, sizeof pattern.delta);
        m_mask = mask;
        m_count = 0;
        m_enough.fill({});
        for (uint32_t l = 0; l < 32; ++l)
            if (mask >> l & 1)
                add(pattern.delta[l] >> shift, static_cast<uint8_t>(l));
    }
    const Cell* begin() const { return m_cells.data(); }
    const Cell* end() const { return m_cells.data() + m_count; }
    /// Where two warps have read every cell already, beginning with this one, so that nothing is noted until somebody
    /// writes: then the version is another. It is never 0.
    bool isEnough(size_t first, uint64_t version) const {
        const Enough& kept = m_enough[first % m_enough.size()];
        return kept.first == first && kept.version == version;
    }
    void setEnough(size_t first, uint64_t version) { m_enough[first % m_enough.size()] = {first, version}; }
    /// Likewise, of 32 cells side by side, whatever was taken last.
    bool isRowEnough(size_t first, uint64_t version) const {
        const Enough& kept = m_rowEnough[first / 32 % m_rowEnough.size()];
        return kept.first == first && kept.version == version;
    }
    void setRowEnough(size_t first, uint64_t version) {
        m_rowEnough[first / 32 % m_rowEnough.size()] = {first, version};
    }
    /// So few that it is better to go through them than through all lanes.
    bool areFew() const { return m_count <= most; }

private:
    static constexpr uint32_t most = 16;

    void add(int32_t offset, uint8_t lane) {
        for (uint32_t i = 0; i < m_count && i < most; ++i)
            if (m_cells[i].offset == offset) {
                if (m_cells[i].other == m_cells[i].lane)
                    m_cells[i].other = lane;
                return;
            }
        if (m_count < most)
            m_cells[m_count] = {offset, lane, lane};
        m_count += m_count <= most;
    }

    struct Enough {
        size_t first = 0;
        uint64_t version = 0;
    };
    std::array<Enough, 32> m_enough{}, m_rowEnough{};
    std::array<int32_t, 32> m_delta{};
    uint32_t m_mask = 0, m_count = 0;
    std::array<Cell, most> m_cells{};
};

} // namespace warplens::sim::check
