// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of measured speed, one for each stage and variant, with the library's as a line. The only file that knows
// QCustomPlot.
#pragma once

#include "app/paint/look.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;

namespace warplens::app {

/// One bar. Speeds in TFLOP/s.
struct StageBar {
    QString label;
    double value = 0;
    double low = 0, high = 0; ///< quartiles
    enum class Kind { Ordinary, Worse, Better } kind = Kind::Ordinary;
    bool current = false; ///< of the stage and variant that is shown
    QString stage;        ///< id, for clicks
    QString variant;
    QString share; ///< "96.1 % of cuBLAS"
    QString facts; ///< lines of the tip, see measurement_text.h
};

/// The speed of a library, as a line through all bars.
struct StageLine {
    QString label; ///< "cuBLAS 51.2"
    double value = 0;
};

struct StageChartData {
    QString title;   ///< "TFLOP/s by stage, 4096³"
    QString unit;    ///< "TFLOP/s" or "GB/s"
    QString axis;    ///< label of the axis of values
    QString origin;  ///< "median, NVIDIA H200, recorded 2026-11-21"
    QString missing; ///< why there are no bars
    std::vector<StageBar> bars;
    std::optional<StageLine> line; ///< of the library in the arithmetic that is shown
};

class StageChart : public QWidget {
    Q_OBJECT
public:
    explicit StageChart(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setData(const StageChartData& data);
    const StageChartData& data() const { return m_data; }
    QSize minimumSizeHint() const override { return {220, m_look.px(150)}; }
    QImage picture(const QSize& size, double ratio);
    /// The bar that a point of the widget is on; nullptr: none.
    const StageBar* barUnder(const QPoint& point) const;
    bool saveSvg(const QString& file, const QSize& size);

signals:
    void chosen(const QString& stage, const QString& variant);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void rebuild();
    /// Shows the bars that there is room for: the current one and its neighbours, or where the wheel has led.
    void fitBars(const QSize& size, bool all);
    void paintTitles(QPainter& painter, const QRectF& area) const;
    int barAt(const QPoint& point) const;
    double titlesHeight() const;

    QCustomPlot* m_plot;
    Look m_look;
    StageChartData m_data;
    std::optional<size_t> m_first; ///< bar that stands on top; nothing: the current one is in the middle
    size_t m_shown = 0;            ///< bars
};

} // namespace warplens::app
