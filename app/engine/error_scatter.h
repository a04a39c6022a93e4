// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of estimated against recorded times, as SVG: a dot for each launch, both axes logarithmic, the diagonal where both
// are the same, and the band of ErrorSummary::narrow around it.
#pragma once

#include "app/engine/time_errors.h"

#include <string>

namespace warplens::engine {

/// `gpu` stands in its title.
std::string errorScatter(const std::vector<EstimatedLaunch>& launches, const std::string& gpu);

} // namespace warplens::engine
