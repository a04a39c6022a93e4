// SPDX-License-Identifier: GPL-3.0-or-later
// Why a stage of a chart is as fast as it is, where that has been worked out.
#pragma once

#include "app/charts/plots.h"
#include "app/model/reason.h"

namespace warplens::app {

/// Null: not worked out yet.
inline const Reason* knownReason(const PlotRequest& request, const StagePick& pick) {
    const auto found = request.reasons.find({pick.stage->id, kernels::variantText(pick.parameters)});
    return found == request.reasons.end() ? nullptr : found->second.get();
}

} // namespace warplens::app
