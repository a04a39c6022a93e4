// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a warp through machine code: which instructions it executes, one after the other, and for how many lanes.
//
// Only what decides the way is computed (see Flow): counters of loops, comparisons, and where these depend on memory, what
// the emulator's run of the PTX has read there. So the way is exact, with all that ptxas has unrolled, turned into predicates
// or moved; where something remains unknown that a branch depends on, the walk ends and says at which instruction. But where one
// side calls a subroutine of ptxas (divisions and roots of numbers that are out of the ordinary), the other one is gone on with.
//
// Terms
//   run    instructions that follow one another, executed by the same lanes
#pragma once

#include "sim/machine/launch_values.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>

namespace warplens::sim::machine {

struct Run {
    uint32_t first = 0, end = 0; ///< instructions [first, end)
    uint32_t lanes = 0;
    bool operator==(const Run&) const = default;
};

/// What an execution of a memory instruction has read, asked for in the order of the walk.
struct MemoryRead {
    uint32_t warp;
    const Step& step;
    uint32_t lanes;                            ///< that take part: active, and their guard holds
    std::array<std::span<uint32_t>, 4> values; ///< by register of the destination: 32 lanes each; empty beyond the last
};
/// False: it is not known.
using ReadMemory = std::function<bool(const MemoryRead&)>;

/// An execution of a memory instruction that some lanes take part in.
struct MemoryExecution {
    uint32_t step;
    uint32_t lanes;
    uint64_t at = 0; ///< how many instructions the warp had executed before
};

struct Walk {
    std::vector<Run> runs;
    std::vector<MemoryExecution> memory; ///< in the order of execution
    uint64_t instructions = 0;
    uint64_t assumed = 0;   ///< branches at which it was not known whether numbers are out of the ordinary
    int32_t undecided = -1; ///< the walk ended at this instruction: what it depends on is not known
    bool complete = false;  ///< all lanes have ended
};

/// Asked where it is not known whether a branch is taken, or whether lanes end: for all lanes or for none. Nothing: that
/// cannot be said either.
using Decide = std::function<std::optional<bool>(const Step& step)>;

struct WalkOptions {
    Decide decide;                             ///< may be empty
    ReadMemory read;                           ///< may be empty: nothing is known of memory then
    uint64_t maximumInstructions = 1ull << 32; ///< then it ends early
    uint64_t maximumMemory = 1ull << 32;       ///< likewise, memory executions
    bool keepRuns = true, keepMemory = true;
    std::vector<uint64_t>* executions = nullptr; ///< by instruction; added to
    std::stop_token stop;
};

Walk walk(const Flow& flow, const WarpPlace& place, const WalkOptions& options);

} // namespace warplens::sim::machine
