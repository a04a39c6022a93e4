// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a Plot on the axes of a chart: bars in rows, or lines and dots, with their ceilings, spreads and figures.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QCoreApplication>
#include <QPointF>
#include <QSize>

class QCustomPlot;

namespace warplens::app {

class SeriesLabels;

class PlotAxes {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::PlotChart)
public:
    /// Of a chart that owns these, and outlives it.
    PlotAxes(QCustomPlot* axes, const Plot& plot, const QList<int>& hidden, const Look& look)
        : m_axes(axes)
        , m_plot(plot)
        , m_hidden(hidden)
        , m_look(look) {}

    /// Everything anew.
    void build();
    /// For an area of that size: labels, and with `ranges` what is shown of the axes.
    void fit(const QSize& size, bool ranges);
    /// Where a point lies, in the axes' own widget.
    QPointF pixelOf(int series, int number) const;
    /// A ceiling's name stands on its left, where there is room.
    bool namedOnTheLeft(double ceiling) const;
    /// The names beside the axes; nullptr: there are none.
    SeriesLabels* labels() const { return m_labels; }

private:
    bool shows(int series) const { return !m_hidden.contains(series); }
    void style();
    void buildBars();
    void buildLines();
    /// Marks of a series whose points are of several levels of memory.
    void buildLevels(const PlotSeries& series, double size);
    double greatest() const; ///< value
    /// Whether the figure of a bar stands where a ceiling runs.
    bool ceilingBehind(double value) const;

    QCustomPlot* m_axes;
    const Plot& m_plot;
    const QList<int>& m_hidden; ///< series
    const Look& m_look;
    SeriesLabels* m_labels = nullptr; ///< one of the axes' items
};

} // namespace warplens::app
