// SPDX-License-Identifier: GPL-3.0-or-later
// Sectors per request and wavefronts per instruction by stage: the model's count filled, the hardware's outlined beside
// it.
#include "app/charts/plots.h"
#include "app/charts/stage_chart_data.h"

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
    Ratio (*model)(const sim::trace::Counts& counts);
    std::vector<const char*> count, of; ///< the profiler's names, to be added up
};

Ratio hardware(const Counter& counter, const std::map<std::string, double>& metrics) {
    Ratio ratio;
    for (const auto& [names, sum] : {std::pair{&counter.count, &ratio.count}, {&counter.of, &ratio.of}})
        for (const char* name : *names) {
            const auto found = metrics.find(name);
            if (found == metrics.end())
                return {};
            *sum += found->second;
        }
    return ratio;
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
            const auto modelled = request.model.find({stage.id, variantText(variant)});
            const RecordedCounters* metrics =
                recording ? recording->findCounters(stage.id, variant, request.countedSize) : nullptr;
            const Ratio a = modelled != request.model.end() ? counter.model(modelled->second) : Ratio{};
            const Ratio b = metrics ? hardware(counter, metrics->metrics) : Ratio{};
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
    return counterPlot(
        request,
        {"sectors",
         QObject::tr("Sectors"),
         QObject::tr("sectors"),
         QObject::tr("global"),
         QObject::tr("request"),
         QObject::tr("requests"),
         [](const sim::trace::Counts& c) {
             return Ratio{static_cast<double>(c.global.sum().sectors), static_cast<double>(c.global.sum().requests)};
         },
         {"memory_l2_theoretical_sectors_global"},
         {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}});
}

Plot wavefrontsPlot(const PlotRequest& request) {
    return counterPlot(request,
                       {"wavefronts",
                        QObject::tr("Wavefronts"),
                        QObject::tr("wavefronts"),
                        QObject::tr("shared"),
                        QObject::tr("instruction"),
                        QObject::tr("instructions"),
                        [](const sim::trace::Counts& c) {
                            return Ratio{static_cast<double>(c.shared.sum().wavefronts),
                                         static_cast<double>(c.shared.load.instructions + c.shared.store.instructions)};
                        },
                        {"memory_l1_wavefronts_shared"},
                        {"smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"}});
}

} // namespace warplens::app
