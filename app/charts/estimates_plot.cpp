// SPDX-License-Identifier: GPL-3.0-or-later
// Measured times, and what the model of sim/time estimates: hatched beside them. See app/engine/why.h.
#include "app/charts/chart_labels.h"
#include "app/charts/known_reason.h"
#include "app/charts/measurement_text.h"
#include "app/paint/speech.h"

#include <QObject>

#include <algorithm>

namespace warplens::app {

using namespace kernels;

namespace {

const engine::EstimatedTime* estimateOf(const Reason* reason) {
    return reason != nullptr && reason->why && reason->why->estimated && reason->why->estimated->time.known
               ? &*reason->why->estimated
               : nullptr;
}

/// "Tiled: estimated 16.7 ms (modelled, at 1980 MHz; …), 7.1 % more than recorded", and what warps wait for.
QString tipOf(const QString& label, const engine::EstimatedTime& estimated, double recorded) {
    QString tip = QStringLiteral("%1: %2").arg(label, QString::fromStdString(engine::estimateText(estimated)));
    if (recorded > 0) {
        const double off = 100 * (estimated.time.milliseconds / recorded - 1);
        tip += off < 0 ? QObject::tr(", %1 % less than was recorded").arg(decimal(-off, 1))
                       : QObject::tr(", %1 % more than was recorded").arg(decimal(off, 1));
    }
    for (const auto& [name, share] : engine::largestStalls(engine::sharesOf(estimated.time.stalls)))
        tip += QObject::tr("\nwarps, %1: %2 %").arg(QString::fromStdString(name)).arg(100 * share, 0, 'f', 0);
    return tip;
}

} // namespace

Plot estimatesPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "estimates",
                         QObject::tr("Measured and estimated times, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (recording == nullptr)
        return plot;
    plot.y = {QObject::tr("time"), QStringLiteral("ms"), true};
    PlotSeries measured, estimated;
    measured.name = QObject::tr("measured");
    estimated.name = QObject::tr("estimated (modelled)");
    estimated.tone = PlotTone::Total;
    estimated.hatched = true;
    const std::vector<StagePick> picks = limitedStages(request);
    qsizetype known = 0;
    const auto row = [&](const StagePick& pick, const Reason* reason, double recorded) {
        const auto category = static_cast<double>(plot.categories.size());
        plot.categories << pick.label;
        if (recorded > 0) {
            PlotPoint point = pointOf(pick, category, recorded);
            point.tip = QObject::tr("%1:").arg(pick.label) + measurementText(*pick.result);
            measured.points.push_back(point);
        }
        if (const engine::EstimatedTime* time = estimateOf(reason)) {
            PlotPoint point = pointOf(pick, category, time->time.milliseconds);
            point.tip = tipOf(pick.label, *time, recorded);
            estimated.points.push_back(point);
        }
    };
    for (const StagePick& pick : picks) {
        const Reason* const reason = knownReason(request, pick);
        known += reason != nullptr;
        row(pick, reason, *pick.result->median);
        if (pick.current && request.edited) { // what was never measured stands below what was
            StagePick own = pick;
            own.label = QObject::tr("… as edited");
            row(own, request.edited.get(), 0);
        }
    }
    for (const PlotSeries& series : {measured, estimated})
        if (!series.points.empty())
            plot.series.push_back(series);
    plot.origin += QObject::tr("; estimates: a model, with errors");
    plot.note = QObject::tr("Estimated from machine code and what it waits for, at the clock of the measurement");
    if (known < static_cast<qsizetype>(picks.size()))
        plot.note = QObject::tr("Estimating … %1 of %2 are there").arg(known).arg(picks.size());
    if (picks.empty())
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    return plot;
}

} // namespace warplens::app
