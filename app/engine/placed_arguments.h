// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a launch in the emulator's memory: arrays have their place and are filled, and the kernel's parameters
// have their bytes; variables of the module hold what was said of them.
#pragma once

#include "app/engine/simulation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warplens::engine {

struct PlacedArguments {
    std::vector<std::byte> parameters;
    std::vector<Simulation::Array> arrays; ///< as Simulation::arrays() has them
};

/// Throws EngineError where something does not fit the kernel or its module.
PlacedArguments placeArguments(const sim::simt::Program& program, const LaunchSpec& spec,
                               sim::memory::DeviceMemory& memory);

/// The same launch with nothing in its arrays: where what they hold decides nothing that is counted, that takes less. Files are
/// read all the same. `kept`: by number, of which arguments it matters.
LaunchSpec withoutContents(LaunchSpec spec, const std::vector<bool>& kept = {});
/// No two parameters lead to the same array.
bool areApart(const LaunchSpec& spec);

/// Throws EngineError for an argument that only the emulator can be given: one with addresses in it, or a variable.
void requirePlainArguments(const LaunchSpec& spec);

} // namespace warplens::engine
