// SPDX-License-Identifier: GPL-3.0-or-later
// Coalescing: which sectors and lines a request touches.
//
// Compute capability 6.0 and later: a request moves every 32-byte sector that an active lane touches, once.
// Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"; measured on an H200 for 698 of
// 698 patterns (tests/data/h200-warp-access-patterns.csv).
#pragma once

#include "sim/memory/access.h"

#include <vector>

namespace warplens::sim::memory {

/// Cost of one request. No lane active: all zero.
GlobalCost globalCost(const Access& access);

/// The distinct sectors touched, as byte addresses, ascending. For pictures.
std::vector<uint64_t> sectorsOf(const Access& access);

} // namespace warplens::sim::memory
