// SPDX-License-Identifier: GPL-3.0-or-later
// Where the registers of a PTX function lie. PTX has as many virtual registers as it likes; those that are never
// alive at the same time share a slot, so that the registers of a warp stay in the host's first-level cache.
#pragma once

#include "sim/ptx/module.h"
#include "sim/simt/cfg.h"
#include "sim/simt/contract.h"

#include <vector>

namespace warplens::sim::simt {

constexpr uint32_t predicateBytes = 4, slotBytes = 32 * 4, wideSlotBytes = 32 * 8;
constexpr uint32_t widestSlotBytes = 2 * wideSlotBytes; ///< of b128: the lower halves, then the upper ones

/// Bytes of a register's slot: a predicate's word, 32 lanes of 4 bytes, 32 lanes of 8, or twice that.
uint32_t slotSize(ptx::Type type);

struct Slots {
    std::vector<uint32_t> offset; ///< by register, in the window
    uint32_t bytes = 0;           ///< of the window so far; the first word is the predicate that is always true
};

Slots assignSlots(const ptx::Function& function, const FlowGraph& graph, const Contractions& contracted);

} // namespace warplens::sim::simt
