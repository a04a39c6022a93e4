// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async.cg (LDGSTS.BYPASS): copies of 16 bytes a lane from L2 to shared memory, past L1.
//
// They are moved by units: what goes from one sector of global memory to one aligned block of 32 bytes of shared memory,
// its two halves either as they are or exchanged. ncu counts each as a sector. A wavefront takes units
//   of one line of 128 bytes to one line of shared memory (128 aligned bytes),
//   of which the same halves are filled, alike (as they are, or exchanged),
//   whose places in the two lines are both even or odd, or one of them even and the other odd: alike for all of them,
//   and no two from the same sector or to the same block.
// Where lanes write to one place, the last one alone is counted. Measured on an H200 (tests/data/h200-copies-past-l1.txt):
// 357 of 357 launches have these sectors, 352 these wavefronts, the others one or two more.
#pragma once

#include "sim/memory/access.h"

namespace warplens::sim::memory {

struct CopyPastCost {
    SharedCost shared;
    uint32_t sectors = 0, sectorsIdeal = 0; ///< read
    bool operator==(const CopyPastCost&) const = default;
};

/// Lanes that `from` leaves out write zeros: as from a line of their own, which was not measured.
CopyPastCost copyPastCost(const Access& to, const Access& from);

} // namespace warplens::sim::memory
