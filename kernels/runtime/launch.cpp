// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/launch.h"

#include "kernels/runtime/action.h"
#include "kernels/runtime/bystanders.h"
#include "kernels/runtime/family.h"
#include "kernels/runtime/gpu_launch.h"
#include "kernels/runtime/keep.h"
#include "kernels/runtime/platform.h"
#include "kernels/runtime/repeats.h"
#include "kernels/runtime/stopwatch.h"
#include "sim/check/launch_watch.h"
#include "sim/memory/occupancy.h"
#include "sim/simt/forwarding.h"
#include "sim/simt/launch.h"
#include "sim/trace/counts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stop_token>

namespace warplens::runtime {
namespace {

namespace simt = sim::simt;

constexpr double quiet = 0.5; ///< seconds after which a launch tells that it is running

/// Launches that are running, for those who want to stop one.
class Running {
public:
    std::stop_token begin(uint64_t number) {
        const std::lock_guard lock(m_mutex);
        return m_sources[number].get_token();
    }
    void end(uint64_t number) {
        const std::lock_guard lock(m_mutex);
        m_sources.erase(number);
    }
    void stop(uint64_t number) {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_sources.find(number); found != m_sources.end())
            found->second.request_stop();
    }

private:
    std::mutex m_mutex;
    std::map<uint64_t, std::stop_source> m_sources;
};

Running& running() {
    static Running* const all = new Running;
    return *all;
}

/// What a GPU would have answered: by the first finding that ends a kernel there.
Error errorOf(const simt::RunResult& result) {
    if (result.cancelled)
        return Error::LaunchTimeout;
    if (!result.failed)
        return Error::Success;
    for (const simt::Finding& finding : result.findings)
        switch (finding.kind) {
        case simt::FindingKind::OutOfBounds:
            return Error::IllegalAddress;
        case simt::FindingKind::Misaligned:
            return Error::MisalignedAddress;
        case simt::FindingKind::Deadlock:
        case simt::FindingKind::EndlessLoop:
        case simt::FindingKind::DivergentBarrier:
        case simt::FindingKind::InactiveLane:
            return Error::LaunchTimeout;
        case simt::FindingKind::StackOverflow:
            return Error::HardwareStackError;
        case simt::FindingKind::Trap:
            return finding.message.starts_with("the assertion") ? Error::Assert : Error::LaunchFailure;
        default:
            break;
        }
    return Error::LaunchFailure;
}

/// Findings speak of memory by its number: where an argument of the launch points there, that is said, too.
void nameArguments(std::vector<simt::Finding>& findings, const LoadedKernel& kernel, const LaunchRequest& request,
                   const MemoryTable& table) {
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const LoadedKernel::Parameter& parameter = kernel.parameters[i];
        uint64_t address = 0;
        if (parameter.bytes != sizeof address)
            continue;
        std::memcpy(&address, request.parameters.data() + parameter.offset, sizeof address);
        const MemoryPtr memory = table.find(address);
        if (!memory || !memory->name.empty())
            continue;
        const std::string label = memoryLabel(*memory) + " (";
        for (simt::Finding& finding : findings)
            if (const size_t at = finding.message.find(label); at != std::string::npos)
                finding.message.replace(at, label.size(), fmt::format("argument {} (", i));
    }
}

/// As the launch says, or the kernel itself (__cluster_dims__).
simt::Dim3 clusterOf(const LoadedKernel& kernel, const LaunchRequest& request) {
    const auto& own = kernel.program.functions.front().source->clusterBlocks;
    return request.cluster.count() != 1 || own[0] == 0 ? request.cluster
                                                       : simt::Dim3{own[0], std::max(own[1], 1u), std::max(own[2], 1u)};
}

