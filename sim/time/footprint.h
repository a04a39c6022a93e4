// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the blocks of a grid touch together, from three of them: the first one, and its neighbours in x and y. Sectors
// that a block has in common with its neighbour in x (and the next one) are taken to be those of its whole row, likewise in y.
#pragma once

#include "sim/simt/dim3.h"
#include "sim/time/block_work.h"

#include <optional>

namespace warplens::sim::time {

/// Sectors of one block, read or written.
struct Footprint {
    double own = 0;    ///< no other block has them
    double row = 0;    ///< common to all blocks with the same y
    double column = 0; ///< common to all blocks with the same x
    double all = 0;    ///< common to all blocks
    double pairs = 1;  ///< bytes that DRAM moves for a sector, over 32: it reads two neighbours together

    double total() const { return own + row + column + all; }
    /// Of that many blocks that follow one another in the grid, together.
    double of(double blocks, const simt::Dim3& grid) const;
};

/// `next` are its neighbours: one and two steps on in x, one in y; where there is none: nothing.
struct Neighbours {
    const BlockWork* x = nullptr;
    const BlockWork* xx = nullptr;
    const BlockWork* y = nullptr;
};
/// `chosen`: by instruction of the function, those whose requests count.
Footprint footprintOf(const BlockWork& block, const Neighbours& next, const std::vector<bool>& chosen);

} // namespace warplens::sim::time
