// SPDX-License-Identifier: GPL-3.0-or-later
// Coalescing: which sectors and lines a request touches.
//
// Compute capability 6.0 and later (GlobalRule::Sectors): a request moves every 32-byte sector that an active lane
// touches, once. Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; measured on an H200 for
// all patterns (tests/data).
//
// Older GPUs make transactions of up to 128 bytes out of half-warps, or split wide words (CUDA C Programming Guide 4.2,
// appendix F.3.2, F.4.2, F.5.2; 11, appendix K.3, K.4; see GlobalRule). There `sectors` are the bytes moved / 32, and
// `lines` the transactions; where sectors are moved one by one, a transaction is a sector. `sectorsIdeal` is the least
// that as many lanes would move: never less than a line where whole lines are moved.
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/architecture.h"

#include <vector>

namespace warplens::sim::memory {

/// Cost of one request. No lane active: all zero.
GlobalCost globalCost(const Access& access, GlobalRule rule = GlobalRule::Sectors);

/// How many transactions with memory (from 2.0 on: with L2) such a request makes.
uint32_t transactions(const GlobalCost& cost, GlobalRule rule);

/// The distinct sectors touched, as byte addresses, ascending. For pictures.
std::vector<uint64_t> sectorsOf(const Access& access);

} // namespace warplens::sim::memory
