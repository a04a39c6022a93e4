// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot_model.h"

#include "app/charts/chart_labels.h"
#include "app/engine/kept_traffic.h"
#include "app/engine/simulation.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace warplens::app {

using namespace kernels;

namespace {

/// As many as there are cores and as their arrays fit into a part of the memory that a small machine has.
size_t atATime(const PlotRequest& request, const std::vector<StagePick>& picks) {
    constexpr double room = 2e9; // bytes
    double largest = 1;
    for (const StagePick& pick : picks)
        largest = std::max(
            largest, static_cast<double>(makeInstance(*pick.stage, pick.parameters, request.size).compulsoryBytes));
    return std::clamp<size_t>(
        static_cast<size_t>(room / largest), 1,
        std::clamp<size_t>(std::thread::hardware_concurrency(), 1, std::max<size_t>(picks.size(), 1)));
}

} // namespace

ReasonRequest pickedReason(const Sources& sources, const PlotRequest& request, const StagePick& pick) {
    Exhibit exhibit;
    exhibit.subject = pick.stage->id;
    exhibit.parameters = pick.parameters;
    exhibit.measured = request.size;
    exhibit.flushed = request.cache == "cold";
    if (const Recording* recording = request.recording())
        exhibit.architecture = recording->provenance.computeCapability;
    return reasonRequest(sources, exhibit, request.recording());
}

std::string trafficName(const StageCompiler& compiler, const StagePick& pick, const ReasonRequest& asked) {
    const engine::KernelImage image = engine::imageOfStage(compiler, *pick.stage, asked.launch.parameters,
                                                           engine::compiledArchitecture(asked.launch.architecture));
    return engine::trafficName(makeInstance(*pick.stage, asked.launch.parameters, asked.launch.size), image,
                               *asked.device, asked.facts, asked.estimates ? calibrations() : nullptr);
}

std::shared_ptr<const Reason> keptReason(const StageCompiler& compiler, const StagePick& pick,
                                         const ReasonRequest& asked) {
    static const engine::KeptTraffics kept = [] {
        try {
            return engine::readTraffics(resourcesDir() / "estimates" / "traffic.json");
        } catch (const engine::EngineError&) { // all is worked out, then
            return engine::KeptTraffics();
        }
    }();
    if (asked.device == nullptr || !asked.untold.empty() || kept.empty())
        return nullptr;
    try {
        const auto found = kept.find(trafficName(compiler, pick, asked));
        if (found == kept.end())
            return nullptr;
        Reason reason;
        reason.why = engine::whyOf(found->second, *asked.device);
        return std::make_shared<const Reason>(std::move(reason));
    } catch (const std::exception&) { // working it out says what is wrong
        return nullptr;
    }
}

sim::trace::Counts countedLaunch(const StageCompiler& compiler, const Stage& stage, const StageInstance& instance) {
    engine::Simulation simulation(engine::imageOfStage(compiler, stage, instance.parameters, "9.0"),
                                  engine::launchOfStage(instance));
    return sim::trace::totals(simulation.program(), simulation.runSample({}));
}

void addModel(PlotRequest& request, const PlotKind& kind, const StageCompiler& compiler,
              const std::function<void(size_t, size_t)>& progress) {
    if (kind.needs != PlotKind::Needs::Reasons)
        return addModel(request, kind.needs, compiler);
    const Sources sources(*request.catalogue);
    const std::vector<StagePick> picks = kind.reasoned(request);
    std::vector<std::shared_ptr<const Reason>> reasons(picks.size());
    std::vector<ReasonRequest> asked;
    std::vector<size_t> left; // to be worked out
    for (size_t n = 0; n < picks.size(); ++n) {
        ReasonRequest& each = asked.emplace_back(pickedReason(sources, request, picks[n]));
        each.estimates = !kind.estimates || kind.estimates(request, picks[n]);
        if (kind.estimates == estimatesTraffic) // more of a reason is not drawn there
            reasons[n] = keptReason(compiler, picks[n], each);
        if (!reasons[n])
            left.push_back(n);
    }
    std::atomic<size_t> next = 0;
    size_t done = 0;
    std::mutex told;
    const auto work = [&] {
        for (size_t at = next++; at < left.size(); at = next++) {
            reasons[left[at]] = std::make_shared<const Reason>(reasonOf(compiler, asked[left[at]]));
            const std::lock_guard lock(told);
            ++done;
            if (progress)
                progress(done, left.size());
        }
    };
    if (!left.empty()) {
        std::vector<std::jthread> others;
        for (size_t n = 1; n < atATime(request, picks); ++n)
            others.emplace_back(work);
        work();
    }
    for (size_t n = 0; n < picks.size(); ++n)
        request.reasons[{picks[n].stage->id, variantText(picks[n].parameters)}] = reasons[n];
}

void addModel(PlotRequest& request, PlotKind::Needs needs, const StageCompiler& compiler) {
    if (needs == PlotKind::Needs::Traffic) {
        if (const Stage* stage = trafficStage(request))
            request.traffic = dramSharesOf(compiler, *stage, request.countedSize);
    } else if (needs == PlotKind::Needs::Counts) {
        for (const Stage& stage : request.catalogue->stages)
            if (stage.track == request.track && stage.kernel)
                for (const ParameterValues& values :
                     shownVariants(stage, request.currentStage, request.currentParameters)) {
                    const auto [counts, isNew] = request.model.try_emplace({stage.id, variantText(values)});
                    if (isNew)
                        counts->second =
                            countedLaunch(compiler, stage, makeInstance(stage, values, request.countedSize));
                }
    }
}

} // namespace warplens::app
