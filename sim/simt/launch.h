// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a kernel over its grid: blocks in parallel on the host's cores, each thread with counters of its own.
#pragma once

#include "sim/simt/block.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace warplens::sim::simt {

struct RunOptions {
    std::vector<Dim3> blocks; ///< to run; empty: the whole grid
    unsigned threads = 0;     ///< 0: as many as the host has cores
    uint64_t enterBudget = RunState::usualEnterBudget;
    Watch* watch = nullptr;               ///< for mistakes that leave no trace of their own; nullptr: nobody
    uint64_t checkedBlocks = 0;           ///< how many are watched, at most
    bool counting = true;                 ///< false: what requests cost is not worked out, which is faster
    bool lockstep = false;                ///< as before compute capability 7.0 (RunState)
    Heap* heap = nullptr;                 ///< of the kernel's malloc; nullptr: one of this launch alone
    bool classes = false;                 ///< tell which blocks have executed the same
    uint64_t otherOrders = 0;             ///< instructions of warps to spend on other orders, at most (other_orders.h)
    double blockSeconds = 0;              ///< that a block is known to take of a thread's time; 0: nobody knows
    uint64_t residentBlocks = 0;          ///< that the GPU has room for at once; 0: nobody knows
    std::string card;                     ///< which GPU that is
    std::stop_token stop;                 ///< asks for an early end
    std::function<bool()> othersMayWrite; ///< see RunState
    std::function<void(uint64_t done, uint64_t total)> progress; ///< called now and then, from any thread
};

/// Blocks of a grid in which every basic block was entered equally often.
struct BlockClass {
    Dim3 example;                     ///< one of them
    uint64_t blocks = 0;              ///< how many there are
    std::vector<uint64_t> executions; ///< of one of them, by basic block of the program
    std::vector<Dim3> before{};       ///< what has to have run before the example, where blocks ask one another
};

struct RunResult {
    std::vector<uint64_t> executions;     ///< by basic block of the program
    std::vector<MemoryCounters> counters; ///< by memory operation
    std::vector<Finding> findings;
    std::string output; ///< of printf in the kernel
    uint64_t blocksRun = 0, blocksTotal = 0;
    uint64_t blocksWatched = 0; ///< of those that were run
    bool failed = false;        ///< some finding has stopped the kernel, or there are findings
    bool cancelled = false;
    double blockSeconds = 0;         ///< that a block took of a thread's time, on average
    uint64_t inOtherOrders = 0;      ///< instructions of warps that were spent on them
    bool counted = true;             ///< false: there are no counts but those of instructions and barriers
    bool exact = true;               ///< the counts are those of all blocks
    std::vector<BlockClass> classes; ///< where they were asked for; the most frequent first
    /// Blocks of classes that are not among them, since there were too many.
    uint64_t unclassified = 0;
};

/// Throws std::invalid_argument where the launch cannot be (see checkLaunch).
RunResult run(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options);
/// The same, and what the kernel has launched itself, in the order in which it is to be done.
RunResult run(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options,
              std::vector<ChildWork>& children);

/// Runs as many blocks as it takes to know the counts of the whole grid: blocks that lie alike (at the edges of the
/// grid, or inside at the same distance modulo a small number) are taken to count alike, and several of each kind are
/// run to see whether they do. `exact` is false where they do not, as in a kernel whose way depends on its data: then
/// every block is run if the grid is small enough, and what was seen is scaled up otherwise. Of blocks that ask one another
/// by atomics those that ask at the same places are run together (asked_together.h).
RunResult runSample(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                    const RunOptions& options);

/// The same of a kernel whose blocks ask others by an atomic operation, of which runSample runs all: groups of blocks that ask
/// one another are run, some of each kind (asked_together.h). What it tells is exact. Nothing: blocks cannot be told apart so, and
/// memory is not what it was. Nobody watches, and what is stored is that of the groups alone.
std::optional<RunResult> runGroups(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                   const RunOptions& options);

/// The limits of every CUDA device since compute capability 3.0; throws std::invalid_argument.
void checkLaunch(const Program& program, const Launch& launch);

/// Whether blocks of the kernel wait for one another with grid.sync(): it asks where the barrier of the grid lies
/// (Launch::gridBarrier).
bool asksForGridBarrier(const Program& program);

} // namespace warplens::sim::simt
