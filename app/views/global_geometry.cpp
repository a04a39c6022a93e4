// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/global_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr unsigned lineBytes = 128, sectorBytes = 32;

} // namespace

GlobalGeometry layOutGlobal(const QRectF& area, double scale, const std::vector<uint64_t>& sectors, bool mapAlone) {
    GlobalGeometry g;
    for (const uint64_t sector : sectors)
        if (!mapAlone && (g.lineAddresses.empty() || g.lineAddresses.back() != sector / lineBytes * lineBytes))
            g.lineAddresses.push_back(sector / lineBytes * lineBytes);
    const double text = 18 * scale, gap = 8 * scale;
    const double headline = std::clamp(area.height() * 0.085, 20 * scale, 44 * scale);
    g.headline = QRectF(area.left(), area.top(), area.width(), headline);
    g.bar = QRectF(area.left(), g.headline.bottom(), area.width(), headline * 0.45);
    const double chips = std::min(18 * scale, area.width() / 32);
    // What is moved goes before what it is called: large type leaves little below the lanes.
    const bool low = !mapAlone && area.bottom() - (g.bar.bottom() + gap / 2 + text + chips) < 64 * scale;
    g.lanesTitle = QRectF(area.left(), g.bar.bottom() + gap / 2, area.width(), low ? 0 : text);
    g.lanes = QRectF(area.left(), g.lanesTitle.bottom(), area.width(), chips);
    if (mapAlone) {
        g.mapTitle = QRectF(area.left(), g.lanes.bottom() + gap / 2, area.width(), text);
        g.map =
            QRectF(area.left(), g.mapTitle.bottom(), area.width(), std::max(0.0, area.bottom() - g.mapTitle.bottom()));
        return g;
    }
    // A third for the map of the whole array, as far as that leaves room for the request itself.
    const double mapHeight =
        std::clamp(area.height() * 0.36, 0.0, std::max(0.0, area.bottom() - g.lanes.bottom() - 160 * scale));
    g.mapTitle = QRectF(area.left(), area.bottom() - mapHeight, area.width(), std::min(text, mapHeight));
    g.map = QRectF(area.left(), g.mapTitle.bottom(), area.width(), area.bottom() - g.mapTitle.bottom());
    g.caption = low ? QRectF(area.left(), area.bottom(), area.width(), 0)
                    : QRectF(area.left(), g.mapTitle.top() - text - gap, area.width(), text);

    const auto count = static_cast<unsigned>(g.lineAddresses.size());
    g.linesPerRow = std::max(1u, count <= 4 ? count : count <= 8 ? (count + 1) / 2 : 8u);
    const unsigned rows = std::max(1u, (count + g.linesPerRow - 1) / g.linesPerRow);
    const double space = std::max(10.0, g.caption.top() - g.lanes.bottom() - gap);
    // For the ways from lanes to memory.
    const double drop = low ? 0.3 * space : std::max(16 * scale, space * (rows > 1 ? 0.3 : 0.5));
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

} // namespace warplens::app
