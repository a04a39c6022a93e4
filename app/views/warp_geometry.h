// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of a warp. Pure arithmetic: on top how its lanes part and meet again, below a row
// for each lane, in one column of rows or in several side by side, whatever can be read best in the room there is.
#pragma once

#include <QRectF>

#include <array>
#include <optional>
#include <vector>

namespace warplens::app {

enum class WarpColumn : uint8_t { Lane, Thread, Element, Address, Place, Wavefront, Value };
constexpr size_t warpColumns = 7;

/// How many characters each column needs; 0: there is nothing to say in it.
using WarpColumnWidths = std::array<unsigned, warpColumns>;

struct WarpGeometry {
    QRectF diagram; ///< the parties of lanes, a row each
    QRectF header;  ///< titles of the columns
    QRectF table;
    unsigned parties = 1;
    unsigned stacks = 1; ///< how many columns of rows stand side by side
    double rowHeight = 0, stackStep = 0, stackWidth = 0;
    double fontPixels = 0;
    /// By column: left edge within a stack and width; width 0: not shown, for want of room or of anything to show.
    std::array<std::pair<double, double>, warpColumns> columns{};

    bool shows(WarpColumn column) const { return columns[static_cast<size_t>(column)].second > 0; }
    unsigned rowsPerStack() const { return 32 / stacks; }
    QRectF row(unsigned lane) const;
    QRectF cell(unsigned lane, WarpColumn column) const;
    /// Of a stack's titles.
    QRectF title(unsigned stack, WarpColumn column) const;
    /// From a column's left edge to the end of the row.
    QRectF rest(unsigned lane, WarpColumn from) const;
    QRectF party(unsigned index) const;
    std::optional<unsigned> laneAt(const QPointF& point) const;
    std::optional<unsigned> partyAt(const QPointF& point) const;
};

/// `scale` is that of the look; `parties` how many rows the diagram has. `least` pixels type has in any case.
WarpGeometry layOutWarp(const QRectF& area, double scale, unsigned parties, const WarpColumnWidths& widths,
                        double least = 0);

} // namespace warplens::app
