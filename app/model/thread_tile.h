// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a result that one thread works out in its registers, taken from what it writes in the end: for every
// stage in which a thread has more than one of them. No Qt.
#pragma once

#include "app/model/focus.h"
#include "app/model/scene.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

struct ThreadTile {
    sim::simt::Dim3 thread;
    int array = -1;                     ///< the result
    std::vector<int64_t> rows, columns; ///< of the result, ascending; the tile is every row with every column
    std::vector<uint32_t> written;      ///< by row, then column: the event that writes it

    size_t rowCount() const { return rows.size(); }
    size_t columnCount() const { return columns.size(); }
    Element element(size_t row, size_t column) const { return {array, rows[row], columns[column]}; }
    bool isWritten(size_t row, size_t column, size_t event) const {
        return written[row * columns.size() + column] <= event;
    }
};

/// Nothing where the thread has one element only, or writes some twice, or they make no rectangle.
std::optional<ThreadTile> threadTileOf(const Scene& scene, uint16_t warp, unsigned lane);

/// An element of the tile in one sentence.
Focus focusOnTileElement(const Scene& scene, const Moment& moment, const ThreadTile& tile, size_t row, size_t column);

} // namespace warplens::app
