// SPDX-License-Identifier: GPL-3.0-or-later
// One variant at one size while it is measured, and its fate: what is asked of the worker for it, and the rows of the
// recording that come of the answer.
#pragma once

#include "kernels/measure/measurement.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warplens::kernels {

struct MeasureTask {
    const MeasuredVariant* variant = nullptr;
    std::optional<StageInstance> instance;
    nlohmann::json code; ///< null until it is known
    bool open = true;
    std::vector<RecordedResult> rows; ///< once it is not open any more: one for each kind of cache

    /// Makes rows of what the worker says about it.
    void take(const MeasurePlan& plan, const nlohmann::json& answer);
    /// It is out, for this reason.
    void close(const MeasurePlan& plan, const Size& size, const std::string& kind, const std::string& message);
    /// The row of a timing, before the answer as a whole is there.
    RecordedResult timedRow(const nlohmann::json& timing) const;
};

/// Whether the variant is measured with a cache that is cold, or with one that is warm.
bool isWanted(const MeasurePlan& plan, const MeasuredVariant& variant, bool cold);

/// The worker's verb "measure", for these at one size.
nlohmann::json measureRequest(const MeasurePlan& plan, const Size& size, std::size_t device,
                              const std::vector<MeasureTask*>& tasks);

} // namespace warplens::kernels