std::string unmatchedText(const LoadedKernel& kernel) {
    if (kernel.unmatched.empty())
        return {};
    const sim::sass::Unmatched& first = kernel.unmatched.front();
    const sim::ptx::Location& place = kernel.program.module->locations[first.location];
    return fmt::format("{} memory instructions are counted as PTX has them, the first in {}:{}: {}",
                       kernel.unmatched.size(), kernel.program.fileName(place.file), place.line, first.why);
}

/// Where the blocks of a cooperative launch tell each other that they have arrived.
class GridBarrier {
public:
    GridBarrier(Device& device, bool wanted)
        : m_device(device) {
        if (wanted)
            m_memory = device.allocate(8, "a cooperative launch", MemoryKind::Heap, "the barrier of the grid");
    }
    ~GridBarrier() {
        if (m_memory && m_device.platform().memory().remove(m_memory->base))
            m_device.release(m_memory);
    }
    GridBarrier(const GridBarrier&) = delete;
    GridBarrier& operator=(const GridBarrier&) = delete;
    uint64_t address() const { return m_memory ? m_memory->base : 0; }

private:
    Device& m_device;
    MemoryPtr m_memory;
};

/// Watches a launch for mistakes, and notes what it touches.
class NotingWatch final : public sim::check::LaunchWatch {
public:
    /// `shared`: only of memory that the program shares with the device.
    NotingWatch(Footprint& footprint, const HostAccesses* shared)
        : m_footprint(footprint)
        , m_shared(shared) {}
    std::unique_ptr<simt::AccessObserver> observe(simt::Block& block) override {
        return std::make_unique<Noting>(*this, LaunchWatch::observe(block));
    }

private:
    /// Of one host thread; adds what it has seen in the end.
    class Noting final : public simt::Forwarding<simt::AccessObserver> {
    public:
        Noting(NotingWatch& watch, std::unique_ptr<simt::AccessObserver> checker)
            : Forwarding(checker.get())
            , m_watch(watch)
            , m_checker(std::move(checker)) {}
        ~Noting() override {
            const std::lock_guard lock(m_watch.m_mutex);
            m_watch.m_footprint.merge(m_footprint);
        }
        void access(const simt::Machine& machine, const simt::AccessEvent& event) override {
            m_checker->access(machine, event);
            if (event.space != simt::AccessSpace::Global)
                return;
            const simt::MemoryOp& memory = *event.memory;
            const auto kind = memory.ordered || memory.kind == simt::AccessKind::Atomic ? Footprint::Meets
                              : memory.kind == simt::AccessKind::Store                  ? Footprint::Writes
                                                                                        : Footprint::Reads;
            const uint64_t bytes = uint64_t(memory.elementBytes) * memory.count;
            const auto add = [&](uint64_t begin, uint64_t length) {
                if (m_watch.m_shared == nullptr || m_watch.m_shared->isShared(begin, length))
                    m_footprint.add(kind, begin, length);
            };
            if (event.pattern->shape == simt::Pattern::Uniform)
                add(event.first, bytes);
            else if (event.pattern->shape == simt::Pattern::Contiguous && event.mask == ~0u)
                add(event.first, 32 * bytes);
            else
                for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1)
                    add(event.addressOf(static_cast<uint32_t>(std::countr_zero(lanes))), bytes);
        }

    private:
        NotingWatch& m_watch;
        std::unique_ptr<simt::AccessObserver> m_checker;
        Footprint m_footprint;
    };

    std::mutex m_mutex;
    Footprint& m_footprint;
    const HostAccesses* m_shared;
};

/// What the launch may have written means something from now on; where that is not known, everything does.
void markWritten(Platform& platform, const sim::check::LaunchWatch& watch) {
    if (!watch.changed())
        return platform.memory().markAllWritten();
    platform.memory().forEach([&](const MemoryPtr& memory) {
        const auto changed = watch.changed()->find(memory->base);
        if (changed == watch.changed()->end())
            return;
        if (!changed->second)
            return platform.memory().markWritten(*memory);
        for (const auto& [begin, end] : *changed->second)
            platform.memory().markWritten(*memory, begin, end - begin);
    });
}

