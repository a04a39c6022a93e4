// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plot_model.h"

#include "app/charts/chart_labels.h"
#include "app/engine/simulation.h"
#include "kernels/catalogue/instance.h"

namespace warplens::app {

using namespace kernels;

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
    for (size_t n = 0; n < picks.size(); ++n) {
        request.reasons[{picks[n].stage->id, variantText(picks[n].parameters)}] =
            std::make_shared<const Reason>(reasonOf(compiler, pickedReason(sources, request, picks[n])));
        if (progress)
            progress(n + 1, picks.size());
    }
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
