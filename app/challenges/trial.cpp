// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/trial.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warplens::challenges {
namespace {

namespace simt = sim::simt;
using sim::trace::GlobalCounts;
using sim::trace::SharedCounts;

/// What is random for the others is random otherwise.
constexpr uint64_t otherSeeds = 0x5eed0fULL;

/// A warp may enter so many basic blocks in loops without a foreseeable end. Challenges are small; a mistyped loop is to
/// be told at once.
constexpr uint64_t enterBudget = 1u << 20;

template<class T>
T ofAccesses(const sim::trace::ByKind<T>& counts, Accesses accesses) {
    switch (accesses) {
    case Accesses::Loads:
        return counts.load;
    case Accesses::Stores:
        return counts.store;
    case Accesses::Atomics:
        return counts.atomic;
    case Accesses::All:
        break;
    }
    return counts.sum();
}

uint64_t conflictsOf(const SharedCounts& counts) {
    return counts.wavefronts - std::min(counts.wavefronts, counts.wavefrontsIdeal);
}

/// Requests, and what of them is limited.
std::pair<uint64_t, uint64_t> measured(const Goal& goal, const sim::trace::Counts& counts) {
    if (goal.space == Space::Shared) {
        const SharedCounts c = ofAccesses(counts.shared, goal.accesses);
        return {c.requests, goal.unit == Unit::Conflicts    ? conflictsOf(c)
                            : goal.unit == Unit::Wavefronts ? c.wavefronts
                                                            : c.requests};
    }
    const GlobalCounts c = ofAccesses(counts.global, goal.accesses);
    return {c.requests, goal.unit == Unit::Requests ? c.requests : c.sectors};
}

} // namespace

engine::LaunchSpec launchOf(const Challenge& challenge, DataSet data) {
    engine::LaunchSpec spec = engine::launchOfFile(data == DataSet::Shown ? challenge.launch : challenge.others);
    for (size_t i = 0; i < spec.arguments.size(); ++i) {
        spec.arguments[i].name = challenge.arguments.at(i);
        if (data == DataSet::Others)
            spec.arguments[i].spec.fill.seed += otherSeeds;
    }
    return spec;
}

Trial::Trial(const engine::KernelImage& image, const engine::LaunchSpec& launch, std::stop_token stop)
    : m_simulation(std::make_unique<engine::Simulation>(image, launch))
    , m_file(image.fileName) {
    simt::RunOptions options;
    options.enterBudget = enterBudget;
    options.checkedBlocks = UINT64_MAX;
    options.stop = stop;
    m_result = m_simulation->run(options);
    if (m_result.cancelled)
        throw Stopped();
    m_totals = sim::trace::totals(m_simulation->program(), m_result);
    m_rows = sim::trace::countsByInstruction(m_simulation->program(), m_result);

    // Once more, from fresh data, to see which instruction reaches which array.
    engine::Simulation again(image, launch);
    m_touched = std::make_unique<TouchedArrays>(again);
    options.watch = m_touched.get();
    options.counting = false;
    if (again.run(options).cancelled)
        throw Stopped();
}

std::vector<const simt::Finding*> Trial::mistakes() const {
    std::vector<const simt::Finding*> mistakes;
    for (const simt::Finding& finding : m_result.findings)
        if (finding.isError())
            mistakes.push_back(&finding);
    return mistakes;
}

bool Trial::wasStopped() const {
    return m_result.failed;
}

size_t Trial::argument(const std::string& array) const {
    const auto& arrays = m_simulation->arrays();
    return static_cast<size_t>(
        std::find_if(arrays.begin(), arrays.end(), [&](const auto& each) { return each.name == array; }) -
        arrays.begin());
}

Trial::Bytes Trial::contents(const std::string& array) {
    return m_simulation->contents(m_simulation->array(array));
}

kernels::ElementType Trial::typeOf(const std::string& array) const {
    return m_simulation->array(array).type;
}

bool Trial::selects(const Goal& goal, const sim::trace::InstructionCounts& row) const {
    return goal.array.empty() || m_touched->touches(*row.memory, argument(goal.array));
}

uint32_t Trial::lineThatStores(const std::string& array) const {
    for (const sim::trace::InstructionCounts& row : m_rows)
        if (row.file == m_file && row.memory->kind != simt::AccessKind::Load &&
            m_touched->touches(*row.memory, argument(array)))
            return row.line;
    return 0;
}

uint64_t Trial::launchTotal(Unit unit) const {
    if (unit == Unit::Barriers)
        return m_totals.barriers;
    if (unit == Unit::WarpInstructions)
        return m_totals.warpInstructions;
    uint64_t copies = 0;
    for (const sim::trace::InstructionCounts& row : m_rows)
        copies += row.memory->copies ? row.counts.shared.sum().requests : 0;
    return copies;
}

Trial::Amount Trial::amount(const Goal& goal) const {
    Amount amount;
    if (goal.space == Space::Launch) {
        amount.total = launchTotal(goal.unit);
        amount.value = static_cast<double>(amount.total);
        return amount;
    }
    std::map<std::pair<std::string, uint32_t>, std::pair<uint64_t, uint64_t>> lines; // an unrolled loop is one line
    for (const sim::trace::InstructionCounts& row : m_rows) {
        const auto [requests, total] = measured(goal, row.counts);
        if (requests == 0 || !selects(goal, row))
            continue;
        amount.requests += requests;
        amount.total += total;
        auto& line = lines[{row.file, row.line}];
        line.first += requests;
        line.second += total;
    }
    double most = -1;
    for (const auto& [place, counts] : lines) {
        const double here = static_cast<double>(counts.second) /
                            (goal.unit == Unit::SectorsPerRequest ? static_cast<double>(counts.first) : 1.0);
        if (here > most) {
            most = here;
            amount.line = place.first == m_file ? place.second : 0; // not one of a header
        }
    }
    amount.value = static_cast<double>(amount.total);
    if (goal.unit == Unit::SectorsPerRequest && amount.requests != 0)
        amount.value /= static_cast<double>(amount.requests);
    return amount;
}

} // namespace warplens::challenges
