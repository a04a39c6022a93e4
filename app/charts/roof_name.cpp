// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/roof_name.h"

#include "app/charts/series_style.h"

#include <QFontMetricsF>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace warplens::app {

RoofName::RoofName(QCustomPlot* axes, const PlotSeries& roof, std::vector<QPointF> measured, const Look& look)
    : QCPItemText(axes)
    , m_first(roof.points.front())
    , m_last(roof.points.back())
    , m_measured(std::move(measured))
    , m_reach(look.stroke(look.px(6)))
    , m_name(roof.name) {
    const bool rises = m_first.y < m_last.y;
    setObjectName("roof");
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

double RoofName::shift(const QPointF& from, const QPointF& to) const {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    const QFontMetricsF metrics(font());
    const double width = metrics.horizontalAdvance(text()) + padding().left() + padding().right();
    const double height = metrics.height() + padding().bottom();
    // How far along the roof a point is, and how far above it: the name stands there.
    const bool leftwards = way.x() < 0;
    std::vector<double> inTheWay;
    for (const QPointF& each : m_measured) {
        const QPointF at =
            QPointF(mParentPlot->xAxis->coordToPixel(each.x()), mParentPlot->yAxis->coordToPixel(each.y())) - from;
        const double above = (at.x() * way.y() - at.y() * way.x()) / length * (leftwards ? -1 : 1);
        if (above > -m_reach && above < height + m_reach)
            inTheWay.push_back(QPointF::dotProduct(at, way) / length);
    }
    std::sort(inTheWay.begin(), inTheWay.end());
    double start = 0;
    for (const double each : inTheWay)
        if (each > start - m_reach && each < start + width + m_reach)
            start = each + m_reach;
    return start + width <= length ? start : 0;
}

void RoofName::draw(QCPPainter* painter) {
    const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
    const QPointF first(x->coordToPixel(m_first.x), y->coordToPixel(m_first.y));
    const QPointF last(x->coordToPixel(m_last.x), y->coordToPixel(m_last.y)), along = last - first;
    const double length = std::hypot(along.x(), along.y());
    setText(fitting(length));
    setRotation(std::atan2(along.y(), along.x()) * 180 / std::numbers::pi);
    const bool rises = m_first.y < m_last.y;
    const QPointF from = rises ? first : last, to = rises ? last : first;
    const QPointF at = from + (to - from) / length * shift(from, to);
    position->setCoords(x->pixelToCoord(at.x()), y->pixelToCoord(at.y()));
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
