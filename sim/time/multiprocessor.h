// SPDX-License-Identifier: GPL-3.0-or-later
// One multiprocessor in time: its four quarters issue instructions of the warps that they hold, each warp when what it waits for
// is there. An event model: clocks at which nothing is issued are passed over.
//
// Each quarter issues one instruction a clock, of the warp whose instruction it issued last as long as that can go on, else
// of the oldest that can. So a block that has come before another ends before it, as recorded ends of blocks show (docs/time.md),
// and blocks that began together are soon far apart. A warp's next instruction follows
// after the stall count that ptxas has written, and when the barriers that it names are clear. Pipes are occupied as long as 32
// lanes take in them. Requests to memory pass one after the other
//   L1's tags         of global memory: as many clocks as lines are in the fullest of four banks (sim/memory/l1.h)
//   L1's memory       one wavefront a clock, of shared memory or of global memory
//   L1                sectors with 16 ways; one that is under way is waited for, not asked for again. What comes is written
//                     into the same memory, 128 bytes a clock
//   L2                what its share for this multiprocessor delivers; then its latency
//   DRAM              likewise, for the part of the sectors that L2 has not
// and come back in that order at the earliest, which is how long queues make a latency. A quarter has a queue for its requests to
// shared memory: where it is full, warps wait before they issue one (mio_throttle). Other queues have no end here.
#pragma once

#include "sim/time/block_work.h"
#include "sim/time/laps.h"
#include "sim/time/warp_code.h"

#include <array>
#include <string_view>

namespace warplens::sim::time {

/// What warps wait for, with Nsight Compute's names (smsp__average_warps_issue_stalled_*).
enum class Stall : uint8_t {
    Selected,        ///< it was issued
    Wait,            ///< a fixed number of clocks
    LongScoreboard,  ///< global or local memory
    ShortScoreboard, ///< shared memory, other results of variable latency
    Barrier,         ///< other warps of the block
    MathPipe,        ///< the pipe is occupied
    NotSelected,     ///< another warp was issued
    Dispatch,        ///< the quarter is held by an instruction that takes it longer than a clock
    LgThrottle,      ///< likewise, and the warp has a request to global or local memory
    MioThrottle,     ///< the queue of requests to shared memory is full
    Membar,          ///< what was written before a fence
};
constexpr size_t stallCount = 11;
std::string_view stallName(Stall stall); ///< "long_scoreboard"
using Stalls = std::array<double, stallCount>;

struct Machine {
    // Latencies in clocks, as in Calibration.
    double shared = 0, l1 = 0, l2 = 0, dram = 0;
    double other = 0;        ///< of other results with a barrier
    double sources = 0;      ///< until an instruction has read its sources
    double barrier = 0;      ///< from the last warp's arrival to going on ...
    double barrierEach = 0;  ///< ... and for each warp that arrives, of all blocks
    double blockLaunch = 0;  ///< between the starts of two blocks
    double blockRestart = 0; ///< from the end of a block to the start of the next one in its place
    double storeDrain = 0;   ///< from a block's last store to its end
    double l2Sectors = 1;    ///< a clock, for this multiprocessor
    double pairShare = 1;    ///< of a sector that is loaded: two multiprocessors that ask for the same get it together
    double dramBytes = 1;    ///< a clock, that get through to this multiprocessor ...
    double dramShare = 1;    ///< ... and its share of what DRAM can do
    double dramWait = 0,
           dramWaitWrites = 0; ///< clocks at half of what DRAM can do, and for what share of it is written
    /// Requests to shared memory that a quarter of a GPU keeps in its queue, 58 of four (tests/hardware/why/depth.cu).
    unsigned mioQueue = 14;
    double atomic = 0; ///< clocks between two atomics at an address that all multiprocessors share
    uint64_t l1Bytes = 0;
    // What L2 does not have, of the sectors that L1 has not.
    double missBytes = 0;   ///< to be moved from and to DRAM, for each sector of a load
    double writeBytes = 0;  ///< ... and for each of a store
    double missLatency = 0; ///< share of the requests that wait for DRAM
};

struct Ran {
    double clocks = 0;             ///< until the last block has ended
    std::vector<double> blockEnds; ///< ascending
    double quarterClocks = 0;      ///< when a quarter of all instructions was issued
    uint64_t quarterIssued = 0;
    double fullClocks = 0; ///< when the first warp had nothing left
    uint64_t fullIssued = 0;
    uint64_t instructions = 0;
    uint64_t loadSectors = 0, l1Hits = 0, l2Sectors = 0;
    double queued = 0;            ///< clocks from the issue of loads until L2 was asked, of all sectors that L1 has not
    double memoryClocks = 0;      ///< that the busiest of L1's tags, its memory, L2, DRAM and atomics was at work
    Stalls stalls{};              ///< clocks of warps ...
    std::vector<Stalls> stallsAt; ///< ... before each instruction of the function was issued
    struct Loaded {
        uint64_t misses = 0, others = 0;           ///< sectors that L1 has not; that it has, brought by another block
        uint64_t firstMisses = 0, firstOthers = 0; ///< of them, of the blocks that begin together
        uint64_t singles = 0; ///< of `misses`: asynchronous copies that want no other sector of the line
        LapTimes laps;        ///< of the blocks that begin together
    };
    std::vector<Loaded> loadedAt; ///< by instruction, too
    struct Wave {
        uint64_t sectors = 0, misses = 0; ///< that are loaded, that L1 has not
    };
    Wave first, later; ///< of the blocks that begin together; of those that take their places
};

/// What each warp did at which clock, from the beginning on.
struct Timeline {
    struct Span { ///< of one warp; those of a place follow one another, with gaps where it was empty
        float begin = 0, end = 0;
        uint32_t step = 0; ///< the instruction that was waited with, or issued
        uint16_t row = 0; ///< the place of the warp: that of its block times the warps of a block, and its number there
        Stall stall = Stall::Selected;
    };
    size_t most = 0; ///< instructions whose waiting and issue are kept
    std::vector<Span> spans{};
    unsigned warpsPerBlock = 0, places = 0; ///< of blocks
    double end = 0;                         ///< clocks: up to here it is complete
};

/// Blocks follow one another in `resident` places. `stalls` is false where nobody asks what warps wait for, which takes less.
Ran runBlocks(const std::vector<Scheduled>& code, const Machine& machine, const std::vector<const BlockWork*>& blocks,
              unsigned resident, const std::stop_token& stop, Timeline* timeline = nullptr, bool stalls = true);

} // namespace warplens::sim::time
