// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of global memory between the levels, as ncu has counted them: what tables and charts take before all that is
// modelled.
#pragma once

#include "app/engine/metrics.h"
#include "app/engine/moved_bytes.h"

#include <optional>

namespace warplens::engine {

inline constexpr double sectorBytes = 32;

/// Of L2 and DRAM alone. Nothing where nobody has counted, `counters` being null.
inline std::optional<double> countedBytes(Level level, const kernels::RecordedCounters* counters) {
    if (counters == nullptr)
        return std::nullopt;
    if (level == Level::Dram)
        return hardwareOf(Quantity::DramBytes, counters->metrics);
    const auto found = counters->metrics.find(metric(Metric::L2Sectors).ncu);
    if (level != Level::L2 || found == counters->metrics.end())
        return std::nullopt;
    return sectorBytes * found->second;
}

} // namespace warplens::engine
