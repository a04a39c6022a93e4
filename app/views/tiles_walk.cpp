// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_walk.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

QString LoopWalkPicture::told(size_t index) const {
    return toQString(walk.how(index)).section(QLatin1Char(','), 0, 0);
}

double LoopWalkPicture::nameWidth(size_t index) const {
    return QFontMetricsF(look.ui(look.px(12.5), QFont::DemiBold))
               .horizontalAdvance(toQString(walk.arrays[index].name)) +
           look.px(10);
}

double LoopWalkPicture::headHeight(double width) const {
    const QFont font = look.ui(look.px(12));
    const QFontMetricsF metrics(font);
    qsizetype lines = 0;
    bool beside = true;
    for (size_t index = 0; index < walk.arrays.size(); ++index) {
        beside = beside && nameWidth(index) + metrics.horizontalAdvance(told(index)) < width;
        lines = std::max(lines, brokenLines(told(index), font, width).size());
    }
    return look.px(22) + (beside ? 0 : static_cast<double>(lines) * metrics.lineSpacing());
}

void LoopWalkPicture::paint(QPainter& painter, const QRectF& area) const {
    const double gap = look.px(16), legend = look.px(22);
    // Side by side, as far as that makes them large; else as a product is written. Words that go below the names leave the
    // arrays less room, and narrower arrays may break the words once more.
    const double third = (area.width() - 2 * gap) / 3;
    double title = 0, beside = third;
    for (int pass = 0; pass < 2; ++pass) {
        title = headHeight(beside);
        beside = std::min(third, area.bottom() - legend - area.top() - title);
    }
    const double top = area.top() + title;
    for (size_t index = 0; index < 3; ++index)
        paintArray(painter, QRectF(area.left() + static_cast<double>(index) * (beside + gap), top, beside, beside),
                   title, index);
    painter.setFont(look.ui(look.px(12)));
    const QRectF below(area.left(), std::min(top + beside + look.px(4), area.bottom() - legend), area.width(), legend);
    const double box = look.px(11);
    const QRectF key(below.left(), below.center().y() - box / 2, box, box);
    painter.fillRect(key, mixed(look.colours.pane, look.colours.conflict, 0.45));
    painter.setPen(look.colours.secondary);
    drawText(
        painter, below.adjusted(box + look.px(6), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        tr("fetched and not used by this loop; modelled: %1×%1 elements, lines of %2 bytes, no line is kept before")
            .arg(LoopWalk::edge)
            .arg(4 * LoopWalk::lineElements));
}

void LoopWalkPicture::paintArray(QPainter& painter, const QRectF& area, double head, size_t index) const {
    const LoopWalk::Array& array = walk.arrays[index];
    const QColor colour = index == 0 ? look.colours.a : index == 1 ? look.colours.b : look.colours.good;
    const double cell = area.width() / LoopWalk::edge;
    painter.setFont(look.ui(look.px(12.5), QFont::DemiBold));
    painter.setPen(inkOf(colour, look.colours));
    // The name, and beside or below it how the loop goes.
    const QRectF title(area.left(), area.top() - head + look.px(2), area.width(), look.px(19));
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, toQString(array.name));
    painter.setFont(look.ui(look.px(12)));
    painter.setPen(array.lines == LoopWalk::edge ? look.colours.conflict : look.colours.secondary);
    if (head > look.px(22)) {
        double y = title.bottom();
        for (const QString& line : brokenLines(told(index), painter.font(), area.width())) {
            drawKept(painter, QRectF(title.left(), y, title.width(), painter.fontMetrics().height()), Qt::AlignLeft,
                     line);
            y += painter.fontMetrics().lineSpacing();
        }
    } else {
        drawText(painter, title.adjusted(nameWidth(index), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 toQString(walk.how(index)));
    }
    const QColor untouched = mixed(look.colours.pane, look.colours.untouched, look.dark ? 0.35 : 0.5);
    const QColor wasted = mixed(look.colours.pane, look.colours.conflict, 0.45);
    painter.setPen(Qt::NoPen);
    for (int64_t row = 0; row < LoopWalk::edge; ++row)
        for (int64_t line = 0; line < LoopWalk::edge / LoopWalk::lineElements; ++line) {
            const QRectF bar(area.left() + static_cast<double>(line * LoopWalk::lineElements) * cell,
                             area.top() + static_cast<double>(row) * cell, LoopWalk::lineElements * cell, cell);
            const bool fetched = array.isFetched(row, line);
            painter.setBrush(fetched ? wasted : untouched);
            painter.drawRect(bar.adjusted(0.5, 0.5, -1, -0.5));
            for (int64_t at = 0; fetched && at < LoopWalk::lineElements; ++at)
                if (array.isTouched(row, line * LoopWalk::lineElements + at)) {
                    painter.setBrush(colour);
                    painter.drawRect(QRectF(bar.left() + static_cast<double>(at) * cell, bar.top(), cell, cell)
                                         .adjusted(0.5, 0.5, -0.5, -0.5));
                }
        }
}

} // namespace warplens::app
