// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/chart_head.h"

#include "app/charts/series_style.h"
#include "app/paint/drawing.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

std::vector<ChartHead::Chip> ChartHead::chips(double width, const std::vector<int>& beside) const {
    std::vector<Chip> row;
    if (m_plot.empty() || !m_plot.legend)
        return row;
    const double height = m_look.px(20), gap = m_look.px(16);
    double x = 0, y = 0;
    for (size_t i = 0; i < m_plot.series.size(); ++i) {
        const auto number = static_cast<int>(i);
        const bool along = m_plot.namesRoofs && m_plot.series[i].form == PlotSeries::Form::Ceiling;
        if (along || m_plot.series[i].name.isEmpty() || (m_plot.series.size() == 1 && m_plot.hasBars()) ||
            m_plot.series[i].points.empty() || std::find(beside.begin(), beside.end(), number) != beside.end())
            continue;
        const double need = std::min(width, chipWidth(m_plot, number, m_look));
        if (x > 0 && x + need > width) {
            x = 0;
            y += height;
        }
        row.push_back({number, QRectF(x, y, need, height)});
        x += need + gap;
    }
    return row;
}

const std::vector<ChartHead::Line>& ChartHead::lines(double width) const {
    Broken by{m_plot.title, m_plot.origin, m_plot.note, width, m_corner, m_look.ui(m_look.px(15)), m_plot.empty()};
    if (by != m_by) {
        m_lines = broken(width);
        m_by = std::move(by);
    }
    return m_lines;
}

// What is too long for the width is broken: a title that is cut says something else, and a date that is cut nothing.
std::vector<ChartHead::Line> ChartHead::broken(double width) const {
    std::vector<Line> made;
    double y = m_look.px(8);
    const auto add = [&](const QString& text, const QFont& font, int height, bool title) {
        QString rest = text;
        while (!rest.isEmpty()) {
            const double room = y < m_corner.height() ? std::max(width / 2, width - m_corner.width()) : width;
            const QString line = brokenLines(rest, font, room).value(0);
            made.push_back({line, font, title, QRectF(0, y, width, height)});
            y += height;
            rest = line.isEmpty() ? QString() : rest.mid(line.size()).trimmed();
        }
    };
    add(m_plot.title, m_look.ui(m_look.px(15), QFont::DemiBold), m_look.px(22), true);
    if (m_plot.empty())
        return made;
    add(m_plot.origin, m_look.ui(m_look.px(12)), m_look.px(17), false);
    add(m_plot.note, m_look.ui(m_look.px(12)), m_look.px(17), false);
    return made;
}

double ChartHead::legendTop(double width) const {
    const std::vector<Line>& all = lines(width - 2 * m_look.margin());
    return (all.empty() ? m_look.px(8) : all.back().area.bottom()) + m_look.px(4);
}

double ChartHead::height(double width, const std::vector<int>& beside) const {
    const auto legend = chips(width - 2 * m_look.margin(), beside);
    return legendTop(width) + (legend.empty() ? 0 : legend.back().area.bottom() + m_look.px(4));
}

void ChartHead::paint(QPainter& painter, const QRectF& area, const std::vector<int>& beside) const {
    const Palette& c = m_look.colours;
    const double width = area.width() - 2 * m_look.margin();
    const QPointF corner = area.topLeft() + QPointF(m_look.margin(), 0);
    double bottom = 0;
    for (const Line& line : lines(width)) {
        painter.setFont(line.font);
        painter.setPen(line.title ? c.text : c.secondary);
        drawText(painter, line.area.translated(corner), Qt::AlignLeft | Qt::AlignVCenter, line.text);
        bottom = line.area.bottom();
    }
    if (m_plot.empty()) { // nothing else is there: it may be as large as the sentence of the window
        painter.setFont(m_look.ui(m_look.sentence()));
        painter.setPen(c.secondary);
        const QRectF below(corner.x(), area.top() + bottom + m_look.px(14), width, area.height() - bottom);
        drawKept(painter, below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_plot.missing);
        return;
    }
    const QPointF legend = corner + QPointF(0, legendTop(area.width()));
    for (const Chip& chip : chips(width, beside))
        paintChip(painter, chip.area.translated(legend), m_plot, chip.series, !m_hidden.contains(chip.series), m_look);
}

} // namespace warplens::app
