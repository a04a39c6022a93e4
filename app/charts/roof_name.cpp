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
    , m_name(roof.name)
    , m_room(look.px(2)) {
    setObjectName("roof");
    if (roof.level) {
        m_mark = levelMark(*roof.level, look, look.px(8));
        m_markRoom = look.px(14);
    }
    m_before = look.px(6);
    setPadding(QMargins(static_cast<int>(m_before + m_markRoom), 0, look.px(6), 0));
    setBelow(false);
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
    return QFontMetricsF(font()).height() + m_room;
}

QLineF RoofName::seen() const {
    const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
    return {x->coordToPixel(m_first.x), y->coordToPixel(m_first.y), x->coordToPixel(m_last.x),
            y->coordToPixel(m_last.y)};
}

bool RoofName::isCrowded(const QLineF& roof) const {
    constexpr double parallel = 1; // degrees
    for (int i = 0; i < mParentPlot->itemCount(); ++i) {
        const auto* other = qobject_cast<const RoofName*>(mParentPlot->item(i));
        if (!other || other == this)
            continue;
        const QLineF line = other->seen();
        if (const double turn = roof.angleTo(line); std::min(turn, 360 - turn) > parallel)
            continue;
        const QPointF way(roof.dx(), roof.dy()), to = line.center() - roof.p1();
        const double above = (to.x() * way.y() - to.y() * way.x()) / roof.length();
        if (above > 0 && above < high())
            return true;
    }
    return false;
}

QPolygonF RoofName::box() const {
    QLineF up = m_placed.normalVector(); // to the left of its way, which is upwards on the screen where that goes right
    up.setLength(high() * m_side * (m_placed.dx() < 0 ? -1 : 1));
    const QPointF over(up.dx(), up.dy());
    return QPolygonF({m_placed.p1(), m_placed.p2(), m_placed.p2() + over, m_placed.p1() + over});
}

void RoofName::setBelow(bool below) {
    const bool rises = m_first.y < m_last.y;
    m_side = below ? -1 : 1;
    setPositionAlignment((rises ? Qt::AlignLeft : Qt::AlignRight) | (below ? Qt::AlignTop : Qt::AlignBottom));
    setPadding(QMargins(padding().left(), below ? m_room : 0, padding().right(), below ? 0 : m_room));
}

RoofName::Place RoofName::placeAlong(const QPointF& from, const QPointF& to, double reach) const {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y()), width = wide(), height = high();
    // How far along the roof a point is, and how far on that side of it on which the name stands.
    const bool leftwards = way.x() < 0;
    const auto along = [&](const QPointF& at) { return QPointF::dotProduct(at - from, way) / length; };
    const auto beside = [&](const QPointF& at) {
        return ((at.x() - from.x()) * way.y() - (at.y() - from.y()) * way.x()) / length * (leftwards ? -1 : 1) * m_side;
    };
    std::vector<std::pair<double, double>> inTheWay;
    for (const QPointF& each : m_measured) {
        const QPointF at(mParentPlot->xAxis->coordToPixel(each.x()), mParentPlot->yAxis->coordToPixel(each.y()));
        if (beside(at) > -reach && beside(at) < height + reach)
            inTheWay.emplace_back(along(at) - reach, along(at) + reach);
    }
    for (int i = 0; i < mParentPlot->itemCount() && mParentPlot->item(i) != this; ++i)
        if (const auto* other = qobject_cast<const RoofName*>(mParentPlot->item(i))) {
            const QPolygonF box = other->box();
            const auto [nearest, farthest] =
                std::minmax({beside(box[0]), beside(box[1]), beside(box[2]), beside(box[3])});
            if (farthest > 0 && nearest < height)
                inTheWay.emplace_back(std::minmax({along(box[0]), along(box[1]), along(box[2]), along(box[3])}));
        }
    std::sort(inTheWay.begin(), inTheWay.end());
    inTheWay.emplace_back(length, length);
    Place widest;
    double start = 0;
    for (const auto& [begin, end] : inTheWay) {
        if (begin - start > widest.room) {
            widest = {start, begin - start};
            if (widest.room >= width)
                break;
        }
        start = std::max(start, end);
    }
    widest.start += std::min(0.0, (widest.room - width) / 2); // in the middle of what is too short for it
    return widest;
}

void RoofName::draw(QCPPainter* painter) {
    const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
    const QLineF roof = seen();
    const QPointF first = roof.p1(), last = roof.p2(), along = last - first;
    setBelow(isCrowded(roof));
    setRotation(std::atan2(along.y(), along.x()) * 180 / std::numbers::pi);
    const bool rises = m_first.y < m_last.y;
    const QPointF from = rises ? first : last, to = rises ? last : first;
    const QPointF step = (to - from) / std::hypot(along.x(), along.y());
    std::optional<Place> place;
    for (const double reach : {m_reach, m_reach / 2}) // nearer to points before on them
        for (const QString& name : shorterAndShorter())
            if (!place || place->room < wide()) {
                setText(name);
                place = placeAlong(from, to, reach);
            }
    const QPointF at = from + step * place->start;
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
