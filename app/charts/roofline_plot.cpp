// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/plots.h"
#include "app/charts/stage_chart_data.h"
#include "app/engine/metrics.h"
#include "kernels/catalogue/instance.h"

#include <QObject>

#include <algorithm>

namespace warplens::app {

using namespace kernels;

namespace {

struct Traffic {
    double bytes = 0;
    bool counted = false; ///< by hardware; otherwise compulsory
};

Traffic trafficOf(const StagePick& pick, const Recording& recording, const Size& size, double compulsory) {
    if (const RecordedCounters* counters = recording.findCounters(pick.stage->id, pick.parameters, size)) {
        const auto bytes = engine::hardwareOf(engine::Quantity::DramBytes, counters->metrics);
        if (bytes && *bytes > 0)
            return {*bytes, true};
    }
    return {compulsory, false};
}

} // namespace

Plot rooflinePlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "roofline", QObject::tr("Roofline, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.x = {QObject::tr("arithmetic intensity"), QObject::tr("FLOP per byte of DRAM"), true};
    plot.y = {QObject::tr("speed, FP32"), QStringLiteral("TFLOP/s"), true};
    size_t counted = 0, compulsory = 0;
    double left = 1e300, right = 0;
    bool idle = false; // a stage without arithmetic was measured
    for (const StagePick& pick : measuredStages(request, *recording, request.size)) {
        if (pick.stage->cpu || pick.stage->rounding)
            continue; // the CPU and tensor cores stand under roofs of their own
        const StageInstance instance = makeInstance(*pick.stage, pick.parameters, request.size);
        idle = idle || instance.flops <= 0;
        if (instance.flops <= 0 || instance.compulsoryBytes <= 0 || !pick.result->gflops)
            continue;
        const Traffic traffic =
            trafficOf(pick, *recording, request.size, static_cast<double>(instance.compulsoryBytes));
        ++(traffic.counted ? counted : compulsory);
        PlotSeries series;
        series.name = pick.label;
        series.form = PlotSeries::Form::Dots;
        series.tone = pick.stage->library ? PlotTone::Library : PlotTone::Ramp;
        series.outlined = !traffic.counted;
        PlotPoint point = pointOf(pick, instance.flops / traffic.bytes, *pick.result->gflops / 1000);
        addSpread(point, *pick.result);
        point.tip = QObject::tr("%1: %2 TFLOP/s at %3 FLOP per byte; %4")
                        .arg(pick.label, plotNumber(point.y), plotNumber(point.x),
                             traffic.counted ? QObject::tr("bytes of DRAM as counted by the profiler")
                                             : QObject::tr("compulsory bytes, each input and output once"));
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        series.points.push_back(point);
        plot.series.push_back(series);
    }
    if (plot.series.empty()) {
        plot.missing = idle ? QObject::tr("These stages do no arithmetic: their roof is the memory alone.")
                            : nothingMeasured(*recording, request.label(request.size), request.cache);
        return plot;
    }
    plot.note = compulsory == 0 ? QObject::tr("Bytes as the profiler counted them in DRAM")
                : counted == 0  ? QObject::tr("Bytes: compulsory ones, each input and output once")
                                : QObject::tr("Filled: bytes counted in DRAM. Outlined: compulsory bytes");
    const Ceilings& ceilings = recording->ceilings;
    const double peak = ceilings.fp32PeakGflops.value_or(0) / 1000, copy = ceilings.copyGbps.value_or(0) / 1000;
    const double knee = peak > 0 && copy > 0 ? peak / copy : right;
    left = std::min(left, knee) / 4;
    right = std::max(right, knee) * 2;
    PlotSeries roof;
    roof.form = PlotSeries::Form::Ceiling;
    roof.tone = PlotTone::Library;
    const auto corner = [](double x, double y, const QString& tip) {
        PlotPoint point;
        point.x = x;
        point.y = y;
        point.tip = tip;
        return point;
    };
    if (copy > 0) {
        roof.name = QObject::tr("copy %1 GB/s, measured").arg(plotNumber(copy * 1000));
        const double end = peak > 0 ? knee : right;
        roof.points = {corner(left, left * copy, roof.name), corner(end, end * copy, roof.name)};
        plot.series.push_back(roof);
    }
    if (peak > 0) {
        roof.name = QObject::tr("peak %1 TFLOP/s, from cores and clock").arg(plotNumber(peak));
        const double start = copy > 0 ? knee : left;
        roof.points = {corner(start, peak, roof.name), corner(right, peak, roof.name)};
        plot.series.push_back(roof);
    }
    return plot;
}

} // namespace warplens::app
