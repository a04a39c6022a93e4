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

QStringList RoofName::shorterAndShorter() const {
    static const QRegularExpression behind(QStringLiteral("(，|,\\s)[^,，]*$"));
    QStringList names{m_name, QString(m_name).remove(behind)};
    if (!m_mark.isNone())
        names << m_name.section(' ', 0, 0);
    return names;
}

double RoofName::wide() const {
    return QFontMetricsF(font()).horizontalAdvance(text()) + padding().left() + padding().right();
}

double RoofName::high() const {
    return QFontMetricsF(font()).height() + padding().bottom();
}

std::optional<double> RoofName::shift(const QPointF& from, const QPointF& to) const {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y()), width = wide(), height = high();
    // How far along the roof a point is, and how far above it: the name stands there.
    const bool leftwards = way.x() < 0;
    const auto along = [&](const QPointF& at) { return QPointF::dotProduct(at - from, way) / length; };
    const auto above = [&](const QPointF& at) {
        return ((at.x() - from.x()) * way.y() - (at.y() - from.y()) * way.x()) / length * (leftwards ? -1 : 1);
    };
    std::vector<std::pair<double, double>> inTheWay;
    for (const QPointF& each : m_measured) {
        const QPointF at(mParentPlot->xAxis->coordToPixel(each.x()), mParentPlot->yAxis->coordToPixel(each.y()));
        if (above(at) > -m_reach && above(at) < height + m_reach)
            inTheWay.emplace_back(along(at) - m_reach, along(at) + m_reach);
    }
    for (int i = 0; i < mParentPlot->itemCount() && mParentPlot->item(i) != this; ++i)
        if (const auto* other = qobject_cast<const RoofName*>(mParentPlot->item(i)))
            if (const double apart = above(other->m_placed.center()); std::abs(apart) < std::max(height, other->high()))
                inTheWay.emplace_back(std::minmax(along(other->m_placed.p1()), along(other->m_placed.p2())));
    std::sort(inTheWay.begin(), inTheWay.end());
    double start = 0;
    for (const auto& [begin, end] : inTheWay)
        if (end > start && begin < start + width)
            start = end;
    return start + width <= length ? std::optional(start) : std::nullopt;
}

void RoofName::draw(QCPPainter* painter) {
    const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
    const QPointF first(x->coordToPixel(m_first.x), y->coordToPixel(m_first.y));
    const QPointF last(x->coordToPixel(m_last.x), y->coordToPixel(m_last.y)), along = last - first;
    setRotation(std::atan2(along.y(), along.x()) * 180 / std::numbers::pi);
    const bool rises = m_first.y < m_last.y;
    const QPointF from = rises ? first : last, to = rises ? last : first;
    const QPointF step = (to - from) / std::hypot(along.x(), along.y());
    std::optional<double> start;
    for (const QString& name : shorterAndShorter())
        if (!start) {
            setText(name);
            start = shift(from, to);
        }
    const QPointF at = from + step * start.value_or(0);
    m_placed = QLineF(at, at + step * wide());
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
