// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has counted, put together for reading: in total, and for each line of the source.
#pragma once

#include "sim/simt/launch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::sim::trace {

/// Of one kind of access to global memory. See sim/memory/access.h for the terms.
struct GlobalCounts {
    uint64_t instructions = 0; ///< executed in machine code: those count too that a predicate keeps from all lanes, and
                               ///< that make no request
    uint64_t requests = 0, sectors = 0, sectorsIdeal = 0, lines = 0;
    uint64_t bytesAsked = 0;         ///< by the active lanes together; what is moved are `sectors`
    uint64_t l1Tags = 0, l1Data = 0; ///< clocks of L1: see memory::GlobalCost
    bool operator==(const GlobalCounts&) const = default;
    GlobalCounts& operator+=(const GlobalCounts& other);
};

struct SharedCounts {
    uint64_t instructions = 0; ///< likewise; an asynchronous copy is one that loads from global memory
    uint64_t requests = 0, wavefronts = 0, wavefrontsIdeal = 0;
    uint64_t bytesAsked = 0;
    bool operator==(const SharedCounts&) const = default;
    SharedCounts& operator+=(const SharedCounts& other);
};

template<class T>
struct ByKind {
    T load, store, atomic;
    bool operator==(const ByKind&) const = default;
    ByKind& operator+=(const ByKind& other) {
        load += other.load;
        store += other.store;
        atomic += other.atomic;
        return *this;
    }
    T sum() const {
        T all = load;
        all += store;
        all += atomic;
        return all;
    }
};

struct Counts {
    uint64_t warpInstructions = 0; ///< PTX instructions, each counted once for every warp that executes it
    uint64_t barriers = 0;         ///< those of them that are barriers of the block
    ByKind<GlobalCounts> global;
    ByKind<SharedCounts> shared;
    bool operator==(const Counts&) const = default;
    Counts& operator+=(const Counts& other);
};

struct LineCounts {
    std::string file; ///< as the compiler named it; empty: code that belongs to no line
    uint32_t line = 0;
    Counts counts;
};

/// One memory instruction, as the hardware issues it.
struct InstructionCounts {
    std::string file;
    uint32_t line = 0, ptxLine = 0;
    const simt::MemoryOp* memory = nullptr;
    Counts counts; ///< without warpInstructions
};

/// Of all lines together.
Counts totals(const simt::Program& program, const simt::RunResult& result);

/// By file and line, ascending. Code without a line comes first, as line 0.
std::vector<LineCounts> countsByLine(const simt::Program& program, const simt::RunResult& result);

/// The instructions that reach global or shared memory and were executed, in the order of the program. Those that the
/// machine code does as part of another one are left out: the other one counts for them.
std::vector<InstructionCounts> countsByInstruction(const simt::Program& program, const simt::RunResult& result);

} // namespace warplens::sim::trace
