// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes by stage, of the whole launch: what threads ask for, what is moved for them, and how many operations a byte that
// was asked for serves. A kernel with few sectors a request may still ask for everything again and again: these charts
// rank kernels by what tiles save.
#include "app/charts/counted_bars.h"
#include "app/engine/metrics.h"

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

Plot bytePlot(const PlotRequest& request, const ByteChart& chart) {
    CountedBars bars(request, chart.kind,
                     QObject::tr("%1 by stage, %2").arg(chart.title, request.label(request.countedSize)),
                     {chart.axis, chart.unit, false});
    for (const auto& [pick, model, counters] : bars.variants()) {
        const double flops = makeInstance(*pick.stage, pick.parameters, request.countedSize).flops;
        const double value = model ? chart.model(*model, flops) : 0;
        if (value <= 0)
            continue;
        bars.addCategory(pick);
        const auto add = [&, &shown = pick](CountedBars::Of of, double y) {
            bars.addBar(shown, of, y, QStringLiteral("%1 %2").arg(tipNumber(y), chart.unit));
        };
        add(CountedBars::Of::Model, value);
        if (const double y = counters && chart.hardware ? chart.hardware(counters->metrics) : 0; y > 0)
            add(CountedBars::Of::Hardware, y);
    }
    return bars.finish(
        QObject::tr("The model has no such figure of this track at %1.").arg(request.label(request.countedSize)));
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
    if (request.catalogue->track(request.track).dimensions == 3) // a product
        plot.note = QObject::tr("A tile with edges twice as long halves what is asked of global memory");
    return plot;
}

} // namespace warplens::app
