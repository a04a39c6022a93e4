// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/simulation.h"

#include "app/engine/member_bounds.h"
#include "app/engine/parameter_names.h"
#include "app/engine/placed_arguments.h"
#include "sim/check/launch_watch.h"
#include "sim/simt/other_orders.h"
#include "sim/simt/rules.h"
#include "sim/simt/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <set>

namespace warplens::engine {
namespace {

using namespace kernels;
namespace simt = sim::simt;

simt::Dim3 dim3(const std::array<std::int64_t, 3>& from) {
    return {static_cast<uint32_t>(from[0]), static_cast<uint32_t>(from[1]), static_cast<uint32_t>(from[2])};
}

/// As the kernel says (__cluster_dims__).
simt::Dim3 clusterOf(const simt::Program& program) {
    const auto& blocks = program.functions.front().source->clusterBlocks;
    return {std::max(blocks[0], 1u), std::max(blocks[1], 1u), std::max(blocks[2], 1u)};
}

} // namespace

LaunchSpec launchOfStage(const StageInstance& instance) {
    LaunchSpec spec;
    spec.grid = dim3(instance.grid);
    spec.block = dim3(instance.block);
    spec.dynamicShared = static_cast<uint32_t>(instance.dynamicSharedBytes);
    for (const ArgumentInstance& argument : instance.arguments)
        spec.arguments.push_back({argument.name, argument.spec(), parseArgumentSpec(argument.spec())});
    return spec;
}

Simulation::~Simulation() = default;

Simulation::Simulation(const KernelImage& image, const LaunchSpec& spec)
    : Simulation(image, spec, checkedArchitecture("9.0")) {}

Simulation::Simulation(const KernelImage& image, const LaunchSpec& spec, const sim::memory::Architecture& architecture)
    : m_program(simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(image.ptx)), image.name, m_memory))
    , m_architecture(&architecture)
    , m_watch(std::make_unique<sim::check::LaunchWatch>()) {
    if (!image.cubin.empty()) {
        m_hasCubin = true;
        const sim::sass::Cubin cubin =
            sim::sass::readCubin(std::as_bytes(std::span(image.cubin.data(), image.cubin.size())));
        m_unmatched = sim::sass::applyIssue(m_program, cubin);
        for (const sim::sass::Function& function : cubin.functions)
            if (function.name == m_program.kernel)
                m_registers = function.registers;
    }
    simt::useRules(m_program, architecture);
    m_launch.grid = spec.grid;
    m_launch.block = spec.block;
    m_launch.dynamicShared = spec.dynamicShared;
    m_launch.cluster = clusterOf(m_program);

    PlacedArguments placed = placeArguments(m_program, spec, m_memory);
    m_launch.params = std::move(placed.parameters);
    m_arrays = std::move(placed.arrays);
    if (image.looking)
        m_looking = std::make_unique<Simulation>(*image.looking, spec, architecture);
    m_looksAtMembers = image.looksAtMembers;
    if (simt::asksForGridBarrier(m_program)) // it is to be launched cooperatively
        m_launch.gridBarrier = m_memory.allocate(8, "the barrier of the grid").base;
}

namespace {

simt::Program programOf(const launches::KeptLaunch& kept) {
    auto module = std::make_shared<const sim::ptx::Module>(sim::ptx::parse(kept.ptx));
    simt::Placement placement;
    placement.heap = kept.heap;
    for (const sim::ptx::Variable& variable : module->variables)
        if (const auto found = kept.variables.find(std::string(variable.name)); found != kept.variables.end())
            placement.variables[variable.name] = found->second;
    return simt::lower(module, kept.kernel, placement);
}

} // namespace

Simulation::Simulation(const std::filesystem::path& folder, const launches::KeptLaunch& kept,
                       const sim::memory::Architecture& architecture)
    : m_kept(std::make_unique<const launches::KeptMemory>(folder, kept))
    , m_heap(std::make_unique<simt::Heap>(kept.heapBytes))
    , m_program(programOf(kept))
    , m_architecture(&architecture)
    , m_watch(std::make_unique<sim::check::LaunchWatch>()) {
    m_kept->place(m_memory);
    m_memory.setPageBytes(2 << 20); // as on a GPU, where the program ran
    m_heap->setPieces(kept.heapPieces);
    sim::sass::Cubin machine;
    for (const launches::KeptLaunch::Machine& file : kept.machine) {
        sim::sass::Cubin cubin = sim::sass::readCubin(std::as_bytes(std::span(file.cubin.data(), file.cubin.size())));
        machine.hasLines |= cubin.hasLines;
        for (sim::sass::Function& function : cubin.functions) {
            for (sim::sass::Instruction& instruction : function.instructions)
                if (instruction.ptxLine != 0)
                    instruction.ptxLine += file.firstLine;
            if (function.name == m_program.kernel)
                m_registers = function.registers;
            machine.functions.push_back(std::move(function));
        }
    }
    m_hasCubin = !kept.machine.empty() && machine.hasLines;
    if (!kept.machine.empty())
        m_unmatched = sim::sass::applyIssue(m_program, machine);
    simt::useRules(m_program, architecture);
    m_launch.grid = kept.grid;
    m_launch.block = kept.block;
    m_launch.dynamicShared = kept.dynamicShared;
    m_launch.cluster = clusterOf(m_program);
    m_launch.params = kept.parameters;
    m_launch.gridBarrier = kept.gridBarrier;
    if (m_launch.params.size() != m_program.paramBytes)
        throw launches::KeptError(fmt::format("{}: the kernel takes {} bytes of parameters, and {} were kept",
                                              folder.string(), m_program.paramBytes, m_launch.params.size()));
    nameKeptArrays(kept);
}

