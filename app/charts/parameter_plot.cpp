// SPDX-License-Identifier: GPL-3.0-or-later
// How the speed of one stage depends on one of its parameters, with what the model's traffic allows beside it.
#include "app/charts/chart_labels.h"
#include "app/charts/plots.h"
#include "kernels/catalogue/instance.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace warplens::app {

using namespace kernels;

namespace {

std::int64_t valueOf(const ParameterValues& variant, const std::string& name) {
    const auto found =
        std::find_if(variant.begin(), variant.end(), [&](const auto& each) { return each.name == name; });
    return found == variant.end() ? 0 : found->value;
}

const RecordedResult* resultOf(const PlotRequest& request, const Recording& recording, const Stage& stage,
                               const ParameterValues& variant) {
    const RecordedResult* result = recording.find(stage.id, variant, request.size, request.cache);
    return result && result->ok && result->median && speedOf(request, *result) > 0 ? result : nullptr;
}

/// A parameter and the values that it was measured at.
struct Sweep {
    const Stage* stage = nullptr;
    const Parameter* parameter = nullptr;
    std::set<std::int64_t> values;
};

/// The parameter of a stage that was measured at most values. Switches and orders are not quantities: they make lines.
Sweep sweepOf(const PlotRequest& request, const Recording& recording, const Stage& stage) {
    Sweep best;
    for (const Parameter& parameter : stage.parameters) {
        if (parameter.isSwitch || stage.cpu)
            continue;
        std::set<std::int64_t> values;
        for (const ParameterValues& variant : measuredVariants(stage))
            if (resultOf(request, recording, stage, variant))
                values.insert(valueOf(variant, parameter.name));
        if (values.size() > std::max<size_t>(1, best.values.size()))
            best = {&stage, &parameter, values};
    }
    return best;
}

/// Of the shown stage; where it has none, of the stage of its track that has most.
Sweep chosenSweep(const PlotRequest& request, const Recording& recording) {
    Sweep best;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track)
            continue;
        const Sweep sweep = sweepOf(request, recording, stage);
        if (stage.id == request.currentStage && sweep.stage)
            return sweep;
        if (sweep.values.size() > best.values.size())
            best = sweep;
    }
    return best;
}

PlotAxis parameterAxis(const Sweep& sweep) {
    constexpr size_t fewValues = 8;
    const std::int64_t least = *sweep.values.begin(), most = *sweep.values.rbegin();
    PlotAxis axis{QString::fromStdString(sweep.parameter->label), {}, least > 0 && most >= 2 * least};
    if (sweep.values.size() <= fewValues)
        axis.marks.assign(sweep.values.begin(), sweep.values.end());
    else // Sectors, lines and warps are powers of two: so are the marks of the axis.
        axis.step =
            axis.logarithmic ? 2 : std::max(1.0, std::exp2(std::floor(std::log2(static_cast<double>(most) / 3))));
    return axis;
}

/// Every combination of the other parameters is a line: what it is called, by the variant without the swept parameter.
QString lineLabel(const Stage& stage, const ParameterValues& variant, const std::string& swept) {
    QStringList parts;
    for (const ParameterValue& value : variant)
        if (value.name != swept)
            parts << parameterLabel(stage, value);
    return parts.join(QStringLiteral(", "));
}

} // namespace

const Stage* sweptStage(const PlotRequest& request) {
    const Recording* recording = request.recording();
    return recording ? chosenSweep(request, *recording).stage : nullptr;
}

const Stage* trafficStage(const PlotRequest& request) {
    const Stage* stage = request.byBytes() ? sweptStage(request) : nullptr;
    return stage && stage->kernel && stage->parameters.size() == 1 ? stage : nullptr;
}

