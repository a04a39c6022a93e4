// SPDX-License-Identifier: GPL-3.0-or-later
// Bank conflicts: how many wavefronts a request to shared memory takes, and which words each of them delivers.
//
// Compute capability 5.0 and later: 32 banks of 4 bytes. A wavefront delivers at most one word of each bank;
// lanes that want the same word share it, for loads and stores alike. A request is served in phases:
//   elements up to 4 bytes   one phase, the whole warp
//   8 bytes                  two phases, half a warp each
//   16 bytes                 four phases, a quarter of a warp each
// and takes, in each phase, as many wavefronts as the largest number of distinct words in one bank.
// Loads of 8 and 16 bytes may merge phases; `mergedPhases` in shared_cost.cpp has the rule.
// Source: Nsight Compute's counters on an H200; HACKING.md, "Wavefronts", tells the experiments.
#pragma once

#include "sim/memory/access.h"

#include <vector>

namespace warplens::sim::memory {

constexpr unsigned banks = 32;
constexpr unsigned wordBytes = 4;

/// Cost of one request. No lane active: all zero.
SharedCost sharedCost(const Access& access);

/// One 4-byte word that a lane wants, and the wavefront that delivers it.
struct BankWord {
    uint8_t lane;
    uint8_t part; ///< which word of the lane's element, from 0
    uint8_t bank;
    uint16_t wavefront; ///< of the request, from 0
    uint64_t word;      ///< byte address / 4
    bool shared;        ///< a lane before it asked for the same word in the same phase: delivered once for both
};

/// Every word of the request in lane order, with its wavefront. For pictures.
std::vector<BankWord> bankWords(const Access& access);

} // namespace warplens::sim::memory
