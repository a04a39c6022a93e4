// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/addresses_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

/// So many of them that what has to be seen is in the middle.
int64_t windowBegin(int64_t all, int64_t shown, int64_t first, int64_t last) {
    if (shown >= all)
        return 0;
    return std::clamp(last - first + 1 >= shown ? first : (first + last + 1 - shown) / 2, int64_t{0}, all - shown);
}

} // namespace

QRectF WordsGeometry::cell(int64_t row, int64_t column) const {
    const QRectF area(grid.left() + static_cast<double>(column - firstColumn) * cellWidth,
                      grid.top() + static_cast<double>(row - firstRow) * cellHeight, cellWidth, cellHeight);
    const double gap = std::min({1.0, cellWidth / 8, cellHeight / 8});
    return area.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
}

std::optional<std::pair<int64_t, int64_t>> WordsGeometry::cellAt(const QPointF& point) const {
    if (!grid.contains(point) || cellWidth <= 0 || cellHeight <= 0)
        return {};
    const auto row = static_cast<int64_t>((point.y() - grid.top()) / cellHeight),
               column = static_cast<int64_t>((point.x() - grid.left()) / cellWidth);
    return std::pair(firstRow + std::min(row, rows - 1), firstColumn + std::min(column, columns - 1));
}

QRectF WordsGeometry::bank(unsigned bank, unsigned words, unsigned most) const {
    const double width = banks.width() / bankCount;
    // Low bars stay to be seen, and a bank of which nothing is wanted is a line.
    const double height =
        words == 0 ? 1 : std::max(lowestBank, banks.height() * words / std::max(1u, std::max(most, 4u)));
    return {banks.left() + bank * width + width * 0.08, banks.bottom() - height, width * 0.84, height};
}

WordsGeometry layOutWords(const QRectF& area, double scale, const WordsWants& wants) {
    WordsGeometry g;
    g.bankCount = wants.banks;
    g.lowestBank = 3 * scale;
    const double numbers = 14 * scale, title = 17 * scale, verdict = 26 * scale, gap = 4 * scale;
    const bool tall = area.height() >= 260 * scale;
    const double bars = tall ? std::clamp(area.height() * 0.09, 18 * scale, 60 * scale) : 0;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.4));
    g.verdict = QRectF(area.left(), area.bottom() - verdict, area.width(), verdict);
    double bottom = g.verdict.top() - gap;
    const double top = g.sentence.bottom() + gap + numbers, left = area.left() + wants.rowNumberWidth;
    if (tall) {
        g.banks = QRectF(left, bottom - numbers - bars, area.right() - left, bars);
        g.banksTitle = QRectF(area.left(), g.banks.top() - title, area.width(), title);
        bottom = g.banksTitle.top() - gap;
    }
    const double width = std::max(20.0, area.right() - left), height = std::max(10.0, bottom - top);
    // Cells as wide as they go; rows no lower than can be told apart, else there are fewer of them.
    const double narrow = 7 * scale, low = 4 * scale;
    g.columns = std::clamp<int64_t>(static_cast<int64_t>(width / narrow), 1, wants.columns);
    g.rows = std::clamp<int64_t>(static_cast<int64_t>(height / low), 1, wants.rows);
    g.firstColumn = windowBegin(wants.columns, g.columns, wants.firstColumn, wants.lastColumn);
    g.firstRow = windowBegin(wants.rows, g.rows, wants.firstRow, wants.lastRow);
    g.cellWidth = std::min(width / static_cast<double>(g.columns), 34 * scale);
    g.cellHeight = std::min(height / static_cast<double>(g.rows), 24 * scale);
    g.grid =
        QRectF(left, top, g.cellWidth * static_cast<double>(g.columns), g.cellHeight * static_cast<double>(g.rows));
    // A bank stands below its words of the first row.
    g.banks.setWidth(std::min(g.banks.width(), g.cellWidth * g.bankCount));
    g.columnNumbers = QRectF(left, top - numbers, g.grid.width(), numbers);
    g.rowNumbers = QRectF(area.left(), top, wants.rowNumberWidth - gap, g.grid.height());
    return g;
}

QRectF BytesGeometry::bytes(size_t row, int64_t offset, int64_t count) const {
    const double each = grid.width() / static_cast<double>(end - first);
    const auto from = static_cast<double>(std::clamp(offset, first, end) - first),
               to = static_cast<double>(std::clamp(offset + count, first, end) - first);
    return {grid.left() + from * each, grid.top() + static_cast<double>(row) * rowHeight + 1, (to - from) * each,
            rowHeight - 2};
}

std::optional<std::pair<size_t, int64_t>> BytesGeometry::byteAt(const QPointF& point) const {
    if (!grid.contains(point) || rowHeight <= 0)
        return {};
    const auto row = static_cast<size_t>((point.y() - grid.top()) / rowHeight);
    const auto byte = static_cast<int64_t>((point.x() - grid.left()) / grid.width() * static_cast<double>(end - first));
    return std::pair(std::min(row, rows - 1), first + byte);
}

BytesGeometry layOutBytes(const QRectF& area, double scale, const BytesWants& wants) {
    BytesGeometry g;
    g.first = wants.first;
    g.end = std::max(wants.end, wants.first + 1);
    const double numbers = 15 * scale, gap = 6 * scale, bar = 18 * scale, text = 18 * scale;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.4));
    double right = area.right(), bottom = area.bottom();
    if (area.width() >= 560 * scale && area.height() >= 230 * scale) {
        const double width = std::min(area.width() * 0.32, 330 * scale);
        g.facts =
            QRectF(area.right() - width, g.sentence.bottom() + gap, width, area.bottom() - g.sentence.bottom() - gap);
        right = g.facts.left() - 18 * scale;
        g.moved = QRectF(g.facts.left(), g.facts.top() + 150 * scale, width, 24 * scale);
        if (g.facts.height() < 220 * scale)
            g.moved.moveTop(g.facts.bottom() - text - g.moved.height());
    } else {
        g.moved = QRectF(area.left(), area.bottom() - bar - text, area.width(), bar);
        bottom = g.moved.top() - gap;
    }
    g.movedText = QRectF(g.moved.left(), g.moved.bottom(), g.moved.width(), text);
    const double left = area.left() + wants.rowNumberWidth, top = g.sentence.bottom() + gap + numbers;
    const double height = std::max(10.0, bottom - top), lowest = 6 * scale;
    g.rows = std::clamp<size_t>(static_cast<size_t>(height / lowest), 1, std::max<size_t>(1, wants.rows));
    double room = height;
    if (g.rows < wants.rows) {
        g.more = QRectF(left, bottom - numbers, right - left, numbers);
        room = std::max(lowest, height - numbers);
        g.rows = std::max<size_t>(1, static_cast<size_t>(room / lowest));
    }
    g.rowHeight = std::min(room / static_cast<double>(g.rows), 26 * scale);
    g.grid = QRectF(left, top, std::max(20.0, right - left), g.rowHeight * static_cast<double>(g.rows));
    g.columnNumbers = QRectF(left, top - numbers, g.grid.width(), numbers);
    g.rowNumbers = QRectF(area.left(), top, wants.rowNumberWidth - gap, g.grid.height());
    return g;
}

} // namespace warplens::app
