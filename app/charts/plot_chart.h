// SPDX-License-Identifier: GPL-3.0-or-later
// Paints any Plot: title, origin and legend inside, then the axes. The wheel zooms, dragging pans, a double click
// resets; a click on a name of the legend hides its series, a click on a mark goes to its stage. By key: left and
// right walk along the marks, Enter goes to the stage, + and - zoom, 0 resets, 1 to 9 hide series.
#pragma once

#include "app/charts/plot.h"
#include "app/paint/look.h"

#include <QFont>
#include <QWidget>

#include <vector>

class QCustomPlot;
class QMouseEvent;

namespace warplens::app {

class SeriesLabels;

class PlotChart : public QWidget {
    Q_OBJECT
public:
    explicit PlotChart(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setPlot(const Plot& plot);
    const Plot& plot() const { return m_plot; }
    /// Paints the chart into that part of any device, as vectors where the device knows them. Without a background.
    void paint(QPainter& painter, const QRectF& area);
    /// The height that a chart of that width needs for all its labels.
    int heightFor(int width) const;

    bool shows(int series) const { return !m_hidden.contains(series); }
    void toggle(int series);
    void resetZoom();
    /// The middle of a mark, in the widget; of one that is out of sight, nothing that lies inside.
    QPointF markAt(int series, int point) const;
    /// The name in the legend, or beside the axes.
    QRectF legendAt(int series) const;
    /// Stage and variant of the mark that a point of the widget is on, or that the keys have walked to; empty: none.
    std::pair<QString, QString> stageAt(const QPoint& point) const;
    /// What is shown of the axis of values.
    std::pair<double, double> valueRange() const;
    QSize minimumSizeHint() const override { return {280, 220}; }

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
    struct HeadLine {
        QString text;
        QFont font;
        bool title = false;
        QRectF area; ///< relative to the head's left margin
    };
    struct Chip {
        int series = 0;
        QRectF area; ///< relative to the legend's corner
    };
    struct Layout {
        std::vector<int> beside; ///< the series whose names stand beside the axes, not in the head
        double head = 0;         ///< its height
        QSize axes;
    };
    bool hasBars() const { return !m_plot.categories.isEmpty(); }
    void build();
    void buildBars();
    void buildLines();
    double greatest() const; ///< value
    /// Whether the figure of a bar stands where a ceiling runs.
    bool ceilingBehind(double value) const;
    /// A ceiling's name stands on its left, where there is room.
    bool namedOnTheLeft(double ceiling) const;
    void styleAxes();
    void fit(const QSize& size, bool ranges);
    Layout layOut(const QSizeF& size) const;
    void use(const Layout& layout);
    std::vector<Chip> chips(double width, const std::vector<int>& beside) const;
    std::vector<HeadLine> headLines(double width) const;
    double legendTop(double width) const;
    double headHeight(double width, const std::vector<int>& beside) const;
    void paintHead(QPainter& painter, const QRectF& area, const std::vector<int>& beside) const;
    /// The series whose name is there; -1: none.
    int nameUnder(const QPointF& point) const;
    /// In the axes' own widget.
    QPointF pixelOf(const Mark& mark) const;
    Mark markUnder(const QPointF& point) const;
    std::vector<Mark> marks() const;
    const PlotPoint& pointOf(const Mark& mark) const;
    void tell(const Mark& mark, const QPoint& global);

    QCustomPlot* m_axes;
    Look m_look;
    Plot m_plot;
    QList<int> m_hidden;
    Layout m_layout;
    SeriesLabels* m_labels = nullptr;
    Mark m_pointed;
    QPoint m_pressed;
};

} // namespace warplens::app
