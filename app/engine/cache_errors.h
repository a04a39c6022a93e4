// SPDX-License-Identifier: GPL-3.0-or-later
// What L1 and L2 are modelled to do while a launch is followed in time (sim/time), beside what ncu has counted of the same launch:
// how far that is off, over many of them.
#pragma once

#include "app/engine/time_errors.h"
#include "kernels/measure/recording.h"

#include <string>
#include <vector>

namespace warplens::engine {

struct CachedLaunch {
    std::string stage;
    kernels::Size size;
    double misses = 0, missesCounted = 0;   ///< sectors of loads that L1 does not have
    double sectors = 0, sectorsCounted = 0; ///< that L2 reads and writes for multiprocessors
};

/// Of the launches with warm caches those whose counters were recorded, warm if such were, and that L1 does not answer alone.
std::vector<CachedLaunch> cachedLaunches(const std::vector<EstimatedLaunch>& launches,
                                         const kernels::Recording& recording);

/// A table in Markdown, a row for all, one for each track, each edge of products and each stage; docs/caches.md has it.
std::string cacheErrorTable(const std::vector<CachedLaunch>& launches);

} // namespace warplens::engine
