// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why.h"

#include "app/engine/counted_bytes.h"
#include "app/engine/metrics.h"
#include "app/engine/placed_arguments.h"
#include "app/engine/why_changes.h"
#include "app/engine/why_lines.h"
#include "app/tongue/numbers.h"
#include "sim/machine/events.h"
#include "sim/machine/executions.h"
#include "sim/simt/asked_together.h"
#include "sim/simt/values.h"
#include "sim/time/lone_warp.h"
#include "sim/time/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_set>

namespace warplens::engine {
namespace {

namespace machine = sim::machine;
namespace sass = sim::sass;
namespace simt = sim::simt;
using sim::time::Amount;
using sim::time::Origin;
using sim::time::Resource;

constexpr uint64_t mostReplayed = 20'000'000; ///< requests, for an estimate of the caches

/// Sectors of local memory that whole warps store, where ptxas has not enough registers: L1 passes them on. PTX does not know of them.
double spilled(const machine::Flow& flow, const machine::Executions& executions) {
    double sectors = 0;
    for (size_t n = 0; n < flow.steps.size(); ++n)
        if (flow.steps[n].instruction.kind == sass::Kind::LocalStore)
            sectors += flow.steps[n].instruction.bytes * static_cast<double>(executions.byInstruction[n]);
    return sectors;
}

void addTensorProducts(sim::time::Work& work, const sass::Instruction& instruction, uint64_t executions,
                       std::string_view capability) {
    const double rate = sim::time::tensorRate(instruction, capability);
    if (rate <= 0)
        return;
    const double products = static_cast<double>(sim::time::multiplyAdds(instruction)) * static_cast<double>(executions);
    work.tensorProducts += products;
    work.tensorClocks += products / rate;
}

const sass::Function& kernelOf(const sass::Cubin& cubin, const std::string& name) {
    const auto function = std::find_if(cubin.functions.begin(), cubin.functions.end(),
                                       [&](const sass::Function& f) { return f.name == name; });
    if (function == cubin.functions.end())
        throw EngineError(fmt::format("the machine code has no kernel {}", name));
    return *function;
}

/// The launch with nothing in the arrays whose contents its way does not depend on.
struct LaunchFacts {
    LaunchSpec spec;
    bool valuesMatter = true; ///< false: what is stored elsewhere need not be right
};

LaunchFacts countedLaunch(const KernelImage& image, const LaunchSpec& launch, const machine::Flow& flow) {
    const bool depends = machine::dependsOnMemory(flow);
    const sim::ptx::Module module = sim::ptx::parse(image.ptx);
    const sim::ptx::Function* kernel = module.find(image.name);
    if (kernel == nullptr)
        return {launch, depends};
    if (!depends && !simt::memoryDecides(*kernel))
        return {withoutContents(launch), false};
    const std::optional<simt::DecidingMemory> found = areApart(launch) ? simt::decidingMemory(*kernel) : std::nullopt;
    if (!found)
        return {launch, depends};
    // What the machine code's way depends on, too, has to be right.
    std::unordered_set<uint32_t> lines = machine::decidingLines(flow);
    for (size_t n = 0; n < kernel->instructions.size(); ++n)
        if (found->certain[n])
            lines.erase(kernel->instructions[n].line);
    return lines.empty() ? LaunchFacts{withoutContents(launch, found->parameters), false}
                         : LaunchFacts{launch, depends};
}

class Explanation {
public:
    Explanation(const KernelImage& image, const LaunchSpec& launch, const sim::time::Device& device,
                const WhyFacts& facts, const WhyOptions& options)
        : m_image(image)
        , m_device(device)
        , m_facts(facts)
        , m_options(options)
        , m_architecture(checkedArchitecture(std::string(device.capability)))
        , m_cubin(sass::readCubin(std::as_bytes(std::span(image.cubin.data(), image.cubin.size()))))
        , m_flow(machine::flowOf(m_cubin, kernelOf(m_cubin, image.name)))
        , m_counted(countedLaunch(image, launch, m_flow))
        , m_launch(m_counted.spec)
        , m_simulation(image, m_launch, m_architecture) {}

