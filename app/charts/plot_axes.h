// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a Plot on the axes of a chart: bars in rows, or lines and dots, with their ceilings, spreads and figures.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QCoreApplication>
#include <QPointF>
#include <QSize>

#include <optional>

class QCustomPlot;

namespace warplens::app {

class SeriesLabels;

/// Above one another, in the row of a category: of series that are not hidden, or stacks.
int barsInARow(const Plot& plot, const QList<int>& hidden);

class PlotAxes {
    Q_DECLARE_TR_FUNCTIONS(warplens::app::PlotChart)
public:
    /// Of a chart that owns these, and outlives it.
    PlotAxes(QCustomPlot* axes, const Plot& plot, const QList<int>& hidden, const Look& look)
        : m_axes(axes)
        , m_plot(plot)
        , m_hidden(hidden)
        , m_look(look) {}

    /// What the rows of a chart of bars want, or the least at which each has its figures, with the axis below them.
    enum class Rows { Wanted, Least };
    static double heightOf(const Plot& plot, const Look& look, Rows rows);

    /// Everything anew.
    void build();
    enum class Fit {
        Labels, ///< what is shown of the axis of values stays
        Ranges, ///< all that there is on it
        Whole   ///< likewise, and every row, however low they are
    };
    /// For an area of that size. Of bars those rows are shown that have room with their figures: the shown stage's and
    /// their neighbours, or where somebody has gone.
    void fit(const QSize& size, Fit what);
    /// Up or down by so many rows; false: all of them are shown, or there are none further on. Then it is to be fitted.
    bool scroll(int rows);
    /// Likewise, until that row is among the shown.
    bool reveal(int row);
    /// Again those around the shown stage.
    void forgetScroll() { m_wanted.reset(); }
    bool showsRow(double row) const { return row >= m_firstRow && row < m_firstRow + m_shownRows; }
    /// Where the first shown row begins, in the axes' own widget.
    double topOfRows() const;
    int hiddenRows() const { return static_cast<int>(m_plot.categories.size()) - m_shownRows; }
    /// Below the axis of values: where bars begin, if that is not zero. Whenever what is shown of it has changed.
    void tellBegin();
    /// Where a point lies, in the axes' own widget.
    QPointF pixelOf(int series, int number) const;
    /// The names beside the axes; nullptr: there are none.
    SeriesLabels* labels() const { return m_labels; }

private:
    bool shows(int series) const { return !m_hidden.contains(series); }
    void style();
    void buildBars();
    void buildLines();
    void chooseRows(const QSize& size, bool whole);
    void fitBars(const QSize& size, bool ranges);
    double widthOfHints() const;
    /// Shows those bars and figures that are in a shown row.
    void showRows();
    void fitLines(const QSize& size, bool ranges);

    QCustomPlot* m_axes;
    const Plot& m_plot;
    const QList<int>& m_hidden; ///< series
    const Look& m_look;
    SeriesLabels* m_labels = nullptr; ///< one of the axes' items
    std::optional<int> m_wanted;      ///< row that somebody wants on top
    int m_firstRow = 0, m_shownRows = 0;
    double m_labelRoom = 1e6; ///< pixels below the axis
};

} // namespace warplens::app
