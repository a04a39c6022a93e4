// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/launch_watch.h"

#include "sim/check/block_checker.h"
#include "sim/check/late_writes.h"
#include "sim/check/lent_pointers.h"

namespace warplens::sim::check {

LaunchWatch::LaunchWatch() = default;
LaunchWatch::~LaunchWatch() = default;

void LaunchWatch::prepare(const simt::Program& program, const simt::Launch& launch,
                          const memory::DeviceMemory& memory) {
    m_facts = std::make_unique<Facts>(program);
    m_global.emplace(program, *m_facts, launch, memory);
}

bool LaunchWatch::mayChange(const memory::Allocation& array) const {
    return m_global->changes(array.base);
}

void LaunchWatch::begin(const simt::RunState& run, bool whole, bool together) {
    m_run = &run;
    m_together = together;
    m_orderFelt = false;
    m_places.clear();
    m_clusterPlaces.clear();
    m_hasClusters = whole && run.launch.cluster.count() > 1;
    m_late.reset();
    m_lent = std::make_unique<LentPlaces>();
    m_bareReads.clear();
    m_raced.clear();
    m_taken.clear();
    m_sums.clear();
    prepare(run.program, run.launch, run.memory);
    m_records.reset();
    m_horizon.reset();
    constexpr uint64_t most = 4096; // blocks: more do not run at a time, so that they do not all meet
    if (whole && !together && m_facts->ordersInPart() && !m_hasClusters && run.launch.grid.count() <= most)
        m_horizon.emplace(run.launch.grid.count());
    if (whole)
        m_records = std::make_unique<LaunchRecords>();
    else
        m_global.reset();
}

bool LaunchWatch::writesMayComeLate() const {
    return m_facts != nullptr && m_facts->looks();
}

void LaunchWatch::letWritesComeLate(uint32_t seed) {
    m_late = std::make_unique<LateWrites>(seed);
}

std::unique_ptr<simt::AccessObserver> LaunchWatch::observe(simt::Block& block) {
    return std::make_unique<BlockChecker>(*this, block);
}

void LaunchWatch::noteBareRead(uint32_t op, simt::Finding finding) {
    const std::lock_guard lock(m_mutex);
    const auto [place, isNew] = m_bareReads.try_emplace(op, finding);
    if (isNew)
        return;
    const uint64_t times = place->second.times + finding.times;
    if (finding.blockNumber < place->second.blockNumber)
        place->second = std::move(finding);
    place->second.times = times;
}

void LaunchWatch::noteRaced(uint32_t op) {
    const std::lock_guard lock(m_mutex);
    m_raced.insert(op);
}

void LaunchWatch::noteTaken(uint64_t address, simt::Finding finding) {
    const std::lock_guard lock(m_mutex);
    m_taken.insert_or_assign(address, std::move(finding));
}

void LaunchWatch::noteFreed(uint64_t address) {
    const std::lock_guard lock(m_mutex);
    m_taken.erase(address);
}

void LaunchWatch::noteSum(uint32_t op, simt::Finding finding) {
    const std::lock_guard lock(m_mutex);
    m_sums.try_emplace(op, std::move(finding));
}

void LaunchWatch::end(bool failed) {
    if (!failed)
        for (auto& [address, finding] : m_taken)
            m_run->findings.add(std::move(finding));
    for (auto& [op, finding] : m_sums)
        m_run->findings.add(std::move(finding));

    for (auto& [op, finding] : m_bareReads)
        if (!m_raced.contains(op))
            m_run->findings.add(std::move(finding));
    m_bareReads.clear();
    if (m_global) {
        m_changed.emplace();
        const auto note = [&](const memory::Allocation& array) {
            if (!m_global->changes(array.base))
                return;
            // Where an array means something already, it does so for good.
            const bool wanted = (!array.initialized || array.written != nullptr) && !m_records->isFull();
            m_changed->emplace(array.base, wanted ? std::optional(m_global->writtenIn(array.base)) : std::nullopt);
        };
        m_run->memory.forEach(note);
        for (const memory::Allocation& array : m_run->launch.texelArrays)
            note(array);
    }
    m_global.reset();
    m_records.reset();
    m_horizon.reset();
}

} // namespace warplens::sim::check
