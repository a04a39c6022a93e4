// SPDX-License-Identifier: GPL-3.0-or-later
// Counts as JSON, as design.md promises them to other programs.
#pragma once

#include "app/engine/simulation.h"

#include <nlohmann/json_fwd.hpp>

namespace warplens::engine {

nlohmann::ordered_json countsJson(const sim::trace::Counts& counts);
/// How many times as many wavefronts as without conflicts, on the average; 0 without requests.
double conflictWays(const sim::trace::SharedCounts& counts);
/// Blocks and warps on a multiprocessor and what limits them; null where the registers are not known.
nlohmann::ordered_json occupancyJson(const Simulation& simulation);
nlohmann::ordered_json cachesJson(const sim::cache::Estimate& estimate);
nlohmann::ordered_json findingsJson(const std::vector<sim::simt::Finding>& findings);

/// The answer of `warplens-cli simulate`: totals, lines, findings, and where all of it comes from.
nlohmann::ordered_json simulationJson(const KernelImage& image, const Simulation& simulation,
                                      const sim::simt::RunResult& result, const std::string& architecture);

} // namespace warplens::engine
