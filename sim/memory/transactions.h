// SPDX-License-Identifier: GPL-3.0-or-later
// The transactions that a request to global memory makes, one by one, by the rules of its architecture (GlobalRule): what
// globalCost counts, for pictures.
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/architecture.h"

#include <cstdint>
#include <vector>

namespace warplens::sim::memory {

struct Transaction {
    uint64_t begin = 0;  ///< address of its first byte
    uint32_t bytes = 32; ///< that are moved
    uint32_t lanes = 0;  ///< that it serves, as a mask; 0: one that nobody asked for (1.0)
    unsigned part = 0;   ///< of the warp, which is served part by part: half-warps on 1.x
};

/// In the order in which they are made. Of sectors that are moved one by one each is a transaction.
std::vector<Transaction> transactionsOf(const Access& access, GlobalRule rule);

/// Lanes that are served together: 16 on 1.x; fewer than 32 for wide elements before 6.0.
unsigned lanesTogether(const Access& access, GlobalRule rule);

} // namespace warplens::sim::memory
