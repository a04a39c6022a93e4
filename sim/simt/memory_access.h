// SPDX-License-Identifier: GPL-3.0-or-later
// Memory instructions. Loads and stores whose lanes show the same pattern of addresses as the time before go the
// short way (sim/simt/lanes/memory.inl); everything else comes here.
#pragma once

#include "sim/simt/machine.h"

#include <array>

namespace warplens::sim::simt {

/// Works out a new pattern. Returns false where the lanes are too far apart for it.
bool learnPattern(const MemoryOp& memory, Pattern& pattern, const void* addresses, uint32_t mask);

/// Finds the array that holds the whole pattern when its first lane is at this address. False: some lane misses.
bool locatePattern(Machine& m, Pattern& pattern, uint64_t at, uint32_t bytes);

/// The cost of the pattern when the request's first lane is at this address of `space`, where a generic access may lead.
void pricePattern(Pattern& pattern, const MemoryOp& memory, uint64_t at, AccessSpace space);
inline void pricePattern(Pattern& pattern, const MemoryOp& memory, uint64_t at) {
    pricePattern(pattern, memory, at, memory.space);
}

/// Tells the observer, before a store and after any access.
void showStore(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask, uint64_t at);
/// Returns how the warp goes on.
const Op* showAccess(Machine& m, const Op* op, const MemoryOp& memory, const Pattern& pattern, uint32_t mask,
                     uint64_t at);

/// The general way: any space, any operation, lane by lane, with findings for what must not be. A handler.
const Op* accessSlowly(Machine& m, const Op* op);

struct LaneAddresses {
    uint64_t at[32];
};
/// What the lanes ask for, active or not.
LaneAddresses laneAddresses(const Machine& m, const Op* op, const MemoryOp& memory);

struct Served {
    uint32_t lanes = 0;                       ///< that have found their bytes
    AccessSpace space = AccessSpace::Generic; ///< of the first of them
    std::array<uint32_t, 4> lanesIn{};        ///< of a generic access: which of them lead to each space, but Generic
};
/// One request of the lanes in `mask`: finds where their bytes lie on the host (nullptr after a finding), counts it
/// and tells the observer. Nothing is moved.
Served request(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, uint32_t mask,
               std::byte* (&host)[32], bool counted = true);
/// The same, but the observer is told by showRequest(), once the bytes have been moved.
Served quietRequest(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses, uint32_t mask,
                    std::byte* (&host)[32], bool counted = true);
void showRequest(Machine& m, const Op* op, const MemoryOp& memory, const LaneAddresses& addresses,
                 const Served& served);
/// The same as request() where all lanes lead to one array or to shared memory, and the short way: `pattern` is what the
/// request has shown the time before. Returns where the bytes of the first lane lie; those of the others are that far from
/// them as the pattern says. nullptr: nothing has been done, and request() has to be asked.
std::byte* requestAgain(Machine& m, const Op* op, const MemoryOp& memory, Pattern& pattern,
                        const LaneAddresses& addresses, uint32_t mask);

/// What a lane is about to store: that part of a vector access.
uint64_t storedValue(const Machine& m, const MemoryOp& memory, unsigned part, uint32_t lane);

} // namespace warplens::sim::simt
