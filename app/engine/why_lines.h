// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what a launch does for a resource each source line does.
#pragma once

#include "sim/machine/executions.h"
#include "sim/sass/cubin.h"
#include "sim/simt/launch.h"
#include "sim/time/limits.h"

#include <map>
#include <string>
#include <utility>

namespace warplens::engine {

/// ptxas puts the working folder, which is "/" in NVRTC, before the name of a source that has none.
std::string shortName(const std::string& file);

/// A launch that was run and followed.
struct FollowedLaunch {
    const sim::sass::Cubin& cubin;
    const sim::machine::Flow& flow;
    const sim::machine::Executions& executions;
    const sim::simt::Program& program;
    const sim::simt::RunResult& result;
};

/// Amounts by file and line.
using ByLine = std::map<std::pair<std::string, uint32_t>, double>;

/// Empty: the resource is not counted by line.
ByLine amountsByLine(sim::time::Resource resource, const FollowedLaunch& launch);

} // namespace warplens::engine