// Arguments that are pointers into an array name it, and so do pointers in structures ("grid + 8"); what else the
// launch could reach follows by the names that the program's memory has.
void Simulation::nameKeptArrays(const launches::KeptLaunch& kept) {
    std::set<uint64_t> named;
    const auto arrayAt = [&](uint64_t offset, std::string name) {
        Array array{std::move(name), ElementType::F32};
        uint64_t address = 0;
        std::memcpy(&address, m_launch.params.data() + offset, sizeof address);
        const sim::memory::Allocation* held = address != 0 ? m_memory.find(address) : nullptr;
        if (held != nullptr && named.insert(held->base).second) {
            array.base = held->base;
            array.bytes = held->bytes;
        }
        return array;
    };
    std::vector<Array> members; // of structures
    uint64_t offset = 0;
    const auto& parameters = m_program.functions.front().source->params;
    const std::vector<std::string> names = parameterNames(kept.source, kept.name, parameters);
    for (const sim::ptx::Variable& parameter : parameters) {
        const std::string& name = names[m_arrays.size()];
        offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
        m_arrays.push_back(parameter.bytes == 8 ? arrayAt(offset, name) : Array{name, ElementType::F32});
        for (uint64_t at = 0; parameter.bytes > 8 && at + 8 <= parameter.bytes; at += 8)
            if (Array member = arrayAt(offset + at, fmt::format("{} + {}", name, at)); member.base != 0)
                members.push_back(std::move(member));
        offset += parameter.bytes;
    }
    m_arrays.insert(m_arrays.end(), members.begin(), members.end());
    for (const launches::KeptLaunch::Memory& each : kept.memory)
        if (!named.contains(each.base) && each.bytes != 0)
            m_arrays.push_back({each.name, ElementType::F32, each.base, each.bytes});
}

simt::RunOptions Simulation::watched(simt::RunOptions options) {
    if (m_heap)
        options.heap = m_heap.get();
    if (options.watch == nullptr && options.checkedBlocks != 0)
        options.watch = m_watch.get();
    options.otherOrders = options.watch == m_watch.get() ? simt::usualOtherOrders : 0;
    options.lockstep = m_architecture->number < 70;
    if (const auto room = options.watch != nullptr ? occupancy() : std::nullopt) {
        options.residentBlocks = uint64_t(room->blocks) * m_architecture->multiprocessors;
        options.card = m_architecture->card;
    }
    return options;
}

simt::RunResult Simulation::told(simt::RunResult result) const {
    // The heap of a program outlives the launch: another kernel may give back what this one has taken.
    if (m_heap)
        std::erase_if(result.findings, [](const auto& finding) { return finding.kind == simt::FindingKind::Leak; });
    return result;
}

// It runs once more, unwatched and uncounted, with a look at each index that its addresses do not tell of. Where these are
// no members of structures, a few blocks of many stand for all.
void Simulation::lookAtIndices(simt::RunResult& result, const simt::RunOptions& options) {
    if (m_looking == nullptr || options.checkedBlocks == 0 || !options.blocks.empty() || result.cancelled)
        return;
    simt::RunOptions looks;
    looks.threads = options.threads;
    looks.enterBudget = options.enterBudget;
    looks.counting = false;
    looks.stop = options.stop;
    constexpr uint64_t atEachEnd = 32;
    const uint64_t blocks = m_launch.grid.count();
    if (!m_looksAtMembers && m_launch.cluster.count() == 1 && blocks > 2 * atEachEnd && !simt::blocksTalk(m_program))
        for (uint64_t i = 0; i < atEachEnd; ++i)
            for (const uint64_t number : {i, blocks - 1 - i})
                looks.blocks.push_back(simt::at(m_launch.grid, number));
    for (simt::Finding& finding : indexFindings(m_looking->run(looks).findings)) {
        const bool isKnown = std::any_of(result.findings.begin(), result.findings.end(), [&](const simt::Finding& f) {
            return f.line == finding.line && f.kind == finding.kind;
        });
        if (isKnown)
            continue;
        result.findings.push_back(std::move(finding));
        result.failed = true;
    }
}

simt::RunResult Simulation::run(const simt::RunOptions& options) {
    simt::RunResult result = told(simt::run(m_program, m_launch, m_memory, watched(options)));
    lookAtIndices(result, options);
    return result;
}