    Why go() {
        m_why.device = &m_device;
        m_why.recorded = m_facts.recorded;
        m_why.stalls = m_facts.stalls;
        m_why.occupancy = m_simulation.occupancy();
        if (!m_why.occupancy || m_why.occupancy->blocks == 0)
            throw EngineError(fmt::format("a block of this kernel does not fit on {}", m_device.name));
        if (!m_counted.valuesMatter)
            m_simulation.countOnly();
        run();
        countInstructions();
        countMemory();
        timeLoneWarp();
        weigh();
        if (m_options.calibrations != nullptr)
            estimateTime();
        sayWhatL2Gets();
        m_why.moved = movedBytes(m_why, m_counts.global.sum().sectors, m_facts.counters);
        return std::move(m_why);
    }

private:
    void run() {
        simt::RunOptions options;
        options.classes = true;
        options.stop = m_options.stop;
        // Groups of blocks that ask one another are tried with memory of their own: where they do not tell, all blocks are run.
        if (simt::blocksAskOthers(m_simulation.program())) {
            Simulation own(m_image, m_launch, m_architecture);
            if (!m_counted.valuesMatter)
                own.countOnly();
            if (auto groups = own.runGroups(options)) {
                m_inGroups = true;
                m_result = std::move(*groups);
            }
        }
        if (!m_inGroups)
            m_result = m_simulation.runSample(options);
        if (m_result.cancelled)
            throw EngineError("interrupted: nothing was found out");
        if (m_result.failed)
            throw EngineError(fmt::format("the kernel fails, so there is nothing to time: {}",
                                          m_result.findings.empty() ? "" : m_result.findings.front().message));
        if (!m_result.exact)
            m_why.notes.emplace_back("the counts are those of a sample of the blocks, scaled up");
        m_counts = sim::trace::totals(m_simulation.program(), m_result);
        sim::time::Work& work = m_why.work;
        work.blocks = m_simulation.launch().grid.count();
        work.warpsPerBlock = static_cast<unsigned>((m_simulation.launch().block.count() + 31) / 32);
        work.residentBlocks = m_why.occupancy->blocks;
        work.equalBlocks = m_result.exact && m_result.classes.size() == 1 && m_result.unclassified == 0;
        work.sharedWavefronts = m_counts.shared.sum().wavefronts;
        work.l1Tags = m_counts.global.sum().l1Tags;
        work.l1Data = m_counts.global.sum().l1Data;
        work.requests = m_result.exact ? Origin::Modelled : Origin::Estimated;
        work.bytesAsked = {static_cast<double>(m_counts.global.sum().bytesAsked), work.requests};
    }

    /// Blocks are run again where their way depends on what memory held before.
    void countInstructions() {
        std::optional<Simulation> again;
        if (machine::dependsOnMemory(m_flow))
            again.emplace(m_image, m_launch, m_architecture);
        machine::ExecutionOptions options;
        options.stop = m_options.stop;
        m_executions = machine::countExecutions(m_flow, m_simulation.program(), m_simulation.launch(),
                                                again ? again->memory() : m_simulation.memory(), m_result, options);
        if (machine::dependsOnMemory(m_flow) && simt::blocksAskOthers(m_simulation.program()) && !m_inGroups) {
            m_executions.followed = false;
            m_why.notes.emplace_back("an atomic tells a block what others did before: instructions are those of blocks "
                                     "that come first");
        }
        sim::time::Work& work = m_why.work;
        work.instructions = {static_cast<double>(m_executions.total),
                             m_executions.followed && !m_executions.assumed && m_result.exact ? Origin::Modelled
                                                                                              : Origin::Estimated};
        if (!m_executions.why.empty())
            m_why.notes.push_back(m_executions.why);
        for (size_t n = 0; n < m_flow.steps.size(); ++n) {
            const sass::OpcodeRow& row = m_flow.steps[n].instruction.row();
            work.byUnit[static_cast<size_t>(row.unit)] += m_executions.byInstruction[n];
            if (row.unit == sass::Unit::Fma && row.mnemonic == "IMAD")
                work.integerMultiplies += m_executions.byInstruction[n];
            const sass::Instruction& instruction = m_flow.steps[n].instruction;
            addTensorProducts(work, instruction, m_executions.byInstruction[n], m_device.capability);
            if (m_executions.total > 0)
                m_why.mix[static_cast<size_t>(purposeOf(instruction))] +=
                    static_cast<double>(m_executions.byInstruction[n]) / static_cast<double>(m_executions.total);
            m_why.code.push_back({instruction.offset, sass::text(instruction), sass::unitName(row.unit),
                                  shortName(m_cubin.files[instruction.source.file]), instruction.source.line,
                                  m_executions.byInstruction[n]});
        }
    }

