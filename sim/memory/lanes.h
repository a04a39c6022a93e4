// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of a warp, as bits of a mask.
#pragma once

#include <bit>
#include <cstdint>

namespace warplens::sim::memory {

/// Visits the number of each lane in the mask, ascending.
template<class Visit>
void forLanes(uint32_t mask, Visit&& visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

} // namespace warplens::sim::memory
