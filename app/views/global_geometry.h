// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of global memory. Pure arithmetic: what moves for nothing on top, the lanes, the
// 128-byte lines that the request touches below them, each with its four 32-byte sectors, and a map of the whole array
// at the bottom; or the map alone, where there are more lines than can be seen as such.
#pragma once

#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

struct GlobalGeometry {
    QRectF headline, bar; ///< bytes that are moved, and how many of them for nothing
    QRectF lanesTitle, lanes;
    QRectF lines;   ///< all lines; empty: the map has their room
    QRectF caption; ///< below them
    QRectF mapTitle, map;
    std::vector<uint64_t> lineAddresses; ///< ascending
    unsigned linesPerRow = 1;
    double lineWidth = 0, lineHeight = 0, rowStep = 0;

    QRectF lane(unsigned lane) const;
    QRectF line(size_t index) const;
    QRectF sector(size_t line, unsigned sector) const;
    /// Bytes of memory; they have to lie in one of the lines. Empty where they do not.
    QRectF bytes(uint64_t address, unsigned count) const;
    /// The address of the sector under a point; nothing beside them.
    std::optional<uint64_t> sectorAt(const QPointF& point) const;
};

/// `sectors`: addresses of the sectors that are moved, ascending.
GlobalGeometry layOutGlobal(const QRectF& area, double scale, const std::vector<uint64_t>& sectors,
                            bool mapAlone = false);

} // namespace warplens::app