    std::optional<double> counted(Metric id) const {
        if (m_facts.counters == nullptr)
            return std::nullopt;
        const auto found = m_facts.counters->metrics.find(metric(id).ncu);
        return found == m_facts.counters->metrics.end() ? std::nullopt : std::optional(found->second);
    }

    /// L2 and DRAM: as the counters have it, or as the caches are estimated, or the least there can be.
    void countMemory() {
        sim::time::Work& work = m_why.work;
        const sim::trace::GlobalCounts global = m_counts.global.sum();
        if (global.requests == 0)
            return;
        std::optional<sim::cache::Estimate> caches;
        if (m_options.caches)
            caches = estimateCaches();
        if (const auto sectors = counted(Metric::L2Sectors))
            work.l2Sectors = {*sectors, Origin::Recorded};
        else if (caches && caches->blocks != 0)
            work.l2Sectors = {static_cast<double>(caches->l2Reads + caches->l2Writes) *
                                  static_cast<double>(work.blocks) / static_cast<double>(caches->blocks),
                              Origin::Estimated};
        // What a launch leaves in L2, the same launch finds there: of more than that, all but what L2 holds is read again.
        const double kept = m_facts.warm ? static_cast<double>(m_architecture.l2Bytes) : 0;
        if (m_facts.leastBytes > 0) {
            work.dramBytes = {std::max(0.0, m_facts.leastBytes - kept), Origin::Modelled};
            work.dramIsLeast = m_facts.warm; // of a cold one, what is written may stay in L2 until after the launch
        } else if (caches && caches->complete) {
            const auto moved = static_cast<double>(caches->dramReadBytes + caches->dramWriteBytes);
            work.dramBytes = {std::max(0.0, moved - kept), Origin::Estimated};
        } else {
            findTouched(kept);
        }
    }

    /// Of a kernel of which nobody has told what its algorithm uses: what it touches, once. So much is what caches that keep all
    /// of it have to get from DRAM.
    void findTouched(double kept) {
        std::optional<Simulation> again;
        if (machine::dependsOnMemory(m_flow))
            again.emplace(m_image, m_launch, m_architecture);
        m_why.touched = sim::time::touchedBy(m_simulation.program(), m_simulation.launch(),
                                             again ? again->memory() : m_simulation.memory(), m_options.stop);
        if (!m_why.touched) {
            m_why.notes.emplace_back(
                "what it touches of memory could not be told, so that DRAM is not among the limits");
            return;
        }
        const double bytes = m_why.touched->total();
        if (bytes > kept)
            m_why.work.dramBytes = {bytes - kept, Origin::Estimated};
        else
            m_why.notes.push_back(fmt::format("the {} MB that it touches, as estimated, stay in L2 from one launch to "
                                              "the next: DRAM is no limit",
                                              tongue::plain(bytes / 1e6)));
    }

    /// What a kernel touches is counted once. `moved`: as the model of the time has it.
    void sayWhatIsFetchedAgain(double moved) {
        constexpr double noticed = 1.1;
        if (!m_why.touched || m_why.touched->total() <= static_cast<double>(m_architecture.l2Bytes))
            return;
        if (moved > noticed * m_why.touched->total()) {
            m_why.notes.push_back(fmt::format("the kernel touches {} MB, each byte once; L2 lets go of some before "
                                              "other blocks ask for them, so that {} MB "
                                              "are moved, as the estimate of the time has it",
                                              tongue::plain(m_why.touched->total() / 1e6), tongue::plain(moved / 1e6)));
            m_why.work.dramBytes = {moved, Origin::Estimated};
        }
        if (m_inGroups)
            m_why.notes.emplace_back(
                "blocks ask one another: what the last of them reads of the others' results is in no "
                "figure of DRAM, and comes from there where L2 has let go of it");
    }

