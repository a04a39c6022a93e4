// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/findings.h"

#include <algorithm>
#include <utility>

namespace warplens::sim::simt {
namespace {

struct Row {
    FindingKind kind;
    std::string_view text, summary;
};
constexpr Row rows[] = {
#define WARPLENS_FINDING(name, text, summary) {FindingKind::name, text, summary},
#include "sim/simt/finding_kinds.def"
#undef WARPLENS_FINDING
};

} // namespace

std::string_view findingName(FindingKind kind) {
    return rows[static_cast<size_t>(kind)].text;
}

std::string_view findingSummary(FindingKind kind) {
    return rows[static_cast<size_t>(kind)].summary;
}

std::vector<FindingKind> findingKinds() {
    std::vector<FindingKind> kinds;
    for (const Row& row : rows)
        kinds.push_back(row.kind);
    return kinds;
}

size_t errorsIn(const std::vector<Finding>& findings) {
    return static_cast<size_t>(
        std::count_if(findings.begin(), findings.end(), [](const Finding& each) { return each.isError(); }));
}

// Which of two accesses came first is chance: the pair is the same either way.
Findings::Key Findings::keyOf(const Finding& finding) {
    Key key{finding.kind, finding.place(), {}, finding.line == 0 ? finding.ptxLine : 0};
    if (finding.accesses.size() > 1)
        key.there = finding.accesses[1].place;
    if (finding.kind == FindingKind::Race && key.there < key.here)
        std::swap(key.here, key.there);
    return key;
}

void Findings::add(Finding finding) {
    const std::lock_guard lock(m_mutex);
    const auto [place, isNew] = m_findings.try_emplace(keyOf(finding), finding);
    if (isNew)
        return;
    Finding& known = place->second;
    const uint64_t times = known.times + finding.times;
    const bool benign = known.benign && finding.benign;
    // What is told is the first block's, and of several of its own one that does harm.
    if (finding.blockNumber < known.blockNumber ||
        (finding.blockNumber == known.blockNumber && known.benign && !finding.benign))
        known = std::move(finding);
    known.times = times;
    known.benign = benign;
}

void Findings::keepUpTo(uint64_t blockNumber) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_findings, [&](const auto& entry) { return entry.second.blockNumber > blockNumber; });
}

void Findings::clear() {
    const std::lock_guard lock(m_mutex);
    m_findings.clear();
    m_firstAt.clear();
}

bool Findings::isFirstAt(const void* place, uint64_t blockNumber) {
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_firstAt.try_emplace(place, blockNumber);
    const bool isFirst = isNew || blockNumber < known->second;
    known->second = std::min(known->second, blockNumber);
    return isFirst;
}

std::vector<Finding> Findings::take() {
    const std::lock_guard lock(m_mutex);
    std::vector<Finding> list;
    for (auto& [key, finding] : m_findings)
        list.push_back(std::move(finding));
    m_findings.clear();
    m_firstAt.clear();
    return list;
}

bool Findings::empty() const {
    const std::lock_guard lock(m_mutex);
    return m_findings.empty();
}

} // namespace warplens::sim::simt
