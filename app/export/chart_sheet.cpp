// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/chart_sheet.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {
namespace {

constexpr int pageHeight = 840; ///< pixels of 1/96 inch: 222 mm, the height of a printed page between its margins

} // namespace

ChartSheet::ChartSheet(const Plot& plot, Look look, Preset preset, std::optional<QSize> within) {
    look.scale = presetScale(preset);
    look.presentation = preset == Preset::Slide;
    chart.setLook(look);
    chart.setEveryVariant(true);
    chart.setPlot(plot);
    // A page has so much room, and no more.
    const QSize page = within.value_or(QSize(presetSize(preset).width(), pageHeight));
    if (preset == Preset::Paper && chart.heightFor(page.width()) > page.height())
        chart.setPlot(standardRows(plot));
    sheet.title = plot.title;
    sheet.background = look.colours.pane;
    sheet.paint = [this](QPainter& painter, const QRectF& area) { chart.paint(painter, area); };
    sheet.csv = [plot] { return plotCsv(plot); }; // all that there is, whatever the picture has room for
    format.ratio = 2;
    format.size = presetSize(preset, [this](int width) { return chart.heightFor(width); });
    if (within)
        format.size = {within->width(), std::min(chart.heightFor(within->width()), within->height())};
    least = std::min(chart.heightFor(format.size.width(), PlotAxes::Rows::Least), format.size.height());
}

} // namespace warplens::app
