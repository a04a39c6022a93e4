// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/blocks_view.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warplens::app {

QRectF BlocksGeometry::of(const BlocksPicture::Bar& bar) const {
    const double left = at(bar.begin);
    return {left, bars.top() + bar.row * rowHeight, std::max(0.5, at(bar.end) - left), rowHeight};
}

BlocksGeometry layOutBlocks(const QRectF& area, double scale, const BlocksWants& wants) {
    BlocksGeometry g;
    g.sentence = QRectF(area.left(), area.top(), area.width(), std::min(wants.sentenceHeight, area.height() * 0.45));
    g.origin = QRectF(area.left(), g.sentence.bottom() + 2 * scale, area.width(), 18 * scale);
    g.rowsTitle = QRectF(area.left(), g.origin.bottom() + 6 * scale, area.width(), 18 * scale);
    const double foot = 20 * scale, names = wants.nameWidth + 8 * scale;
    const double room = area.bottom() - foot - g.rowsTitle.bottom();
    if (wants.rows == 0 || room < 24 * scale || area.width() < names + 40 * scale)
        return g;
    g.rowHeight = std::min(room / static_cast<double>(wants.rows), 26 * scale);
    g.bars = QRectF(area.left() + names, g.rowsTitle.bottom(), area.width() - names - 4 * scale,
                    g.rowHeight * static_cast<double>(wants.rows));
    g.axis = QRectF(g.bars.left(), g.bars.bottom() + 2 * scale, g.bars.width(), foot - 2 * scale);
    g.end = wants.end;
    if (wants.end <= 0)
        return g;
    // As many round times as have room for their figures: 1, 2 or 5 of a power of ten apart.
    const double most = std::max(2.0, g.bars.width() / (wants.tickWidth + 24 * scale));
    const double least = wants.end / most, power = std::pow(10.0, std::floor(std::log10(least)));
    const double step = least <= power       ? power
                        : least <= 2 * power ? 2 * power
                        : least <= 5 * power ? 5 * power
                                             : 10 * power;
    for (int n = 0; n * step <= wants.end * (1 + 1e-9); ++n)
        g.ticks.push_back(n * step);
    return g;
}

BlocksView::BlocksView(QWidget* parent)
    : View(tr("Blocks in time"), parent) {
    setObjectName("blocks");
}

void BlocksView::shownChanged() {
    if (m_of.changed(shown().reasons))
        m_picture = blocksPicture(shown().reasons.get());
}

QString BlocksView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

BlocksGeometry BlocksView::geometryIn(const QRectF& area) const {
    const QFontMetricsF small(look().ui(look().small()));
    const double height =
        QFontMetricsF(sentenceFont(area))
            .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(m_picture.sentence)))
            .height();
    return layOutBlocks(area, look().scale,
                        {m_picture.multiprocessors.size() * m_picture.places, m_picture.end, height,
                         small.horizontalAdvance(QStringLiteral("888")),
                         small.horizontalAdvance(tr("%1 µs").arg(QStringLiteral("8888")))});
}

void BlocksView::paintContent(QPainter& painter, const QRectF& area) {
    const BlocksGeometry g = geometryIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_picture.sentence);
    if (m_picture.empty())
        return;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.origin, Qt::AlignLeft | Qt::AlignVCenter, toQString(m_picture.origin));
    if (g.bars.isEmpty())
        return;
    paintBars(painter, g);
    paintNames(painter, g);
    paintAxis(painter, g);
}

// Blocks that follow one another in a place have colours that can be told apart; the first ones, which did not wait, have
// one that does not come back.
QColor BlocksView::colourOf(unsigned turn) const {
    return turn == 0 ? colours().a : turn % 2 == 1 ? colours().b : colours().merged;
}

void BlocksView::paintBars(QPainter& painter, const BlocksGeometry& g) const {
    painter.setPen(Qt::NoPen);
    painter.fillRect(g.bars, mixed(colours().pane, colours().untouched, look().dark ? 0.7 : 0.9));
    // Bars keep a seam where there is room for it.
    const double seam = std::clamp(g.rowHeight * 0.15, 0.0, 1.5), between = g.rowHeight >= 2 ? 0.6 : 0.0;
    for (const BlocksPicture::Bar& bar : m_picture.bars) {
        QRectF where = g.of(bar).adjusted(0, seam, 0, -seam);
        if (where.width() > 4 * between)
            where.adjust(0, 0, -between, 0);
        painter.fillRect(where, colourOf(bar.turn));
    }
    if (m_picture.spent) {
        painter.setPen(QPen(colours().cursor, look().stroke(1.6), Qt::DashLine));
        painter.drawLine(QPointF(g.at(*m_picture.spent), g.bars.top()),
                         QPointF(g.at(*m_picture.spent), g.bars.bottom()));
    }
}

// Numbers of multiprocessors, as many as there is room for: the first, and every so many.
void BlocksView::paintNames(QPainter& painter, const BlocksGeometry& g) const {
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(colours().text);
    drawText(painter, g.rowsTitle, Qt::AlignLeft | Qt::AlignVCenter,
             m_picture.places > 1 ? tr("multiprocessors, with %1 places each").arg(m_picture.places)
                                  : tr("multiprocessors"));
    painter.setFont(look().ui(look().small()));
    painter.setPen(colours().secondary);
    const double each = g.rowHeight * m_picture.places, line = painter.fontMetrics().height();
    size_t every = 1;
    for (const size_t wanted : {1, 2, 4, 8, 16, 32, 64, 128}) {
        every = wanted;
        if (each * static_cast<double>(wanted) >= line * 1.15)
            break;
    }
    for (size_t n = 0; n < m_picture.multiprocessors.size(); n += every) {
        const double middle = g.bars.top() + (static_cast<double>(n) + 0.5) * each;
        painter.drawText(QRectF(g.bars.left() - 200 - look().px(6), middle - line, 200, 2 * line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(m_picture.multiprocessors[n]));
    }
}

void BlocksView::paintAxis(QPainter& painter, const BlocksGeometry& g) const {
    painter.setFont(look().ui(look().small()));
    for (const double tick : g.ticks) {
        painter.setPen(QPen(colours().line, 1));
        painter.drawLine(QPointF(g.at(tick), g.bars.bottom()), QPointF(g.at(tick), g.bars.bottom() + look().px(4)));
        painter.setPen(colours().secondary);
        const QString text = tick == 0 ? QStringLiteral("0") : tr("%1 µs").arg(tick);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 2;
        const double left =
            std::clamp(g.at(tick) - wide / 2, g.axis.left(), std::max(g.axis.left(), g.axis.right() - wide));
        painter.drawText(QRectF(left, g.axis.top(), wide, g.axis.height()), Qt::AlignCenter, text);
    }
}

Focus BlocksView::focusAt(const QPointF& point) const {
    const BlocksGeometry g = geometryIn(contentNow());
    if (!g.bars.contains(point))
        return {};
    for (const BlocksPicture::Bar& bar : m_picture.bars)
        if (const QRectF where = g.of(bar); where.contains(point)) {
            Focus focus;
            focus.text = barText(m_picture, bar);
            return focus;
        }
    return {};
}

} // namespace warplens::app
