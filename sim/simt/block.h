// SPDX-License-Identifier: GPL-3.0-or-later
// Executes a thread block: its warps, its shared memory, its barriers. It goes turn by turn, so that blocks that wait
// for one another can take turns (turns.h); an object keeps its buffers from block to block.
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/memory/texture.h"
#include "sim/simt/dim3.h"
#include "sim/simt/findings.h"
#include "sim/simt/loops.h"
#include "sim/simt/observer.h"
#include "sim/simt/place.h"
#include "sim/simt/program.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <array>
#include <functional>
#include <span>
#include <stop_token>

namespace warplens::sim::simt {

struct Launch {
    Dim3 grid, block;
    Dim3 cluster{1, 1, 1};         ///< blocks that run together
    uint32_t dynamicShared = 0;    ///< bytes
    std::vector<std::byte> params; ///< as the kernel's parameter space lays them out
    /// Where cooperative groups keep the barrier of the grid: 8 bytes of device memory, zero; 0: the launch is not
    /// cooperative, and grid.sync() traps, as on a GPU.
    uint64_t gridBarrier = 0;
    const memory::TextureTables* textures = nullptr; ///< whose handles the kernel may hold; nullptr: there are none
    std::vector<memory::Allocation> texelArrays;     ///< that textures and surfaces alone lead to
};

/// What all blocks of a launch share while it runs.
struct RunState {
    const Program& program;
    const Launch& launch;
    memory::DeviceMemory& memory;
    Findings& findings;
    SystemState& system;
    std::stop_token stop = {};
    uint64_t enterBudget = usualEnterBudget; ///< basic blocks that a warp may enter in loops whose end cannot be
                                             ///< foreseen, before it counts as endless
    bool counting = true;                    ///< of what requests cost
    bool lockstep = false; ///< lanes of a warp that have parted do not take turns: before compute capability 7.0
    /// Whether somebody who is none of the launch could write what a loop waits for; may take its time. Asked from any
    /// thread, before a loop is said never to end. Empty: nobody could.
    std::function<bool()> othersMayWrite = {};
    mutable Loops loops = {};

    static constexpr uint64_t usualEnterBudget = 1ull << 24;
};

/// What blocks that run on one host thread count together.
struct Tally {
    explicit Tally(const Program& program);
    std::vector<uint64_t> executions;     ///< by basic block
    std::vector<MemoryCounters> counters; ///< by memory operation
    AlignedBytes patterns;                ///< by memory operation, then the program's further ones
};

class Trail;
class Cluster;

/// The blocks that run together with one, and which of them it is; nullptr: it runs by itself.
struct ClusterMember {
    Cluster* cluster = nullptr;
    uint32_t rank = 0;
};

class Block {
public:
    Block(const RunState& state, Tally& tally);
    ~Block();
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// Begins a block. With a StepObserver warps take turns operation by operation, else barrier by barrier.
    void start(const Dim3& index, StepObserver* steps = nullptr, AccessObserver* accesses = nullptr);
    enum class Turn : uint8_t {
        Moves,
        Meets, ///< threads have met at a barrier, and go on
        Idles, ///< each warp that could go on waits for what others do
        Done,
    };
    /// Each warp has a turn.
    Turn turn();
    bool done() const { return m_done; }
    bool failed() const { return m_failed; }

    /// Lanes that wait for their siblings at reconvergence points go on without them. Returns whether there were any.
    bool releaseWaitingLanes();

    /// From now on turns are short, nobody gives his turn away, and each split keeps a trail of what decided its way:
    /// so that it shows whether lanes go round in circles. Ends with `on` false.
    void examine(bool on);
    /// While it is examined: every warp that could go on has gone round the same circle so often that it surely goes on so.
    /// `still`: nobody has changed anything since it is examined.
    bool circles(bool still) const;
    /// So many looks its splits take to go round once the places that they went round before it was examined.
    uint64_t looksOfCircles() const;
    /// Its splits that could go on.
    uint64_t splitsReady() const;

    // For the handlers.
    const RunState& state() const { return m_state; }
    const Dim3& index() const { return m_index; }
    Machine& machine() { return m_machine; }
    uint32_t threadOf(uint32_t warp, uint32_t lane) const { return warp * 32 + lane; }
    enum class Severity : uint8_t {
        Ends, ///< the kernel, as it would on a GPU
        Goes, ///< on
    };
    void report(FindingKind kind, const Op* op, uint32_t lane, uint64_t address, std::string message,
                Severity severity = Severity::Ends);
    /// A finding of a lane of the running warp at the operation, with all but its message.
    Finding findingAt(FindingKind kind, const Op* op, uint32_t lane, uint64_t address) const;
    ClusterMember inCluster;
    uint64_t number() const {
        return (uint64_t(m_index.z) * m_state.launch.grid.y + m_index.y) * m_state.launch.grid.x + m_index.x;
    }
    std::span<const Warp> warps() const { return m_warps; }
    std::span<Warp> warps() { return m_warps; }
    /// Where threads of this block have ended.
    std::span<const Op* const> exits() const { return m_exits; }
    /// Lanes end at this operation.
    void noteExit(const Op* op);
    /// Ends every thread of the block: the kernel has failed.
    void abort();
    /// False where the warp that runs, and has given way at `next`, has done more than it may.
    bool mayGoOn(const Op* next, uint32_t cost);
    int32_t slice() const { return m_trail ? 0 : static_cast<int32_t>(timeSlice); }
    /// While the block is examined: whether the running split's turn goes on at `next`, since its round is not over.
    bool isWithinRound(const Op* next);
    bool examined() const { return m_trail != nullptr; }
    const Trail* trail() const { return m_trail.get(); } ///< nullptr: it is not examined
    /// Whether lanes give way where they have seen twice what they wait to change.
    void setGivesWay(bool on) { m_givesWay = on; }
    bool givesWay() const { return m_givesWay && !examined(); }

    struct BarrierState {
        uint32_t arrived = 0;         ///< threads
        uint32_t expected = 0;        ///< threads; 0: all that have not ended
        uint32_t warps = 0;           ///< that have come, a bit each
        uint32_t yes = 0, voters = 0; ///< of bar.red
        const Op* first = nullptr;    ///< where somebody came first
    };
    BarrierState& barrier(unsigned id) { return m_barriers[id]; }
    /// Lanes of the running warp have come to the barrier, which waits for so many threads (0: all of the block).
    void arriveAtBarrier(const Op* op, unsigned id, uint32_t lanes, uint32_t expected);
    /// Lets those go on who wait at a barrier for a number of threads, once so many have come.
    void releaseCounted(unsigned id);

private:
    void prepare(const Dim3& index);
    bool runWarp(Warp& warp);
    bool runWarpStepping(Warp& warp);
    bool hasTurn(const Warp& warp) const;
    /// Lets those go on who wait at the barrier, where all have come. Returns whether that was so.
    bool releaseBarrier(unsigned id);
    bool releaseBarriers();

    const RunState& m_state;
    Dim3 m_index;
    Machine m_machine;
    std::vector<Warp> m_warps;
    AlignedBytes m_shared;
    uint64_t m_sharedBytes = 0;
    std::array<BarrierState, 16> m_barriers;
    StepObserver* m_steps = nullptr;
    bool m_failed = false, m_done = true, m_givesWay = true;
    std::vector<const Op*> m_exits;
    std::unique_ptr<Trail> m_trail; ///< while it is examined
};

/// Bytes of the state that a block of the launch has until it is done.
uint64_t blockStateBytes(const Program& program, const Launch& launch);

} // namespace warplens::sim::simt
