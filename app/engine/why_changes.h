// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a launch's longest limit shorter, as far as the counts tell.
#pragma once

#include "app/engine/why.h"

namespace warplens::engine {

std::vector<Change> changesOf(const Why& why, const sim::trace::Counts& counts,
                              const sim::memory::Architecture& architecture, const Simulation& simulation);

/// In English.
std::string textOf(const Change& change);

} // namespace warplens::engine