namespace {

/// No two parameters lead to the same array, and none to a variable of the module.
bool leadApart(const std::vector<sim::ptx::Variable>& parameters, const std::vector<std::byte>& values,
               const std::vector<Simulation::Array>& arrays, const sim::memory::DeviceMemory& memory) {
    std::map<uint64_t, const sim::ptx::Variable*> ledTo;
    uint64_t offset = 0;
    for (const sim::ptx::Variable& parameter : parameters) {
        offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
        for (uint64_t at = 0; at + 8 <= parameter.bytes; at += 8) {
            uint64_t address = 0;
            std::memcpy(&address, values.data() + offset + at, sizeof address);
            const sim::memory::Allocation* held = address != 0 ? memory.find(address) : nullptr;
            if (held == nullptr)
                continue;
            const bool isArray = std::any_of(arrays.begin(), arrays.end(),
                                             [&](const Simulation::Array& each) { return each.base == held->base; });
            if (!isArray || ledTo.try_emplace(held->base, &parameter).first->second != &parameter)
                return false;
        }
        offset += parameter.bytes;
    }
    return true;
}

} // namespace

void Simulation::countOnly() {
    simt::leaveOutValues(m_program,
                         leadApart(m_program.functions.front().source->params, m_launch.params, m_arrays, m_memory));
}

std::optional<simt::RunResult> Simulation::runGroups(const simt::RunOptions& options) {
    return simt::runGroups(m_program, m_launch, m_memory, options);
}

simt::RunResult Simulation::runSample(const simt::RunOptions& options) {
    return told(simt::runSample(m_program, m_launch, m_memory, watched(options)));
}

const Simulation::Array& Simulation::array(const std::string& numberOrName) const {
    size_t number = m_arrays.size();
    const auto [end, error] = std::from_chars(numberOrName.data(), numberOrName.data() + numberOrName.size(), number);
    if (error != std::errc() || end != numberOrName.data() + numberOrName.size())
        number = static_cast<size_t>(std::find_if(m_arrays.begin(), m_arrays.end(),
                                                  [&](const Array& array) { return array.name == numberOrName; }) -
                                     m_arrays.begin());
    if (number >= m_arrays.size() || m_arrays[number].base == 0) {
        std::string names;
        for (const Array& array : m_arrays)
            if (array.base != 0)
                names += (names.empty() ? "" : ", ") + array.name;
        throw EngineError(fmt::format("there is no array '{}' to write out; there are {}", numberOrName,
                                      names.empty() ? "none" : names));
    }
    return m_arrays[number];
}

std::vector<std::byte> Simulation::contents(const Array& array) {
    m_memory.fillAll();
    const sim::memory::Allocation* allocation = m_memory.find(array.base);
    if (allocation == nullptr)
        return {};
    return {allocation->host, allocation->host + array.bytes};
}

std::optional<sim::memory::Occupancy> Simulation::occupancy() const {
    if (m_registers == 0)
        return std::nullopt;
    return sim::memory::occupancy(*m_architecture,
                                  {static_cast<unsigned>(m_launch.block.count()), m_registers, sharedBytes()});
}

sim::cache::Estimate Simulation::estimateCaches(std::stop_token stop, uint64_t maximumRequests) {
    const std::optional<sim::memory::Occupancy> resident = occupancy();
    if (!resident)
        throw EngineError(
            "caches cannot be estimated without machine code, which tells how many blocks run side by side");
    if (resident->blocks == 0)
        throw EngineError(
            fmt::format("a block of this kernel does not fit on compute capability {}", m_architecture->capability));
    if (m_architecture->l2Bytes == 0)
        throw EngineError(
            fmt::format("compute capability {} has no caches for global memory", m_architecture->capability));
    sim::cache::Configuration configuration;
    configuration.multiprocessors = m_architecture->multiprocessors;
    configuration.blocksEach = resident->blocks;
    if (m_architecture->globalInL1)
        configuration.l1Bytes =
            m_architecture->l1Bytes -
            (m_architecture->unified ? sim::memory::sharedMemorySize(*m_architecture, *resident) : 0);
    configuration.l2Bytes = m_architecture->l2Bytes;
    configuration.maximumRequests = maximumRequests;
    configuration.stop = stop;
    return sim::cache::estimate(m_program, m_launch, m_memory, configuration);
}

const sim::memory::Architecture& checkedArchitecture(const std::string& text) {
    if (const sim::memory::Architecture* found = sim::memory::findArchitecture(text))
        return *found;
    throw EngineError(fmt::format("'{}' is no compute capability that is known: write --arch with one of {}", text,
                                  sim::memory::architectureNames()));
}

std::string compiledArchitecture(const std::string& text) {
    if (checkedArchitecture(text).number < 75)
        return "7.5";
    std::string compiled = text.substr(text.find('_') + 1); // of "sm_90a" as well; there is no _ in "9.0a"
    if (compiled.find('.') == std::string::npos)
        compiled.insert(compiled.find_first_not_of("0123456789") == std::string::npos ? compiled.size() - 1
                                                                                      : compiled.size() - 2,
                        ".");
    return compiled;
}

} // namespace warplens::engine
