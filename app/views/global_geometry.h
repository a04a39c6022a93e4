// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of global memory. Pure arithmetic: the lanes above, the 128-byte lines that the
// request touches below them, each with its four 32-byte sectors, and a map of the whole array at the bottom.
#pragma once

#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

struct GlobalGeometry {
    QRectF lanesTitle, lanes;
    QRectF lines;   ///< all lines
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
GlobalGeometry layOutGlobal(const QRectF& area, double scale, const std::vector<uint64_t>& sectors);

/// A map with one cell for each sector of an array.
struct SectorMap {
    QRectF area;
    unsigned columns = 1, rows = 1;
    size_t sectors = 0;
    size_t sectorsPerCell = 1; ///< more than one where the array is too large

    QRectF cell(size_t cell) const;
    /// The cell under a point; nothing beside them.
    std::optional<size_t> cellAt(const QPointF& point) const;
    size_t cells() const { return (sectors + sectorsPerCell - 1) / sectorsPerCell; }
};

/// `sectorsPerMatrixRow` makes a row of the matrix a whole number of map rows where that is possible.
SectorMap layOutMap(const QRectF& area, size_t sectors, size_t sectorsPerMatrixRow);

} // namespace warplens::app
