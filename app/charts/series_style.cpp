// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/series_style.h"

#include "app/paint/drawing.h"

#include <algorithm>

namespace warplens::app {

using Form = PlotSeries::Form;

namespace {

constexpr QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssCircle,           QCPScatterStyle::ssSquare,
                                                    QCPScatterStyle::ssTriangle,         QCPScatterStyle::ssDiamond,
                                                    QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssCross};
constexpr Qt::PenStyle dashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

const PlotSeries& at(const Plot& plot, int series) {
    return plot.series[static_cast<size_t>(series)];
}

QCPScatterStyle::ScatterShape shapeOf(int series) {
    return shapes[static_cast<size_t>(series) % std::size(shapes)];
}

bool isShown(const PlotSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(), [](const PlotPoint& p) { return p.current; });
}

QFont chipFont(const Plot& plot, int series, const Look& look) {
    const PlotSeries& s = at(plot, series);
    return look.ui(look.px(12), s.form == Form::Line && isShown(s) ? QFont::Bold : QFont::Normal);
}

void paintMark(QPainter& painter, const QPointF& middle, double r, QCPScatterStyle::ScatterShape shape) {
    const double x = middle.x(), y = middle.y();
    switch (shape) {
    case QCPScatterStyle::ssSquare:
        painter.drawRect(QRectF(x - r, y - r, 2 * r, 2 * r));
        break;
    case QCPScatterStyle::ssTriangle:
        painter.drawPolygon(QPolygonF{{x - r, y + r}, {x + r, y + r}, {x, y - r}});
        break;
    case QCPScatterStyle::ssTriangleInverted:
        painter.drawPolygon(QPolygonF{{x - r, y - r}, {x + r, y - r}, {x, y + r}});
        break;
    case QCPScatterStyle::ssDiamond:
        painter.drawPolygon(QPolygonF{{x - r, y}, {x, y - r}, {x + r, y}, {x, y + r}});
        break;
    case QCPScatterStyle::ssCross:
        painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r));
        painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r));
        break;
    default:
        painter.drawEllipse(middle, r, r);
    }
}

} // namespace

QColor toneColour(PlotTone tone, const Look& look) {
    const Palette& c = look.colours;
    switch (tone) {
    case PlotTone::Plain:
        return c.a;
    case PlotTone::Library:
        return c.text;
    case PlotTone::Good:
        return c.good;
    case PlotTone::Waste:
        return c.conflict;
    case PlotTone::Total:
        return c.b;
    case PlotTone::Third:
        return c.merged;
    case PlotTone::Quiet:
    case PlotTone::Ramp:
        break;
    }
    return mixed(c.pane, c.secondary, 0.7);
}

QColor seriesColour(const Plot& plot, int series, const Look& look) {
    const Palette& c = look.colours;
    if (at(plot, series).tone != PlotTone::Ramp)
        return toneColour(at(plot, series).tone, look);
    const QColor ramp[] = {c.a, c.b, c.good, c.merged};
    const auto number = static_cast<size_t>(series);
    const QColor colour = ramp[number % std::size(ramp)];
    return number < std::size(ramp) ? colour : mixed(c.pane, colour, 0.6);
}

QColor hatchedFill(const QColor& colour, const Look& look) {
    return mixed(look.colours.pane, colour, 0.18);
}

void paintHatching(QPainter& painter, const QRectF& area, const QColor& colour, const Look& look) {
    hatch(painter, area.adjusted(1, 1, -1, -1), mixed(look.colours.pane, colour, 0.8), look.px(5));
}

QPen seriesPen(const Plot& plot, int series, const Look& look, double width) {
    const PlotSeries& s = at(plot, series);
    const bool dashed = s.form == Form::Ceiling || s.tone == PlotTone::Library;
    if (s.tone == PlotTone::Quiet && s.form == Form::Line) // it stands back
        return {seriesColour(plot, series, look), look.stroke(0.6 * width), Qt::SolidLine};
    return {seriesColour(plot, series, look), look.stroke(width),
            dashed ? Qt::DashLine : dashes[(static_cast<size_t>(series) / 4) % std::size(dashes)]};
}

QCPScatterStyle seriesMark(const Plot& plot, int series, const Look& look, double size) {
    const QColor colour = seriesColour(plot, series, look);
    return {shapeOf(series), QPen(colour, 1.6), QBrush(at(plot, series).outlined ? look.colours.pane : colour), size};
}

QCPScatterStyle levelMark(const PlotLevel& level, const Look& look, double size) {
    const auto shape = level.tone == PlotTone::Plain   ? QCPScatterStyle::ssCircle
                       : level.tone == PlotTone::Total ? QCPScatterStyle::ssSquare
                                                       : QCPScatterStyle::ssDiamond;
    // Where two levels move the same bytes their marks lie on one another: the outer one stays in sight.
    size *= level.tone == PlotTone::Plain ? 1.3 : level.tone == PlotTone::Total ? 0.9 : 0.75;
    const QColor colour = toneColour(level.tone, look);
    return {shape, QPen(colour, 1.6), QBrush(level.outlined ? look.colours.pane : colour), size};
}

double chipWidth(const Plot& plot, int series, const Look& look) {
    return look.px(24) + QFontMetricsF(chipFont(plot, series, look)).horizontalAdvance(at(plot, series).name) + 2;
}

void paintChip(QPainter& painter, const QRectF& area, const Plot& plot, int series, bool shown, const Look& look) {
    const PlotSeries& s = at(plot, series);
    const Palette& c = look.colours;
    const QColor colour = shown ? seriesColour(plot, series, look) : c.untouched;
    const double edge = look.px(10);
    const QRectF mark(area.left(), area.center().y() - edge / 2, look.px(16), edge);
    painter.setRenderHint(QPainter::Antialiasing);
    if (s.form == Form::Bars) {
        painter.setPen(QPen(colour, 1.4));
        painter.setBrush(s.outlined ? QBrush(Qt::NoBrush) : QBrush(s.hatched ? hatchedFill(colour, look) : colour));
        painter.drawRoundedRect(mark.adjusted(1, 0, -1, 0), 1.5, 1.5);
        if (s.hatched)
            paintHatching(painter, mark.adjusted(1, 0, -1, 0), colour, look);
    } else {
        if (s.form != Form::Dots) {
            QPen pen = seriesPen(plot, series, look, 2);
            pen.setColor(colour);
            painter.setPen(pen);
            painter.drawLine(QPointF(mark.left(), mark.center().y()), QPointF(mark.right(), mark.center().y()));
        }
        if (s.level) {
            painter.setPen(QPen(colour, 1.6));
            painter.setBrush(colour);
            paintMark(painter, mark.center(), edge * 0.42, levelMark(*s.level, look, 1).shape());
        } else if (s.form != Form::Ceiling && !s.hasLevels()) {
            painter.setPen(QPen(colour, 1.6));
            painter.setBrush(s.outlined ? c.pane : colour);
            paintMark(painter, mark.center(), edge * 0.42, shapeOf(series));
        }
    }
    QFont font = chipFont(plot, series, look);
    font.setStrikeOut(!shown); // hidden: told by more than its colour
    painter.setFont(font);
    painter.setPen(shown ? c.text : c.secondary);
    drawText(painter, area.adjusted(look.px(22), 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, s.name);
}

} // namespace warplens::app
