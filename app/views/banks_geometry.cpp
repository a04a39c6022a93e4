// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/banks_geometry.h"

#include <algorithm>

namespace warplens::app {

std::vector<BankCell> bankCells(const std::vector<sim::memory::BankWord>& words) {
    std::vector<BankCell> cells;
    for (const sim::memory::BankWord& word : words) {
        const auto same = std::find_if(cells.begin(), cells.end(), [&](const BankCell& cell) {
            return cell.bank == word.bank && cell.wavefront == word.wavefront && cell.word == word.word;
        });
        if (same != cells.end()) {
            ++same->lanes;
            same->mask |= 1u << word.lane;
            same->firstLane = std::min<unsigned>(same->firstLane, word.lane);
        } else {
            cells.push_back({word.bank, word.wavefront, word.lane, 1, word.word, 1u << word.lane});
        }
    }
    return cells;
}

std::vector<unsigned> halfWarps(const std::vector<sim::memory::BankWord>& words, unsigned wavefronts) {
    constexpr unsigned lanes = 16;
    std::vector<std::optional<unsigned>> told(wavefronts);
    for (const sim::memory::BankWord& word : words)
        if (word.wavefront < wavefronts)
            told[word.wavefront] = word.lane / lanes;
    // A second pass over the same words is of the half whose first it was.
    std::vector<unsigned> halves;
    for (const std::optional<unsigned>& half : told)
        halves.push_back(half.value_or(halves.empty() ? 0 : halves.back()));
    return halves;
}

BanksGeometry layOutBanks(const QRectF& area, double scale, unsigned wavefronts, unsigned current, unsigned columns,
                          double halves) {
    BanksGeometry g;
    g.columns = columns;
    g.wavefronts = std::max(1u, wavefronts);
    g.columnWidth = std::max(1.0, area.width() - halves) / columns;
    const double line = 18 * scale, stripHeight = 18 * scale, gap = 8 * scale;
    g.header = QRectF(area.left(), area.top(), area.width(), 14 * scale);
    const double below = line + line + stripHeight + gap + 2 * line + gap;
    const double room = std::max(20.0, area.bottom() - below - g.header.bottom());
    // All rows if that can be: a pile is a picture only as a whole. Numbers are left out where a row is too low for
    // them.
    const double tallest = std::min(g.columnWidth, 17 * scale), lowest = 7.5 * scale;
    const double wanted = room / std::max(8u, g.wavefronts);
    // A pane that was pressed together has no room at all: its rows are as few as if they were a pixel high.
    g.rowHeight = std::max(1.0, std::clamp(wanted, std::min(lowest, tallest), tallest));
    g.rows = std::max(1u, static_cast<unsigned>(room / g.rowHeight));
    if (g.wavefronts > g.rows) {
        // The wavefront that is served stays in the middle of the window.
        const unsigned half = g.rows / 2;
        g.firstRow = std::min(current > half ? current - half : 0u, g.wavefronts - g.rows);
    }
    g.grid = QRectF(area.left() + halves, g.header.bottom() + 2 * scale, area.width() - halves, g.rows * g.rowHeight);
    if (halves > 0)
        g.halves = QRectF(area.left(), g.grid.top(), halves, g.grid.height());
    g.note = QRectF(area.left(), g.grid.bottom() + 2 * scale, area.width(), line);
    g.stripTitle = QRectF(area.left(), g.note.bottom() + gap / 2, area.width(), line);
    g.strip = QRectF(area.left(), g.stripTitle.bottom(), area.width(), stripHeight);
    g.comparison = QRectF(area.left(), g.strip.bottom() + gap, area.width(), 2 * line);
    return g;
}

QRectF BanksGeometry::cell(unsigned bank, unsigned wavefront) const {
    return QRectF(grid.left() + bank * columnWidth, grid.top() + (wavefront - firstRow) * rowHeight, columnWidth,
                  rowHeight)
        .adjusted(1, 1, -1, -1);
}

std::optional<unsigned> BanksGeometry::bankAt(const QPointF& point) const {
    if (!header.united(grid).contains(point))
        return {};
    return std::min(columns - 1, static_cast<unsigned>((point.x() - grid.left()) / columnWidth));
}

QRectF BanksGeometry::chip(unsigned wavefront) const {
    const double width = strip.width() / std::max<double>(columns, std::max(wavefronts, chips));
    return QRectF(strip.left() + wavefront * width, strip.top(), width, strip.height()).adjusted(1, 0, -1, 0);
}

} // namespace warplens::app
