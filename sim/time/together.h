// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests for a sector reach L2, where several multiprocessors ask for it. Those of one part of the GPU get a line with
// one request if they ask within some clocks of the first, at most four of them (tests/hardware/why/merge.cu); blocks that
// follow one another in the grid begin on such a part. Which of their requests are for the same sectors is told from two blocks'
// addresses; how far apart they ask, from when they began and from how multiprocessors drift:
//
//   pace       blocks that share a multiprocessor take turns as chance has it, so that each goes at a pace of its own; one alone has
//              nobody to take turns with
//   a block    the next one in a place begins when the one before has ended, and has another pace
//
// Where all blocks read the same, and find in L1 what another block of their multiprocessor has brought, they go on behind it as
// far as there is something: the first of them alone waits for L2, and those that ask together get their answer together. They
// catch up with one another again and again, so that what they are apart grows by chance, and less.
//
// A line that a multiprocessor asks for in pieces, other sectors of it within those clocks, is not got together: each asks for its
// own. No micro-benchmark has shown that yet (merge.cu has rows for it); 20-summit's copies of A are what it was found with.
#pragma once

#include "sim/simt/dim3.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplens::sim::time {

/// An instruction that loads, of the blocks that were followed.
struct LoadingStep {
    uint64_t misses = 0; ///< sectors that L1 has not
    uint64_t others = 0; ///< ... and that it has, since another block has brought them
    uint64_t pieces = 0; ///< of the misses: see Ran::Loaded
    /// How far a block's sectors lie from those of the block before it, in x and in y.
    int64_t x = 0, y = 0;
    bool regular = false; ///< false: that is not known, or differs
    /// Of a row of blocks that goes through a matrix row by row: after so many of them it begins anew, so far from where it began
    /// before. 0: it does not.
    uint64_t period = 0;
    int64_t anew = 0;
};

/// Where each instruction of a block begins to load: nothing where it does not.
struct Beginnings {
    uint64_t block = 0;
    std::vector<std::optional<int64_t>> at;
};
/// Finds that period, if all instructions that do not follow `x` alone have one in common. `blocks` are in one row; the first of them is block 0.
void findPeriod(std::vector<LoadingStep>& steps, const std::vector<Beginnings>& blocks);

struct Crowd {
    simt::Dim3 grid{1, 1, 1};
    unsigned multiprocessors = 1;
    unsigned resident = 1;  ///< blocks of a multiprocessor
    double waves = 1;       ///< blocks that follow one another in a place
    double clocks = 0;      ///< of the launch
    double blockLaunch = 0; ///< clocks between the starts of two blocks of a multiprocessor
};

/// Requests for each multiprocessor that asks, of those of one part that ask for a line at these clocks: 1/4 to 1. They are sorted.
double requestsEach(std::span<double> clocks);

/// Sectors that L2 is asked for, over those that multiprocessors miss.
double askedTogether(std::span<const LoadingStep> steps, const Crowd& crowd);

} // namespace warplens::sim::time