    sim::cache::Estimate estimateCaches() {
        const sim::cache::Estimate caches = m_simulation.estimateCaches(m_options.stop, mostReplayed);
        if (!caches.complete)
            m_why.notes.push_back(fmt::format("what L1 and L2 keep is estimated from the first {} of {} blocks",
                                              caches.blocks, m_why.work.blocks));
        const auto share = [](uint64_t part, uint64_t whole) {
            return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
        };
        m_latencies.l1Hits = share(caches.loadHits, caches.loadSectors);
        m_latencies.l2Hits = share(caches.l2Hits, caches.l2Reads + caches.l2Writes);
        return caches;
    }

    /// Which shares of the loads L1 and L2 answer: as counted, else as estimated, else all of them by L1.
    void findHits() {
        const auto share = [&](Metric hits, Metric of) -> std::optional<double> {
            const auto part = counted(hits), whole = counted(of);
            return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
        };
        const auto l1 = share(Metric::L1Hits, Metric::L1Sectors);
        const auto l2 = share(Metric::L2Hits, Metric::L2Sectors);
        if (l1 && l2) {
            m_latencies.l1Hits = *l1;
            m_latencies.l2Hits = *l2;
        } else if (!m_options.caches && m_counts.global.load.requests != 0) {
            m_why.notes.emplace_back("the latency of a single warp is that of loads that L1 answers: at least");
        }
    }

    void timeLoneWarp() {
        if (m_result.classes.empty() || !m_executions.followed)
            return;
        constexpr uint64_t most = 4'000'000;
        machine::WalkOptions options;
        options.keepMemory = false;
        options.maximumInstructions = most;
        options.stop = m_options.stop;
        if (machine::dependsOnMemory(m_flow))
            return;
        const machine::Walk walked =
            machine::walk(m_flow, {m_simulation.launch(), m_result.classes.front().example, 0}, options);
        if (walked.undecided >= 0 || walked.instructions == 0)
            return;
        findHits();
        double cycles = sim::time::loneWarpCycles(m_flow, walked.runs, m_latencies);
        if (!walked.complete) {
            const double all = static_cast<double>(m_executions.total) /
                               static_cast<double>(m_why.work.blocks * m_why.work.warpsPerBlock);
            cycles *= std::max(1.0, all / static_cast<double>(walked.instructions));
        }
        m_why.work.warpCycles = {cycles, Origin::Estimated};
    }

    void weigh() {
        const sim::time::MultiprocessorRates* rates = sim::time::ratesOf(m_device.capability);
        if (rates == nullptr)
            throw EngineError(fmt::format("what a multiprocessor of {} does in a clock is not known", m_device.name));
        sim::time::Work work = m_why.work;
        if (!work.l2Sectors && m_why.estimated && m_why.estimated->time.known)
            work.l2Sectors = {m_why.estimated->l2Sectors, Origin::Estimated};
        m_why.limits = sim::time::limits(work, m_device, *rates);
        if (m_why.limits.empty())
            throw EngineError("the kernel does nothing that could be timed");
        m_why.estimatesBind = m_facts.leastBytes <= 0 || sim::time::longestFloor(m_why.limits) == nullptr;
        const auto binds = std::ranges::find_if(m_why.limits, [&](const auto& limit) { return m_why.mayBind(limit); });
        m_why.binding = binds == m_why.limits.end() ? 0 : static_cast<size_t>(binds - m_why.limits.begin());
        m_why.fill = sim::time::fillOf(m_why.work, m_device);
        m_why.waves = sim::time::wavesOf(m_why.work, m_device);
        findLines();
        m_why.changes = changesOf(m_why, m_counts, m_architecture, m_simulation);
    }

