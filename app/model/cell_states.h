// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix seen from so far away that several elements share a cell of the picture. No Qt.
#pragma once

#include "app/model/replay_state.h"

#include <cstdint>
#include <vector>

namespace warplens::app {

enum class CellState : uint8_t { Never, Old, Fresh };

struct CellGrid {
    int64_t rows = 1, columns = 1;         ///< of the matrix
    int64_t cellRows = 1, cellColumns = 1; ///< of the picture: no more than elements, in either direction
};

/// Of each cell, row by row, whether one of its elements was touched ever, and at `since` or later. Element (r, c) is
/// in cell (r * cellRows / rows, c * cellColumns / columns).
std::vector<CellState> cellStates(const PagedArray<Touched>& elements, const CellGrid& grid, Touched since);

} // namespace warplens::app
