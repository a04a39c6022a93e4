// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/warp_geometry.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double aspect = 0.6; ///< of a character of the monospaced font: width by height
constexpr unsigned lanes = 32;

// Which columns go first where there is no room for all, and how much each of them tells.
constexpr std::pair<WarpColumn, double> byImportance[] = {
    {WarpColumn::Lane, 40},     {WarpColumn::Element, 25}, {WarpColumn::Place, 12}, {WarpColumn::Value, 6},
    {WarpColumn::Wavefront, 5}, {WarpColumn::Thread, 2},   {WarpColumn::Address, 1}};

template<class Pixels>
double waveRoom(const WarpColumnWidths& widths, Pixels pixels) {
    const unsigned wave = widths[static_cast<size_t>(WarpColumn::Wavefront)];
    return wave ? pixels(wave) : 0.0;
}

struct Fit {
    std::array<double, warpColumns> width{}; ///< pixels; 0: not shown
    double used = 0;
    double missing = 0; ///< how much is lost with the columns that do not fit
};

Fit fitColumns(double width, double fontPixels, const WarpColumnWidths& widths) {
    Fit fit;
    for (const auto& [column, worth] : byImportance) {
        const auto i = static_cast<size_t>(column);
        if (widths[i] == 0)
            continue;
        const auto pixels = [&](unsigned characters) { return (characters + 1.6) * fontPixels * aspect; };
        double needed = pixels(widths[i]);
        if (column == WarpColumn::Value) // several values may be cut, as long as there is one to read
            needed = std::max(std::min(needed, width - fit.used - waveRoom(widths, pixels)),
                              pixels(std::min(widths[i], 9u)));
        if (fit.used + needed <= width) {
            fit.width[i] = needed;
            fit.used += needed;
        } else {
            fit.missing += worth;
        }
    }
    return fit;
}

} // namespace

WarpGeometry layOutWarp(const QRectF& area, double scale, unsigned parties, const WarpColumnWidths& widths,
                        double least) {
    WarpGeometry g;
    g.parties = std::max(1u, parties);
    g.diagram = QRectF(area.left(), area.top(), area.width(), g.parties * 19 * scale);
    g.header = QRectF(area.left(), g.diagram.bottom() + 6 * scale, area.width(), 16 * scale);
    g.table = QRectF(area.left(), g.header.bottom() + 2 * scale, area.width(),
                     std::max(1.0, area.bottom() - g.header.bottom() - 2 * scale));
    const double tallest = 34 * scale, largest = 15 * scale, smallest = 11 * scale, gap = 16 * scale;
    double best = -1e9;
    Fit chosen;
    for (const unsigned stacks : {1u, 2u, 4u})
        for (const double share : {1.0, 0.9, 0.8}) { // smaller type than the rows allow, where more fits then
            const double step = (area.width() + gap) / stacks, width = step - gap;
            const double row = std::min(tallest, g.table.height() / (lanes / stacks));
            const double font = std::max(std::clamp(row * 0.8, 6 * scale, largest) * share, least);
            const Fit fit = fitColumns(width, font, widths);
            // Type that is too small, or higher than its row, is worse than a column that is missing; few stacks are better
            // than many.
            const double score = -60 * std::max(0.0, 1 - font / smallest) - 80 * std::max(0.0, 1 - row / font) -
                                 fit.missing - 0.5 * stacks - 10 * (1 - share);
            if (score <= best)
                continue;
            best = score;
            chosen = fit;
            g.stacks = stacks;
            g.stackStep = step;
            g.stackWidth = width;
            g.rowHeight = row;
            g.fontPixels = font;
        }
    // What is left over goes between the columns, within reason.
    size_t shown = 0;
    for (const double each : chosen.width)
        shown += each > 0;
    const double spare =
        shown > 1 ? std::clamp((g.stackWidth - chosen.used) / static_cast<double>(shown - 1), 0.0, 44 * scale) : 0.0;
    double left = 0;
    for (size_t i = 0; i < warpColumns; ++i) {
        const double width = chosen.width[i];
        if (width == 0)
            continue;
        g.columns[i] = {left, width};
        left += width + spare;
    }
    return g;
}

QRectF WarpGeometry::row(unsigned lane) const {
    const unsigned stack = lane / rowsPerStack(), at = lane % rowsPerStack();
    return QRectF(table.left() + stack * stackStep, table.top() + at * rowHeight, stackWidth, rowHeight);
}

QRectF WarpGeometry::cell(unsigned lane, WarpColumn column) const {
    const QRectF whole = row(lane);
    const auto [left, width] = columns[static_cast<size_t>(column)];
    return QRectF(whole.left() + left, whole.top(), std::min(width, whole.width() - left), whole.height());
}

QRectF WarpGeometry::title(unsigned stack, WarpColumn column) const {
    const auto [left, width] = columns[static_cast<size_t>(column)];
    return QRectF(header.left() + stack * stackStep + left, header.top(), width, header.height());
}

QRectF WarpGeometry::rest(unsigned lane, WarpColumn from) const {
    const QRectF whole = row(lane);
    const double left = columns[static_cast<size_t>(from)].first;
    return whole.adjusted(left, 0, 0, 0);
}

QRectF WarpGeometry::party(unsigned index) const {
    const double height = diagram.height() / parties;
    return QRectF(diagram.left(), diagram.top() + index * height, diagram.width(), height);
}

std::optional<unsigned> WarpGeometry::laneAt(const QPointF& point) const {
    for (unsigned lane = 0; lane < lanes; ++lane)
        if (row(lane).contains(point))
            return lane;
    return {};
}

std::optional<unsigned> WarpGeometry::partyAt(const QPointF& point) const {
    for (unsigned index = 0; index < parties; ++index)
        if (party(index).contains(point))
            return index;
    return {};
}

} // namespace warplens::app
