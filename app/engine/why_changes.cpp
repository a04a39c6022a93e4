// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why_changes.h"

#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

namespace warplens::engine {
namespace {

using sim::time::Resource;
using tongue::marked;

template<class... Values>
std::vector<std::string> texts(const Values&... values) {
    return {fmt::to_string(values)...};
}

/// The longest limit when one resource takes another time.
double longestWith(const Why& why, Resource changed, double milliseconds) {
    double longest = milliseconds;
    for (const sim::time::Limit& limit : why.limits)
        if ((limit.floor || &limit == &why.binds()) && limit.resource != changed)
            longest = std::max(longest, limit.milliseconds);
    return longest;
}

const sim::time::Limit* find(const Why& why, Resource resource) {
    const auto found = std::find_if(why.limits.begin(), why.limits.end(),
                                    [&](const sim::time::Limit& limit) { return limit.resource == resource; });
    return found == why.limits.end() ? nullptr : &*found;
}

/// The next smaller count of registers, or size of shared memory, at which one more block fits.
void addOccupancy(std::vector<Change>& changes, const Why& why, const sim::memory::Architecture& architecture,
                  const Simulation& simulation) {
    const auto threads = static_cast<unsigned>(simulation.launch().block.count());
    const unsigned blocks = why.occupancy->blocks;
    const auto blocksWith = [&](unsigned registers, uint64_t shared) {
        return sim::memory::occupancy(architecture, {threads, registers, shared}).blocks;
    };
    if (why.occupancy->warps == why.occupancy->maximumWarps)
        return;
    for (unsigned registers = simulation.registers(); registers-- > 16;)
        if (blocksWith(registers, simulation.sharedBytes()) > blocks) {
            changes.push_back(
                {marked("with {0} registers a thread instead of {1}, {2} blocks fit on a multiprocessor instead "
                        "of {3}"),
                 texts(registers, simulation.registers(), blocksWith(registers, simulation.sharedBytes()), blocks)});
            break;
        }
    for (uint64_t shared = simulation.sharedBytes() / 128 * 128; shared > 0; shared -= 128)
        if (blocksWith(simulation.registers(), shared) > blocks) {
            changes.push_back(
                {marked("with {0} bytes of shared memory a block instead of {1}, {2} blocks fit on a "
                        "multiprocessor instead of {3}"),
                 texts(shared, simulation.sharedBytes(), blocksWith(simulation.registers(), shared), blocks)});
            break;
        }
}

} // namespace

std::vector<Change> changesOf(const Why& why, const sim::trace::Counts& counts,
                              const sim::memory::Architecture& architecture, const Simulation& simulation) {
    std::vector<Change> changes;
    const sim::trace::SharedCounts shared = counts.shared.sum();
    if (const sim::time::Limit* limit = find(why, Resource::SharedWavefronts);
        limit != nullptr && shared.wavefrontsIdeal < shared.wavefronts) {
        const double without =
            limit->milliseconds * static_cast<double>(shared.wavefrontsIdeal) / static_cast<double>(shared.wavefronts);
        changes.push_back(
            {marked("without bank conflicts shared memory needs {0} wavefronts instead of {1}: {2} ms instead "
                    "of {3}"),
             texts(shared.wavefrontsIdeal, shared.wavefronts, figure(without), figure(limit->milliseconds)),
             longestWith(why, Resource::SharedWavefronts, without), Resource::SharedWavefronts});
    }
    const sim::trace::GlobalCounts global = counts.global.sum();
    const uint64_t linesIdeal = (global.sectorsIdeal + 3) / 4;
    if (const sim::time::Limit* limit = find(why, Resource::L1Wavefronts);
        limit != nullptr && linesIdeal < global.l1Data) {
        const double without =
            limit->milliseconds * static_cast<double>(linesIdeal) / static_cast<double>(global.l1Data);
        changes.push_back(
            {marked("with the bytes of each request side by side, global memory needs {0} wavefronts of L1 "
                    "instead of {1}: {2} ms instead of {3}"),
             texts(linesIdeal, global.l1Data, figure(without), figure(limit->milliseconds)),
             longestWith(why, Resource::L1Wavefronts, without), Resource::L1Wavefronts});
    }
    if (why.fill < 0.95 && why.binds().fill < 1)
        changes.push_back(
            {marked("{0} blocks fill {1} % of the turns of {2} multiprocessors: a grid that fills them takes "
                    "less time for the same work"),
             texts(why.work.blocks, fmt::format("{:.0f}", 100 * why.fill), why.device->multiprocessors),
             why.binds().milliseconds * why.fill});
    addOccupancy(changes, why, architecture, simulation);
    return changes;
}

std::string textOf(const Change& change) {
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const std::string& value : change.values)
        values.push_back(value);
    return fmt::vformat(change.pattern, values);
}

std::string figure(double milliseconds) {
    return tongue::plain(milliseconds);
}

} // namespace warplens::engine
