// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plots.h"

#include "app/charts/chart_labels.h"
#include "app/charts/measurement_text.h"
#include "app/paint/speech.h"
#include "kernels/catalogue/instance.h"
#include "kernels/measure/library_share.h"

#include <QCoreApplication>
#include <QObject>

#include <algorithm>

namespace warplens::app {

using namespace kernels;

namespace {

QString speedUnit(const PlotRequest& request) {
    return request.byBytes() ? QStringLiteral("GB/s") : QStringLiteral("TFLOP/s");
}

} // namespace

const Recording* PlotRequest::recording() const {
    return recordings && current >= 0 && static_cast<size_t>(current) < recordings->size()
               ? &(*recordings)[static_cast<size_t>(current)]
               : nullptr;
}

bool PlotRequest::byBytes() const {
    return catalogue->track(track).byBytes();
}

QString PlotRequest::label(const Size& of) const {
    return sizeLabel(of, catalogue->track(track).dimensions);
}

const std::vector<PlotKind>& plotKinds() {
    static const std::vector<PlotKind> kinds{
        {"stages", QT_TRANSLATE_NOOP("Charts", "Stages"), "speed", stagesPlot},
        {"sizes", QT_TRANSLATE_NOOP("Charts", "By size"), "speed", sizesPlot},
        {"parameter", QT_TRANSLATE_NOOP("Charts", "By parameter"), "speed", parameterPlot, PlotKind::Needs::Traffic},
        {"speedup", QT_TRANSLATE_NOOP("Charts", "Speed-up"), "speed", speedupPlot},
        {"mix", QT_TRANSLATE_NOOP("Charts", "Instructions"), "speed", mixPlot, PlotKind::Needs::Reasons, limitedStages,
         estimatesNothing},
        {"milestones", QT_TRANSLATE_NOOP("Charts", "Milestones"), "compared", milestonesPlot},
        {"gpus", QT_TRANSLATE_NOOP("Charts", "GPUs"), "compared", gpusPlot},
        {"share", QT_TRANSLATE_NOOP("Charts", "Share of library"), "compared", sharePlot},
        {"errors", QT_TRANSLATE_NOOP("Charts", "Errors"), "compared", errorsPlot},
        {"times", QT_TRANSLATE_NOOP("Charts", "Times"), "time", timesPlot},
        {"parts", QT_TRANSLATE_NOOP("Charts", "Parts"), "time", partsPlot},
        {"cycles", QT_TRANSLATE_NOOP("Charts", "Cycles"), "time", cyclesPlot},
        {"limits", QT_TRANSLATE_NOOP("Charts", "Limits"), "time", limitsPlot, PlotKind::Needs::Reasons, limitedStages,
         estimatesNothing},
        {"estimates", QT_TRANSLATE_NOOP("Charts", "Estimates"), "time", estimatesPlot, PlotKind::Needs::Reasons,
         limitedStages},
        {"stalls", QT_TRANSLATE_NOOP("Charts", "Waiting"), "time", stallsPlot, PlotKind::Needs::Reasons, limitedStages},
        {"roofline", QT_TRANSLATE_NOOP("Charts", "Roofline"), "memory", rooflinePlot, PlotKind::Needs::Reasons,
         roofedStages, estimatesTraffic},
        {"sectors", QT_TRANSLATE_NOOP("Charts", "Sectors"), "memory", sectorsPlot, PlotKind::Needs::Counts},
        {"wavefronts", QT_TRANSLATE_NOOP("Charts", "Wavefronts"), "memory", wavefrontsPlot, PlotKind::Needs::Counts},
        {"asked", QT_TRANSLATE_NOOP("Charts", "Asked"), "memory", askedPlot, PlotKind::Needs::Counts},
        {"moved", QT_TRANSLATE_NOOP("Charts", "Moved"), "memory", movedPlot, PlotKind::Needs::Counts},
        {"intensity", QT_TRANSLATE_NOOP("Charts", "FLOP per byte"), "memory", intensityPlot, PlotKind::Needs::Counts},
    };
    return kinds;
}

const std::vector<PlotTopic>& plotTopics() {
    static const std::vector<PlotTopic> topics{{"speed", QT_TRANSLATE_NOOP("Charts", "Speed")},
                                               {"compared", QT_TRANSLATE_NOOP("Charts", "Compared")},
                                               {"time", QT_TRANSLATE_NOOP("Charts", "Time")},
                                               {"memory", QT_TRANSLATE_NOOP("Charts", "Memory")}};
    return topics;
}

QString pickLabel(const Stage& stage, const ParameterValues& parameters) {
    const QString change = variantLabel(stage, parameters);
    const QString title = QString::fromStdString(stage.shortTitle);
    return change.isEmpty() ? title : title + QStringLiteral(", ") + change;
}

std::vector<StagePick> measuredStages(const PlotRequest& request, const Recording& recording, const Size& size,
                                      bool everyShown) {
    std::vector<StagePick> picks;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track)
            continue;
        StagePick pick;
        pick.stage = &stage;
        bool isStandard = false;
        for (const ParameterValues& variant : shownVariants(stage, request.currentStage, request.currentParameters)) {
            const RecordedResult* result = recording.find(stage.id, variant, size, request.cache);
            if (!result || !result->ok || !result->median || *result->median <= 0)
                continue;
            const bool standard = variant == suitableParameters(stage, size);
            const bool shown = stage.id == request.currentStage && variant == request.currentParameters;
            if (everyShown && stage.id == request.currentStage) {
                picks.push_back({&stage, variant, result, {}, shown});
                picks.back().label = pickLabel(stage, variant);
                continue;
            }
            const bool faster = pick.result && !isStandard && *result->median < *pick.result->median;
            if (shown || !pick.result || (!pick.current && (standard || faster))) {
                pick.result = result;
                pick.parameters = variant;
                pick.current = shown;
                isStandard = standard;
            }
        }
        if (!pick.result)
            continue;
        pick.label = pickLabel(stage, pick.parameters);
        picks.push_back(std::move(pick));
    }
    return picks;
}

