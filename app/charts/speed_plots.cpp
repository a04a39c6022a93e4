// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of speed and time: by stage, by size, over the stage before, in total, and on several GPUs.
#include "app/charts/chart_labels.h"
#include "app/charts/gpu_series.h"
#include "app/charts/measurement_text.h"
#include "app/charts/plots.h"
#include "app/paint/speech.h"
#include "kernels/catalogue/instance.h"
#include "kernels/measure/slower.h"

#include <QObject>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

namespace warplens::app {

using namespace kernels;

namespace {

/// One core of a CPU has a scale of its own: its loops stand alone, where their stage is shown.
const Stage* loopsOf(const PlotRequest& request) {
    const Stage* stage = request.catalogue->find(request.currentStage);
    return stage && stage->cpu ? stage : nullptr;
}

/// Beside the pictures the worse and the better stand next to each other: of the shown stage's variants the shown one is
/// red where it has conflicts and another is faster, and the fastest is green.
void tellVariants(std::vector<PlotPoint>& points, const PlotRequest& request) {
    PlotPoint *fastest = nullptr, *shown = nullptr;
    int variants = 0;
    for (PlotPoint& point : points)
        if (point.stage == QString::fromStdString(request.currentStage)) {
            ++variants;
            if (point.current && request.conflicts)
                shown = &point;
            if (!fastest || point.y > fastest->y)
                fastest = &point;
        }
    if (shown && shown != fastest)
        shown->tone = PlotTone::Waste;
    if (variants > 1)
        fastest->tone = PlotTone::Good;
}

/// A mark at every bar tells nothing.
void tellThrottled(Plot& plot, std::vector<PlotPoint>& points) {
    const auto throttled = std::count_if(points.begin(), points.end(), [](const PlotPoint& p) { return p.mark; });
    if (throttled > 0 && throttled == static_cast<std::ptrdiff_t>(points.size())) {
        plot.note = QObject::tr("The GPU held its clocks down during some samples of every stage");
        for (PlotPoint& point : points)
            point.mark = false;
    } else if (throttled > 0) {
        plot.note = QObject::tr("↓ the GPU held its clocks down during some of the samples");
    }
}

/// Who takes the chart away has no tips.
void tellEarlier(Plot& plot, const QStringList& labels) {
    if (labels.isEmpty())
        return;
    const QString text = QObject::tr("%1: measured with an earlier text").arg(labels.join(QStringLiteral(", ")));
    plot.note = plot.note.isEmpty() ? text : plot.note + QStringLiteral(" · ") + text;
}

} // namespace

Plot stagesPlot(const PlotRequest& request) {
    if (request.besidePictures && loopsOf(request)) { // their speed is none of a GPU's: GFLOP/s, each order
        Plot orders = parameterPlot(request);
        orders.y.label = QObject::tr("speed"); // its head says whose, and there is little room
        return orders;
    }
    Plot plot = plotHead(request, "stages", QObject::tr("Speed by stage, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    const std::string_view arithmetic = request.catalogue->arithmeticOf(request.currentStage);
    plot.y = speedAxis(request);
    if (!request.byBytes())
        plot.y.label = QObject::tr("speed, %1").arg(arithmeticLabel(arithmetic));
    plot.legend = !request.besidePictures;
    PlotSeries stages;
    stages.name = QObject::tr("stages");
    std::vector<PlotSeries> libraries;
    QStringList earlier;
    for (const StagePick& pick : measuredStages(request, *recording, request.size, request.besidePictures)) {
        if (speedOf(request, *pick.result) <= 0 || !isComparedWith(*pick.stage, arithmetic))
            continue;
        PlotPoint point = pointOf(pick, static_cast<double>(plot.categories.size()), speedOf(request, *pick.result));
        addSpread(point, *pick.result);
        point.mark = isThrottled(*pick.result) && !request.besidePictures; // there its tip says it
        if (pick.stage->library) {
            point.tip = speedTip(request, pick, point);
            PlotSeries& library = libraries.emplace_back();
            library.name = pick.label;
            library.form = PlotSeries::Form::Ceiling;
            library.tone = PlotTone::Library;
            library.points = {point};
            continue;
        }
        point.tip = speedTip(request, pick, point, recording);
        plot.categories << pick.label;
        stages.points.push_back(point);
        if (!pick.result->textOf.empty())
            earlier << pick.label;
    }
    if (request.besidePictures) {
        tellVariants(stages.points, request);
    } else {
        tellThrottled(plot, stages.points);
        tellEarlier(plot, earlier);
    }
    plot.series = {stages};
    plot.series.insert(plot.series.end(), libraries.begin(), libraries.end());
    if (plot.empty())
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    return plot;
}

namespace {

/// As the chart of stages has it where nothing is shown: the variant that suits the size, else the fastest that was measured.
std::optional<StagePick> suitedAt(PlotRequest request, const Stage& stage, const Size& size) {
    request.currentStage.clear();
    const std::vector<StagePick> picks = measuredStages(request, *request.recording(), size);
    const auto at = std::find_if(picks.begin(), picks.end(), [&](const StagePick& p) { return p.stage == &stage; });
    return at == picks.end() ? std::nullopt : std::optional(*at);
}

bool adaptsToSize(const Stage& stage) {
    return std::any_of(stage.parameters.begin(), stage.parameters.end(),
                       [](const Parameter& parameter) { return !parameter.suits.empty(); });
}

} // namespace

namespace {

/// More lines than this are not told apart by their colours: the shown stage and its neighbours have one then.
constexpr size_t colouredLines = 8;

/// Where many stages are drawn, those that are not beside the shown one stand back. The library stays as it is.
void bringForward(std::vector<PlotSeries>& lines, const std::vector<const Stage*>& stages, std::string_view shown) {
    const auto at = std::find_if(stages.begin(), stages.end(), [&](const Stage* stage) { return stage->id == shown; });
    if (lines.size() <= colouredLines || at == stages.end())
        return;
    const auto place = at - stages.begin();
    for (size_t i = 0; i < lines.size(); ++i)
        if (std::abs(static_cast<std::ptrdiff_t>(i) - place) > 1 && lines[i].tone != PlotTone::Library)
            lines[i].tone = PlotTone::Quiet;
}

} // namespace

namespace {

void addLoops(Plot& plot, const PlotRequest& request, const Stage& loops, const std::vector<Size>& sizes) {
    plot.y = {QObject::tr("speed of one core of the CPU"), QStringLiteral("GFLOP/s"), true};
    for (const ParameterValues& variant : measuredVariants(loops)) {
        PlotSeries series;
        series.form = PlotSeries::Form::Line;
        series.tone = PlotTone::Ramp;
        series.name = variant.empty()
                          ? QString::fromStdString(loops.shortTitle)
                          : QString::fromStdString(loops.parameters.front().valueText(variant.front().value));
        for (const Size& size : sizes) {
            const RecordedResult* result = request.recording()->find(loops.id, variant, size, request.cache);
            if (!result || !result->ok || !result->gflops)
                continue;
            const StagePick pick{&loops, variant, result, series.name, variant == request.currentParameters};
            PlotPoint point = pointOf(pick, static_cast<double>(size.m), *result->gflops);
            point.tip = QObject::tr("%1, %2").arg(request.label(size),
                                                  QObject::tr("%1: %2 GFLOP/s").arg(series.name, tipNumber(point.y)));
            series.points.push_back(point);
        }
        if (!series.points.empty())
            plot.series.push_back(series);
    }
}

} // namespace

/// Sizes beside a rounder one, as 1021 is beside 1024: lines through them would stand upright. The note names them.
static void leaveOutNeighbours(Plot& plot, std::vector<Size>& sizes) {
    QStringList names;
    const std::vector<Size> all = sizes;
    std::erase_if(sizes, [&](const Size& size) {
        const auto edge = static_cast<std::uint64_t>(size.m);
        const bool beside = std::any_of(all.begin(), all.end(), [&](const Size& other) {
            return std::abs(other.m - size.m) * 20 < size.m &&
                   std::countr_zero(static_cast<std::uint64_t>(other.m)) > std::countr_zero(edge);
        });
        if (beside)
            names << QString::number(size.m);
        return beside;
    });
    if (!names.isEmpty())
        plot.note = QObject::tr("Left out, and shown by the chart of stages: %1").arg(names.join(QStringLiteral(", ")));
}

Plot sizesPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "sizes", QObject::tr("Speed by size"));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.x = request.catalogue->track(request.track).dimensions == 1
                 ? PlotAxis{QObject::tr("elements"), {}, true}
                 : PlotAxis{QObject::tr("edge of the matrices"), QObject::tr("elements"), true};
    plot.x.step = 2; // sizes are powers of two, or near them
    plot.y = speedAxis(request, true);
    std::vector<Size> sizes = recordedSizes(*recording, request.track);
    std::erase_if(sizes, [](const Size& s) { return s.m != s.n || s.n != s.k; });
    std::sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) { return a.m < b.m; });
    leaveOutNeighbours(plot, sizes);
    const QString leftOut = plot.note;
    // One line follows one variant, the one that is the fastest at the largest size: else it would jump. Only a stage
    // that says itself what suits a size follows that, unless another variant is shown.
    std::vector<StagePick> lines;
    if (const Stage* loops = loopsOf(request))
        addLoops(plot, request, *loops, sizes);
    for (auto size = sizes.rbegin(); size != sizes.rend() && plot.series.empty(); ++size)
        for (const StagePick& pick : measuredStages(request, *recording, *size))
            if (!pick.stage->cpu &&
                std::none_of(lines.begin(), lines.end(), [&](const StagePick& p) { return p.stage == pick.stage; }))
                lines.push_back(pick);
    std::sort(lines.begin(), lines.end(),
              [](const StagePick& a, const StagePick& b) { return a.stage->id < b.stage->id; });
    std::vector<const Stage*> stages; // of each series
    for (const StagePick& line : lines) {
        PlotSeries series;
        series.name = line.label;
        series.form = PlotSeries::Form::Line;
        series.tone = line.stage->library ? PlotTone::Library : PlotTone::Ramp;
        const bool adapts = adaptsToSize(*line.stage) &&
                            (!line.current || line.parameters == suitableParameters(*line.stage, request.size));
        if (adapts) {
            series.name = QString::fromStdString(line.stage->shortTitle);
            const QString follows =
                QObject::tr("%1: in the variant that suits each size, where it was measured").arg(series.name);
            plot.note = plot.note.isEmpty() ? follows : follows + QStringLiteral(". ") + leftOut;
        }
        for (const Size& size : sizes) {
            StagePick pick = adapts ? suitedAt(request, *line.stage, size).value_or(line) : line;
            pick.current = line.current;
            pick.result = recording->find(line.stage->id, pick.parameters, size, request.cache);
            if (!pick.result || !pick.result->ok || !pick.result->median || speedOf(request, *pick.result) <= 0)
                continue;
            PlotPoint point = pointOf(pick, static_cast<double>(size.m), speedOf(request, *pick.result));
            addSpread(point, *pick.result);
            point.tip = QObject::tr("%1, %2").arg(request.label(size), speedTip(request, pick, point));
            series.points.push_back(point);
        }
        if (!series.points.empty()) {
            plot.series.push_back(series);
            stages.push_back(line.stage);
        }
    }
    bringForward(plot.series, stages, request.currentStage);
    std::set<double> measured;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& point : series.points)
            measured.insert(point.x);
    if (measured.size() < 2) {
        const QString gpu = QString::fromStdString(recording->provenance.gpu);
        plot.series.clear();
        plot.missing = measured.empty() ? QObject::tr("%1 has no measurement of this track at equal edges.").arg(gpu)
                                        : QObject::tr("%1 has measurements of this track at one size only.").arg(gpu);
    }
    return plot;
}