/// Whether there is memory that the host reads and writes as it likes.
bool hostMayTouch(Platform& platform) {
    bool any = false;
    platform.memory().forEach(
        [&](const MemoryPtr& memory) { any |= memory->belongsToHost() || memory->kind == MemoryKind::Managed; });
    return any;
}

/// Of the launch, or of an equal one that began with the same memory.
LaunchOutcome outcomeOf(Device& device, LoadedKernel& kernel, const LaunchRequest& request, const simt::Launch& launch,
                        const simt::RunOptions& options, launches::LaunchReport& report, Footprint* footprint) {
    const Settings& settings = device.platform().settings();
    const auto emulate = [&](sim::memory::DeviceMemory& memory) {
        LaunchOutcome outcome;
        outcome.result = settings.sample ? simt::runSample(kernel.program, launch, memory, options)
                                         : simt::run(kernel.program, launch, memory, options, outcome.children);
        return outcome;
    };
    // Where it is sampled nothing comes of it.
    if (settings.sample || device.platform().gpu() != nullptr)
        return emulate(*device.view());
    return Repeats::of(device).run(device, kernel, request, report.number, emulate, footprint, report.repeats);
}

/// What a kernel has launched itself, and what it has touched meanwhile (nullptr: nobody has looked).
struct Offspring {
    std::vector<simt::ChildWork> children;
    std::shared_ptr<const ParentTouches> touches;
};

/// Kernels launch many small ones: that several threads would run them, with all that they may change copied before for the
/// case that their order is felt, costs more than it saves. Of many that are not small it saves little, too.
bool isBestAlone(const LaunchRequest& request, const std::vector<Elder>& elders) {
    constexpr uint64_t fewBlocks = 64, mostBlocks = 1024;
    constexpr size_t manyLaunches = 32;
    if (elders.empty())
        return false;
    const bool isOneOfMany = elders.back().touches->launches() >= manyLaunches;
    return request.grid.count() <= (isOneOfMany ? mostBlocks : fewBlocks);
}

/// `footprint`: what the launch touches, where somebody wants to know; nullptr: nobody does.
std::unique_ptr<sim::check::LaunchWatch> watchFor(Device& device, const LaunchRequest& request, Footprint* footprint) {
    if (footprint == nullptr)
        return std::make_unique<sim::check::LaunchWatch>();
    Platform& platform = device.platform();
    const bool ofAll = device.hasStreams() || request.isInGraph || platform.memory().hasPooled();
    return std::make_unique<NotingWatch>(*footprint, ofAll ? nullptr : &platform.hostAccesses());
}

