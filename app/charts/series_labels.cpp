// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/series_labels.h"

#include "app/charts/series_style.h"
#include "app/paint/drawing.h"

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

using Form = PlotSeries::Form;

const PlotPoint& endOf(const PlotSeries& series) {
    return *std::max_element(series.points.begin(), series.points.end(),
                             [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
}

int elbow(const Look& look) {
    return look.px(22);
}

} // namespace

std::vector<double> spreadLabels(const std::vector<double>& wants, double height, double top, double bottom) {
    // Labels that would overlap form a group, which lies around the mean of what they want.
    struct Group {
        size_t count = 0;
        double sum = 0; ///< of where its labels want it to begin
        double start = 0;
        double end = 0;
    };
    std::vector<Group> groups;
    const auto place = [&](Group& group) {
        const double extent = static_cast<double>(group.count) * height;
        group.start = std::max(top, std::min(group.sum / static_cast<double>(group.count), bottom - extent));
        group.end = group.start + extent;
    };
    for (const double want : wants) {
        Group group{1, want - height / 2};
        place(group);
        while (!groups.empty() && groups.back().end > group.start) {
            const Group before = groups.back();
            groups.pop_back();
            group.sum = before.sum + group.sum - static_cast<double>(group.count * before.count) * height;
            group.count += before.count;
            place(group);
        }
        groups.push_back(group);
    }
    std::vector<double> starts;
    for (const Group& group : groups)
        for (size_t i = 0; i < group.count; ++i)
            starts.push_back(group.start + static_cast<double>(i) * height);
    return starts;
}

namespace {

std::vector<int> namedSeries(const Plot& plot) {
    std::vector<int> series;
    for (size_t i = 0; i < plot.series.size(); ++i) {
        const PlotSeries& s = plot.series[i];
        if ((s.form == Form::Line || s.form == Form::Dots) && !s.points.empty() && !s.name.isEmpty())
            series.push_back(static_cast<int>(i));
    }
    if (series.size() < 2 || !plot.categories.isEmpty())
        series.clear();
    return series;
}

} // namespace

double heightBeside(const Plot& plot, const Look& look) {
    const auto count = static_cast<double>(namedSeries(plot).size());
    return count == 0 ? 0 : count * look.px(14) + look.px(50); // and the axis below
}

std::vector<int> seriesBeside(const Plot& plot, const QSizeF& axes, const Look& look) {
    std::vector<int> series = namedSeries(plot);
    if (axes.width() < 2.4 * SeriesLabels::marginFor(plot, series, axes.width(), look) ||
        axes.height() < heightBeside(plot, look))
        series.clear();
    return series;
}

SeriesLabels::SeriesLabels(QCustomPlot* axes, const Plot& plot, const QList<int>& hidden, const Look& look)
    : QCPAbstractItem(axes)
    , m_plot(plot)
    , m_hidden(hidden)
    , m_look(look) {}

int SeriesLabels::marginFor(const Plot& plot, const std::vector<int>& series, double width, const Look& look) {
    double widest = 0;
    for (const int each : series)
        widest = std::max(widest, chipWidth(plot, each, look));
    return elbow(look) + static_cast<int>(std::min(std::ceil(widest), 0.3 * width)) + look.px(10);
}

QRectF SeriesLabels::areaOf(int series) const {
    const auto found = m_areas.find(series);
    return found == m_areas.end() ? QRectF() : found->second;
}

QRect SeriesLabels::clipRect() const {
    return mParentPlot->viewport(); // beside the axes
}

void SeriesLabels::draw(QCPPainter* painter) {
    m_areas.clear();
    if (m_series.empty())
        return;
    const QCPAxisRect* rect = mParentPlot->axisRect();
    struct Label {
        int series;
        QPointF end;
    };
    std::vector<Label> labels;
    for (const int each : m_series) {
        const PlotPoint& end = endOf(m_plot.series[static_cast<size_t>(each)]);
        labels.push_back({each, {mParentPlot->xAxis->coordToPixel(end.x), mParentPlot->yAxis->coordToPixel(end.y)}});
    }
    std::stable_sort(labels.begin(), labels.end(),
                     [](const Label& a, const Label& b) { return a.end.y() < b.end.y(); });
    std::vector<double> wants;
    for (const Label& label : labels)
        wants.push_back(label.end.y());
    const double top = rect->top(), bottom = rect->bottom() + m_look.px(14);
    const double height = std::min<double>(m_look.px(17), (bottom - top) / static_cast<double>(labels.size()));
    const std::vector<double> starts = spreadLabels(wants, height, top, bottom);
    const double right = rect->right(), left = right + elbow(m_look);
    const double width = rect->outerRect().right() - left;
    painter->setAntialiasing(true);
    for (size_t i = 0; i < labels.size(); ++i) {
        const auto& [series, end] = labels[i];
        const QRectF area(left, starts[i], width, height);
        const bool shown = !m_hidden.contains(series);
        if (shown && rect->rect().contains(end.toPoint())) {
            // Dotted, and weak: it leads to the name and is no measurement.
            QPen pen(mixed(m_look.colours.pane, seriesColour(m_plot, series, m_look), 0.6), m_look.stroke(1));
            pen.setStyle(Qt::DotLine);
            painter->setPen(pen);
            const double start = std::min(right, end.x() + m_look.px(8));
            painter->drawLine(QPointF(start, end.y()), QPointF(right, end.y()));
            painter->drawLine(QPointF(right, end.y()), QPointF(left - m_look.px(4), area.center().y()));
        }
        paintChip(*painter, area, m_plot, series, shown, m_look);
        m_areas[series] = area;
    }
}

} // namespace warplens::app
