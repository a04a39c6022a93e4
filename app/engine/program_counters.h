// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of a GPU for the launches of a whole program, beside what the emulator has counted for each.
#pragma once

#include "app/engine/check.h"
#include "kernels/launches/event.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warplens::engine {

/// What is put before a program's own words, so that ncu collects all counters that the model knows into `report`.
std::vector<std::string> profilerWords(const std::string& profiler, const std::filesystem::path& report);

/// A page of such a report as CSV. Throws EngineError.
std::string profilePage(const std::string& profiler, const std::filesystem::path& report, const std::string& page);

/// A launch that a GPU ran and the emulator counted.
struct CountedLaunch {
    uint64_t number = 0;
    std::string kernel, name; ///< as the machine code and as the source call it
    sim::simt::Dim3 grid, block;
    bool counted = false; ///< the emulator has counted all of it
    sim::trace::Counts counts;
};
CountedLaunch countedLaunch(const launches::LaunchReport& report);

struct LaunchCounters {
    uint64_t number = 0;
    std::string name;
    std::vector<CounterCheck> counters; ///< that were collected
    bool exact() const;
};

/// Each launch beside its row of the profile; both are in the order in which they happened. Throws EngineError where
/// they are not of the same launches.
std::vector<LaunchCounters> compareCounters(const std::vector<CountedLaunch>& launches,
                                            const std::vector<ProfiledLaunch>& profiled);

} // namespace warplens::engine
