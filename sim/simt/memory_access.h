// SPDX-License-Identifier: GPL-3.0-or-later
// Memory instructions. Loads and stores whose lanes show the same pattern of addresses as the time before go the
// short way (sim/simt/lanes/memory.inl); everything else comes here.
#pragma once

#include "sim/simt/machine.h"

namespace warplens::sim::simt {

/// Works out a new pattern. Returns false where the lanes are too far apart for it.
bool learnPattern(const MemoryOp& memory, Pattern& pattern, const void* addresses, uint32_t mask);

/// Finds the array that holds the whole pattern when its first lane is at this address. False: some lane misses.
bool locatePattern(Machine& m, Pattern& pattern, uint64_t at, uint32_t bytes);

/// The cost of the pattern when the request's first lane is at this address.
void pricePattern(Pattern& pattern, const MemoryOp& memory, uint64_t at);

/// Tells the observer.
void showAccess(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask, uint64_t at);

/// The general way: any space, any operation, lane by lane, with findings for what must not be. A handler.
const Op* accessSlowly(Machine& m, const Op* op);

} // namespace warplens::sim::simt
