// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated beside recorded times: how far the model of sim/time is off, over many launches.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warplens::engine {

struct EstimatedLaunch {
    std::string stage;
    kernels::ParameterValues parameters;
    kernels::Size size;
    std::string cache;   ///< "warm" or "cold"
    double recorded = 0; ///< ms
    double estimated = 0;
    double clockMhz = 0;                ///< that it is estimated at
    double l1Misses = 0, l2Sectors = 0; ///< estimated, too

    double ratio() const { return estimated / recorded; }
    double error() const; ///< relative, no sign
    std::string label() const;
};

/// Of several launches.
struct ErrorSummary {
    size_t launches = 0;
    double median = 0, ninetieth = 0; ///< relative errors
    double within = 0;                ///< share of those that are within `narrow`
    double bias = 1;                  ///< median of estimated over recorded
    static constexpr double narrow = 0.15;
};
ErrorSummary summaryOf(const std::vector<EstimatedLaunch>& launches);

/// Two launches of a track at the same size whose recorded times differ by more than ErrorSummary::narrow.
struct Order {
    size_t pairs = 0, right = 0;
    /// Those that come out the other way round, the largest difference first: the one that is recorded as faster, and the other.
    std::vector<std::pair<const EstimatedLaunch*, const EstimatedLaunch*>> wrong;
};
Order orderOf(const std::vector<EstimatedLaunch>& launches);

/// The launches at these sizes: of matrices 512 and more.
std::vector<EstimatedLaunch> largeOnes(const std::vector<EstimatedLaunch>& launches);
std::vector<EstimatedLaunch> ofTrack(const std::vector<EstimatedLaunch>& launches, const std::string& track);

/// A table in Markdown, a row for each stage and track; docs/time.md has it.
std::string errorTable(const std::vector<EstimatedLaunch>& launches);

nlohmann::ordered_json errorsJson(const std::vector<EstimatedLaunch>& launches);
/// What errorsJson has written. Throws EngineError.
std::vector<EstimatedLaunch> launchesOf(const nlohmann::ordered_json& json);

} // namespace warplens::engine
