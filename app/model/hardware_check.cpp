// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/hardware_check.h"

#include "app/engine/check.h"
#include "app/engine/deviations.h"
#include "app/model/scene.h"
#include "sim/memory/architecture.h"
#include "sim/trace/counts.h"

namespace warplens::app {

bool isOfCapability(const kernels::Recording& recording, const std::string& capability) {
    const auto* recorded = sim::memory::findArchitecture(recording.provenance.computeCapability);
    return recorded != nullptr && recorded == sim::memory::findArchitecture(capability);
}

HardwareCheck checkAgainstRecording(const kernels::StageCompiler& compiler, const kernels::Stage& stage,
                                    const kernels::Recording& recording, const std::stop_token& stop) {
    HardwareCheck check;
    check.stage = stage.id;
    check.gpu = recording.provenance.gpu;
    check.date = kernels::daysOf(recording.provenance);
    for (const kernels::RecordedCounters& recorded : recording.counters) {
        if (recorded.stage != stage.id)
            continue;
        const auto instance = kernels::makeInstance(stage, recorded.parameters, recorded.size);
        // The hardware's own capability: what was counted is what was compiled for it.
        const auto image =
            engine::imageOfStage(compiler, stage, instance.parameters, recording.provenance.computeCapability);
        engine::Simulation simulation(image, engine::launchOfStage(instance),
                                      engine::checkedArchitecture(recording.provenance.computeCapability));
        sim::simt::RunOptions options;
        options.stop = stop;
        const sim::simt::RunResult result = simulation.runSample(options);
        if (stop.stop_requested())
            throw Abandoned();
        ++check.launches;
        bool differs = false;
        for (const engine::CounterCheck& counter :
             engine::comparedCounters(sim::trace::totals(simulation.program(), result), recorded.metrics)) {
            if (!counter.hardware)
                continue;
            ++check.counters;
            if (counter.exact())
                continue;
            differs = true;
            const engine::Deviation* known = engine::deviationOf(stage.id, counter.id);
            check.differences.push_back(
                {kernels::variantText(recorded.parameters) + " " + kernels::sizeText(recorded.size), counter.name,
                 counter.metric, counter.model, *counter.hardware, known ? known->why : ""});
        }
        check.differing += differs;
    }
    return check;
}

} // namespace warplens::app
