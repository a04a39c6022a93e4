// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes by stage, of the whole launch: what threads ask for, what is moved for them, and how many operations a byte that
// was asked for serves. A kernel with few sectors a request may still ask for everything again and again: these charts
// rank kernels by what tiles save.
#include "app/charts/counted_bars.h"
#include "app/engine/counted_bytes.h"

#include <QObject>

namespace warplens::app {

using namespace kernels;

namespace {

struct ByteChart {
    const char* kind;
    QString title, axis, unit;
    double (*model)(const sim::trace::Counts& counts, double flops); ///< 0: nothing to show
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
        bars.addBar(pick, CountedBars::Of::Model, value, QStringLiteral("%1 %2").arg(tipNumber(value), chart.unit));
    }
    return bars.finish(
        QObject::tr("The model has no such figure of this track at %1.").arg(request.label(request.countedSize)));
}

} // namespace

Plot askedPlot(const PlotRequest& request) {
    Plot plot = bytePlot(request, {"asked", QObject::tr("Bytes asked for"), QObject::tr("asked of global memory"),
                                   QStringLiteral("MB"),
                                   [](const sim::trace::Counts& counts, double) { return asked(counts) / 1e6; }});
    plot.note = QObject::tr("What the lanes ask for, each by itself: a word that all of them want counts 32 times");
    return plot;
}

Plot movedPlot(const PlotRequest& request) {
    using engine::Level;
    CountedBars bars(request, "moved", QObject::tr("Bytes moved by level, %1").arg(request.label(request.countedSize)),
                     {QObject::tr("global memory, all together"), QStringLiteral("MB"), true});
    bool counted = false;
    const auto add = [&](const StagePick& pick, Level level, double bytes) {
        counted |= bytes > 0 && (level == Level::L2 || level == Level::Dram);
        if (bytes > 0)
            bars.addBar(pick, level, bytes / 1e6,
                        QStringLiteral("%1 %2").arg(tipNumber(bytes / 1e6), QStringLiteral("MB")));
    };
    for (const auto& [pick, model, counters] : bars.variants()) {
        if (!model || asked(*model) <= 0)
            continue;
        bars.addCategory(pick);
        add(pick, Level::Lanes, asked(*model));
        add(pick, Level::L1, engine::sectorBytes * static_cast<double>(model->global.sum().sectors));
        for (const Level level : {Level::L2, Level::Dram})
            add(pick, level, engine::countedBytes(level, counters).value_or(0));
    }
    Plot plot = bars.finish(
        QObject::tr("The model has no such figure of this track at %1.").arg(request.label(request.countedSize)));
    plot.note =
        counted
            ? QObject::tr("Filled: what lanes ask for, each by itself, and the sectors of 32 bytes for it, modelled; "
                          "outlined: what passes further down, as counted, with caches that were empty")
            : QObject::tr("What lanes ask for, each by itself, and the sectors of 32 bytes for it; what passes further "
                          "down was not counted at this size");
    return plot;
}

Plot intensityPlot(const PlotRequest& request) {
    Plot plot = bytePlot(request, {"intensity", QObject::tr("Operations per byte asked for"),
                                   QObject::tr("floating-point operations per byte"), QStringLiteral("FLOP/B"),
                                   [](const sim::trace::Counts& counts, double flops) {
                                       const double bytes = asked(counts);
                                       return bytes > 0 ? flops / bytes : 0;
                                   }});
    if (request.catalogue->track(request.track).dimensions == 3) // a product
        plot.note = QObject::tr("A tile with edges twice as long halves what is asked of global memory");
    return plot;
}

} // namespace warplens::app
