// SPDX-License-Identifier: GPL-3.0-or-later
// One memory request of a warp: what the 32 lanes ask for with a single instruction.
//
// Terms (Nsight Compute Profiling Guide, "Memory Tables")
//   request    one instruction, executed once by one warp
//   sector     32 aligned bytes of global memory, the unit that is moved
//   line       128 aligned bytes, 4 sectors: the unit that has a tag in L1
//   bank       one of 32 columns of shared memory, 4 bytes wide: byte address / 4 mod 32
//   word       4 aligned bytes of shared memory
//   wavefront  one pass through shared memory: at most one word of each bank (any number of lanes may share it)
#pragma once

#include <array>
#include <cstdint>

namespace warplens::sim::memory {

constexpr unsigned lanesPerWarp = 32;
constexpr uint32_t allLanes = 0xffffffffu;

struct Access {
    std::array<uint64_t, lanesPerWarp> address{}; ///< first byte of each active lane's element; aligned to `bytes`
    uint32_t mask = 0;                            ///< bit n: lane n takes part
    uint8_t bytes = 4;                            ///< each lane's element: 1, 2, 4, 8 or 16
    bool store = false;
    bool exclusive = false; ///< lanes that want the same word of shared memory take turns: atomics, asynchronous copies
    uint8_t passes = 1;     ///< over shared memory, for each lane: compare-and-swap takes two
};

/// What a request costs in global memory.
struct GlobalCost {
    uint32_t sectors = 0;      ///< ncu: memory_l2_theoretical_sectors_global
    uint32_t sectorsIdeal = 0; ///< the same if the lanes' elements lay side by side; ncu: ..._ideal
    uint32_t lines = 0;        ///< ncu: memory_l1_tag_requests_global
    // Clocks that L1 takes, see l1.h; 6.0 and later.
    uint32_t l1Tags = 0; ///< at least: a quarter of the lines
    uint32_t l1Data = 0; ///< words of the fullest bank, of each phase
    bool operator==(const GlobalCost&) const = default;
};

/// What a request costs in shared memory.
struct SharedCost {
    uint32_t wavefronts = 0;      ///< ncu: memory_l1_wavefronts_shared
    uint32_t wavefrontsIdeal = 0; ///< the same without conflicts; ncu: memory_l1_wavefronts_shared_ideal
    bool operator==(const SharedCost&) const = default;
};

} // namespace warplens::sim::memory
