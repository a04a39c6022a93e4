// SPDX-License-Identifier: GPL-3.0-or-later
// How long one warp takes that has a multiprocessor for itself: it waits for every result that it needs, and nobody else is
// in its way. Machine code says what it waits for: stall counts where the latency is fixed, and barriers (nvdisasm:
// scoreboards) where it is not; those latencies are given.
//
// Little's law: warps side by side divide that time among them, so a launch takes at least the time of a warp, times the
// blocks that follow one another in the same place. Left out: barriers of the block, what taken branches cost, and that
// instructions whose guard holds for no lane have no latency.
#pragma once

#include "sim/machine/walk.h"

#include <span>

namespace warplens::sim::time {

/// Clocks from the issue of an instruction to the first one that can use its result.
struct Latencies {
    double shared = 23.1, l1 = 32.0, l2 = 280.8, dram = 653.2;
    double other = 20;   ///< conversions, transcendental functions, shuffles, special registers
    double sources = 10; ///< until an instruction has read its sources

    // Of a load from global memory: shares that L1 and, of what is left, L2 answer.
    double l1Hits = 1, l2Hits = 1;
    double global() const { return l1 * l1Hits + (1 - l1Hits) * (l2 * l2Hits + dram * (1 - l2Hits)); }
};

double loneWarpCycles(const machine::Flow& flow, std::span<const machine::Run> runs, const Latencies& latencies);

} // namespace warplens::sim::time
