// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/timeline_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double fewest = 8; ///< columns that are seen at least

} // namespace

TimelineGeometry layOutTimeline(const QRectF& area, double scale, unsigned warps, uint32_t columns,
                                TimelineWindow window) {
    TimelineGeometry g;
    g.warps = std::max(1u, warps);
    g.columns = std::max(1u, columns);
    if (window.count <= 0 || window.count >= g.columns)
        window = {0, static_cast<double>(g.columns)};
    window.first = std::clamp(window.first, 0.0, g.columns - window.count);
    g.window = window;
    const double label = 42 * scale, strip = 11 * scale, gap = 8 * scale;
    const double width = std::max(1.0, area.width() - label - 10 * scale);
    g.overview = QRectF(area.left() + label, area.bottom() - 5 * scale - strip, width, strip);
    g.marks = QRectF(area.left() + label, area.top() + 9 * scale, width,
                     std::max(1.0, g.overview.top() - gap - area.top() - 9 * scale));
    g.labels = QRectF(area.left(), g.marks.top(), label, g.marks.height());
    g.rowHeight = g.marks.height() / g.warps;
    g.columnWidth = g.marks.width() / window.count;
    return g;
}

QRectF TimelineGeometry::mark(unsigned warp, uint32_t column) const {
    const double gapX = columnWidth >= 4 ? 1 : 0, gapY = rowHeight >= 4 ? 1 : 0;
    return QRectF(x(column), marks.top() + warp * rowHeight, std::max(0.7, columnWidth - gapX),
                  std::max(0.7, rowHeight - gapY));
}

QRectF TimelineGeometry::windowInOverview() const {
    return QRectF(QPointF(overviewX(window.first), overview.top()),
                  QPointF(overviewX(window.first + window.count), overview.bottom()));
}

unsigned TimelineGeometry::warpAt(double y) const {
    const double row = std::floor((y - marks.top()) / rowHeight);
    return static_cast<unsigned>(std::clamp(row, 0.0, warps - 1.0));
}

uint32_t TimelineGeometry::columnAt(double at) const {
    const double column = std::floor((at - marks.left()) / columnWidth + window.first);
    return static_cast<uint32_t>(std::clamp(column, 0.0, columns - 1.0));
}

uint32_t TimelineGeometry::overviewColumnAt(double at) const {
    const double column = std::floor((at - overview.left()) / overview.width() * columns);
    return static_cast<uint32_t>(std::clamp(column, 0.0, columns - 1.0));
}

TimelineWindow zoomed(const TimelineGeometry& g, double factor, double around) {
    const double count = std::max(std::min(fewest, static_cast<double>(g.columns)), g.window.count / factor);
    if (count >= g.columns)
        return {};
    const double share = (around - g.window.first) / g.window.count;
    return {std::clamp(around - share * count, 0.0, g.columns - count), count};
}

TimelineWindow moved(const TimelineGeometry& g, double columns) {
    if (g.window.count >= g.columns)
        return {};
    return {std::clamp(g.window.first + columns, 0.0, g.columns - g.window.count), g.window.count};
}

TimelineWindow showing(const TimelineGeometry& g, double column) {
    const TimelineWindow& w = g.window;
    if (w.count >= g.columns)
        return {};
    if (column >= w.first && column + 1 <= w.first + w.count)
        return w;
    // It comes in where the way goes on: a step leads to the right more often than to the left.
    const double first = column < w.first ? column - w.count * 0.75 : column - w.count * 0.25;
    return {std::clamp(first, 0.0, g.columns - w.count), w.count};
}

} // namespace warplens::app
