// SPDX-License-Identifier: GPL-3.0-or-later
// Which request of the emulator's trace an execution of a memory instruction in machine code makes.
//
// Both come from the same line of the PTX, and a warp makes the requests of one line in the same order here and there: the
// n-th execution is the n-th request. (ptxas may exchange requests of different lines.)
#pragma once

#include "sim/machine/walk.h"
#include "sim/trace/block_trace.h"

#include <unordered_map>
#include <unordered_set>

namespace warplens::sim::machine {

/// The requests of one execution. A copy from global to shared memory has two.
struct Requests {
    static constexpr uint32_t none = UINT32_MAX;
    uint32_t global = none, shared = none; ///< indices into BlockTrace::events
};

/// Lines of the PTX that have become instructions which read memory, on which the way through the machine code depends.
std::unordered_set<uint32_t> decidingLines(const Flow& flow);
/// By memory operation of the PTX: whether the way through the machine code depends on what it reads.
std::vector<bool> decidingReads(const Flow& flow, const simt::Program& program);

class EventMatcher {
public:
    EventMatcher(const simt::Program& program, const trace::BlockTrace& trace);

    /// Of the next execution by that warp, some lanes taking part.
    Requests next(uint32_t warp, const sass::Instruction& instruction);
    /// Executions for which there was no request left.
    uint64_t missing() const { return m_missing; }
    /// Requests that no execution has taken.
    uint64_t left() const;

    /// For a walk: what memory instructions have read, as the trace has it.
    ReadMemory reader();

private:
    struct Queue {
        std::vector<uint32_t> events;
        size_t next = 0;
        bool empty() const { return next >= events.size(); }
    };
    struct Line {
        Queue global, shared;
    };
    static uint64_t key(uint32_t warp, uint32_t line) { return uint64_t(warp) << 32 | line; }
    bool read(const MemoryRead& wanted);

    const trace::BlockTrace& m_trace;
    std::unordered_map<uint64_t, Line> m_lines;
    uint64_t m_missing = 0;
};

} // namespace warplens::sim::machine