    void estimateTime() {
        const ChosenCalibration chosen = m_options.calibrations->forDevice(m_device);
        EstimatedTime& estimated = m_why.estimated.emplace();
        estimated.borrowed = chosen.borrowed;
        estimated.calibration = chosen.calibration.source;
        const auto& recorded = m_facts.recorded;
        estimated.clockMhz = recorded && recorded->clockMhz ? *recorded->clockMhz : m_device.clockMhz;
        // Blocks are run once more: where their way depends on it, with memory as it was before.
        std::optional<Simulation> again;
        if (machine::dependsOnMemory(m_flow))
            again.emplace(m_image, m_launch, m_architecture);
        sim::time::EstimateInput input{.flow = m_flow,
                                       .program = m_simulation.program(),
                                       .launch = m_simulation.launch(),
                                       .memory = again ? again->memory() : m_simulation.memory(),
                                       .device = m_device,
                                       .rates = *sim::time::ratesOf(m_device.capability),
                                       .calibration = chosen.calibration,
                                       .residentBlocks = m_why.occupancy->blocks,
                                       .warm = m_facts.warm,
                                       .instructions = static_cast<double>(m_executions.total),
                                       .timeline = m_options.timeline,
                                       .stop = m_options.stop};
        if (m_architecture.globalInL1)
            input.l1Bytes =
                m_architecture.l1Bytes -
                (m_architecture.unified ? sim::memory::sharedMemorySize(m_architecture, *m_why.occupancy) : 0);
        input.l2Bytes = m_architecture.l2Bytes;
        for (const Simulation::Array& array : m_simulation.arrays())
            input.arrayBytes += static_cast<double>(array.bytes);
        estimated.time = sim::time::estimateTime(input, estimated.clockMhz);
        if (!estimated.time.known)
            return;
        sayWhatIsFetchedAgain(estimated.time.dramBytes);
        const sim::trace::ByKind<sim::trace::GlobalCounts>& global = m_counts.global;
        const double others = double(global.store.sectors + global.atomic.sectors) + spilled(m_flow, m_executions);
        estimated.l1Misses = static_cast<double>(global.load.sectors) * (1 - estimated.time.l1Hits);
        estimated.l2Sectors = estimated.l1Misses * estimated.time.l2Share + others;
        estimated.l2Bytes = sectorBytes * (estimated.l1Misses + others);
        weigh();
        findStalls(estimated);
        // No shorter than what may bind, all but DRAM at that clock; what DRAM is estimated to move is in the time.
        for (const sim::time::Limit& limit : m_why.limits)
            if (limit.floor || (m_why.mayBind(limit) && limit.resource != Resource::Dram)) {
                const double slower = limit.resource == Resource::Dram ? 1 : m_device.clockMhz / estimated.clockMhz;
                estimated.time.milliseconds = std::max(estimated.time.milliseconds, limit.milliseconds * slower);
            }
    }

    /// Where no limit has it: between which bounds it is, and how an estimate is had.
    void sayWhatL2Gets() {
        const uint64_t asked = m_counts.global.sum().sectors;
        const bool known =
            std::ranges::any_of(m_why.limits, [](const auto& limit) { return limit.resource == Resource::L2Sectors; });
        if (known || asked == 0)
            return;
        const double least = std::ceil(m_facts.leastBytes / sectorBytes);
        m_why.notes.push_back(
            fmt::format("how many sectors L2 reads and writes is not among the limits: {}no more than "
                        "the {:.0f} that L1 is asked for; `warplens-cli why --caches` estimates it",
                        least > 0 ? fmt::format("no fewer than {:.0f}, and ", least) : "",
                        static_cast<double>(asked) + spilled(m_flow, m_executions)));
    }

    void findStalls(EstimatedTime& estimated) const {
        std::map<std::pair<std::string, uint32_t>, sim::time::Stalls> byLine;
        for (size_t n = 0; n < m_flow.steps.size(); ++n) {
            const sass::SourceLine& source = m_flow.steps[n].instruction.source;
            sim::time::Stalls& stalls = byLine[{shortName(m_cubin.files[source.file]), source.line}];
            for (size_t s = 0; s < stalls.size(); ++s)
                stalls[s] += estimated.time.stallsAt[n][s];
        }
        for (const auto& [place, stalls] : byLine)
            estimated.lines.push_back({place.first, place.second, stalls});
        std::erase_if(estimated.lines, [](const LineStalls& line) { return line.sum() <= 0; });
        std::stable_sort(estimated.lines.begin(), estimated.lines.end(),
                         [](const LineStalls& a, const LineStalls& b) { return a.sum() > b.sum(); });
    }

