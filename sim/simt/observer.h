// SPDX-License-Identifier: GPL-3.0-or-later
// What can be seen of a block while it runs: its accesses to memory, and what orders them. Nobody has to look; then it
// costs nothing.
#pragma once

#include "sim/simt/dim3.h"
#include "sim/simt/machine.h"

#include <cstdint>
#include <memory>

namespace warplens::sim::memory {
class DeviceMemory;
}

namespace warplens::sim::simt {

struct RunState;
struct Program;
struct Launch;

/// One request of a warp.
struct AccessEvent {
    const Op* op;
    const MemoryOp* memory;
    uint32_t mask;
    uint64_t first;         ///< address asked for by the lowest active lane; shared: from the start of shared memory
    const Pattern* pattern; ///< the other lanes, relative to it
    AccessSpace space;      ///< where generic addresses led
    /// Lanes whose atomic operation has stored nothing new: a compare-and-swap that has failed, an exchange for the same.
    uint32_t kept = 0;

    uint64_t addressOf(uint32_t lane) const {
        return first + static_cast<uint64_t>(static_cast<int64_t>(pattern->delta[lane]));
    }
};

/// Follows a block. Lanes are those of the machine's warp, a bit each.
struct AccessObserver {
    virtual ~AccessObserver() = default;
    virtual void beginBlock(const Dim3&) {}
    virtual void endBlock() {}

    /// Before a store changes memory.
    virtual void aboutToStore(const Machine&, const AccessEvent&) {}
    /// After an access was executed.
    virtual void access(const Machine& machine, const AccessEvent& event) = 0;
    // Asynchronous copies of the lanes: those since the last time form a group; all but `left` groups are awaited (-1:
    // every copy). An mbarrier was used by lanes that arrived at it or have passed it; where it lies.
    virtual void copiesCommitted(const Machine&, uint32_t /*lanes*/) {}
    virtual void copiesAwaited(const Machine&, uint32_t /*lanes*/, int64_t /*left*/) {}
    virtual void mbarrierUsed(const Machine&, const Op*, uint32_t /*arrived*/, uint32_t /*passed*/,
                              std::byte* const (&)[32]) {}

    /// Lanes have waited for one another in a .sync instruction, each for those that its mask names.
    virtual void lanesMet(const Machine&, const Op*, uint32_t /*here*/, const uint32_t (&/*members*/)[32]) {}
    virtual void fence(const Machine&, const Op*, uint32_t /*lanes*/) {}
    /// The machine's active lanes have come to a barrier of the block, to wait or only to be counted; all have come.
    virtual void barrierReached(const Machine&, const Op*, unsigned /*id*/, bool /*waits*/) {}
    virtual void barrierReleased(unsigned /*id*/) {}
    /// The same of the barrier of a cluster: lanes have come, with what they did before (0: with nothing of it); all have
    /// come, of which the observer of one block hears; and lanes go on.
    virtual void clusterArrived(const Machine&, uint32_t /*lanes*/, bool /*relaxed*/) {}
    virtual void clusterReleased(Block&) {}
    virtual void clusterPassed(const Machine&, uint32_t /*lanes*/) {}

    /// Bytes of a lane's local memory were written beside the usual ways: copied from elsewhere in it as a call's
    /// arguments or results are, or (`from` is `nowhere`) made by the system.
    static constexpr uint32_t nowhere = UINT32_MAX;
    virtual void frameWritten(const Machine&, uint32_t /*lane*/, uint32_t /*from*/, uint32_t /*to*/,
                              uint32_t /*bytes*/) {}
    /// A lane took memory from the heap, or gave it back.
    virtual void allocated(const Machine&, const Op*, uint32_t /*lane*/, uint64_t /*address*/, uint64_t /*bytes*/) {}
    virtual void freed(const Machine&, const Op*, uint32_t /*lane*/, uint64_t /*address*/) {}

    // Values that mean nothing. Lanes have read registers of lanes that do not take part, or local memory that nobody has
    // written: who wants to know what comes of it sets Warp::followed, and hears of each operation of the warp before it is
    // executed, and of which lane each lane has read in a shuffle.
    virtual void readMissingLanes(const Machine&, const Op*, uint32_t /*lanes*/, const uint8_t (&/*from*/)[32]) {}
    virtual void follow(const Machine&, const Op*) {}
    virtual void shuffled(const Machine&, const Op*, uint32_t /*lanes*/, const uint8_t (&/*from*/)[32]) {}
};

/// Follows a block step by step.
struct StepObserver : AccessObserver {
    /// Before the operation is executed for the machine's active lanes. Returns whether the warp's turn ends with it.
    virtual bool step(const Machine& machine, const Op* op) = 0;
};

class Block;

/// Watches the blocks of a launch for mistakes (sim/check has the one that does).
class Watch {
public:
    virtual ~Watch() = default;
    /// Before anything else, where mayChange() is to be asked.
    virtual void prepare(const Program& program, const Launch& launch, const memory::DeviceMemory& memory) = 0;
    /// Whether the launch may write to the array.
    virtual bool mayChange(const memory::Allocation& array) const = 0;
    /// Before the first block. `whole`: every block of the grid is watched. `together`: several host threads run them.
    virtual void begin(const RunState& run, bool whole, bool together) = 0;
    /// For one block at a time. Any thread may call it.
    virtual std::unique_ptr<AccessObserver> observe(Block& block) = 0;
    /// After the last block, before findings are taken. `failed`: the kernel was stopped before it was done.
    virtual void end(bool failed) = 0;
    /// What blocks that ran together have done depends on who came first: it is to be told as one after the other does it.
    virtual bool isOrderFelt() const = 0;
    /// Whether it matters that others may see a write later than it is made.
    virtual bool writesMayComeLate() const { return false; }
    /// After begin(): in this run some do, always the same ones for a seed. One host thread runs the blocks.
    virtual void letWritesComeLate(uint32_t /*seed*/) {}
};

} // namespace warplens::sim::simt
