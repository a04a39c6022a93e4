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
    setPadding(QMargins(look.px(6), 0, look.px(6), look.px(2)));
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
    QCPItemText::draw(painter);
}

} // namespace warplens::app
