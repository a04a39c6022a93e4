// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/time_view.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

/// 1, 2 or 5 of a power of ten, as many as have room.
double stepOf(double range, double most) {
    const double least = range / std::max(2.0, most), power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double times : {1, 2, 5})
        if (least <= times * power)
            return times * power;
    return 10 * power;
}

} // namespace

TimeGeometry layOutTime(const QRectF& area, double scale, const TimeWants& wants) {
    TimeGeometry g;
    g.begin = wants.begin;
    g.end = wants.end;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.45));
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), 18 * scale);
    g.key = QRectF(area.left(), g.origin.bottom() + 6 * scale, area.width(), wants.keyHeight);
    const double foot = 20 * scale, names = wants.nameWidth + 8 * scale, top = g.key.bottom() + wants.belowKey * scale;
    const double room = area.bottom() - foot - top;
    if (wants.rows == 0 || room < 24 * scale || area.width() < names + 40 * scale)
        return g;
    g.rowHeight = std::min(room / static_cast<double>(wants.rows), wants.highestRow * scale);
    g.bars = QRectF(area.left() + names, top, area.width() - names - 4 * scale,
                    g.rowHeight * static_cast<double>(wants.rows));
    g.axis = QRectF(g.bars.left(), g.bars.bottom() + 2 * scale, g.bars.width(), foot - 2 * scale);
    if (wants.end <= wants.begin)
        return g;
    const double step = stepOf(wants.end - wants.begin, g.bars.width() / (wants.tickWidth + 24 * scale));
    for (double n = std::ceil(wants.begin / step); n * step <= wants.end * (1 + 1e-9); ++n)
        g.ticks.push_back(n * step);
    return g;
}

void TimeView::measure(const QRectF& area, const Sentence& sentence, const QString& widestTick,
                       TimeWants& wants) const {
    const QFontMetricsF small(look().ui(look().small()));
    wants.sentenceHeight =
        QFontMetricsF(sentenceFont(area))
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(sentence)))
            .height();
    wants.nameWidth = small.horizontalAdvance(QStringLiteral("888"));
    wants.tickWidth = small.horizontalAdvance(widestTick);
}

void TimeView::paintHead(QPainter& painter, const QRectF& area, const TimeGeometry& g, const Sentence& sentence,
                         const std::string& origin) const {
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, sentence);
    if (origin.empty())
        return;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(origin));
}

void TimeView::paintNames(QPainter& painter, const TimeGeometry& g, size_t count, double each,
                          const std::function<QString(size_t)>& name) const {
    painter.setFont(look().ui(look().small()));
    painter.setPen(colours().secondary);
    const double line = painter.fontMetrics().height();
    size_t every = 1;
    while (each * static_cast<double>(every) < line * 1.15 && every < count)
        every *= 2;
    for (size_t n = 0; n < count; n += every) {
        const double middle = g.bars.top() + (static_cast<double>(n) + 0.5) * each;
        drawKept(painter, QRectF(g.bars.left() - 200 - look().px(6), middle - line, 200, 2 * line),
                 Qt::AlignRight | Qt::AlignVCenter, name(n));
    }
}

void TimeView::paintAxis(QPainter& painter, const TimeGeometry& g, const std::function<QString(double)>& text) const {
    painter.setFont(look().ui(look().small()));
    for (const double tick : g.ticks) {
        painter.setPen(QPen(colours().line, 1));
        painter.drawLine(QPointF(g.at(tick), g.bars.bottom()), QPointF(g.at(tick), g.bars.bottom() + look().px(4)));
        painter.setPen(colours().secondary);
        const QString said = text(tick);
        const double wide = keptAdvance(painter.font(), said) + 2;
        const double left =
            std::clamp(g.at(tick) - wide / 2, g.axis.left(), std::max(g.axis.left(), g.axis.right() - wide));
        drawKept(painter, QRectF(left, g.axis.top(), wide, g.axis.height()), Qt::AlignCenter, said);
    }
}

} // namespace warplens::app
