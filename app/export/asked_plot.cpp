// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/asked_plot.h"

#include "app/charts/chart_labels.h"
#include "app/export/saying.h"
#include "app/export/sheet.h"
#include "kernels/catalogue/instance.h"
#include "kernels/images/compile_stage.h"

#include <QStringList>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace warplens::app {
namespace {

/// Large launches take seconds each: a line that changes, or lines where they are kept, as `warplens-cli measure` has them.
void tellProgress(size_t done, size_t of) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    std::fprintf(stderr, "%s%zu of %zu launches worked out%s", terminal ? "\r" : "", done, of,
                 !terminal || done == of ? "\n" : "");
}

using namespace kernels;

} // namespace

PlotWish wishOf(const Exhibit& shown) {
    PlotWish wish;
    wish.stage = QString::fromStdString(shown.subject);
    wish.parameters = shown.parameters;
    if (!(shown.measured == Size()))
        wish.size = shown.measured;
    wish.cold = shown.flushed;
    return wish;
}

Stage findStage(const Catalogue& catalogue, const QString& id) {
    QStringList known;
    for (const Stage& stage : catalogue.stages) {
        if (stage.id == id.toStdString())
            return stage;
        known << QString::fromStdString(stage.id);
    }
    if (id.isEmpty())
        refuseExport(exportText("this picture is of a stage: write its name after the picture's, such as %1")
                         .arg(known.value(0)));
    refuseExport(exportText("there is no stage '%1': write one of %2").arg(id, known.join(", ")));
}

int currentOf(const std::vector<Recording>& recordings) {
    int current = -1;
    for (size_t i = recordings.size(); i-- > 0;)
        if (current < 0 || !recordings[i].provenance.quoted)
            current = static_cast<int>(i);
    return current;
}

const PlotKind& shownKind(const Exhibit& shown) {
    const auto& kinds = plotKinds();
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const PlotKind& each) { return shown.chart == each.name; });
    if (kind == kinds.end())
        refuseExport(exportText("there is no chart '%1'").arg(QString::fromStdString(shown.chart)));
    return *kind;
}

PlotRequest plotRequestOf(const PlotKind& kind, const PlotWish& wish, const Catalogue& catalogue,
                          const std::vector<Recording>& recordings) {
    PlotRequest request;
    request.catalogue = &catalogue;
    request.recordings = &recordings;
    request.current = currentOf(recordings);
    if (!wish.stage.isEmpty()) {
        const Stage stage = findStage(catalogue, wish.stage);
        request.track = stage.track;
        request.currentStage = stage.id;
        request.currentParameters = completeParameters(stage, wish.parameters);
        if (const Recording* recording = request.recording())
            request.size = shownSize(*recording, stage, {}).value_or(request.size);
    } else if (!catalogue.tracks.empty()) {
        request.track = catalogue.tracks.front().id;
        if (const Recording* recording = request.recording())
            if (const auto sizes = recordedSizes(*recording, request.track); !sizes.empty())
                request.size = sizes.back();
    }
    request.countedSize = catalogue.track(request.track).countedSize();
    if (wish.cold)
        request.cache = "cold";
    if (wish.size) {
        request.size = *wish.size;
        if (kind.needs == PlotKind::Needs::Counts)
            request.countedSize = *wish.size;
    }
    return request;
}

Plot plotOf(const PlotKind& kind, const PlotWish& wish, const Catalogue& catalogue,
            const std::vector<Recording>& recordings) {
    PlotRequest request = plotRequestOf(kind, wish, catalogue, recordings);
    addModel(request, kind, StageCompiler(), tellProgress);
    const Plot plot = kind.make(request);
    if (plot.empty())
        refuseExport(plot.missing);
    return plot;
}

} // namespace warplens::app
