// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts of several GPUs have in common: a series for each recording, a row for each stage.
#pragma once

#include "app/charts/plots.h"

#include <functional>

namespace warplens::app {

/// A stage's point; its x is set when its row is known.
struct GpuPoint {
    const kernels::Stage* stage = nullptr;
    PlotPoint point;
};

/// The points of a recording. The name of its series may be made longer, and is the one that its tips say.
using GpuPoints = std::function<std::vector<GpuPoint>(const kernels::Recording&, QString& name)>;

/// Adds a series for each recording that has points, and says where all of them are from.
void addGpuSeries(Plot& plot, const PlotRequest& request, const GpuPoints& pointsOf);

} // namespace warplens::app
