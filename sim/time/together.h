// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests for a sector reach L2, where several multiprocessors ask for it. Those of one part of the GPU get a line with
// one request if they ask within some clocks of the first, at most four of them (tests/hardware/why/merge.cu); blocks that
// follow one another in the grid begin on such a part. Which of their requests are for the same sectors is told from two blocks'
// addresses; how far apart they ask, from when they began and from how multiprocessors drift:
//
//   a round    a block that waits for what it loads, for longer than a round of its loop sets it apart from the others, is answered
//              at once with those that asked when it did, and goes on with them: it is never further from them than one round sets
//              it apart
//   pace       of others: blocks whose warps share a quarter of the multiprocessor take turns as chance has it, so that each goes at
//              a pace of its own; those that have their quarters to themselves have nobody to take turns with
//   a queue    requests wait behind those of the other blocks of a multiprocessor, which come as chance has it
//   a block    the next one in a place begins when the one before has ended, and has another pace
//
// Where all blocks read the same, and find in L1 what another block of their multiprocessor has brought, they go on behind it as
// far as there is something: the first of them alone waits for L2, and those that ask together get their answer together. They
// catch up with one another again and again, so that what they are apart grows by chance, and less.
//
// Asynchronous copies that want a single sector of a line are not got together: each multiprocessor asks for its own (merge.cu copies
// lines in pieces). Loads in pieces are, and so are copies of half a line.
#pragma once

#include "sim/simt/dim3.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplens::sim::time {

/// An instruction that loads, of the blocks that were followed.
struct LoadingStep {
    uint64_t misses = 0;  ///< sectors that L1 has not
    uint64_t others = 0;  ///< ... and that it has, since another block has brought them
    uint64_t singles = 0; ///< of the misses: see Ran::Loaded
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
    unsigned warps = 1;     ///< of a block
    double waves = 1;       ///< blocks that follow one another in a place
    double clocks = 0;      ///< of the launch
    double blockLaunch = 0; ///< clocks between the starts of two blocks of a multiprocessor
    double uneven = 0; ///< clocks by which a round of the loop takes some warps longer than others: standard deviation
    double waits = 0;  ///< clocks in which a warp waits for memory in a round
    double queued = 0; ///< clocks that loads wait behind others before they reach L2
};

/// Requests for each multiprocessor that asks, of those of one part that ask for a line at these clocks: 1/4 to 1. They are sorted.
double requestsEach(std::span<double> clocks);

/// Sectors that L2 is asked for, over those that multiprocessors miss.
double askedTogether(std::span<const LoadingStep> steps, const Crowd& crowd);

} // namespace warplens::sim::time
