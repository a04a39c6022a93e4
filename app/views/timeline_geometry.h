// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the timeline. Pure arithmetic. Rows are warps; a column is the n-th event of each warp. It shows
// an order, not times. Above, a part of the block as large as one likes; below it a strip with the whole block.
#pragma once

#include <QRectF>

#include <cstdint>

namespace warplens::app {

/// Which columns are seen: from `first`, `count` of them. Both may be broken numbers.
struct TimelineWindow {
    double first = 0, count = 0; ///< count 0: all
    bool whole() const { return count == 0; }
    bool operator==(const TimelineWindow&) const = default;
};

struct TimelineGeometry {
    QRectF labels, marks;
    QRectF overview; ///< the whole block, all columns
    unsigned warps = 1;
    uint32_t columns = 1;
    TimelineWindow window; ///< with a count, always
    double rowHeight = 1, columnWidth = 1;

    QRectF mark(unsigned warp, uint32_t column) const;
    double x(double column) const { return marks.left() + (column - window.first) * columnWidth; }
    double overviewX(double column) const { return overview.left() + column * overview.width() / columns; }
    /// Of the columns that are seen, in the strip.
    QRectF windowInOverview() const;
    /// The warp and the column under a point, clamped to what there is.
    unsigned warpAt(double y) const;
    uint32_t columnAt(double x) const;
    uint32_t overviewColumnAt(double x) const;
};

TimelineGeometry layOutTimeline(const QRectF& area, double scale, unsigned warps, uint32_t columns,
                                TimelineWindow window = {});

/// The window after zooming by that factor (2: twice as large) around a column that stays where it is. Never less than
/// eight columns; where all would be seen, the whole.
TimelineWindow zoomed(const TimelineGeometry& g, double factor, double around);
/// ... moved by so many columns, no further than there are any.
TimelineWindow moved(const TimelineGeometry& g, double columns);
/// ... so that the column is seen, with some room around it; unchanged where it is seen already.
TimelineWindow showing(const TimelineGeometry& g, double column);

} // namespace warplens::app