    void findLines() {
        const ByLine lines =
            amountsByLine(m_why.binds().resource, {m_cubin, m_flow, m_executions, m_simulation.program(), m_result});
        m_why.lines.clear();
        for (const auto& [place, amount] : lines)
            m_why.lines.push_back({place.first, place.second, amount / m_why.binds().amount.value});
        std::stable_sort(m_why.lines.begin(), m_why.lines.end(),
                         [](const LineOfLimit& a, const LineOfLimit& b) { return a.share > b.share; });
    }

    const KernelImage& m_image;
    const sim::time::Device& m_device;
    const WhyFacts& m_facts;
    const WhyOptions& m_options;
    const sim::memory::Architecture& m_architecture;
    sass::Cubin m_cubin;
    machine::Flow m_flow;
    LaunchFacts m_counted;
    const LaunchSpec& m_launch;
    Simulation m_simulation;
    simt::RunResult m_result;
    bool m_inGroups = false; ///< of blocks that ask one another: some stand for all
    sim::trace::Counts m_counts;
    machine::Executions m_executions;
    sim::time::Latencies m_latencies;
    Why m_why;
};

} // namespace

bool Why::mayBind(const sim::time::Limit& limit) const {
    if (limit.floor)
        return true;
    // Of these no more than the amount is estimated.
    constexpr Resource resources[] = {Resource::Dram,   Resource::Issue,        Resource::Fma,
                                      Resource::Alu,    Resource::Half,         Resource::Double,
                                      Resource::Xu,     Resource::Lsu,          Resource::Tensor,
                                      Resource::L1Tags, Resource::L1Wavefronts, Resource::SharedWavefronts};
    return estimatesBind && limit.amount.origin == Origin::Estimated &&
           std::ranges::find(resources, limit.resource) != std::end(resources);
}

void addRecorded(WhyFacts& facts, const kernels::Recording& recording, const std::string& stage,
                 const kernels::ParameterValues& parameters, const kernels::Size& size) {
    const kernels::RecordedResult* result = recording.find(stage, parameters, size, facts.warm ? "warm" : "cold");
    const kernels::Provenance& from = recording.provenance;
    if (result != nullptr && result->ok && result->median)
        facts.recorded = RecordedTime{*result->median, from.gpu,    kernels::daysOf(from), result->cache,
                                      result->smClock, from.quoted, result->textOf};
    if (const kernels::RecordedCounters* counters = recording.findCounters(stage, parameters, size))
        facts.counters = counters;
    if (const kernels::RecordedCounters* row = recording.findStalls(stage, parameters, size);
        row != nullptr && facts.warm && !kernels::stallShares(*row).empty())
        facts.stalls = MeasuredStalls{recording.stalls->provenance.gpu, kernels::daysOf(recording.stalls->provenance),
                                      kernels::stallShares(*row)};
}

double leastBytes(const kernels::StageInstance& instance) {
    const auto held = static_cast<double>(instance.compulsoryBytes);
    return instance.usefulBytes > 0 ? std::min(held, instance.usefulBytes) : held;
}

Why explain(const KernelImage& image, const LaunchSpec& launch, const sim::time::Device& device, const WhyFacts& facts,
            const WhyOptions& options) {
    if (image.cubin.empty())
        throw EngineError(
            "why a kernel is fast cannot be told without its machine code: compile it with NVRTC (a CUDA Toolkit), or "
            "take a stage that ships compiled");
    if (!image.architecture.empty() && image.architecture != device.capability)
        throw EngineError(fmt::format("{} has compute capability {}, and the kernel is compiled for {}: write --gpu "
                                      "and --arch so that they fit",
                                      device.name, device.capability, image.architecture));
    return Explanation(image, launch, device, facts, options).go();
}

} // namespace warplens::engine
