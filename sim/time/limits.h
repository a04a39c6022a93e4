// SPDX-License-Identifier: GPL-3.0-or-later
// How long each resource of a GPU alone would take for a launch: what was counted, over what the resource can do in a
// clock or a second. The longest of these limits binds the launch; what it takes longer is latency, or several resources in
// turns.
//
// Terms
//   floor    a limit that holds: no launch with these counts can be faster on that GPU. The others are estimates
//   wave     blocks that all multiprocessors together hold at a time
//   fill     the share of the multiprocessors' turns that there are blocks for: 133 blocks of equal length take 132
//            multiprocessors two turns each, of which they fill half
#pragma once

#include "sim/sass/opcode.h"
#include "sim/time/device.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::sim::time {

/// Where a figure comes from.
enum class Origin : uint8_t {
    Modelled,  ///< counted by the emulator: equals the hardware's counters
    Estimated, ///< by a model that has errors
    Measured,  ///< here
    Recorded,  ///< measured elsewhere, read from a recording
    Quoted,    ///< published by somebody
};
std::string_view originName(Origin origin); ///< "modelled"

struct Amount {
    double value = 0;
    Origin origin = Origin::Modelled;
};

/// What a launch makes a GPU do, all blocks together.
struct Work {
    static constexpr size_t units = 11; ///< of sass::Unit

    Amount instructions;                  ///< of the machine, executed by warps
    std::array<uint64_t, units> byUnit{}; ///< by sass::Unit; where they come from: as `instructions`
    uint64_t integerMultiplies = 0;       ///< those of Unit::Fma that are IMAD
    /// Multiply-adds of tensor cores, and the clocks that one multiprocessor's would take for all of them.
    double tensorProducts = 0, tensorClocks = 0;
    uint64_t sharedWavefronts = 0;
    uint64_t l1Tags = 0, l1Data = 0;    ///< clocks of L1 for global memory: sim/memory/l1.h
    Origin requests = Origin::Modelled; ///< where these three come from
    Amount bytesAsked;                  ///< of global memory, by lanes, each by itself: see trace::GlobalCounts
    std::optional<Amount> l2Sectors;
    std::optional<Amount> dramBytes;  ///< read and written; of a launch that follows itself: what L2 cannot keep
    bool dramIsLeast = false;         ///< `dramBytes` is the least that any launch needs
    std::optional<Amount> warpCycles; ///< of one warp alone, from its first instruction to its last

    uint64_t blocks = 0;
    unsigned warpsPerBlock = 0;
    unsigned residentBlocks = 0; ///< on a multiprocessor; 0: unknown
    bool equalBlocks = false;    ///< all blocks execute the same
};

enum class Resource : uint8_t {
    Issue,
    Fma,
    Alu,
    Half,
    Double,
    Xu,
    Lsu,
    Tensor, ///< multiply-adds of tensor cores
    SharedWavefronts,
    L1Tags,       ///< four lines of global memory a clock
    L1Wavefronts, ///< of global memory: words of each request's fullest bank
    L1Data,       ///< those and the wavefronts of shared memory take turns at the same memory
    L2Sectors,
    Dram,
    Latency,
};
constexpr size_t resourceCount = 15;
std::string_view resourceName(Resource resource); ///< "shared memory wavefronts"

struct Limit {
    Resource resource = Resource::Issue;
    Amount amount;
    std::string_view unit;     ///< of the amount: "wavefronts"
    double rate = 0;           ///< what the whole GPU does at most, in `rateUnit`
    std::string_view rateUnit; ///< "wavefronts a clock"
    Origin rateOrigin = Origin::Quoted;
    double fill = 1; ///< share of the GPU that the blocks can use; 1 for what is not of a multiprocessor
    double milliseconds = 0;
    bool floor = false;
};

/// The longest first; resources that the launch does not use are left out.
std::vector<Limit> limits(const Work& work, const Device& device, const MultiprocessorRates& rates);

/// The longest of those that hold; null: there is none.
const Limit* longestFloor(const std::vector<Limit>& limits);

double fillOf(const Work& work, const Device& device);
/// Blocks of the grid over blocks that all multiprocessors hold at a time; 0: unknown.
double wavesOf(const Work& work, const Device& device);

} // namespace warplens::sim::time
