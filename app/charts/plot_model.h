// SPDX-License-Identifier: GPL-3.0-or-later
// The model's part of a chart, computed on the spot: for charts that are written without a window. Takes seconds.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plots.h"
#include "app/model/reason.h"
#endif
#include "kernels/catalogue/instance.h"
#include "kernels/images/compile_stage.h"
#include "sim/trace/counts.h"

#include <functional>

namespace warplens::app {

/// What is asked of a stage of a chart: at the chart's size, on the recording's GPU.
ReasonRequest pickedReason(const Sources& sources, const PlotRequest& request, const StagePick& pick);

/// Names it among what was worked out once (app/engine/kept_traffic.h).
std::string trafficName(const kernels::StageCompiler& compiler, const StagePick& pick, const ReasonRequest& asked);
/// What was worked out once of it: enough for a chart of traffic. nullptr: nothing.
std::shared_ptr<const Reason> keptReason(const kernels::StageCompiler& compiler, const StagePick& pick,
                                         const ReasonRequest& asked);

/// What the model counts in a whole launch, on compute capability 9.0.
sim::trace::Counts countedLaunch(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                                 const kernels::StageInstance& instance);

/// Fills in what that kind of chart needs besides a recording, and no more; counts that are there already stay. Throws what
/// the engine throws. `progress` is told how many launches have been worked out, and of how many, where that takes long.
void addModel(PlotRequest& request, const PlotKind& kind, const kernels::StageCompiler& compiler,
              const std::function<void(size_t done, size_t of)>& progress = {});
/// Likewise, where reasons are not needed.
void addModel(PlotRequest& request, PlotKind::Needs needs, const kernels::StageCompiler& compiler);

} // namespace warplens::app
