// SPDX-License-Identifier: GPL-3.0-or-later
// The names of lines and dots, written beside the axes where each of them ends: nobody looks up 24 colours in a legend.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <qcustomplot.h>

#include <map>
#include <vector>

namespace warplens::app {

/// Where labels of that height begin, so that none overlaps, each is as near as it can be to the middle it `wants`, and
/// all lie between top and bottom, which must be far enough apart. `wants` ascends, and so does what is given back.
std::vector<double> spreadLabels(const std::vector<double>& wants, double height, double top, double bottom);

/// Which series have their name there: none, where the area of the axes is too small for it, or one line is alone.
std::vector<int> seriesBeside(const Plot& plot, const QSizeF& axes, const Look& look);
/// How high that area must be at least; 0 where there are no such names.
double heightBeside(const Plot& plot, const Look& look);

/// Paints them, into the right margin of the axes, which must be marginFor wide.
class SeriesLabels : public QCPAbstractItem {
public:
    SeriesLabels(QCustomPlot* axes, const Plot& plot, const QList<int>& hidden, const Look& look);

    static int marginFor(const Plot& plot, const std::vector<int>& series, double width, const Look& look);
    /// Empty: nothing.
    void setSeries(std::vector<int> series) { m_series = std::move(series); }
    /// Where a name was painted last, in the widget of the axes.
    QRectF areaOf(int series) const;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override;

private:
    Plot m_plot;
    QList<int> m_hidden;
    Look m_look;
    std::vector<int> m_series;
    std::map<int, QRectF> m_areas;
};

} // namespace warplens::app
