// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/facts.h"

#include "app/engine/simulation.h"
#include "app/engine/why.h"
#include "sim/time/device.h"
#include "sim/trace/block_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace warplens::words {
namespace {

using engine::Simulation;
using kernels::StageInstance;
using sim::simt::Program;

/// Enough for any block of a stage at the size that its counts are shown for.
constexpr std::size_t tracedEvents = 2'000'000;

/// Static variables of a function carry its name, mangled, before their own.
bool isNamed(const std::string& symbol, const std::string& name) {
    return symbol == name || symbol.ends_with(fmt::format("{}{}", name.size(), name));
}

std::string globalArray(const Simulation& simulation, std::uint64_t address) {
    for (const Simulation::Array& array : simulation.arrays())
        if (array.base != 0 && address - array.base < array.bytes)
            return array.name;
    return {};
}

std::string sharedArray(const Program& program, const StageInstance& instance, std::uint64_t address) {
    for (const kernels::SharedArrayInstance& array : instance.sharedArrays)
        for (const sim::simt::SharedVariable& variable : program.sharedVariables)
            if (isNamed(variable.name, array.variable) &&
                address - (variable.offset + static_cast<std::uint64_t>(array.at)) <
                    static_cast<std::uint64_t>(array.bytes))
                return array.name;
    return {};
}

/// An operation of the program, and which memory: a copy has a request to each.
using Side = std::pair<std::uint32_t, Space>;

/// The array that a block's first request of it goes to.
std::map<Side, std::string> homesOf(Simulation& simulation, const StageInstance& instance,
                                    const std::stop_token& stop) {
    std::map<Side, std::string> homes;
    const auto& grid = simulation.launch().grid;
    const std::vector<sim::simt::Dim3> blocks{{0, 0, 0}, {grid.x - 1, grid.y - 1, grid.z - 1}};
    for (const sim::simt::Dim3& block : blocks) {
        sim::trace::TraceOptions options;
        options.maximumEvents = tracedEvents;
        options.stop = stop;
        const sim::trace::BlockTrace trace =
            sim::trace::record(simulation.program(), simulation.launch(), simulation.memory(), block, options);
        for (std::size_t i = 0; i < trace.events.size(); ++i) {
            const sim::trace::Event event = trace.events[i];
            if (!event.isRequest())
                continue;
            const bool global = sim::trace::isGlobal(event.kind);
            const auto [home, isNew] = homes.try_emplace({event.op, global ? Space::Global : Space::Shared});
            if (isNew)
                home->second = global ? globalArray(simulation, event.first)
                                      : sharedArray(simulation.program(), instance, event.first);
        }
    }
    return homes;
}

Access accessOf(sim::simt::AccessKind kind) {
    return kind == sim::simt::AccessKind::Load    ? Access::Load
           : kind == sim::simt::AccessKind::Store ? Access::Store
                                                  : Access::Atomic;
}

std::shared_ptr<const Launch> emulate(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                                      const StageInstance& instance, const std::string& capability,
                                      const std::stop_token& stop) {
    auto launch = std::make_shared<Launch>();
    launch->instance = instance;
    const auto image =
        engine::imageOfStage(compiler, stage, instance.parameters, engine::compiledArchitecture(capability));
    const engine::LaunchSpec spec = engine::launchOfStage(instance);
    const auto& architecture = engine::checkedArchitecture(capability);
    Simulation traced(image, spec, architecture); // of its own: what a block leaves in memory is not the launch's
    const std::map<Side, std::string> homes = homesOf(traced, instance, stop);

    Simulation simulation(image, spec, architecture);
    sim::simt::RunOptions options;
    options.stop = stop;
    sim::simt::RunResult result = simulation.runSample(options);
    if (!result.exact) {
        Simulation whole(image, spec, architecture);
        result = whole.run(options);
    }
    launch->total = sim::trace::totals(simulation.program(), result);
    std::set<std::uint32_t> copies;
    for (const sim::simt::MemoryOp& memory : simulation.program().memoryOps)
        if (memory.copies)
            copies.insert(memory.op);
    for (const auto& row : sim::trace::countsByInstruction(simulation.program(), result)) {
        Place place;
        place.access = accessOf(row.memory->kind);
        place.space = row.memory->space == sim::simt::AccessSpace::Shared ? Space::Shared : Space::Global;
        if (const auto home = homes.find({row.memory->op, place.space}); home != homes.end())
            place.array = home->second;
        place.bytes = row.memory->requestBytes;
        place.copy = copies.contains(row.memory->op);
        if (!place.array.empty())
            launch->arrays[place.array] += row.counts;
        if (!row.memory->copies) // a copy is one instruction: that of its global side
            launch->places.push_back(std::move(place));
    }
    launch->registers = simulation.registers();
    launch->sharedBytes = simulation.sharedBytes();
    launch->occupancy = simulation.occupancy();
    launch->hasMachineCode = simulation.countsWhatRuns();
    return launch;
}

std::string keyOf(const kernels::Stage& stage, const kernels::ParameterValues& parameters, const kernels::Size& size,
                  const std::string& capability) {
    return fmt::format("{} {} {} {}", stage.id, kernels::variantText(parameters), kernels::sizeText(size), capability);
}

} // namespace

Facts::Facts(const kernels::Catalogue& catalogue, const kernels::StageCompiler& compiler,
             const std::vector<kernels::Recording>& recordings)
    : m_catalogue(catalogue)
    , m_compiler(compiler)
    , m_recordings(recordings) {}

std::shared_ptr<const Launch> Facts::launch(const kernels::Stage& stage, const kernels::ParameterValues& chosen,
                                            const kernels::Size& size, const std::string& capability,
                                            const std::stop_token& stop) {
    const StageInstance instance = kernels::makeInstance(stage, chosen, size);
    const std::string key = keyOf(stage, instance.parameters, size, capability);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_launches.find(key); found != m_launches.end())
            return found->second;
    }
    auto launch = emulate(m_compiler, stage, instance, capability, stop);
    if (stop.stop_requested())
        throw Stopped();
    const std::lock_guard lock(m_mutex);
    m_launches[key] = launch;
    return launch;
}

std::optional<double> Facts::loneWarpCycles(const kernels::Stage& stage, const kernels::ParameterValues& chosen,
                                            const kernels::Size& size, const std::string& capability,
                                            const std::stop_token& stop) {
    const StageInstance instance = kernels::makeInstance(stage, chosen, size);
    const sim::time::Device* device = sim::time::typicalDevice(capability);
    if (device == nullptr)
        return {};
    const std::string key = keyOf(stage, instance.parameters, size, capability);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_loneWarps.find(key); found != m_loneWarps.end())
            return found->second;
    }
    engine::WhyOptions options;
    options.stop = stop;
    const engine::Why why = engine::explain(
        engine::imageOfStage(m_compiler, stage, instance.parameters, engine::compiledArchitecture(capability)),
        engine::launchOfStage(instance), *device, {}, options);
    if (stop.stop_requested())
        throw Stopped();
    const auto& cycles = why.work.warpCycles;
    const std::lock_guard lock(m_mutex);
    return m_loneWarps[key] = cycles ? std::optional(cycles->value) : std::nullopt;
}

} // namespace warplens::words
