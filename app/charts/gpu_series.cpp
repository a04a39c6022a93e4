// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/gpu_series.h"

#include "app/charts/chart_labels.h"

#include <QObject>

#include <algorithm>

namespace warplens::app {

using namespace kernels;

void addGpuSeries(Plot& plot, const PlotRequest& request, const GpuPoints& pointsOf) {
    QStringList origins;
    for (const Recording& recording : *request.recordings) {
        PlotSeries series;
        const Provenance& from = recording.provenance;
        const QString gpu = QString::fromStdString(from.gpu);
        series.name = gpu;
        // Of two of the same kind each says whose it is.
        if (std::count_if(request.recordings->begin(), request.recordings->end(),
                          [&](const Recording& other) { return other.provenance.gpu == from.gpu; }) > 1)
            series.name = QStringLiteral("%1, %2").arg(series.name, whenText(from));
        series.tone = PlotTone::Ramp;
        series.outlined = from.quoted;
        const QString notes = from.quoted ? quotedNotes(from) : QString();
        if (!notes.isEmpty())
            plot.foot << QStringLiteral("%1: %2").arg(gpu, notes);
        for (auto& [stage, point] : pointsOf(recording, series.name)) {
            // Variants differ between GPUs: the stage is the row, its variant is told by the sentence.
            const QString label = QString::fromStdString(stage->shortTitle);
            if (!plot.categories.contains(label))
                plot.categories << label;
            point.x = static_cast<double>(plot.categories.indexOf(label));
            if (!notes.isEmpty())
                point.tip += QStringLiteral("\n\n") + notes;
            series.points.push_back(point);
        }
        if (series.points.empty())
            continue;
        plot.series.push_back(series);
        origins << (from.quoted ? QObject::tr("%1 quoted from %2").arg(gpu, quotedSource(from))
                                : QStringLiteral("%1 %2").arg(gpu, whenText(from)));
    }
    plot.origin = origins.join(QStringLiteral(", "));
    // A recording that lacks some stages does not push them to the end.
    QStringList ordered;
    for (const Stage& stage : request.catalogue->stages)
        if (const QString label = QString::fromStdString(stage.shortTitle);
            stage.track == request.track && plot.categories.contains(label) && !ordered.contains(label))
            ordered << label;
    for (PlotSeries& series : plot.series)
        for (PlotPoint& point : series.points)
            point.x = static_cast<double>(ordered.indexOf(plot.categories[static_cast<qsizetype>(point.x)]));
    for (PlotSeries& series : plot.series)
        std::sort(series.points.begin(), series.points.end(),
                  [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    plot.categories = ordered;
}

} // namespace warplens::app
