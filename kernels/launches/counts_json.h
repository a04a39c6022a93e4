// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and findings as JSON, there and back: what every verb of warplens-cli writes, and what a program that runs on
// our runtime tells of its launches. Field names are those that other programs rely on.
#pragma once

#include "sim/memory/moved.h"
#include "sim/trace/counts.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace warplens::launches {

nlohmann::ordered_json dimJson(const sim::simt::Dim3& d);
/// Of a GPU that moves no sectors, bytes alone: those that move, those that would do, and the difference.
nlohmann::ordered_json globalJson(const sim::trace::GlobalCounts& counts,
                                  sim::memory::MovedIn unit = sim::memory::MovedIn::Sectors);
nlohmann::ordered_json sharedJson(const sim::trace::SharedCounts& counts);
nlohmann::ordered_json countsJson(const sim::trace::Counts& counts,
                                  sim::memory::MovedIn unit = sim::memory::MovedIn::Sectors);
nlohmann::ordered_json lineJson(const sim::trace::LineCounts& line,
                                sim::memory::MovedIn unit = sim::memory::MovedIn::Sectors);
void addCounts(nlohmann::ordered_json& to, const sim::trace::Counts& counts,
               sim::memory::MovedIn unit = sim::memory::MovedIn::Sectors);
nlohmann::ordered_json findingsJson(const std::vector<sim::simt::Finding>& findings);

/// The same read again; throw nlohmann::json::exception where the document is another.
sim::simt::Dim3 dimOf(const nlohmann::ordered_json& json);
sim::trace::LineCounts lineOf(const nlohmann::ordered_json& json);
sim::trace::Counts countsOf(const nlohmann::ordered_json& json);
std::vector<sim::simt::Finding> findingsOf(const nlohmann::ordered_json& json);

/// How many times as many wavefronts as without conflicts, on the average; 0 without requests.
double conflictWays(const sim::trace::SharedCounts& counts);

} // namespace warplens::launches
