// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_numbers.h"

#include "app/model/cell_states.h"
#include "app/model/tiles_picture.h"

#include <QPainter>

namespace warplens::app {
namespace {

constexpr double smallest = 26; ///< pixels of a cell whose number can be read
constexpr double share = 0.3;   ///< of a cell's width, which the font of its number has

} // namespace

bool isFramed(const Look& look, double cellWidth) {
    return cellWidth >= look.px(smallest);
}

QColor plainMark(const Look& look, const QColor& colour, double cellWidth) {
    return isFramed(look, cellWidth) ? colour : look.colours.text;
}

void TileNumbers::paintNumber(QPainter& painter, const QRectF& cell, float value, const QColor& below,
                              bool whole) const {
    painter.setFont(
        look.mono(std::min(look.px(14), static_cast<int>(cell.width() * share)), whole ? QFont::Bold : QFont::Normal));
    painter.setPen(readableOn(below));
    drawKept(painter, cell, Qt::AlignCenter, QString::number(static_cast<double>(value), 'f', 2));
}

void TileNumbers::paint(QPainter& painter, const TilesGeometry& g) const {
    const Scene& scene = *shown.scene;
    const size_t now = shown.moment.position.event;
    const Touched since = freshSince(scene, shown.moment);
    const auto cellOf = [](const QRectF& area, const auto& array, int64_t row, int64_t column) {
        return elementArea(area, {array.rows, array.columns}, row, column);
    };
    const auto below = [&](Touched last, const QColor& colour) {
        return mixed(look.colours.pane, colour, last == never ? 0.12 : last >= since ? 0.85 : 0.38);
    };
    for (size_t i = 0; i < 3; ++i) {
        const GlobalArray& array = scene.globals[i];
        const QColor colour = toneColour(look.colours, toneOfGlobal(scene, static_cast<int>(i)));
        for (int64_t row = 0; row < array.rows; ++row)
            for (int64_t column = 0; column < array.columns; ++column) {
                const QRectF cell = cellOf(g.matrices[i], array, row, column);
                if (cell.width() < look.px(smallest) || (look.presentation && cell.width() * share < Look::fromLastRow))
                    return;
                const Touched last = shown.state->globals[i][static_cast<size_t>(row * array.columns + column)];
                if (i < 2) {
                    paintNumber(painter, cell, sums.input(i, row, column), below(last, colour), false);
                    continue;
                }
                const auto sum = sums.sum(row, column, now);
                if (!sum)
                    continue;
                paintNumber(painter, cell, sum->value, below(last, colour), last != never);
                const auto pixels = static_cast<int>(std::min<double>(look.small(), cell.height() * 0.24));
                if (look.presentation && pixels < Look::fromLastRow)
                    continue;
                painter.setFont(look.ui(pixels));
                drawKept(painter, cell.adjusted(0, 0, -3, -1), Qt::AlignRight | Qt::AlignBottom,
                         QStringLiteral("%1/%2").arg(sum->terms).arg(sum->all));
            }
    }
    // What the request of this moment touches is marked with this.
    const auto markOf = [&](size_t i, int64_t row, int64_t column, const QColor& plain) -> std::optional<QColor> {
        const auto& request = shown.moment.shared;
        if (shown.moment.sharedIsNow && request->array == static_cast<int>(i))
            for (const sim::memory::BankWord& word : request->words)
                if (scene.sharedElement(word.word * sim::memory::wordBytes) ==
                    Element{static_cast<int>(i), row, column})
                    return request->cost.wavefronts > request->cost.wavefrontsIdeal ? look.colours.conflict
                           : word.shared                                            ? look.colours.merged
                                                                                    : plain;
        return std::nullopt;
    };
    for (size_t i = 0; i < scene.shareds.size(); ++i) {
        const SharedArray& array = scene.shareds[i];
        const QColor colour = toneColour(look.colours, toneOfShared(scene, static_cast<int>(i)));
        for (int64_t row = 0; row < array.rows; ++row)
            for (int64_t column = 0; column < array.columns; ++column) {
                const QRectF cell = cellOf(g.shareds[i], array, row, column);
                const auto value = sums.shared(i, row, column, now);
                if (cell.width() < look.px(smallest) || !value)
                    continue;
                const Touched last = shown.state->shareds[i][static_cast<size_t>(row * array.columns + column)];
                const QColor held = mixed(look.colours.pane, colour, last >= since ? 0.72 : 0.30);
                paintNumber(painter, cell, *value,
                            markOf(i, row, column, plainMark(look, colour, cell.width())).value_or(held), false);
            }
    }
}

} // namespace warplens::app
