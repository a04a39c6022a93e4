// SPDX-License-Identifier: GPL-3.0-or-later
// How long a launch takes: modelled, with errors that docs/time.md tells. The warps that one multiprocessor holds are followed
// in time (multiprocessor.h); from the blocks that were followed the time of all is told:
//
//   wave      blocks that are resident together. Three waves are followed, blocks taking the places of those that have
//             ended: those that begin together are in step, later ones are not. Where they are too long, it is three waves
//             of their beginnings, as if blocks were that short, and the rest as the instructions that there are left
//   the last  blocks of such a grid, which do not fill the multiprocessors, are followed by themselves
//   L2        has what the launch before left there, if everything that is touched fits into it; else what the wave
//             before has touched, if the wave fits (footprint.h). The rest comes from DRAM
//
// No shorter than the limits that hold (limits.h). No figure belongs to a kernel.
#pragma once

#include "sim/time/calibration.h"
#include "sim/time/limits.h"
#include "sim/time/multiprocessor.h"

#include <stop_token>
#include <string>

namespace warplens::sim::time {

struct EstimateInput {
    const machine::Flow& flow;
    const simt::Program& program;
    const simt::Launch& launch;
    memory::DeviceMemory& memory; ///< is written to
    const Device& device;
    const MultiprocessorRates& rates;
    const Calibration& calibration;
    unsigned residentBlocks = 1;
    uint64_t l1Bytes = 0, l2Bytes = 0;
    bool warm = true;
    double arrayBytes = 0;                 ///< all that the launch can touch; 0: unknown
    double instructions = 0;               ///< of all warps of the launch
    uint64_t mostInstructions = 3'000'000; ///< that are followed, of all resident warps together
    size_t timeline = 0;                   ///< instructions of which TimeEstimate::timeline tells; 0: there is none
    std::stop_token stop = {};
};

struct TimeEstimate {
    bool known = false;
    std::string why; ///< where it is not: a sentence
    double clocks = 0;
    double milliseconds = 0;
    double launchMilliseconds = 0; ///< of them: what a launch takes besides
    bool sampled = false;          ///< only the beginning of the blocks was followed
    double followed = 0;           ///< instructions of warps
    double l1Hits = 0;             ///< share of the sectors that are loaded
    double l2Share =
        1; ///< of the sectors that L1 has not, those that L2 is asked for: several multiprocessors get one together
    double dramShare = 0;         ///< of the requests that pass L1 and wait for DRAM
    double dramBytes = 0;         ///< that L2 gets from DRAM, again where it had let go of them, and writes there
    Stalls stalls{};              ///< shares of the warps' time ...
    std::vector<Stalls> stallsAt; ///< ... by instruction of the function: that which waited
    Timeline timeline{};          ///< the beginning of what was followed
};

/// At the clock given, in MHz; 0: the GPU's highest.
TimeEstimate estimateTime(const EstimateInput& input, double clockMhz = 0);

} // namespace warplens::sim::time
