// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of the banks. Pure arithmetic.
//
// Columns are banks. Rows are wavefronts: what stands in one row is delivered in one pass. Where a request takes more
// rows than there is room for, a window of rows follows the wavefront that is served.
#pragma once

#include "sim/memory/shared_cost.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace warplens::app {

/// One cell of the picture: a word, and the lanes that it goes to.
struct BankCell {
    unsigned bank = 0, wavefront = 0;
    unsigned firstLane = 0, lanes = 0; ///< how many lanes want the word; the lowest of them
    uint64_t word = 0;
    uint32_t mask = 0; ///< those lanes
};

/// The words of a request, each once, with all lanes that share it.
std::vector<BankCell> bankCells(const std::vector<sim::memory::BankWord>& words);

/// On 1.x a wavefront is of one half of the warp. Of each wavefront, which.
std::vector<unsigned> halfWarps(const std::vector<sim::memory::BankWord>& words, unsigned wavefronts);

struct BanksGeometry {
    QRectF header; ///< numbers of the banks
    QRectF grid;
    QRectF halves;            ///< left of the grid, for their names; empty: the warp is served as a whole
    QRectF note;              ///< one line below the grid
    QRectF stripTitle, strip; ///< the wavefronts of the request, side by side
    QRectF comparison;        ///< what the other variant would do
    double columnWidth = 0, rowHeight = 0;
    unsigned rows = 0;       ///< that fit
    unsigned firstRow = 0;   ///< the wavefront in the first of them
    unsigned wavefronts = 1; ///< that have a row
    unsigned chips = 1;      ///< in the strip, where there are more
    unsigned columns = 32;   ///< banks

    QRectF cell(unsigned bank, unsigned wavefront) const;
    /// The bank whose column a point is in; nothing beside them.
    std::optional<unsigned> bankAt(const QPointF& point) const;
    bool shows(unsigned wavefront) const { return wavefront >= firstRow && wavefront < firstRow + rows; }
    QRectF chip(unsigned wavefront) const; ///< in the strip
};

/// `scale` is that of the look; `current` the wavefront that is served; `columns` how many banks there are; `halves` how
/// wide the names of half-warps are.
BanksGeometry layOutBanks(const QRectF& area, double scale, unsigned wavefronts, unsigned current,
                          unsigned columns = 32, double halves = 0);

} // namespace warplens::app
