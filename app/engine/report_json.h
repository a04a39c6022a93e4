// SPDX-License-Identifier: GPL-3.0-or-later
// Counts as JSON, as design.md promises them to other programs.
#pragma once

#include "app/engine/simulation.h"

#include <nlohmann/json_fwd.hpp>

namespace warplens::engine {

/// Blocks and warps on a multiprocessor and what limits them; null where the registers are not known.
nlohmann::ordered_json occupancyJson(const Simulation& simulation);
nlohmann::ordered_json cachesJson(const sim::cache::Estimate& estimate);

/// The answer of `warplens-cli simulate`: totals, lines, findings, and where all of it comes from.
nlohmann::ordered_json simulationJson(const KernelImage& image, const Simulation& simulation,
                                      const sim::simt::RunResult& result, const std::string& architecture);

} // namespace warplens::engine
