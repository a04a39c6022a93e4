// SPDX-License-Identifier: GPL-3.0-or-later
// Sectors per request and wavefronts per instruction by stage: the model's count filled, the hardware's outlined beside
// it.
#include "app/charts/plots.h"
#include "app/charts/stage_chart_data.h"
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
    Plot plot = plotHead(
        request, counter.kind,
        QObject::tr("%1 per %2 by stage, %3").arg(counter.title, counter.one, request.label(request.countedSize)));
    plot.missing.clear();
    plot.y = {QObject::tr("%1 per %2 of %3 memory").arg(counter.unit, counter.one, counter.memory), {}, false};
    PlotSeries model, counted;
    model.name = QObject::tr("model");
    const Recording* recording = request.recording();
    counted.name = recording ? QObject::tr("counted on %1").arg(QString::fromStdString(recording->provenance.gpu))
                             : QObject::tr("hardware");
    counted.outlined = true;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track || !stage.kernel)
            continue;
        for (const ParameterValues& variant : shownVariants(stage, request.currentStage, request.currentParameters)) {
            const auto found = request.model.find({stage.id, variantText(variant)});
            const RecordedCounters* metrics =
                recording ? recording->findCounters(stage.id, variant, request.countedSize) : nullptr;
            const Ratio a = found != request.model.end() ? modelRatio(counter, found->second) : Ratio{};
            const Ratio b = metrics ? hardwareRatio(counter, metrics->metrics) : Ratio{};
            if (a.of <= 0 && b.of <= 0)
                continue;
            StagePick pick;
            pick.stage = &stage;
            pick.parameters = variant;
            pick.current = stage.id == request.currentStage && variant == request.currentParameters;
            const QString change = variantLabel(stage, variant);
            pick.label = QString::fromStdString(stage.shortTitle);
            if (!change.isEmpty())
                pick.label += QStringLiteral(", ") + change;
            const auto category = static_cast<double>(plot.categories.size());
            plot.categories << pick.label;
            const auto add = [&](PlotSeries& series, const Ratio& ratio) {
                if (ratio.of <= 0)
                    return;
                PlotPoint point = pointOf(pick, category, ratio.value());
                point.tip =
                    QObject::tr("%1, %2: %3 %4 in %5 %6, %7 per %8")
                        .arg(pick.label, series.name, QString::number(ratio.count, 'f', 0), counter.unit,
                             QString::number(ratio.of, 'f', 0), counter.many, plotNumber(ratio.value()), counter.one);
                series.points.push_back(point);
            };
            add(model, a);
            add(counted, b);
        }
    }
    for (const PlotSeries& series : {model, counted})
        if (!series.points.empty())
            plot.series.push_back(series);
    if (recording)
        plot.origin = QStringLiteral("%1, %2").arg(QString::fromStdString(recording->provenance.gpu),
                                                   whenText(recording->provenance));
    if (!model.points.empty())
        plot.origin = QObject::tr("model, compute capability 9.0") +
                      (counted.points.empty() ? QString() : QObject::tr("; hardware: ") + plot.origin);
    if (plot.empty())
        plot.missing = QObject::tr("Neither the model nor a recording has counts of this track at %1.")
                           .arg(request.label(request.countedSize));
    return plot;
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
