// SPDX-License-Identifier: GPL-3.0-or-later
// Paints any Plot: title, origin and legend inside, then the axes. The wheel zooms, dragging pans, a double click
// resets; where bars have more rows than there is room for, the wheel goes through the rows, and zooms with Ctrl. A click
// on a name of the legend hides its series, a click on a mark goes to its stage. By key: left and right walk along the
// marks, Enter goes to the stage, + and - zoom, 0 resets, 1 to 9 hide series.
#pragma once

#include "app/charts/chart_head.h"
#include "app/charts/plot.h"
#include "app/charts/plot_axes.h"
#include "app/paint/look.h"
#include "app/paint/opaque.h"

#include <QWidget>

#include <vector>

class QCustomPlot;
class QMouseEvent;
class QWheelEvent;

namespace warplens::app {

/// Where the parts of a chart stand.
struct PlotLayout {
    std::vector<int> beside; ///< the series whose names stand beside the axes, not in the head
    double head = 0;         ///< its height
    QSize axes;
};

class PlotChart : public Opaque<QWidget> {
    Q_OBJECT
public:
    explicit PlotChart(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setPlot(const Plot& plot);
    /// All that there is of it.
    const Plot& plot() const { return m_whole; }
    /// With every row, not only those of standard variants and of the stage that is shown.
    void setEveryVariant(bool every);
    ChartHead& head() { return m_head; } ///< what is told to it counts from the next resize or plot on
    /// There are rows of other variants.
    bool hasOtherVariants() const;
    /// What is painted of it: series and points are counted in this one.
    const Plot& seen() const { return m_plot; }
    bool seesRow(int row) const { return m_content.showsRow(row); }
    /// Paints the chart into that part of any device, as vectors where the device knows them. Without a background.
    void paint(QPainter& painter, const QRectF& area);
    /// As it is seen in its place: where not all rows are in sight, those that are.
    void paintInSight(QPainter& painter);
    /// The height that a chart of that width wants, or the least at which it has all its labels.
    int heightFor(int width, PlotAxes::Rows rows = PlotAxes::Rows::Wanted) const;

    bool shows(int series) const { return !m_hidden.contains(series); }
    void toggle(int series);
    void resetZoom();
    /// The middle of a mark, in the widget; of one that is out of sight, nothing that lies inside.
    QPointF markAt(int series, int point) const;
    /// The name in the legend, or beside the axes.
    QRectF legendAt(int series) const;
    /// Stage and variant of the mark that a point of the widget is on, or that the keys have walked to; empty: none.
    std::pair<QString, QString> stageAt(const QPoint& point) const;
    /// A series' name is there: a click hides it.
    bool isNameAt(const QPointF& point) const { return nameUnder(point) >= 0; }
    /// Where the figures beside bars begin and end, from left to right in the widget, of those that are shown.
    std::vector<std::pair<double, double>> figures() const;
    /// What is shown of the axis of values.
    std::pair<double, double> valueRange() const;
    /// Its head and three rows.
    QSize minimumSizeHint() const override;

signals:
    void chosen(const QString& stage, const QString& variant);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Mark {
        int series = -1, point = -1;
        bool operator==(const Mark&) const = default;
    };
    void choose();
    bool turn(const QWheelEvent& event);
    void build();
    PlotLayout layOut(const QSizeF& size) const;
    void paint(QPainter& painter, const QRectF& area, const PlotLayout& layout, PlotAxes::Fit fit);
    void use(const PlotLayout& layout);
    /// The series whose name is there; -1: none.
    int nameUnder(const QPointF& point) const;
    Mark markUnder(const QPointF& point) const;
    std::vector<Mark> marks() const;
    const PlotPoint& pointOf(const Mark& mark) const;
    void tell(const Mark& mark, const QPoint& global);

    QCustomPlot* m_axes;
    Look m_look;
    Plot m_whole, m_plot;
    bool m_everyVariant = false;
    QList<int> m_hidden;
    ChartHead m_head;
    PlotAxes m_content;
    PlotLayout m_layout;
    Mark m_pointed;
    QPoint m_pressed;
};

} // namespace warplens::app
