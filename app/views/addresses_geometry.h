// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie in the picture of addresses. Pure arithmetic: a table of cells with the numbers of its rows and
// columns, or a window of that table where it is too large; below it what is wanted of each bank, or beside it what
// moves.
#pragma once

#include <QRectF>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace warplens::app {

/// A table of words, of which some rows and columns are shown.
struct WordsGeometry {
    QRectF sentence;
    QRectF columnNumbers, rowNumbers;
    QRectF grid;
    int64_t firstRow = 0, rows = 0, firstColumn = 0, columns = 0; ///< that are shown
    double cellWidth = 0, cellHeight = 0;
    QRectF banksTitle, banks; ///< what is wanted of each bank: a column for each, as high as there are words
    QRectF verdict;
    unsigned bankCount = 32;
    double lowestBank = 3; ///< of one of which anything is wanted

    bool shows(int64_t row, int64_t column) const {
        return row >= firstRow && row < firstRow + rows && column >= firstColumn && column < firstColumn + columns;
    }
    QRectF cell(int64_t row, int64_t column) const;
    /// Row and column under a point; nothing beside them.
    std::optional<std::pair<int64_t, int64_t>> cellAt(const QPointF& point) const;
    /// The column of a bank that wants so many of at most so many words.
    QRectF bank(unsigned bank, unsigned words, unsigned most) const;
};

struct WordsWants {
    int64_t rows = 1, columns = 1;
    int64_t firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0; ///< that have to be seen, where there is room
    unsigned banks = 32;
    double rowNumberWidth = 0;
    double sentenceHeight = 0;
};
WordsGeometry layOutWords(const QRectF& area, double scale, const WordsWants& wants);

/// Rows of bytes, in sectors.
struct BytesGeometry {
    QRectF sentence;
    QRectF columnNumbers, rowNumbers;
    QRectF grid;
    size_t rows = 0; ///< that there is room for
    double rowHeight = 0;
    int64_t first = 0, end = 1; ///< bytes
    QRectF facts;               ///< figures beside the rows; empty: there is no room
    QRectF moved;               ///< the bar of what moves
    QRectF movedText;           ///< below it
    QRectF more;                ///< says how many rows are left out

    /// Bytes of a row, from where it begins; cut to what is shown.
    QRectF bytes(size_t row, int64_t offset, int64_t count) const;
    /// Row and byte under a point.
    std::optional<std::pair<size_t, int64_t>> byteAt(const QPointF& point) const;
};

struct BytesWants {
    size_t rows = 1;
    int64_t first = 0, end = 128;
    double rowNumberWidth = 0;
    double sentenceHeight = 0;
};
BytesGeometry layOutBytes(const QRectF& area, double scale, const BytesWants& wants);

} // namespace warplens::app
