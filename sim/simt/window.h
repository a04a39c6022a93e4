// SPDX-License-Identifier: GPL-3.0-or-later
// A window is what a call of a function has of a warp's registers: slots for them, constants, special registers and the
// kernel's parameters. A frame is what it has of its lanes' local memory.
#pragma once

#include "sim/simt/block.h"

namespace warplens::sim::simt {

/// Makes room for a window and a frame; the warp's registers may move. False: there is no more.
bool reserve(Warp& warp, uint32_t windowEnd, uint32_t frameEnd);
/// Fills what the function finds in its window. `index` is the block's.
void openWindow(const RunState& state, const Dim3& index, Warp& warp, const FunctionCode& function, uint32_t window,
                uint32_t frame);

} // namespace warplens::sim::simt
