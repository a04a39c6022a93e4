// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks a multiprocessor gets first, as an H200 was seen to place them (docs/caches.md, tests/hardware/why/placement.py): one
// part of the GPU after the other gets a block for each of some of its multiprocessors, and half of the first part has turns of its
// own. So not every 132nd block is on the same multiprocessor, and some of those that share one stand in the same column.
#pragma once

#include "sim/simt/dim3.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warplens::sim::time {

/// The blocks that a grid begins with, by multiprocessor, each of which holds `resident` of them at most.
using Placed = std::vector<std::vector<uint64_t>>;
Placed firstBlocks(uint64_t blocks, unsigned resident, unsigned multiprocessors);

/// The multiprocessors of each part of the GPU whose placement was seen; nothing of another one.
std::vector<std::vector<unsigned>> partsSeen(unsigned multiprocessors);

/// Of the multiprocessors that hold most blocks that whose blocks stand in the same rows and columns as often as those of all do.
size_t typicalOf(const Placed& placed, const simt::Dim3& grid);

/// How many of the blocks that share a multiprocessor want what another one of them wants, too, as a share of them.
class Company {
public:
    Company(Placed placed, std::vector<uint64_t> own, const simt::Dim3& grid);
    struct Share {
        double own = 0;   ///< of the multiprocessor that is followed
        double usual = 0; ///< of all
    };
    /// What they want lies so far from what the block before wants, in x and in y.
    Share of(int64_t x, int64_t y) const;

private:
    Placed m_placed;
    std::vector<uint64_t> m_own;
    simt::Dim3 m_grid;
    mutable std::map<std::pair<int64_t, int64_t>, Share> m_known;
};

} // namespace warplens::sim::time