/// `footprint`: what it touches, where somebody wants to know. `elders`: who has launched it.
Offspring runLaunch(Device& device, LoadedKernel& kernel, const LaunchRequest& request, launches::LaunchReport& report,
                    Footprint* footprint, const std::vector<Elder>& elders = {}) {
    Platform& platform = device.platform();
    simt::Launch launch;
    launch.grid = request.grid;
    launch.block = request.block;
    launch.cluster = clusterOf(kernel, request);
    launch.dynamicShared = static_cast<uint32_t>(request.dynamicShared);
    launch.params = request.parameters;
    launch.textures = &platform.textures;
    if (!kernel.program.textureOps.empty())
        launch.texelArrays = platform.memory().texelArrays();
    const auto start = Clock::now();
    simt::RunOptions options;
    options.threads = isBestAlone(request, elders) ? 1 : platform.settings().threads;
    const std::unique_ptr<sim::check::LaunchWatch> watch = watchFor(device, request, footprint);
    options.checkedBlocks = platform.settings().sample ? 0 : platform.settings().checkedBlocks;
    std::optional<FamilyWatch> family;
    std::shared_ptr<ParentTouches> touches;
    if (options.checkedBlocks != 0) {
        options.watch = watch.get();
        if (FamilyWatch::launches(kernel.program))
            touches = std::make_shared<ParentTouches>(kernel.program, launch.grid, launch.block);
        if (touches || !elders.empty())
            options.watch = &family.emplace(*watch, touches, elders);
    }
    options.heap = &device.heap();
    options.otherOrders = hostMayTouch(platform) || device.hasStreams() ? 0 : kernel.otherOrders;
    options.blockSeconds = kernel.blockSeconds;
    options.lockstep = device.architecture().number < 70;
    if (options.checkedBlocks != 0 && elders.empty()) {
        const auto fits = sim::memory::occupancy(
            device.architecture(), {static_cast<unsigned>(launch.block.count()), std::max(kernel.registers(), 16u),
                                    kernel.staticShared() + request.dynamicShared});
        options.residentBlocks = uint64_t(fits.blocks) * device.architecture().multiprocessors;
        options.card = device.architecture().card;
    }
    options.stop = running().begin(report.number);
    options.othersMayWrite = [number = report.number] { return Bystanders::mayChangeMemory(number); };
    std::atomic<double> told{quiet};
    std::atomic<bool> started{false};
    options.progress = [&](uint64_t done, uint64_t total) {
        const double now = secondsSince(start);
        double last = told.load();
        if (!platform.session().isConnected() || now < last || !told.compare_exchange_strong(last, now + quiet))
            return;
        if (!started.exchange(true))
            platform.session().tell({{"event", "started"},
                                     {"launch", report.number},
                                     {"name", report.name},
                                     {"grid", {request.grid.x, request.grid.y, request.grid.z}},
                                     {"block", {request.block.x, request.block.y, request.block.z}}});
        platform.session().tell(
            {{"event", "progress"}, {"launch", report.number}, {"blocks", done}, {"blocks_total", total}});
    };
    const GridBarrier barrier(device, request.cooperative);
    launch.gridBarrier = barrier.address();
    keepIfWanted(device, kernel, launch, *device.view(), report);
    auto [result, children] = outcomeOf(device, kernel, request, launch, options, report, footprint);
    running().end(report.number);
    if (report.repeats == 0 && !result.cancelled)
        kernel.blockSeconds = result.blockSeconds;
    kernel.otherOrders -= std::min(kernel.otherOrders, report.repeats == 0 ? result.inOtherOrders : 0);
    markWritten(platform, *watch);
    report.seconds = secondsSince(start);
    report.counts = sim::trace::totals(kernel.program, result);
    if (platform.settings().lines)
        report.lines = sim::trace::countsByLine(kernel.program, result);
    report.counted = result.counted;
    report.exact = result.exact;
    report.blocksRun = result.blocksRun;
    report.blocksWatched = result.blocksWatched;
    const Error error = errorOf(result);
    report.error = static_cast<int>(error);
    if (error != Error::Success)
        report.errorName = errorName(error);
    report.findings = std::move(result.findings);
    for (simt::Finding& finding : report.findings)
        if (finding.kind == simt::FindingKind::OutOfBounds && platform.memory().wasFreed(finding.address))
            finding.kind = simt::FindingKind::UseAfterFree;
    if (!report.findings.empty())
        report.calledFrom = request.calledFrom;
    // The heap outlives the launch: another kernel may give back what this one has taken.
    std::erase_if(report.findings, [](const simt::Finding& f) { return f.kind == simt::FindingKind::Leak; });
    nameArguments(report.findings, kernel, request, platform.memory());
    if (!report.findings.empty())
        report.source = sourceOf(kernel.program);
    if (!request.cooperative && simt::asksForGridBarrier(kernel.program))
        for (simt::Finding& finding : report.findings)
            if (finding.kind == simt::FindingKind::Trap)
                finding.message += "; grid.sync() does so where the launch is not cooperative: use "
                                   "cudaLaunchCooperativeKernel";
    if (!report.gpu || !report.gpu->ran) // a GPU has printed already
        device.print(result.output);
    if (touches)
        touches->sort();
    return {std::move(children), std::move(touches)};
}

