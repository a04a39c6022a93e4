// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/chart_sheet.h"

#include <QPainter>

namespace warplens::app {

ChartSheet::ChartSheet(const Plot& plot, Look look, Preset preset) {
    look.scale = presetScale(preset);
    look.presentation = preset == Preset::Slide;
    chart.setLook(look);
    chart.setPlot(plot);
    sheet.title = plot.title;
    sheet.background = look.colours.pane;
    sheet.paint = [this](QPainter& painter, const QRectF& area) { chart.paint(painter, area); };
    sheet.csv = [this] { return plotCsv(chart.plot()); };
    format.ratio = 2;
    format.size = presetSize(preset, [this](int width) { return chart.heightFor(width); });
}

} // namespace warplens::app
