// SPDX-License-Identifier: GPL-3.0-or-later
// What differs from one generation of GPUs to the next: the rules by which requests become transactions and wavefronts,
// the sizes of the memories on the chip, and the limits of what a multiprocessor can hold at a time.
//
// The table is architectures.def, one row for each compute capability; every row names its sources. Sizes are in bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warplens::sim::memory {

/// How a request to global memory becomes transactions. Sources: CUDA C Programming Guide 4.2, appendix F; Best
/// Practices Guide, "Coalesced Access to Global Memory".
enum class GlobalRule : uint8_t {
    Sectors,           ///< 6.0 and later: every sector that an active lane touches, once
    SplitSectors,      ///< 3.5 - 5.x: sectors of 32 bytes; wide words in halves or quarters of the warp
    Lines,             ///< 2.x, 3.0: whole lines of 128 bytes; wide words in halves or quarters of the warp
    ShrinkingSegments, ///< 1.2: per half-warp, segments of 128 bytes at most, halved while only a half is used
    HalfWarpSegments,  ///< 1.0: lane k of a half-warp on word k of one aligned segment, or 16 transactions of 32 bytes
};

/// How a request to shared memory becomes wavefronts. See shared_cost.h.
enum class SharedRule : uint8_t {
    Phases,            ///< 5.0 and later: 32 banks of 4 bytes, wide elements in phases
    WideBanks,         ///< 3.x, 64-bit mode: 32 banks of 8 bytes
    PairedBanks,       ///< 3.x, 32-bit mode: banks deliver 8 bytes, words w and w + 32 of 64 aligned ones together
    Multicast,         ///< 2.x: 32 banks, every word can be shared
    HalfWarpBroadcast, ///< 1.x: 16 banks, half-warps, one word broadcast in each step
};

struct Architecture {
    std::string_view capability; ///< "9.0"; "3.0/8" is 3.0 with banks of 8 bytes
    unsigned number = 0;         ///< 10 x major + minor
    std::string_view name;       ///< of the generation
    std::string_view card;       ///< the typical card whose sizes these are
    GlobalRule global = GlobalRule::Sectors;
    SharedRule shared = SharedRule::Phases;
    unsigned banks = 32, bankBytes = 4;

    unsigned multiprocessors = 0;     ///< of the card
    uint32_t l1Bytes = 0;             ///< of one multiprocessor, together with shared memory where `unified`; 0: none
    bool unified = false;             ///< L1 and shared memory are parts of the same memory
    bool globalInL1 = false;          ///< ordinary loads are kept in L1
    uint64_t l2Bytes = 0;             ///< of the card; 0: none
    uint32_t sharedBytes = 0;         ///< the most that one multiprocessor can have
    uint32_t sharedBytesPerBlock = 0; ///< the most that one block can have, asked for explicitly
    std::array<uint16_t, 10>
        carveOuts{}; ///< sizes that shared memory can have, in KiB, ascending; ends with 0 after the last

    unsigned warps = 0, blocks = 0, threadsPerBlock = 1024; ///< resident on one multiprocessor
    uint32_t registers = 65536;
    unsigned registersPerThread = 255;
    unsigned registerUnit = 256; ///< registers are handed out in such lots ...
    bool registersByWarp = true; ///< ... to each warp, or to the block as a whole
    unsigned warpUnit = 4;       ///< warps come in lots: of a block, or because each scheduler has registers of its own
    unsigned sharedUnit = 256;   ///< shared memory is handed out in such lots
    unsigned reservedSharedBytes = 0; ///< of each block, for the system
    std::string_view source;
};

/// All of them, oldest first.
std::span<const Architecture> architectures();

/// The one of this capability ("8.6", "3.0/8"), nullptr: not known. Of a capability between two rows with the same
/// major number the row before it is meant ("8.7" is 8.6).
const Architecture* findArchitecture(std::string_view capability);

/// The capabilities, separated by commas.
std::string architectureNames();

std::string_view ruleText(GlobalRule rule);
std::string_view ruleText(SharedRule rule);

} // namespace warplens::sim::memory