/// A real GPU runs it first, then the emulator where that is wanted or nobody else does it.
Offspring runOnBoth(Gpu& gpu, Device& device, LoadedKernel& kernel, const LaunchRequest& request,
                    launches::LaunchReport& report, Footprint* footprint) {
    const std::lock_guard lock(gpu.order());
    launches::GpuComparison& both = report.gpu.emplace();
    GpuLaunch onGpu(gpu, device, device.load(*request.kernel->module), kernel, request);
    both.notCompared = onGpu.refusal();
    Error error = Error::Success;
    if (onGpu.refusal().empty()) {
        both.ran = true;
        try {
            both.seconds = onGpu.run();
        } catch (const Failure& failure) {
            error = failure.error;
            both.error = both.notCompared = failure.what();
        }
    }
    const uint64_t wanted = device.platform().settings().keptLaunch;
    both.emulated = !both.ran || wanted == 0 || wanted == report.number;
    Offspring offspring;
    if (both.emulated)
        offspring = runLaunch(device, kernel, request, report, footprint);
    else
        both.notCompared = both.error.empty() ? "it ran on the GPU alone" : both.error;
    if (!both.ran)
        return offspring;
    if (both.notCompared.empty() && report.error != 0)
        both.notCompared = fmt::format("the emulator has stopped it ({}), and the GPU has not", report.errorName);
    if (both.notCompared.empty())
        onGpu.compare(both);
    if (!both.arrays.empty())
        report.source = sourceOf(kernel.program);
    if (error == Error::Success)
        onGpu.accept();
    report.error = static_cast<int>(error);
    report.errorName = error == Error::Success ? "" : errorName(error);
    return {}; // the GPU has run them, too
}

void noteFailure(Device& device, const launches::LaunchReport& report) {
    if (report.error == 0)
        return;
    device.fail(static_cast<Error>(report.error));
    if (device.platform().session().isConnected())
        return; // whoever listens has the findings
    const std::string why = report.findings.empty() ? "it was stopped" : report.findings.front().message;
    const std::string place = report.findings.empty() || report.findings.front().line == 0
                                  ? ""
                                  : fmt::format(" ({}:{})", report.findings.front().file, report.findings.front().line);
    device.platform().session().note(fmt::format("launch {}, {}: {}{}", report.number, report.name, why, place));
}

/// Until its footprint is known, or there will be none.
struct Expected {
    explicit Expected(Meetings* of)
        : meetings(of) {}
    ~Expected() {
        if (meetings != nullptr)
            meetings->expectNoMore();
    }
    Expected(const Expected&) = delete;
    Expected& operator=(const Expected&) = delete;
    Meetings* meetings;
};

std::shared_ptr<launches::LaunchReport> reportOf(Device& device, uint64_t stream, const LoadedKernel& kernel,
                                                 const LaunchRequest& request) {
    auto report = std::make_shared<launches::LaunchReport>();
    report->number = device.platform().nextLaunch();
    report->kernel = request.kernel->name;
    report->name = launches::demangled(request.kernel->name);
    report->grid = request.grid;
    report->block = request.block;
    report->cluster = clusterOf(kernel, request);
    report->dynamicShared = request.dynamicShared;
    report->staticShared = kernel.staticShared();
    report->registers = kernel.registers();
    report->device = device.ordinal();
    report->stream = stream;
    report->cooperative = request.cooperative;
    report->code = kernel.code->origin;
    report->machineCode = kernel.code->hasMachine && kernel.code->machine.hasLines;
    report->unmatched = unmatchedText(kernel);
    return report;
}

void tell(Device& device, const launches::LaunchReport& report) {
    if (device.platform().session().isConnected())
        device.platform().session().tell(launches::launchJson(report));
}

