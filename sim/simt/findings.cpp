// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/findings.h"

namespace warplens::sim::simt {

std::string_view findingName(FindingKind kind) {
    switch (kind) {
    case FindingKind::OutOfBounds:
        return "out-of-bounds";
    case FindingKind::Misaligned:
        return "misaligned";
    case FindingKind::Uninitialized:
        return "uninitialized";
    case FindingKind::Race:
        return "race";
    case FindingKind::DivergentBarrier:
        return "divergent-barrier";
    case FindingKind::InactiveLane:
        return "inactive-lane";
    case FindingKind::EndlessLoop:
        return "endless-loop";
    case FindingKind::StackOverflow:
        return "stack-overflow";
    case FindingKind::Trap:
        return "trap";
    }
    return "";
}

void Findings::add(Finding finding) {
    const std::lock_guard lock(m_mutex);
    const auto [place, isNew] = m_findings.try_emplace({finding.kind, finding.ptxLine}, finding);
    if (isNew)
        return;
    const uint64_t times = place->second.times + 1;
    if (finding.blockNumber < place->second.blockNumber)
        place->second = std::move(finding);
    place->second.times = times;
}

void Findings::keepUpTo(uint64_t blockNumber) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_findings, [&](const auto& entry) { return entry.second.blockNumber > blockNumber; });
}

std::vector<Finding> Findings::take() {
    const std::lock_guard lock(m_mutex);
    std::vector<Finding> list;
    for (auto& [key, finding] : m_findings)
        list.push_back(std::move(finding));
    m_findings.clear();
    return list;
}

bool Findings::empty() const {
    const std::lock_guard lock(m_mutex);
    return m_findings.empty();
}

} // namespace warplens::sim::simt
