// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why_changes.h"

#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace warplens::engine {
namespace {

using sim::time::Resource;
using tongue::marked;

template<class... Values>
std::vector<std::string> texts(const Values&... values) {
    return {fmt::to_string(values)...};
}

/// Adds what the longest limit is when those that `takes` tells of take another time.
void addLongest(Change& change, const Why& why, const std::function<double(const sim::time::Limit&)>& takes) {
    for (const sim::time::Limit& limit : why.limits)
        if (why.mayBind(limit) && takes(limit) > change.milliseconds.value_or(0)) {
            change.milliseconds = takes(limit);
            change.floor = limit.floor;
        }
}

/// One resource needs less than it was counted to.
void addLess(std::vector<Change>& changes, const Why& why, const sim::time::Limit& limit, uint64_t less,
             const std::string& pattern) {
    const double without = limit.milliseconds * static_cast<double>(less) / limit.amount.value;
    Change change{
        .pattern = pattern,
        .values = texts(less, static_cast<uint64_t>(limit.amount.value), figure(without), figure(limit.milliseconds)),
        .resource = limit.resource,
        .estimated = !limit.floor};
    addLongest(change, why, [&](const sim::time::Limit& each) {
        return each.resource == limit.resource ? without : each.milliseconds;
    });
    changes.push_back(std::move(change));
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
        limit != nullptr && shared.wavefrontsIdeal < shared.wavefronts)
        addLess(changes, why, *limit, shared.wavefrontsIdeal,
                marked("without bank conflicts shared memory needs {0} wavefronts instead of {1}: {2} ms instead "
                       "of {3}"));
    const sim::trace::GlobalCounts global = counts.global.sum();
    const uint64_t linesIdeal = (global.sectorsIdeal + 3) / 4;
    if (const sim::time::Limit* limit = find(why, Resource::L1Wavefronts);
        limit != nullptr && linesIdeal < global.l1Data)
        addLess(changes, why, *limit, linesIdeal,
                marked("with the bytes of each request side by side, global memory needs {0} wavefronts of L1 "
                       "instead of {1}: {2} ms instead of {3}"));
    if (why.fill < 0.95 && why.binds().fill < 1) {
        Change change{
            .pattern = marked("{0} blocks fill {1} % of the turns of {2} multiprocessors: a grid that fills them takes "
                              "less time for the same work"),
            .values = texts(why.work.blocks, fmt::format("{:.0f}", 100 * why.fill), why.device->multiprocessors)};
        addLongest(change, why, [](const sim::time::Limit& limit) { return limit.milliseconds * limit.fill; });
        changes.push_back(std::move(change));
    }
    addOccupancy(changes, why, architecture, simulation);
    return changes;
}

std::string textOf(const Change& change) {
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const std::string& value : change.values)
        values.push_back(value);
    return fmt::vformat(change.pattern, values) + (change.estimated ? " (estimated)" : "");
}

std::string limitText(double milliseconds, bool floor) {
    return floor ? figure(milliseconds) + " ms" : fmt::format("about {} ms, as estimated", figure(milliseconds));
}

std::string figure(double milliseconds) {
    return tongue::plain(milliseconds);
}

} // namespace warplens::engine