void failLaunch(Device& device, launches::LaunchReport& report, const std::string& why) {
    report.error = static_cast<int>(Error::LaunchFailure);
    report.errorName = errorName(Error::LaunchFailure);
    device.fail(Error::LaunchFailure);
    device.platform().session().note(fmt::format("launch {}, {}: {}", report.number, report.name, why));
}

/// What a kernel has launched: one after the other, each with all that it launches itself before the next, which is one of
/// the orders that CUDA allows.
class Children {
public:
    Children(Device& device, Module& module, const launches::LaunchReport& parent)
        : m_device(device)
        , m_module(module)
        , m_stream(parent.stream) {
        m_parents.push_back(&parent);
    }

    /// The seconds that it takes on the device.
    double run(const Offspring& offspring) {
        double seconds = 0;
        for (const simt::ChildWork& each : offspring.children) {
            if (m_device.error() != Error::Success)
                break;
            if (each.kind == simt::ChildWork::Kind::Kernel)
                seconds += launch(each, offspring.touches);
            else
                move(each);
        }
        return seconds;
    }

private:
    static constexpr size_t deepest = 24; ///< launches in launches, as CUDA allows

    double launch(const simt::ChildWork& child, const std::shared_ptr<const ParentTouches>& parents) {
        LaunchRequest request;
        request.kernel = &m_module.kernel(child.kernel);
        request.grid = child.grid;
        request.block = child.block;
        request.dynamicShared = child.dynamicShared;
        request.parameters = child.params;
        LoadedKernel& kernel = m_device.load(*request.kernel);
        const auto report = reportOf(m_device, m_stream, kernel, request);
        report->launchedBy = m_parents.back()->number;
        const size_t elders = m_elders.size();
        if (parents)
            m_elders.push_back({parents, parents->launchesOf(child)});
        Offspring offspring;
        try {
            if (m_parents.size() > deepest)
                throw Failure(Error::LaunchMaxDepthExceeded,
                              fmt::format("kernels that launch kernels are {} deep at most", deepest));
            checkLaunch(m_device, kernel, request);
            offspring = runLaunch(m_device, kernel, request, *report, nullptr, m_elders);
            report->deviceSeconds = estimatedSeconds(m_device, *report);
            noteFailure(m_device, *report);
        } catch (const std::exception& error) {
            failLaunch(m_device, *report, error.what());
        }
        tell(m_device, *report);
        m_parents.push_back(report.get());
        const double seconds = report->deviceSeconds + run(offspring);
        m_parents.pop_back();
        m_elders.resize(elders);
        return seconds;
    }

    void move(const simt::ChildWork& child) {
        Platform& platform = m_device.platform();
        try {
            std::byte* to = platform.bytesAt(child.to, child.bytes, "a copy that a kernel has asked for", true);
            if (child.kind == simt::ChildWork::Kind::Fill)
                std::memset(to, child.value, child.bytes);
            else
                std::memmove(to, platform.bytesAt(child.from, child.bytes, "a copy that a kernel has asked for", false),
                             child.bytes);
        } catch (const std::exception& error) {
            m_device.fail(Error::IllegalAddress);
            platform.session().note(error.what());
        }
    }

    Device& m_device;
    Module& m_module;
    uint64_t m_stream;
    std::vector<const launches::LaunchReport*> m_parents; ///< the last one has launched what is run now
    std::vector<Elder> m_elders;                          ///< likewise
};

} // namespace

void stopLaunch(uint64_t number) {
    running().stop(number);
}

std::vector<std::byte> gatherParameters(const LoadedKernel& kernel, void* const* arguments) {
    std::vector<std::byte> bytes(kernel.program.paramBytes);
    for (size_t i = 0; i < kernel.parameters.size(); ++i)
        std::memcpy(bytes.data() + kernel.parameters[i].offset, arguments[i], kernel.parameters[i].bytes);
    return bytes;
}

