// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts the blocks of a grid by what they have executed. Blocks of one class are taken to be alike: what is true of one
// of them is told of all.
#pragma once

#include "sim/simt/launch.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace warplens::sim::simt {

class BlockClasses {
public:
    /// Where there are too many classes, further ones are counted as unknown.
    void add(const std::vector<uint64_t>& executions, const Dim3& block, uint64_t blocks);
    void addUnknown(uint64_t blocks) { m_unknown += blocks; }
    void add(const BlockClasses& other);
    void tell(RunResult& result) const;

private:
    static constexpr size_t most = 1024;
    struct Members {
        Dim3 example;
        uint64_t blocks;
    };
    std::map<std::vector<uint64_t>, Members> m_byExecutions;
    uint64_t m_unknown = 0;
};

/// A tally counts on and on; this tells what was added since it was asked last.
class ExecutedSince {
public:
    const std::vector<uint64_t>& since(std::span<const uint64_t> now);

private:
    std::vector<uint64_t> m_before, m_difference;
};

} // namespace warplens::sim::simt
