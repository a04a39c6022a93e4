// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the timeline. Pure arithmetic. Rows are warps; a column is the n-th event of each warp. It shows
// an order, not times.
#pragma once

#include <QRectF>

#include <cstdint>

namespace warplens::app {

struct TimelineGeometry {
    QRectF labels, marks;
    unsigned warps = 1;
    uint32_t columns = 1;
    double rowHeight = 1, columnWidth = 1;

    QRectF mark(unsigned warp, uint32_t column) const;
    /// The warp and the column under a point, clamped to what there is.
    unsigned warpAt(double y) const;
    uint32_t columnAt(double x) const;
};

TimelineGeometry layOutTimeline(const QRectF& area, double scale, unsigned warps, uint32_t columns);

} // namespace warplens::app
