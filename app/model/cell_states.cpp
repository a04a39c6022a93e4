// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/cell_states.h"

#include <algorithm>

namespace warplens::app {
namespace {

/// Where the cells begin along one direction, and one more for the end.
std::vector<int64_t> beginsOf(int64_t elements, int64_t cells) {
    std::vector<int64_t> begins;
    for (int64_t cell = 0; cell <= cells; ++cell)
        begins.push_back((cell * elements + cells - 1) / cells);
    return begins;
}

class Cells {
public:
    explicit Cells(const CellGrid& grid)
        : m_grid(grid)
        , m_rows(beginsOf(grid.rows, grid.cellRows))
        , m_columns(beginsOf(grid.columns, grid.cellColumns))
        , m_states(static_cast<size_t>(grid.cellRows * grid.cellColumns), CellState::Never) {}

    /// All of these elements were touched, and none of them of late.
    void age(size_t first, size_t count) {
        int64_t done = -1; // a row of cells
        forRows(first, count, [&](int64_t y, int64_t column, int64_t end) {
            if (y == done)
                return;
            if (end - column == m_grid.columns)
                done = y;
            CellState* line = lineOf(y);
            for (int64_t x = cellOf(column); x < m_grid.cellColumns && m_columns[index(x)] < end; ++x)
                line[x] = std::max(line[x], CellState::Old);
        });
    }

    void look(size_t first, std::span<const Touched> values, Touched since) {
        const Touched* value = values.data();
        forRows(first, values.size(), [&](int64_t y, int64_t column, int64_t end) {
            CellState* line = lineOf(y);
            for (int64_t x = cellOf(column); column < end; ++x) {
                Touched last = never;
                for (const int64_t stop = std::min(end, m_columns[index(x + 1)]); column < stop; ++column)
                    last = std::max(last, *value++);
                line[x] = std::max(line[x], last == never  ? CellState::Never
                                            : last < since ? CellState::Old
                                                           : CellState::Fresh);
            }
        });
    }

    std::vector<CellState> take() { return std::move(m_states); }

private:
    static size_t index(int64_t number) { return static_cast<size_t>(number); }
    int64_t cellOf(int64_t column) const { return column == 0 ? 0 : column * m_grid.cellColumns / m_grid.columns; }
    CellState* lineOf(int64_t y) { return m_states.data() + y * m_grid.cellColumns; }

    /// visit(y, column, end) for each row of the matrix that the elements lie in: columns [column, end), cell row y.
    template<class Visit>
    void forRows(size_t first, size_t count, Visit visit) {
        auto row = static_cast<int64_t>(first) / m_grid.columns, column = static_cast<int64_t>(first) % m_grid.columns;
        int64_t y = row * m_grid.cellRows / m_grid.rows;
        for (auto left = static_cast<int64_t>(count); left > 0; ++row, column = 0) {
            y += row >= m_rows[index(y + 1)];
            const int64_t end = std::min(m_grid.columns, column + left);
            left -= end - column;
            visit(y, column, end);
        }
    }

    const CellGrid& m_grid;
    std::vector<int64_t> m_rows, m_columns;
    std::vector<CellState> m_states;
};

} // namespace

std::vector<CellState> cellStates(const PagedArray<Touched>& elements, const CellGrid& grid, Touched since) {
    Cells cells(grid);
    elements.forPages(
        0, std::min(elements.size(), static_cast<size_t>(grid.rows * grid.columns)), [&](const auto& page) {
            if (page.full && page.most < since) // as most are in a long trace: no need to look at each element
                cells.age(page.first, page.values.size());
            else
                cells.look(page.first, page.values, since);
        });
    return cells.take();
}

} // namespace warplens::app
