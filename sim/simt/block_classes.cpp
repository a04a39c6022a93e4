// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/block_classes.h"

#include <algorithm>
#include <tuple>

namespace warplens::sim::simt {

void BlockClasses::add(const std::vector<uint64_t>& executions, const Dim3& block, uint64_t blocks) {
    const auto place = [](const Dim3& b) { return std::tuple(b.z, b.y, b.x); };
    if (const auto found = m_byExecutions.find(executions); found != m_byExecutions.end()) {
        found->second.blocks += blocks;
        if (place(block) < place(found->second.example)) // whichever host thread was first
            found->second.example = block;
    } else if (m_byExecutions.size() < most) {
        m_byExecutions.emplace(executions, Members{block, blocks});
    } else {
        m_unknown += blocks;
    }
}

void BlockClasses::add(const BlockClasses& other) {
    for (const auto& [executions, members] : other.m_byExecutions)
        add(executions, members.example, members.blocks);
    m_unknown += other.m_unknown;
}

void BlockClasses::tell(RunResult& result) const {
    for (const auto& [executions, members] : m_byExecutions)
        result.classes.push_back({members.example, members.blocks, executions, {}});
    std::stable_sort(result.classes.begin(), result.classes.end(),
                     [](const BlockClass& a, const BlockClass& b) { return a.blocks > b.blocks; });
    result.unclassified = m_unknown;
}

const std::vector<uint64_t>& ExecutedSince::since(std::span<const uint64_t> now) {
    m_difference.resize(now.size());
    m_before.resize(now.size());
    for (size_t i = 0; i < now.size(); ++i) {
        m_difference[i] = now[i] - m_before[i];
        m_before[i] = now[i];
    }
    return m_difference;
}

} // namespace warplens::sim::simt
