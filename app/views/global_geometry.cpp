// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/global_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr unsigned lineBytes = 128, sectorBytes = 32;
constexpr double highestCell = 10; // of a map, in pixels

} // namespace

GlobalGeometry layOutGlobal(const QRectF& area, double scale, const std::vector<uint64_t>& sectors) {
    GlobalGeometry g;
    for (const uint64_t sector : sectors)
        if (g.lineAddresses.empty() || g.lineAddresses.back() != sector / lineBytes * lineBytes)
            g.lineAddresses.push_back(sector / lineBytes * lineBytes);
    const double text = 18 * scale, gap = 8 * scale;
    g.lanesTitle = QRectF(area.left(), area.top(), area.width(), text);
    g.lanes = QRectF(area.left(), g.lanesTitle.bottom(), area.width(), std::min(18 * scale, area.width() / 32));
    // A third for the map of the whole array, as far as that leaves room for the request itself.
    const double mapHeight = std::clamp(area.height() * 0.36, 0.0, std::max(0.0, area.height() - 190 * scale));
    g.map = QRectF(area.left(), area.bottom() - mapHeight + text, area.width(), std::max(0.0, mapHeight - text));
    g.mapTitle = QRectF(area.left(), area.bottom() - mapHeight, area.width(), text);
    g.caption = QRectF(area.left(), g.mapTitle.top() - text - gap, area.width(), text);

    const auto count = static_cast<unsigned>(g.lineAddresses.size());
    g.linesPerRow = std::max(1u, count <= 4 ? count : count <= 8 ? (count + 1) / 2 : 8u);
    const unsigned rows = std::max(1u, (count + g.linesPerRow - 1) / g.linesPerRow);
    const double space = std::max(10.0, g.caption.top() - g.lanes.bottom() - gap);
    const double drop = std::max(16 * scale, space * (rows > 1 ? 0.3 : 0.5)); // for the ways from lanes to memory
    const double room = space - drop;
    g.rowStep = std::min(room / rows, 60 * scale + gap);
    g.lineHeight = std::max(6.0, g.rowStep - gap);
    g.lineWidth = (area.width() - (g.linesPerRow - 1) * gap) / g.linesPerRow;
    g.lines = QRectF(area.left(), g.lanes.bottom() + drop, area.width(), rows * g.rowStep);
    return g;
}

QRectF GlobalGeometry::lane(unsigned lane) const {
    const double width = lanes.width() / 32;
    return QRectF(lanes.left() + lane * width, lanes.top(), width, lanes.height()).adjusted(1, 0, -1, 0);
}

QRectF GlobalGeometry::line(size_t index) const {
    const auto row = static_cast<double>(index / linesPerRow), column = static_cast<double>(index % linesPerRow);
    const double step = linesPerRow > 1 ? (lines.width() - lineWidth) / (linesPerRow - 1) : 0;
    return {lines.left() + column * step, lines.top() + row * rowStep, lineWidth, lineHeight};
}

QRectF GlobalGeometry::sector(size_t index, unsigned sector) const {
    const QRectF whole = line(index);
    const double width = whole.width() / 4;
    return QRectF(whole.left() + sector * width, whole.top(), width, whole.height()).adjusted(1, 1, -1, -1);
}

QRectF GlobalGeometry::bytes(uint64_t address, unsigned count) const {
    const auto found = std::find(lineAddresses.begin(), lineAddresses.end(), address / lineBytes * lineBytes);
    if (found == lineAddresses.end())
        return {};
    const auto index = static_cast<size_t>(found - lineAddresses.begin());
    const auto offset = static_cast<unsigned>(address % lineBytes);
    const QRectF area = sector(index, offset / sectorBytes).adjusted(3, 3, -3, -3);
    const double unit = area.width() / sectorBytes;
    return {area.left() + (offset % sectorBytes) * unit, area.top(), count * unit, area.height()};
}

std::optional<uint64_t> GlobalGeometry::sectorAt(const QPointF& point) const {
    for (size_t i = 0; i < lineAddresses.size(); ++i)
        for (unsigned s = 0; s < lineBytes / sectorBytes; ++s)
            if (sector(i, s).contains(point))
                return lineAddresses[i] + s * sectorBytes;
    return {};
}

SectorMap layOutMap(const QRectF& area, size_t sectors, size_t sectorsPerMatrixRow) {
    SectorMap map;
    map.area = area;
    map.sectors = sectors;
    if (sectors == 0 || area.height() < 4 || area.width() < 4)
        return map;
    constexpr double smallest = 4; // pixels
    const double most = std::max(1.0, std::floor(area.width() / smallest) * std::floor(area.height() / smallest));
    while (static_cast<double>(map.cells()) > most)
        map.sectorsPerCell *= 2;
    const auto cells = static_cast<double>(map.cells());
    // Cells about twice as wide as high, as the sectors above; then a whole number of matrix rows side by side.
    auto columns = static_cast<unsigned>(std::ceil(std::sqrt(cells * area.width() / area.height() / 2)));
    const auto perRow = static_cast<unsigned>(std::max<size_t>(1, sectorsPerMatrixRow / map.sectorsPerCell));
    if (perRow <= columns)
        columns = (columns + perRow - 1) / perRow * perRow;
    map.columns = std::clamp(columns, 1u, static_cast<unsigned>(std::max(1.0, area.width() / smallest)));
    map.rows = static_cast<unsigned>(std::ceil(cells / map.columns));
    return map;
}

std::optional<size_t> SectorMap::cellAt(const QPointF& point) const {
    const double width = area.width() / columns, height = std::min(area.height() / rows, highestCell);
    const double column = (point.x() - area.left()) / width, row = (point.y() - area.top()) / height;
    if (column < 0 || column >= columns || row < 0)
        return {};
    const size_t index = static_cast<size_t>(row) * columns + static_cast<size_t>(column);
    return index < cells() ? std::optional(index) : std::nullopt;
}

QRectF SectorMap::cell(size_t index) const {
    const double width = area.width() / columns, height = std::min(area.height() / rows, highestCell);
    const auto row = static_cast<double>(index / columns), column = static_cast<double>(index % columns);
    return QRectF(area.left() + column * width, area.top() + row * height, width, height)
        .adjusted(0.5, 0.5, -0.5, -0.5);
}

} // namespace warplens::app
