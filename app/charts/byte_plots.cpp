// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes by stage, of the whole launch: what threads ask for, what is moved for them, and how many operations a byte that
// was asked for serves. A kernel with few sectors a request may still ask for everything again and again: these charts
// rank kernels by what tiles save.
#include "app/charts/plots.h"
#include "app/charts/stage_chart_data.h"
#include "app/engine/metrics.h"
#include "kernels/catalogue/instance.h"

#include <QObject>

namespace warplens::app {

using namespace kernels;

namespace {

constexpr double sectorBytes = 32;

struct ByteChart {
    const char* kind;
    QString title, axis, unit;
    double (*model)(const sim::trace::Counts& counts, double flops);  ///< 0: nothing to show
    double (*hardware)(const std::map<std::string, double>& figures); ///< nullptr: ncu does not count it
};

double asked(const sim::trace::Counts& counts) {
    const sim::trace::GlobalCounts all = counts.global.sum();
    return static_cast<double>(all.bytesAsked);
}

/// The bar of a variant, without its values.
StagePick pickOf(const PlotRequest& request, const Stage& stage, const ParameterValues& variant) {
    StagePick pick;
    pick.stage = &stage;
    pick.parameters = variant;
    pick.current = stage.id == request.currentStage && variant == request.currentParameters;
    pick.label = pickLabel(stage, variant);
    return pick;
}

Plot bytePlot(const PlotRequest& request, const ByteChart& chart) {
    Plot plot = plotHead(request, chart.kind,
                         QObject::tr("%1 by stage, %2").arg(chart.title, request.label(request.countedSize)));
    plot.missing.clear();
    plot.y = {chart.axis, chart.unit, false};
    const Recording* recording = request.recording();
    PlotSeries model, counted;
    model.name = QObject::tr("model");
    counted.name = recording ? QObject::tr("counted on %1").arg(QString::fromStdString(recording->provenance.gpu))
                             : QObject::tr("hardware");
    counted.outlined = true;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track || !stage.kernel)
            continue;
        for (const ParameterValues& variant : shownVariants(stage, request.currentStage, request.currentParameters)) {
            const auto found = request.model.find({stage.id, variantText(variant)});
            if (found == request.model.end())
                continue;
            const double value = chart.model(found->second, makeInstance(stage, variant, request.countedSize).flops);
            if (value <= 0)
                continue;
            const StagePick pick = pickOf(request, stage, variant);
            const auto category = static_cast<double>(plot.categories.size());
            plot.categories << pick.label;
            const auto add = [&](PlotSeries& series, double y) {
                PlotPoint point = pointOf(pick, category, y);
                point.tip = QObject::tr("%1, %2: %3 %4").arg(pick.label, series.name, tipNumber(y), chart.unit);
                series.points.push_back(point);
            };
            add(model, value);
            const RecordedCounters* counters =
                recording && chart.hardware ? recording->findCounters(stage.id, variant, request.countedSize) : nullptr;
            if (const double hardware = counters ? chart.hardware(counters->metrics) : 0; hardware > 0)
                add(counted, hardware);
        }
    }
    if (model.points.empty()) {
        plot.missing =
            QObject::tr("The model has no such figure of this track at %1.").arg(request.label(request.countedSize));
        return plot;
    }
    plot.origin = QObject::tr("model, compute capability 9.0");
    plot.series.push_back(model);
    if (!counted.points.empty()) {
        plot.origin += QObject::tr("; hardware: %1, %2")
                           .arg(QString::fromStdString(recording->provenance.gpu), whenText(recording->provenance));
        plot.series.push_back(counted);
    }
    return plot;
}

} // namespace

Plot askedPlot(const PlotRequest& request) {
    Plot plot = bytePlot(
        request, {"asked", QObject::tr("Bytes asked for"), QObject::tr("asked of global memory"), QStringLiteral("MB"),
                  [](const sim::trace::Counts& counts, double) { return asked(counts) / 1e6; }, nullptr});
    plot.note = QObject::tr("What the lanes ask for, each by itself: a word that all of them want counts 32 times");
    return plot;
}

Plot movedPlot(const PlotRequest& request) {
    Plot plot = bytePlot(request, {"moved", QObject::tr("Bytes moved"),
                                   QObject::tr("sectors of global memory, all together"), QStringLiteral("MB"),
                                   [](const sim::trace::Counts& counts, double) {
                                       return static_cast<double>(counts.global.sum().sectors) * sectorBytes / 1e6;
                                   },
                                   [](const std::map<std::string, double>& figures) {
                                       return engine::hardwareOf(engine::Quantity::GlobalSectors, figures).value_or(0) *
                                              sectorBytes / 1e6;
                                   }});
    plot.note = QObject::tr("Sectors of 32 bytes, of the whole launch: what few sectors a request do not tell");
    return plot;
}

Plot intensityPlot(const PlotRequest& request) {
    Plot plot = bytePlot(request, {"intensity", QObject::tr("Operations per byte asked for"),
                                   QObject::tr("floating-point operations per byte"), QStringLiteral("FLOP/B"),
                                   [](const sim::trace::Counts& counts, double flops) {
                                       const double bytes = asked(counts);
                                       return bytes > 0 ? flops / bytes : 0;
                                   },
                                   nullptr});
    plot.note = QObject::tr("A tile with edges twice as long halves what is asked of global memory");
    return plot;
}

} // namespace warplens::app
