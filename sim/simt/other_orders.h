// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes that show only where blocks and warps come in another order than the usual one: where what a thread reads of
// others decides which way it goes, or who takes which lock first. Such a launch is run again: with the last block first,
// with turns that end at each access to memory, and with writes that others see late.
#pragma once

#include "sim/simt/launch.h"
#include "sim/simt/snapshot.h"

namespace warplens::sim::simt {

/// Instructions of warps that may be spent on other orders of a kernel: some tenths of a second at most. What a kernel
/// costs is counted in seconds only where it has many more, and then it is run once.
inline constexpr uint64_t usualOtherOrders = 500'000;

/// Whether the launch is to be run again so: threads look at what others do meanwhile, and all of its blocks are watched.
bool mayShowInOtherOrders(const Program& program, const Launch& launch, const RunOptions& options);
/// What is found in other orders, until one finds something or as much is spent as may be (`result` is told how much);
/// nothing where the usual one, `result`, has found something. Memory holds anything afterwards.
std::vector<Finding> findingsOfOtherOrders(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                           const RunOptions& options, const Snapshot& before, RunResult& result);

} // namespace warplens::sim::simt
