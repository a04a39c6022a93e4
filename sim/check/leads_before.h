// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an access leads before the array that it is meant for, whatever the size of things: where its address is made of a
// pointer that the kernel is handed, and of sums and products of numbers of threads and blocks, constants and arguments.
#pragma once

#include "sim/check/hangs_on.h"
#include "sim/simt/block.h"

namespace warplens::sim::check {

/// Of the access in a line of the PTX, by that thread of that block. `open`: parameters, and the sizes of grid and block, that
/// are not known, but are 1 or more. False also where that cannot be told.
bool leadsBefore(const simt::Program& program, const simt::Launch& launch, uint32_t ptxLine, const simt::Dim3& block,
                 const simt::Dim3& thread, HangsOn::Bits open);

} // namespace warplens::sim::check
