// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/roof_name.h"

#include "app/charts/series_style.h"

#include <QFontMetricsF>
#include <QRegularExpression>

#include <cmath>
#include <numbers>

namespace warplens::app {

RoofName::RoofName(QCustomPlot* axes, const PlotSeries& roof, const Look& look)
    : QCPItemText(axes)
    , m_first(roof.points.front())
    , m_last(roof.points.back())
    , m_name(roof.name) {
    const bool rises = m_first.y < m_last.y;
    const PlotPoint& end = rises ? m_first : m_last;
    setObjectName("roof");
    position->setCoords(end.x, end.y);
    setPositionAlignment((rises ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
    if (roof.level) {
        m_mark = levelMark(*roof.level, look, look.px(8));
        m_markRoom = look.px(14);
    }
    m_before = look.px(6);
    setPadding(QMargins(static_cast<int>(m_before + m_markRoom), 0, look.px(6), look.px(2)));
    setText(roof.name);
    setFont(look.ui(look.px(12), QFont::DemiBold));
    setColor(toneColour(roof.tone, look));
}

QString RoofName::fitting(double length) const {
    const double room = length - padding().left() - padding().right();
    if (QFontMetricsF(font()).horizontalAdvance(m_name) <= room)
        return m_name;
    static const QRegularExpression behind(QStringLiteral("(，|,\\s)[^,，]*$"));
    return QString(m_name).remove(behind);
}

void RoofName::draw(QCPPainter* painter) {
    const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
    const double across = x->coordToPixel(m_last.x) - x->coordToPixel(m_first.x);
    const double down = y->coordToPixel(m_last.y) - y->coordToPixel(m_first.y);
    setText(fitting(std::hypot(across, down)));
    setRotation(std::atan2(down, across) * 180 / std::numbers::pi);
    if (!m_mark.isNone())
        drawMark(painter);
    QCPItemText::draw(painter);
}

void RoofName::drawMark(QCPPainter* painter) const {
    const QPointF edge = left->pixelPosition(), along = right->pixelPosition() - edge;
    const QPointF up = topLeft->pixelPosition() - bottomLeft->pixelPosition();
    const double height = std::hypot(up.x(), up.y());
    const QPointF middle = edge + along / std::hypot(along.x(), along.y()) * (m_before + m_markRoom / 2) +
                           up / height * (padding().bottom() - padding().top()) / 2.0;
    painter->save();
    painter->setAntialiasing(true);
    m_mark.applyTo(painter, QPen(color()));
    m_mark.drawShape(painter, middle);
    painter->restore();
}

} // namespace warplens::app
