// SPDX-License-Identifier: GPL-3.0-or-later
// What binds each stage: the share of its recorded time that the longest limit explains. See app/engine/why.h.
#include "app/charts/chart_labels.h"
#include "app/charts/known_reason.h"
#include "app/model/names.h"
#include "app/tongue/numbers.h"

#include <QObject>

#include <algorithm>
#include <map>

namespace warplens::app {

using namespace kernels;

namespace {

QString named(sim::time::Resource resource) {
    return QString::fromStdString(nameInTongue(sim::time::resourceName(resource)));
}

/// "Tiled, PAD on: Of 19.6 ms, at least 16.9 ms go to shared memory wavefronts: 86 %.", and what is next.
QString tipOf(const StagePick& pick, const engine::Why& why) {
    QString tip = QStringLiteral("%1: %2").arg(pick.label, QString::fromStdString(plainText(bindingSentence(why))));
    int more = 0;
    for (const sim::time::Limit& limit : why.limits)
        if (limit.floor && &limit != &why.binds() && more++ < 3)
            tip += QObject::tr("\n%1 alone: %2 ms")
                       .arg(named(limit.resource),
                            QString::fromStdString(tongue::grouped(engine::figure(limit.milliseconds))));
    return tip;
}

} // namespace

std::vector<StagePick> limitedStages(const PlotRequest& request) {
    const Recording* recording = request.recording();
    std::vector<StagePick> picks;
    if (recording != nullptr)
        picks = measuredStages(request, *recording, request.size, true);
    std::erase_if(picks, [](const StagePick& pick) { return !pick.stage->kernel || pick.stage->cpu; });
    return picks;
}

Plot limitsPlot(const PlotRequest& request) {
    Plot plot = plotHead(
        request, "limits",
        QObject::tr("What binds each stage, %1: its share of the recorded time").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (recording == nullptr)
        return plot;
    plot.y = {QObject::tr("recorded time that the longest limit explains"), QStringLiteral("%"), false};
    plot.oneBarEach = true;
    std::map<std::pair<sim::time::Resource, bool>, PlotSeries> byResource; // floors apart from estimates
    const std::vector<StagePick> picks = limitedStages(request);
    int known = 0;
    QString untold;
    for (const StagePick& pick : picks) {
        const Reason* const reason = knownReason(request, pick);
        if (reason == nullptr)
            continue;
        ++known;
        if (!reason->why || !reason->why->recorded) {
            untold = QString::fromStdString(reason->untold);
            continue;
        }
        const engine::Why& why = *reason->why;
        const bool floor = why.binds().floor;
        PlotSeries& series = byResource[{why.binds().resource, !floor}];
        series.name =
            floor ? named(why.binds().resource) : QObject::tr("%1, estimated").arg(named(why.binds().resource));
        series.tone = PlotTone::Ramp;
        series.hatched = !floor;
        PlotPoint point = pointOf(pick, static_cast<double>(plot.categories.size()),
                                  100 * why.binds().milliseconds / why.recorded->milliseconds);
        point.tip = tipOf(pick, why);
        plot.categories << pick.label;
        series.points.push_back(point);
    }
    for (const auto& [bound, series] : byResource)
        plot.series.push_back(series);
    plot.origin += QObject::tr("; limits: modelled counts over published ceilings");
    plot.note = QObject::tr("The rest of a time is latency, or resources that take turns");
    if (known < static_cast<int>(picks.size()))
        plot.note = QObject::tr("Computing … %1 of %2 are there").arg(known).arg(picks.size());
    if (!plot.series.empty()) {
        PlotSeries whole;
        whole.name = QObject::tr("all of the time");
        whole.form = PlotSeries::Form::Ceiling;
        whole.tone = PlotTone::Library;
        PlotPoint all;
        all.y = 100;
        all.tip = QObject::tr("The recorded time: no limit can be longer");
        whole.points = {all};
        plot.series.push_back(whole);
    } else if (picks.empty()) {
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    } else {
        plot.missing = known < static_cast<int>(picks.size()) ? plot.note : untold;
    }
    return plot;
}

} // namespace warplens::app
