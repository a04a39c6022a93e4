// SPDX-License-Identifier: GPL-3.0-or-later
// Bank conflicts: how many wavefronts a request to shared memory takes, and which words each of them delivers.
//
// Compute capability 5.0 and later (SharedRule::Phases): 32 banks of 4 bytes. A wavefront delivers at most one word of
// each bank; lanes that want the same word share it, for loads and stores alike. A request is served in phases:
//   elements up to 4 bytes   one phase, the whole warp
//   8 bytes                  two phases, half a warp each
//   16 bytes                 four phases, a quarter of a warp each
// and takes, in each phase, as many wavefronts as the largest number of distinct words in one bank. Loads of 8 and 16
// bytes may merge phases: shared_cost.cpp has the rule, docs/wavefronts.md the experiments behind it.
// Where lanes take turns (atomics, asynchronous copies) no word is shared: a phase takes as many wavefronts as the
// largest number of lanes on one bank, and twice that for compare-and-swap. Exact for all 13 781 patterns that were
// measured on an H200 (tests/data).
//
// Older GPUs (CUDA C Programming Guide 4.2, appendix F.3.3, F.4.3, F.5.3), each step counted as a wavefront:
//   HalfWarpBroadcast   1.x: 16 banks; each half-warp, and each word of wider elements, is a request of its own. A step
//                       serves all lanes of one word (which one is not specified: here the one most lanes wait for in
//                       the fullest bank) and one lane of every other bank
//   Multicast           2.x: 32 banks, words are shared; 8 bytes by half-warps; 16 bytes by quarter-warps, each of
//                       which takes one step more than its conflicts
//   PairedBanks         3.x in 32-bit mode: a step delivers two words of a bank where they lie 32 apart in 64 aligned
//                       ones
//   WideBanks           3.x in 64-bit mode: 32 banks of 8 bytes
//                       (3.x: elements of 16 bytes by half-warps, since a step delivers 256 bytes)
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/architecture.h"

#include <vector>

namespace warplens::sim::memory {

constexpr unsigned banks = 32;
constexpr unsigned wordBytes = 4;

/// Cost of one request. No lane active: all zero.
SharedCost sharedCost(const Access& access, SharedRule rule = SharedRule::Phases);

/// Cost of a copy from global to shared memory (cp.async, LDGSTS) by the rule of compute capability 5.0 and later:
/// lanes that `from` leaves out write zeros. A word waits for all that come from its bank of L1 (address / 4 mod 32,
/// too) and for all that go to its bank of shared memory: a phase takes as many wavefronts as the word with the most of
/// them, itself counted once. Measured on an H200, docs/wavefronts.md.
SharedCost copyCost(const Access& to, const Access& from);

/// One 4-byte word that a lane wants, and the wavefront that delivers it.
struct BankWord {
    uint8_t lane;
    uint8_t part; ///< which word of the lane's element, from 0
    uint8_t bank;
    uint16_t wavefront; ///< of the request, from 0
    uint64_t word;      ///< byte address / 4
    bool shared;        ///< a lane before it asked for the same word in the same phase: delivered once for both
};

/// Every word of the request, phase after phase, with its wavefront. For pictures.
std::vector<BankWord> bankWords(const Access& access, SharedRule rule = SharedRule::Phases);

} // namespace warplens::sim::memory