namespace {

/// Orders are no quantity: bars with their names. GFLOP/s, since one core has no more.
Plot ordersPlot(const PlotRequest& request, const Recording& recording, const Stage& stage) {
    const Parameter& parameter = stage.parameters.front();
    Plot plot = plotHead(request, "parameter",
                         QObject::tr("%1: speed by %2, %3")
                             .arg(QString::fromStdString(stage.shortTitle), QString::fromStdString(parameter.label),
                                  request.label(request.size)));
    plot.y = {QObject::tr("speed of one core of the CPU"), QStringLiteral("GFLOP/s")};
    PlotSeries bars;
    bars.name = QObject::tr("measured");
    bars.tone = PlotTone::Ramp;
    for (const ParameterValues& variant : measuredVariants(stage)) {
        const RecordedResult* result = resultOf(request, recording, stage, variant);
        if (!result || !result->gflops)
            continue;
        StagePick pick{&stage, variant, result, {}, false};
        pick.current = stage.id == request.currentStage && variant == request.currentParameters;
        pick.label = QString::fromStdString(parameter.valueText(variant.front().value));
        if (!result->processor.empty())
            plot.origin = QObject::tr("median, one thread of %1, %2")
                              .arg(QString::fromStdString(result->processor), whenText(recording.provenance));
        PlotPoint point = pointOf(pick, static_cast<double>(plot.categories.size()), *result->gflops);
        point.tip = QObject::tr("%1: %2 GFLOP/s").arg(pick.label, tipNumber(point.y));
        plot.categories << pick.label;
        bars.points.push_back(point);
    }
    if (bars.points.empty())
        plot.missing = nothingMeasured(recording, request.label(request.size), request.cache);
    else
        plot.series.push_back(std::move(bars));
    return plot;
}

const Stage* shownLoops(const PlotRequest& request) {
    const Stage* stage = request.catalogue->find(request.currentStage);
    return stage && stage->cpu && stage->parameters.size() == 1 && !stage->parameters.front().names.empty() ? stage
                                                                                                            : nullptr;
}

} // namespace

Plot parameterPlot(const PlotRequest& request) {
    if (const Stage* loops = shownLoops(request); loops && request.recording())
        return ordersPlot(request, *request.recording(), *loops);
    Plot plot = plotHead(request, "parameter", QObject::tr("Speed by parameter, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    const Sweep sweep = chosenSweep(request, *recording);
    if (!sweep.stage) {
        plot.missing = QObject::tr("%1 has no stage of this track at several values of a parameter at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
        return plot;
    }
    const Stage& stage = *sweep.stage;
    const QString name = QString::fromStdString(sweep.parameter->label);
    plot.title = QObject::tr("%1: speed by %2, %3")
                     .arg(QString::fromStdString(stage.shortTitle), name, request.label(request.size));
    plot.x = parameterAxis(sweep);
    plot.y = speedAxis(request);
    std::map<QString, PlotSeries> lines;
    PlotSeries allowed;
    allowed.name = QObject::tr("model: its DRAM traffic at the speed of a copy");
    allowed.form = PlotSeries::Form::Ceiling;
    allowed.tone = PlotTone::Library;
    for (const ParameterValues& variant : measuredVariants(stage)) {
        const RecordedResult* result = resultOf(request, *recording, stage, variant);
        if (!result)
            continue;
        StagePick pick{&stage, variant, result, {}, false};
        pick.current = stage.id == request.currentStage && variant == request.currentParameters;
        const std::int64_t value = valueOf(variant, sweep.parameter->name);
        pick.label = parameterLabel(stage, {sweep.parameter->name, value});
        const QString others = lineLabel(stage, variant, sweep.parameter->name);
        PlotSeries& line = lines[others];
        line.name = others.isEmpty() ? QObject::tr("measured") : others;
        line.form = PlotSeries::Form::Line;
        line.tone = PlotTone::Ramp;
        PlotPoint point = pointOf(pick, static_cast<double>(value), speedOf(request, *result));
        addSpread(point, *result);
        point.tip = (others.isEmpty() ? QString() : others + QStringLiteral(", ")) + speedTip(request, pick, point);
        const auto share = request.traffic.find({stage.id, variantText(variant)});
        if (share != request.traffic.end() && recording->ceilings.copyGbps) {
            PlotPoint bound = pointOf(pick, point.x, *recording->ceilings.copyGbps / share->second);
            bound.current = false;
            bound.tip = QObject::tr("%1: %2 bytes of DRAM for each byte of the data (model, an estimate)\n"
                                    "at the %3 GB/s of a measured copy: %4 GB/s of the data")
                            .arg(pick.label, plotNumber(share->second), tipNumber(*recording->ceilings.copyGbps),
                                 tipNumber(bound.y));
            allowed.points.push_back(bound);
        }
        line.points.push_back(std::move(point));
    }
    for (auto& [others, line] : lines)
        plot.series.push_back(std::move(line));
    if (!allowed.points.empty())
        plot.series.push_back(std::move(allowed));
    return plot;
}

} // namespace warplens::app
