// SPDX-License-Identifier: GPL-3.0-or-later
// The model's part of a chart, computed on the spot: for charts that are written without a window. Takes seconds.
#pragma once

#include "app/charts/plots.h"
#include "kernels/images/compile_stage.h"

namespace warplens::app {

/// Fills in what that kind of chart needs besides a recording. Throws what the engine throws.
void addModel(PlotRequest& request, PlotKind::Needs needs, const kernels::StageCompiler& compiler);

} // namespace warplens::app
