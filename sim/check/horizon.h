// SPDX-License-Identifier: GPL-3.0-or-later
// How far back a block need not look: behind barriers of the grid, and the like, all that was done before some moment comes
// before what it does now, whoever has done it. Records have numbers that ascend with time, so that one of them tells.
#pragma once

#include "sim/check/known.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace warplens::sim::check {

class Horizon {
public:
    explicit Horizon(size_t blocks)
        : m_blocks(blocks) {}

    /// What the block does has records with this number and later ones.
    void begins(uint32_t block, uint32_t record) { m_blocks[block] = {true, record, {}, 0}; }
    /// Others may hear of it now, in an interval whose records have this number and later ones.
    void handsOn(uint32_t block, uint32_t interval, uint32_t record) {
        OfBlock& there = m_blocks[block];
        Handed& last = there.handed[there.next % there.handed.size()];
        if (last.interval == interval && last.record == record)
            return;
        there.handed[++there.next % there.handed.size()] = {interval, record};
    }
    /// Records with smaller numbers are of what comes before all that is done by a block that knows this; at most `most`.
    uint32_t of(const Known& known, uint32_t own, uint32_t most, uint32_t least) const {
        auto at = known.blocks().begin();
        for (uint32_t block = 0; block < m_blocks.size() && most > least; ++block) {
            while (at != known.blocks().end() && at->block < block)
                ++at;
            if (block != own && m_blocks[block].begun)
                most = std::min(most, at == known.blocks().end() || at->block != block
                                          ? m_blocks[block].first
                                          : m_blocks[block].before(at->intervals));
        }
        return most;
    }

private:
    struct Handed {
        uint32_t interval = 0, record = 0;
    };
    struct OfBlock {
        bool begun = false;
        uint32_t first = 0;
        std::array<Handed, 8> handed{}; ///< the last ones
        uint32_t next = 0;
        /// So many intervals are known whole. Of one that nothing is written down of, an earlier one stands.
        uint32_t before(uint32_t intervals) const {
            uint32_t record = first;
            for (const Handed& each : handed)
                if (each.interval <= intervals)
                    record = std::max(record, each.record);
            return record;
        }
    };
    std::vector<OfBlock> m_blocks;
};

} // namespace warplens::sim::check
