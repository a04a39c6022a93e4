// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/bar_figures.h"

#include "app/charts/plot_axes.h"

#include <qcustomplot.h>

#include <algorithm>

namespace warplens::app {

using Form = PlotSeries::Form;

namespace {

double greatest(const Plot& plot) {
    double most = 0;
    for (const PlotSeries& s : plot.series)
        for (const PlotPoint& point : s.points)
            most = std::max(most, point.end());
    return most;
}

double ceilingBehind(const Plot& plot, double value) {
    double behind = value;
    for (const PlotSeries& s : plot.series)
        if (s.form == Form::Ceiling && !s.points.empty() && s.points[0].y > value &&
            s.points[0].y < value + 0.1 * greatest(plot))
            behind = std::max(behind, s.points[0].y);
    return behind;
}

} // namespace

bool isNamedOnTheLeft(const Plot& plot, double ceiling) {
    return ceiling > 0.13 * greatest(plot);
}

void addFigure(QCustomPlot* axes, const Plot& plot, const PlotPoint& point, double y, const Look& look,
               const QString& of) {
    auto* value = new QCPItemText(axes);
    value->setObjectName("value");
    // Beside the spread, not across it; and where a ceiling runs, beyond that.
    const double end = std::max(point.y, point.high);
    value->position->setCoords(std::max(end, ceilingBehind(plot, point.y)), y);
    value->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    value->setPadding(QMargins(look.px(6), 0, 0, 0));
    value->setText(plotNumber(point.y) + (point.mark ? QStringLiteral(" ↓") : QString()) +
                   (of.isEmpty() ? QString() : QStringLiteral(" ") + of));
    value->setFont(look.ui(look.px(12), point.current ? QFont::Bold : QFont::Medium));
    value->setColor(look.colours.text);
    value->setLayer("overlay");
    const bool crossed = std::any_of(plot.series.begin(), plot.series.end(), [&](const PlotSeries& s) {
        return s.form == PlotSeries::Form::Ceiling && !s.points.empty() && s.points[0].y > end &&
               s.points[0].y < end + 0.25 * greatest(plot);
    });
    if (crossed && barsInARow(plot, {}) == 1) // where it has its row for itself no line goes through it
        value->setBrush(look.colours.pane);
}

void addRoof(QCustomPlot* axes, const Plot& plot, const PlotSeries& roof, const Look& look) {
    const double at = roof.points[0].y;
    auto* line = new QCPItemStraightLine(axes);
    line->point1->setCoords(at, 0);
    line->point2->setCoords(at, 1);
    line->setPen(QPen(look.colours.text, look.stroke(1.5), Qt::DashLine));
    auto* label = new QCPItemText(axes);
    label->setObjectName("roof");
    label->position->setCoords(at, 0); // the row is known when it is fitted
    const bool left = isNamedOnTheLeft(plot, at);
    label->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    label->setPadding(QMargins(look.px(left ? 0 : 5), 0, look.px(left ? 5 : 0), 0));
    label->setText(QStringLiteral("%1 %2").arg(roof.name, plotNumber(at)));
    label->setFont(look.ui(look.px(12), QFont::DemiBold));
    label->setColor(look.colours.text);
    label->setClipToAxisRect(true);
}

void addHint(QCustomPlot* axes, const char* name, const Look& look) {
    auto* more = new QCPItemText(axes);
    more->setObjectName(name);
    more->position->setType(QCPItemPosition::ptAbsolute);
    more->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    more->setFont(look.ui(look.px(11)));
    more->setColor(look.colours.secondary);
    more->setClipToAxisRect(false);
    more->setVisible(false);
}

double endOfHints(const QCustomPlot* axes, const Look& look) {
    double end = 0;
    for (int i = 0; i < axes->itemCount(); ++i)
        if (const auto* text = qobject_cast<QCPItemText*>(axes->item(i));
            text && text->visible() && (text->objectName() == "above" || text->objectName() == "below"))
            end = std::max(end, look.margin() + QFontMetricsF(text->font()).horizontalAdvance(text->text()));
    return end;
}

} // namespace warplens::app
