// SPDX-License-Identifier: GPL-3.0-or-later
// How many bytes of global memory a launch moves, by level: from what lanes ask for down to DRAM.
#pragma once

#include "kernels/measure/recording.h"
#include "sim/time/limits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::engine {

struct Why;

/// As lanes ask for them, each by itself; in the sectors that L1 is asked for; between L1 and L2; between L2 and DRAM.
enum class Level : uint8_t { Lanes, L1, L2, Dram };
std::string_view levelName(Level level); ///< "asked by lanes", "sectors of L1"

struct MovedBytes {
    Level level = Level::Lanes;
    sim::time::Amount bytes;
};

/// Those that are known: what ncu has counted goes before what is modelled, and that before the least there can be. Empty: the
/// launch asks nothing of global memory. `sectors`: that L1 is asked for; `counters`: of ncu, or null.
std::vector<MovedBytes> movedBytes(const Why& why, uint64_t sectors, const kernels::RecordedCounters* counters);

/// "asked by lanes 550 GB (modelled)  sectors of L1 68.7 GB (modelled)  …"
std::string movedText(const std::vector<MovedBytes>& moved);

} // namespace warplens::engine
