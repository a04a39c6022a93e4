// SPDX-License-Identifier: GPL-3.0-or-later
// What warps wait for, modelled beside measured: how far the model of sim/time is off for each reason, over many launches.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"
#include "sim/time/multiprocessor.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

namespace warplens::engine {

/// Shares of the warps' time, by ncu's names: "long_scoreboard".
using StallShares = std::map<std::string, double>;
StallShares sharesOf(const sim::time::Stalls& stalls);

struct ComparedStalls {
    std::string gpu, stage;
    kernels::ParameterValues parameters;
    kernels::Size size;
    StallShares measured, modelled;

    std::string label() const;
    /// Modelled less measured; reasons that one of them does not have count as nothing there.
    double difference(const std::string& reason) const;
    /// The share of the warps' time that the model gives another reason.
    double astray() const;
};

/// A table in Markdown, a row for each reason: what was measured and modelled on average, and the mean of the absolute
/// differences, in hundredths, for each GPU; docs/time.md has it.
std::string stallTable(const std::vector<ComparedStalls>& launches);

nlohmann::ordered_json stallsJson(const std::vector<ComparedStalls>& launches);
/// What stallsJson has written. Throws EngineError.
std::vector<ComparedStalls> comparedStallsOf(const nlohmann::ordered_json& json);

} // namespace warplens::engine
