// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above the axes of a chart: title, origin, note, and the legend of those series whose names do not stand
// beside the axes.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QFont>
#include <QRectF>
#include <QSizeF>

#include <vector>

class QPainter;

namespace warplens::app {

class ChartHead {
public:
    /// Of a chart that owns these, and outlives it.
    ChartHead(const Plot& plot, const QList<int>& hidden, const Look& look)
        : m_plot(plot)
        , m_hidden(hidden)
        , m_look(look) {}

    /// What stands in the corner at the top right: no line runs under it.
    void keepFree(const QSizeF& corner) { m_corner = corner; }

    struct Chip {
        int series = 0;
        QRectF area; ///< relative to the legend's corner
    };
    /// Without the series that have their names beside the axes.
    std::vector<Chip> chips(double width, const std::vector<int>& beside) const;
    double legendTop(double width) const;
    double height(double width, const std::vector<int>& beside) const;
    void paint(QPainter& painter, const QRectF& area, const std::vector<int>& beside) const;

private:
    struct Line {
        QString text;
        QFont font;
        bool title = false;
        QRectF area; ///< relative to the head's left margin
    };
    /// What the lines are broken by. Breaking them costs more than all else of a step through time.
    struct Broken {
        QString title, origin, note;
        double width = -1;
        QSizeF corner;
        QFont font;
        bool empty = false;
        bool operator==(const Broken&) const = default;
    };
    const std::vector<Line>& lines(double width) const;
    std::vector<Line> broken(double width) const;

    const Plot& m_plot;
    const QList<int>& m_hidden; ///< series
    const Look& m_look;
    QSizeF m_corner{0, 0};
    mutable Broken m_by; ///< m_lines are
    mutable std::vector<Line> m_lines;
};

} // namespace warplens::app
