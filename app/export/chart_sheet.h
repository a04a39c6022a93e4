// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on a sheet of its own, ready for writeSheet.
#pragma once

#include "app/charts/plot_chart.h"
#include "app/export/sheet.h"

#include <optional>

namespace warplens::app {

struct ChartSheet {
    /// Of the preset's width and type, and as tall as the chart needs; `within`: of that width, and no taller than that,
    /// and no lower than `least`, at which it has all its labels.
    ChartSheet(const Plot& plot, Look look, Preset preset, std::optional<QSize> within = {});
    ChartSheet(const ChartSheet&) = delete;
    ChartSheet& operator=(const ChartSheet&) = delete;

    PlotChart chart;
    Sheet sheet;        ///< of `chart`
    SheetFormat format; ///< twice the pixels, with a background
    int least = 0;      ///< the least height that it may be painted in
};

} // namespace warplens::app