Plot speedupPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "speedup",
                         QObject::tr("Speed-up over the stage before, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    if (!request.catalogue->track(request.track).ladder) {
        plot.missing = QObject::tr("These stages are no ladder: none is a step past the one before it.");
        return plot;
    }
    plot.y = {QObject::tr("times as fast as the stage before"), QStringLiteral("×"), false};
    plot.oneBarEach = true;
    PlotSeries faster, neither, slower;
    faster.name = QObject::tr("faster");
    faster.tone = PlotTone::Good;
    neither.name = QObject::tr("within the noise");
    neither.tone = PlotTone::Quiet;
    slower.name = QObject::tr("slower");
    slower.tone = PlotTone::Waste;
    std::vector<StagePick> picks = measuredStages(request, *recording, request.size);
    // A GPU beside a CPU, tensor cores beside FP32: those are other machines, not a step of the ladder.
    std::erase_if(picks, [](const StagePick& pick) { return pick.stage->cpu || pick.stage->rounding; });
    for (size_t i = 1; i < picks.size(); ++i) {
        const double ratio = *picks[i - 1].result->median / *picks[i].result->median;
        PlotPoint point = pointOf(picks[i], static_cast<double>(plot.categories.size()), ratio);
        point.tip = QObject::tr("%1 is %2 times as fast as %3: %4 ms instead of %5 ms")
                        .arg(picks[i].label, tipNumber(ratio), picks[i - 1].label, tipNumber(*picks[i].result->median),
                             tipNumber(*picks[i - 1].result->median));
        plot.categories << picks[i].label;
        const RecordedResult &now = *picks[i].result, &before = *picks[i - 1].result;
        (isSlower(now, before) ? slower : isSlower(before, now) ? faster : neither).points.push_back(point);
    }
    PlotSeries same;
    same.name = QObject::tr("the same");
    same.form = PlotSeries::Form::Ceiling;
    same.tone = PlotTone::Library;
    PlotPoint one;
    one.y = 1;
    one.tip = QObject::tr("As fast as the stage before");
    same.points = {one};
    for (const PlotSeries& series : {faster, neither, slower})
        if (!series.points.empty())
            plot.series.push_back(series);
    if (plot.series.empty())
        plot.missing = QObject::tr("A speed-up takes two measured stages; %1 has fewer at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
    else
        plot.series.push_back(same);
    return plot;
}

