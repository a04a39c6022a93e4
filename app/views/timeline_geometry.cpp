// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/timeline_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {

TimelineGeometry layOutTimeline(const QRectF& area, double scale, unsigned warps, uint32_t columns) {
    TimelineGeometry g;
    g.warps = std::max(1u, warps);
    g.columns = std::max(1u, columns);
    const double label = 34 * scale;
    g.labels = QRectF(area.left(), area.top() + 8 * scale, label, std::max(1.0, area.height() - 12 * scale));
    g.marks = QRectF(area.left() + label, g.labels.top(), std::max(1.0, area.width() - label - 10 * scale),
                     g.labels.height());
    g.rowHeight = g.marks.height() / g.warps;
    g.columnWidth = g.marks.width() / g.columns;
    return g;
}

QRectF TimelineGeometry::mark(unsigned warp, uint32_t column) const {
    const double gapX = columnWidth >= 4 ? 1 : 0, gapY = rowHeight >= 4 ? 1 : 0;
    return QRectF(marks.left() + column * columnWidth, marks.top() + warp * rowHeight,
                  std::max(0.7, columnWidth - gapX), std::max(0.7, rowHeight - gapY));
}

unsigned TimelineGeometry::warpAt(double y) const {
    const double row = std::floor((y - marks.top()) / rowHeight);
    return static_cast<unsigned>(std::clamp(row, 0.0, warps - 1.0));
}

uint32_t TimelineGeometry::columnAt(double x) const {
    const double column = std::floor((x - marks.left()) / columnWidth);
    return static_cast<uint32_t>(std::clamp(column, 0.0, columns - 1.0));
}

} // namespace warplens::app