void checkLaunch(Device& device, const LoadedKernel& kernel, const LaunchRequest& request) {
    const std::string name = launches::demangled(request.kernel->name);
    const auto refuse = [&](Error error, const std::string& why) {
        throw Failure(error, fmt::format("the launch of {}: {}", name, why));
    };
    const simt::Dim3 &b = request.block, &g = request.grid;
    if (b.count() == 0 || g.count() == 0)
        refuse(Error::InvalidConfiguration,
               fmt::format("a grid of {}x{}x{} blocks of {}x{}x{} threads is empty: each extent is 1 or more", g.x, g.y,
                           g.z, b.x, b.y, b.z));
    if (b.count() > 1024 || b.x > 1024 || b.y > 1024 || b.z > 64)
        refuse(Error::InvalidConfiguration,
               fmt::format("a block of {}x{}x{} threads ({}) is too large: 1024 at most, and 64 in z", b.x, b.y, b.z,
                           b.count()));
    if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
        refuse(Error::InvalidConfiguration,
               fmt::format("a grid of {}x{}x{} blocks is too large: 2147483647 in x, 65535 in y and z", g.x, g.y, g.z));
    if (const simt::Dim3 c = clusterOf(kernel, request); c.count() != 1) {
        if (device.architecture().number < 90)
            refuse(Error::InvalidClusterSize,
                   fmt::format("{}x{}x{} blocks are to be a cluster, which compute capability {} does not have", c.x,
                               c.y, c.z, device.architecture().capability));
        if (c.count() == 0 || c.count() > 16)
            refuse(Error::InvalidClusterSize,
                   fmt::format("{}x{}x{} blocks are to be a cluster: it has 1 to 16", c.x, c.y, c.z));
        if (c.count() > 8 && request.kernel->settings[device.ordinal()].nonPortableCluster == 0)
            refuse(
                Error::InvalidClusterSize,
                fmt::format(
                    "{}x{}x{} blocks are to be a cluster: more than 8 run on some GPUs only, and have to be allowed by "
                    "cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)",
                    c.x, c.y, c.z));
        if (g.x % c.x != 0 || g.y % c.y != 0 || g.z % c.z != 0)
            refuse(Error::InvalidClusterSize,
                   fmt::format("a grid of {}x{}x{} blocks does not consist of clusters of {}x{}x{}", g.x, g.y, g.z, c.x,
                               c.y, c.z));
    }
    if (const unsigned most = kernel.maximumThreads(); most != 0 && b.count() > most)
        refuse(Error::LaunchOutOfResources,
               fmt::format("blocks of {} threads, and __launch_bounds__ says {} at most", b.count(), most));
    const auto& required = kernel.program.functions.front().source->requiredThreads;
    if (required[0] != 0 && (required[0] != b.x || required[1] != b.y || required[2] != b.z))
        refuse(Error::InvalidConfiguration,
               fmt::format("blocks of {}x{}x{} threads, and the kernel is made for {}x{}x{}", b.x, b.y, b.z,
                           required[0], required[1], required[2]));
    const sim::memory::Architecture& architecture = device.architecture();
    if (const uint64_t registers = uint64_t(kernel.registers()) * b.count(); registers > architecture.registers)
        refuse(Error::LaunchOutOfResources,
               fmt::format("{} threads with {} registers each need {}, and a multiprocessor has {}", b.count(),
                           kernel.registers(), registers, architecture.registers));
    const uint64_t shared = kernel.staticShared() + request.dynamicShared;
    if (shared > architecture.sharedBytesPerBlock)
        refuse(Error::InvalidValue, fmt::format("a block wants {} bytes of shared memory, and {} is the most that it "
                                                "can have on this device",
                                                shared, architecture.sharedBytesPerBlock));
    if (const uint64_t allowed = request.kernel->settings[device.ordinal()].dynamicSharedBytes;
        request.dynamicShared > allowed || (shared > 48 * 1024 && allowed <= 48 * 1024))
        refuse(Error::InvalidValue,
               fmt::format("a block wants {} bytes of shared memory, more than 48 KiB: allow it first with "
                           "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                           shared, request.dynamicShared));
    if (request.cooperative) {
        const auto fits = sim::memory::occupancy(
            architecture, {static_cast<unsigned>(b.count()), std::max(kernel.registers(), 16u), shared});
        if (g.count() > uint64_t(fits.blocks) * architecture.multiprocessors)
            refuse(Error::CooperativeLaunchTooLarge,
                   fmt::format("{} blocks are to run side by side, and {} multiprocessors hold {} each", g.count(),
                               architecture.multiprocessors, fits.blocks));
    }
}

double estimatedSeconds(const Device& device, const launches::LaunchReport& report) {
    constexpr double launchSeconds = 2e-6; // that an empty kernel takes
    if (!report.counted)
        return launchSeconds;
    const sim::memory::Architecture& architecture = device.architecture();
    const double clock = device.model().clock * 1000.0;
    const double multiprocessors = architecture.multiprocessors;
    const sim::trace::GlobalCounts global = report.counts.global.sum();
    const sim::trace::SharedCounts shared = report.counts.shared.sum();
    const double limits[] = {
        static_cast<double>(report.counts.warpInstructions) / (4 * multiprocessors * clock), // four schedulers
        static_cast<double>(global.lines) / (multiprocessors * clock),
        static_cast<double>(shared.wavefronts) / (multiprocessors * clock),
    };
    return launchSeconds + *std::max_element(std::begin(limits), std::end(limits));
}

bool looksAtTouches(Device& device, const Stream& stream) {
    Platform& platform = device.platform();
    return device.hasStreams() || platform.hostAccesses().watches() || stream.graphPlace ||
           platform.memory().hasPooled();
}

WorkPtr launchWork(Device& device, const Stream& stream, LaunchRequest request) {
    auto work = std::make_shared<Work>();
    LoadedKernel& kernel = device.load(*request.kernel);
    const auto report = reportOf(device, stream.number, kernel, request);
    // Where work of one stream cannot meet that of another, or the host's, nobody has to know what it touches.
    std::shared_ptr<const WorkPlace> place;
    if (looksAtTouches(device, stream)) {
        place = std::make_shared<const WorkPlace>(
            WorkPlace{fmt::format("the launch of {}{}", report->name, inStream(stream)), framesHere(),
                      device.platform().memory().count(), stream.graphPlace});
        device.platform().meetings().expect();
    }
    request.isInGraph = stream.graphPlace != nullptr;
    work->run = [&device, &kernel, report, place, request = std::move(request)](Work& self) {
        const Expected expected(place ? &device.platform().meetings() : nullptr);
        if (device.error() != Error::Success)
            return;
        Footprint footprint;
        Offspring offspring;
        try {
            if (Gpu* const gpu = device.platform().gpu())
                offspring = runOnBoth(*gpu, device, kernel, request, *report, place ? &footprint : nullptr);
            else
                offspring = runLaunch(device, kernel, request, *report, place ? &footprint : nullptr);
            report->deviceSeconds = estimatedSeconds(device, *report);
            self.seconds = report->gpu && report->gpu->ran ? report->gpu->seconds : report->deviceSeconds;
            noteFailure(device, *report);
        } catch (const std::exception& error) {
            failLaunch(device, *report, error.what());
        }
        if (place)
            device.platform().meetings().note(device.platform(), self, *place, std::move(footprint));
        if (device.platform().gpu() != nullptr) // it may have written anywhere that it reaches
            device.platform().memory().markAllWritten();
        tell(device, *report);
        self.seconds += Children(device, *request.kernel->module, *report).run(offspring);
    };
    return work;
}

} // namespace warplens::runtime
