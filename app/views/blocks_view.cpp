// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/blocks_view.h"

#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warplens::app {

QRectF barOf(const BlocksPicture::Bar& bar, const TimeGeometry& g) {
    const double left = g.at(bar.begin);
    return {left, g.bars.top() + bar.row * g.rowHeight, std::max(0.5, g.at(bar.end) - left), g.rowHeight};
}

BlocksView::BlocksView(QWidget* parent)
    : TimeView(tr("Blocks in time"), parent) {
    setObjectName("blocks");
}

void BlocksView::shownChanged() {
    if (m_of.changed(shown().reasons))
        m_picture = blocksPicture(shown().reasons.get());
}

QString BlocksView::spoken() const {
    return toQString(plainText(m_picture.sentence));
}

TimeGeometry BlocksView::geometryIn(const QRectF& area) const {
    TimeWants wants;
    wants.rows = m_picture.multiprocessors.size() * m_picture.places;
    wants.end = m_picture.end;
    wants.highestRow = 26;
    wants.keyHeight = 18 * look().scale;
    measure(area, m_picture.sentence, tr("%1 µs").arg(QStringLiteral("8888")), wants);
    return layOutTime(area, look().scale, wants);
}

void BlocksView::paintContent(QPainter& painter, const QRectF& area) {
    const TimeGeometry g = geometryIn(area);
    paintHead(painter, area, g, m_picture.sentence, m_picture.empty() ? std::string() : m_picture.origin);
    if (m_picture.empty() || g.bars.isEmpty())
        return;
    paintBars(painter, g);
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(colours().text);
    drawText(painter, g.key, Qt::AlignLeft | Qt::AlignVCenter,
             m_picture.places > 1 ? tr("multiprocessors, with %1 places each").arg(m_picture.places)
                                  : tr("multiprocessors"));
    paintNames(painter, g, m_picture.multiprocessors.size(), g.rowHeight * m_picture.places,
               [this](size_t n) { return QString::number(m_picture.multiprocessors[n]); });
    paintAxis(painter, g, [](double tick) { return tick == 0 ? QStringLiteral("0") : tr("%1 µs").arg(tick); });
}

// Blocks that follow one another in a place have colours that can be told apart; the first ones, which did not wait, have
// one that does not come back.
QColor BlocksView::colourOf(unsigned turn) const {
    return turn == 0 ? colours().a : turn % 2 == 1 ? colours().b : colours().merged;
}

void BlocksView::paintBars(QPainter& painter, const TimeGeometry& g) const {
    painter.setPen(Qt::NoPen);
    painter.fillRect(g.bars, mixed(colours().pane, colours().untouched, look().dark ? 0.7 : 0.9));
    // Bars keep a seam where there is room for it.
    const double seam = std::clamp(g.rowHeight * 0.15, 0.0, 1.5), between = g.rowHeight >= 2 ? 0.6 : 0.0;
    for (const BlocksPicture::Bar& bar : m_picture.bars) {
        QRectF where = barOf(bar, g).adjusted(0, seam, 0, -seam);
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

Focus BlocksView::focusAt(const QPointF& point) const {
    const TimeGeometry g = geometryIn(contentNow());
    if (!g.bars.contains(point))
        return {};
    for (const BlocksPicture::Bar& bar : m_picture.bars)
        if (const QRectF where = barOf(bar, g); where.contains(point)) {
            Focus focus;
            focus.text = barText(m_picture, bar);
            return focus;
        }
    return {};
}

} // namespace warplens::app
