// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in a kernel that running it has brought to light.
#pragma once

#include "sim/simt/dim3.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warplens::sim::simt {

enum class FindingKind : uint8_t {
    OutOfBounds,
    Misaligned,
    Uninitialized,
    Race,
    DivergentBarrier,
    InactiveLane,
    EndlessLoop,
    StackOverflow,
    Trap,
};
/// As design.md spells it: "out-of-bounds" and so on.
std::string_view findingName(FindingKind kind);

struct Finding {
    FindingKind kind{};
    std::string file;  ///< of the CUDA source, where the compiler told
    uint32_t line = 0; ///< 0: unknown
    uint32_t ptxLine = 0;
    Dim3 block, thread;       ///< of the first time
    uint64_t blockNumber = 0; ///< of the block in the grid
    uint64_t address = 0;     ///< 0 where there is none
    std::string message;
    uint64_t times = 1; ///< how often it happened at this instruction
};

/// Collects findings of all threads of the simulation; the same kind at the same instruction is one finding, and the
/// first block's is the one that is told.
class Findings {
public:
    void add(Finding finding);
    /// Forgets those that only blocks with larger numbers had: the kernel was over before.
    void keepUpTo(uint64_t blockNumber);
    std::vector<Finding> take();
    bool empty() const;

private:
    mutable std::mutex m_mutex;
    std::map<std::tuple<FindingKind, uint32_t>, Finding> m_findings;
};

} // namespace warplens::sim::simt