std::map<std::string, double> speedShares(const PlotRequest& request) {
    std::map<std::string, double> shares;
    const Recording* recording = request.recording();
    if (!recording)
        return shares;
    const std::vector<StagePick> picks = measuredStages(request, *recording, request.size);
    std::map<std::string_view, double> least; // milliseconds
    for (const StagePick& pick : picks) {
        double& time = least.try_emplace(pick.stage->arithmetic(), *pick.result->median).first->second;
        time = std::min(time, *pick.result->median);
    }
    for (const StagePick& pick : picks)
        shares[pick.stage->id] = least.at(pick.stage->arithmetic()) / *pick.result->median;
    return shares;
}

double speedOf(const PlotRequest& request, const RecordedResult& result) {
    if (request.byBytes())
        return result.gbps.value_or(0);
    return result.gflops ? *result.gflops / 1000 : 0;
}

PlotAxis speedAxis(const PlotRequest& request, bool logarithmic) {
    return {request.byBytes() ? QObject::tr("speed of the data") : QObject::tr("speed"), speedUnit(request),
            logarithmic};
}

QString speedTip(const PlotRequest& request, const StagePick& pick, const PlotPoint& point,
                 const Recording* recording) {
    QString text = QObject::tr("%1: %2 %3").arg(pick.label, tipNumber(point.y), speedUnit(request));
    if (point.high > 0)
        text += QObject::tr(", middle half of the samples %1 to %2").arg(tipNumber(point.low), tipNumber(point.high));
    if (recording != nullptr)
        if (const auto share = libraryShare(*recording, *request.catalogue, *pick.result))
            text += QStringLiteral(", ") +
                    QObject::tr("%1 % of %2")
                        .arg(decimal(share->percent, 1), QString::fromStdString(share->library->shortTitle));
    return text + measurementText(*pick.result);
}

PlotPoint pointOf(const StagePick& pick, double x, double y) {
    PlotPoint point;
    point.x = x;
    point.y = y;
    point.stage = QString::fromStdString(pick.stage->id);
    point.variant = QString::fromStdString(variantText(pick.parameters));
    point.standard = pick.parameters == defaultParameters(*pick.stage);
    point.current = pick.current;
    return point;
}

void addSpread(PlotPoint& point, const RecordedResult& result) {
    if (!result.median || !result.q1 || !result.q3 || *result.q1 <= 0 || *result.q3 <= 0)
        return;
    // The speed is the work by the time: the third quartile of the time is the first of the speed.
    point.low = point.y * *result.median / *result.q3;
    point.high = point.y * *result.median / *result.q1;
}

QString ownKernelHasNoCharts() {
    return QObject::tr(
        "Charts are of the stages, whose measurements are recorded, and nothing is recorded of a kernel of "
        "your own. What binds it stands in the picture of that name (Ctrl+8); it is measured with: "
        "warplens-cli check FILE.cu");
}

Plot makePlot(const PlotKind& kind, const PlotRequest& request) {
    if (!request.track.empty())
        return kind.make(request);
    Plot plot;
    plot.kind = QString::fromLatin1(kind.name);
    plot.title = QCoreApplication::translate("Charts", kind.label);
    plot.missing = ownKernelHasNoCharts();
    return plot;
}

Plot plotHead(const PlotRequest& request, const char* kind, const QString& title) {
    Plot plot;
    plot.kind = QString::fromLatin1(kind);
    plot.title = title;
    if (const Recording* recording = request.recording())
        plot.origin = originText(*recording, request.cache);
    else
        plot.missing = QObject::tr("No measurement is loaded. Run on a GPU, or open a recording.");
    return plot;
}

} // namespace warplens::app
