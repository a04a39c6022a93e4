// SPDX-License-Identifier: GPL-3.0-or-later
// Executes thread blocks, one after the other: its warps, its shared memory, its barriers. One object serves one
// host thread and keeps its buffers from block to block.
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/simt/dim3.h"
#include "sim/simt/findings.h"
#include "sim/simt/program.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <array>
#include <span>
#include <stop_token>

namespace warplens::sim::simt {

struct Launch {
    Dim3 grid, block;
    uint32_t dynamicShared = 0;    ///< bytes
    std::vector<std::byte> params; ///< as the kernel's parameter space lays them out
};

/// One request of a warp, as an observer sees it after it was executed.
struct AccessEvent {
    const Op* op;
    const MemoryOp* memory;
    uint32_t mask;
    uint64_t first;         ///< address asked for by the lowest active lane; shared: from the start of shared memory
    const Pattern* pattern; ///< the other lanes, relative to it
    AccessSpace space;      ///< where generic addresses led
};

/// What it hears may be less than all: accesses by the short way only where it is the machine's observer.
struct AccessObserver {
    virtual ~AccessObserver() = default;
    virtual void access(const Machine& machine, const AccessEvent& event) = 0;
    // Asynchronous copies of the lanes in `mask`: those since the last time form a group; all but `left` groups are
    // awaited (-1: every copy). An mbarrier was used by the lanes that arrived at it or have passed it; where it lies.
    virtual void copiesCommitted(const Machine&, uint32_t) {}
    virtual void copiesAwaited(const Machine&, uint32_t, int64_t) {}
    virtual void mbarrierUsed(const Machine&, const Op*, uint32_t, uint32_t, std::byte* const (&)[32]) {}
    /// Lanes have waited for one another, in a .sync instruction.
    virtual void lanesMet(const Machine&, uint32_t) {}
    /// Arguments or results of a call were written to the frame of these lanes.
    virtual void frameWritten(const Machine&, uint32_t, uint32_t, uint32_t) {}
    /// A warp has come to a barrier of the block, to wait or only to be counted; all have come.
    virtual void barrierReached(const Machine&, unsigned, bool) {}
    virtual void barrierReleased(unsigned) {}
    virtual void beginBlock(const Dim3&) {}
    virtual void endBlock() {}
};

/// Follows a block step by step.
struct StepObserver : AccessObserver {
    /// Before the operation is executed for the machine's active lanes. Returns whether the warp's turn ends with it.
    virtual bool step(const Machine& machine, const Op* op) = 0;
};

/// What all blocks of a launch share while it runs.
struct RunState {
    const Program& program;
    const Launch& launch;
    memory::DeviceMemory& memory;
    Findings& findings;
    SystemState& system;
    std::stop_token stop = {};
    uint64_t enterBudget = 1ull << 28; ///< basic blocks that one warp may enter before it counts as endless
    bool counting = true;              ///< of what requests cost
};

class Block {
public:
    explicit Block(const RunState& state);

    /// Executes one block. With a StepObserver warps take turns operation by operation, else barrier by barrier.
    void run(const Dim3& index, StepObserver* steps = nullptr, AccessObserver* accesses = nullptr);

    /// Counted over all blocks that this object has run.
    std::span<const uint64_t> executions() const { return m_executions; }
    std::span<const MemoryCounters> counters() const { return m_counters; }
    bool failed() const { return m_failed; }

    // For the handlers.
    const RunState& state() const { return m_state; }
    const Dim3& index() const { return m_index; }
    Machine& machine() { return m_machine; }
    uint32_t threadOf(uint32_t warp, uint32_t lane) const { return warp * 32 + lane; }
    void openWindow(Warp& warp, const FunctionCode& function, uint32_t window, uint32_t frame) const;
    /// Makes room for a window and a frame; the warp's registers may move.
    bool reserve(Warp& warp, uint32_t windowEnd, uint32_t frameEnd);
    enum class Severity : uint8_t {
        Ends, ///< the kernel, as it would on a GPU
        Goes, ///< on
    };
    void report(FindingKind kind, const Op* op, uint32_t lane, uint64_t address, std::string message,
                Severity severity = Severity::Ends);
    /// Lanes end at this operation.
    void noteExit(const Op* op);
    /// Ends every thread of the block: the kernel has failed.
    void abort();
    uint64_t special(Special what, uint32_t warp, uint32_t lane) const;

    struct BarrierState {
        uint32_t arrived = 0;         ///< threads
        uint32_t expected = 0;        ///< threads; 0: all that have not ended
        uint32_t yes = 0, voters = 0; ///< of bar.red
    };
    BarrierState& barrier(unsigned id) { return m_barriers[id]; }

private:
    void prepare(const Dim3& index);
    bool runWarp(Warp& warp);
    bool runWarpStepping(Warp& warp);
    bool releaseBarriers();
    void reportStuck();
    void reportDifferentBarriers(unsigned id);
    void reportSkippedBarrier(unsigned id);
    const BasicBlock& blockOf(const Op* op) const;

    const RunState& m_state;
    Dim3 m_index;
    Machine m_machine;
    std::vector<Warp> m_warps;
    std::vector<uint64_t> m_executions;
    std::vector<MemoryCounters> m_counters;
    AlignedBytes m_patterns;
    AlignedBytes m_shared;
    uint64_t m_sharedBytes = 0;
    std::array<BarrierState, 16> m_barriers;
    StepObserver* m_steps = nullptr;
    bool m_failed = false;
    std::vector<const Op*> m_exits; ///< where threads of this block have ended
};

/// A variable as the source calls it: "As" of "_ZZ5tiledE2As".
std::string variableName(std::string_view name);
/// "byte 12 of As": what lies at an address of shared memory.
std::string sharedPlace(const Program& program, uint64_t address);

} // namespace warplens::sim::simt
