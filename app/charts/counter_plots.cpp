// SPDX-License-Identifier: GPL-3.0-or-later
// Sectors per request and wavefronts per instruction by stage: the model's count filled, the hardware's outlined beside
// it.
#include "app/charts/counted_bars.h"
#include "app/engine/metrics.h"

#include <QObject>

namespace warplens::app {

using namespace kernels;

namespace {

struct Ratio {
    double count = 0, of = 0;
    double value() const { return of > 0 ? count / of : 0; }
};

struct Counter {
    const char* kind;
    QString title, unit, memory;
    QString one, many; ///< what it is counted per
    engine::Quantity count, of;
};

Ratio modelRatio(const Counter& counter, const sim::trace::Counts& counts) {
    return {engine::modelOf(counter.count, counts).value_or(0), engine::modelOf(counter.of, counts).value_or(0)};
}

Ratio hardwareRatio(const Counter& counter, const std::map<std::string, double>& figures) {
    const auto count = engine::hardwareOf(counter.count, figures), of = engine::hardwareOf(counter.of, figures);
    return count && of ? Ratio{*count, *of} : Ratio{};
}

Plot counterPlot(const PlotRequest& request, const Counter& counter) {
    CountedBars bars(
        request, counter.kind,
        QObject::tr("%1 per %2 by stage, %3").arg(counter.title, counter.one, request.label(request.countedSize)),
        {QObject::tr("%1 per %2 of %3 memory").arg(counter.unit, counter.one, counter.memory), {}, false});
    for (const auto& [pick, model, counters] : bars.variants()) {
        const Ratio a = model ? modelRatio(counter, *model) : Ratio{};
        const Ratio b = counters ? hardwareRatio(counter, counters->metrics) : Ratio{};
        if (a.of <= 0 && b.of <= 0)
            continue;
        bars.addCategory(pick);
        const auto add = [&, &shown = pick](CountedBars::Of of, const Ratio& ratio) {
            if (ratio.of > 0)
                bars.addBar(shown, of, ratio.value(),
                            QObject::tr("%1 %2 in %3 %4, %5 per %6")
                                .arg(QString::number(ratio.count, 'f', 0), counter.unit,
                                     QString::number(ratio.of, 'f', 0), counter.many, plotNumber(ratio.value()),
                                     counter.one));
        };
        add(CountedBars::Of::Model, a);
        add(CountedBars::Of::Hardware, b);
    }
    return bars.finish(QObject::tr("Neither the model nor a recording has counts of this track at %1.")
                           .arg(request.label(request.countedSize)));
}

} // namespace

Plot sectorsPlot(const PlotRequest& request) {
    return counterPlot(request, {"sectors", QObject::tr("Sectors"), QObject::tr("sectors"), QObject::tr("global"),
                                 QObject::tr("request"), QObject::tr("requests of loads and stores"),
                                 engine::Quantity::GlobalSectors, engine::Quantity::GlobalRequests});
}

Plot wavefrontsPlot(const PlotRequest& request) {
    return counterPlot(request, {"wavefronts", QObject::tr("Wavefronts"), QObject::tr("wavefronts"),
                                 QObject::tr("shared"), QObject::tr("instruction"), QObject::tr("instructions"),
                                 engine::Quantity::SharedWavefronts, engine::Quantity::SharedInstructions});
}

} // namespace warplens::app