Plot timesPlot(const PlotRequest& request) {
    Plot plot =
        plotHead(request, "times", QObject::tr("Kernel time and total time, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.y = {QObject::tr("time"), QStringLiteral("ms"), true};
    plot.note = QObject::tr("Total: allocation, both copies and the start of a library as well");
    PlotSeries kernel, total, first;
    kernel.name = QObject::tr("kernel");
    total.name = QObject::tr("total");
    total.tone = PlotTone::Total;
    first.name = QObject::tr("total, the first time");
    first.tone = PlotTone::Quiet;
    for (const StagePick& pick : measuredStages(request, *recording, request.size)) {
        if (!pick.result->total)
            continue;
        const auto category = static_cast<double>(plot.categories.size());
        plot.categories << pick.label;
        PlotPoint point = pointOf(pick, category, *pick.result->median);
        if (pick.result->q1 && pick.result->q3) {
            point.low = *pick.result->q1;
            point.high = *pick.result->q3;
        }
        point.tip = QObject::tr("%1, the kernel alone:").arg(pick.label) + measurementText(*pick.result);
        kernel.points.push_back(point);
        point = pointOf(pick, category, pick.result->total->median);
        point.tip = QObject::tr("%1: everything takes %2 ms").arg(pick.label, tipNumber(point.y));
        total.points.push_back(point);
        if (recording->provenance.quoted) // nobody says which call it was
            continue;
        point = pointOf(pick, category, pick.result->total->first);
        point.tip = QObject::tr("%1: everything takes %2 ms the first time").arg(pick.label, tipNumber(point.y));
        first.points.push_back(point);
    }
    plot.series = {kernel, total, first};
    if (plot.empty())
        plot.missing = QObject::tr("%1 has no total times at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
    return plot;
}

Plot cyclesPlot(const PlotRequest& request) {
    Plot plot =
        plotHead(request, "cycles", QObject::tr("Clock cycles of the kernel, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.y = {QObject::tr("cycles of a multiprocessor's clock"), {}, true};
    plot.note = QObject::tr("The kernel's time × the clock that it ran at");
    PlotSeries cycles;
    cycles.name = QObject::tr("cycles");
    for (const StagePick& pick : measuredStages(request, *recording, request.size, true)) {
        const auto taken = pick.result->cycles();
        if (!taken)
            continue;
        PlotPoint point = pointOf(pick, static_cast<double>(plot.categories.size()), *taken);
        point.tip = pick.label + QStringLiteral(":") + measurementText(*pick.result);
        cycles.points.push_back(point);
        plot.categories << pick.label;
    }
    plot.series = {cycles};
    if (plot.empty())
        plot.missing = QObject::tr("%1 has no clock beside its times at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
    return plot;
}

Plot errorsPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "errors", QObject::tr("Errors of the results, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.origin = QStringLiteral("%1, %2").arg(QString::fromStdString(recording->provenance.gpu),
                                               whenText(recording->provenance));
    plot.y = {QObject::tr("relative error"), {}, true};
    plot.note = QObject::tr("Against a reference in double precision");
    PlotSeries largest, average;
    largest.name = QObject::tr("at most");
    largest.tone = PlotTone::Total;
    average.name = QObject::tr("on average");
    qsizetype exact = 0;
    for (const StagePick& pick : measuredStages(request, *recording, request.size, true)) {
        const auto& error = pick.result->error;
        if (!error || !error->largest || !error->average)
            continue;
        if (*error->largest <= 0 || *error->average <= 0) {
            ++exact;
            continue;
        }
        const auto category = static_cast<double>(plot.categories.size());
        plot.categories << pick.label;
        for (const auto& [series, value] : {std::pair{&average, *error->average}, {&largest, *error->largest}}) {
            PlotPoint point = pointOf(pick, category, value);
            point.tip = QObject::tr("%1: %2 %3, tolerated %4")
                            .arg(pick.label, plotNumber(value), series->name, plotNumber(error->tolerance)) +
                        measurementText(*pick.result);
            series->points.push_back(point);
        }
    }
    if (!plot.categories.isEmpty())
        plot.series = {average, largest};
    else if (exact > 0)
        plot.missing = QObject::tr("Every stage of this track gives the exact result.");
    else
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    return plot;
}

Plot gpusPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "gpus", QObject::tr("GPUs side by side, %1").arg(request.label(request.size)));
    if (!request.recordings || request.recordings->empty())
        return plot;
    plot.missing.clear();
    plot.y = speedAxis(request, true);
    addGpuSeries(plot, request, [&](const Recording& recording, const QString& name) {
        std::vector<GpuPoint> points;
        for (const StagePick& pick : measuredStages(request, recording, request.size)) {
            if (speedOf(request, *pick.result) <= 0)
                continue;
            PlotPoint point = pointOf(pick, 0, speedOf(request, *pick.result));
            addSpread(point, *pick.result);
            point.tip = QObject::tr("%1, %2").arg(name, speedTip(request, pick, point));
            points.push_back({pick.stage, point});
        }
        return points;
    });
    if (plot.empty())
        plot.missing = QObject::tr("No recording has a measurement at %1.").arg(request.label(request.size));
    return plot;
}

} // namespace warplens::app
