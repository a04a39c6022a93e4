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
    uint64_t requests = 0, sectors = 0, sectorsIdeal = 0, lines = 0;
    bool operator==(const GlobalCounts&) const = default;
    GlobalCounts& operator+=(const GlobalCounts& other);
};

struct SharedCounts {
    uint64_t requests = 0, wavefronts = 0, wavefrontsIdeal = 0;
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

/// Of all lines together.
Counts totals(const simt::Program& program, const simt::RunResult& result);

/// By file and line, ascending. Code without a line comes first, as line 0.
std::vector<LineCounts> countsByLine(const simt::Program& program, const simt::RunResult& result);

} // namespace warplens::sim::trace
