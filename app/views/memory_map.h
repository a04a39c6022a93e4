// SPDX-License-Identifier: GPL-3.0-or-later
// Where the sectors of an array lie in its map. Pure arithmetic: a row of the map is a row of the array, each aligned
// below the last, so that a column is a column. What the request does not touch may share thin bands where there is no
// room for everything.
#pragma once

#include <QRectF>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warplens::app {

/// Places side by side along one axis.
struct Bands {
    struct Band {
        size_t first = 0, count = 1; ///< places
        bool touched = false;
        double begin = 0, size = 0; ///< in pixels
    };
    std::vector<Band> all;
    size_t most = 1; ///< places of the fullest one

    /// The band of a place, or the one under a pixel; nothing beside them.
    std::optional<size_t> of(size_t place) const;
    std::optional<size_t> at(double pixel) const;
    double extent() const { return all.empty() ? 0 : all.back().begin + all.back().size; }
};

struct BandsWants {
    size_t places = 1;
    std::vector<size_t> touched; ///< ascending, each once
    double least = 6, thin = 3;  ///< pixels of a touched one, and of others where not all can be as large as it
    double largest = 16;
};
/// All in equal bands where that can be; else those that are touched in bands of their own, and the others together.
Bands layOutBands(double extent, const BandsWants& wants);

/// An array as it lies in memory.
struct MappedArray {
    uint64_t base = 0, bytes = 0, rowBytes = 1;

    uint64_t sectors() const { return (bytes + 31) / 32; }
    uint64_t rows() const { return bytes <= rowBytes ? 1 : (bytes + rowBytes - 1) / rowBytes; }
    /// Row and column of the map where a byte's sector lies. One in which two rows meet has a place in each.
    std::pair<uint64_t, uint64_t> placeOf(uint64_t byte) const;
    /// The sector at a place, counted from the array's start; nothing where the row has ended.
    std::optional<uint64_t> sectorAt(uint64_t row, uint64_t column) const;
    uint64_t columns() const; ///< of the map
};

struct MemoryMap {
    MappedArray array;
    QRectF cells;
    QRectF columnNumbers, rowNumbers;
    QRectF note; ///< below, where there is something to be said of thin bands
    Bands rows, columns;

    QRectF cell(size_t row, size_t column) const; ///< bands
    /// Of a byte's sector, counted from the array's start; empty where it has none.
    QRectF cellOf(uint64_t byte) const;
    /// Bytes of a sector.
    QRectF bytes(uint64_t byte, unsigned count) const;
    /// The first sector under a point, counted from the array's start.
    std::optional<uint64_t> sectorAt(const QPointF& point) const;
};

/// `touched`: of each sector that the request moves a byte that is wanted, counted from the array's start.
MemoryMap layOutMemory(const QRectF& area, double scale, const MappedArray& array, const std::vector<uint64_t>& touched,
                       double rowNumberWidth);

} // namespace warplens::app
