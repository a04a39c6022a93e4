// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of what the total time consists of: copies, kernel, allocation, the start of a library; of the first call and of
// later ones.
#include "app/charts/chart_labels.h"
#include "app/charts/plots.h"

#include <QObject>

#include <algorithm>
#include <array>

namespace warplens::app {

using namespace kernels;

namespace {

constexpr std::size_t parts = 6;

/// In the order of time; last what no part accounts for.
std::array<double, parts> lengthsOf(const RecordedParts& of, double total) {
    return {of.start, of.allocation, of.copyIn, of.kernel, of.copyOut, std::max(0.0, total - of.sum())};
}

std::array<PlotSeries, parts> emptySeries() {
    std::array<PlotSeries, parts> series;
    const QString names[parts] = {QObject::tr("start of the library"), QObject::tr("allocation"),
                                  QObject::tr("copies to the GPU"),    QObject::tr("kernel"),
                                  QObject::tr("copies back"),          QObject::tr("waiting of the host")};
    constexpr PlotTone tones[parts] = {PlotTone::Library, PlotTone::Quiet, PlotTone::Total,
                                       PlotTone::Plain,   PlotTone::Third, PlotTone::Quiet};
    for (std::size_t i = 0; i < parts; ++i) {
        series[i].name = names[i];
        series[i].tone = tones[i];
    }
    series.back().outlined = true;
    return series;
}

/// " It has them at 1024³, 4096³."; empty: it has none of this track.
QString sizesWithParts(const PlotRequest& request, const Recording& recording) {
    QStringList sizes;
    for (const Size& size : recordedSizes(recording, request.track))
        for (const StagePick& pick : measuredStages(request, recording, size))
            if (const auto& total = pick.result->total; total && total->parts) {
                sizes << request.label(size);
                break;
            }
    return sizes.isEmpty() ? QString() : ' ' + QObject::tr("It has them at %1.").arg(sizes.join(QStringLiteral(", ")));
}

} // namespace

Plot partsPlot(const PlotRequest& request) {
    Plot plot =
        plotHead(request, "parts", QObject::tr("What the total time consists of, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.y = {QObject::tr("time"), QStringLiteral("ms")};
    plot.note = QObject::tr("A first call loads the kernel's code as well, which counts as its time");
    plot.stacks = {QObject::tr("later"), QObject::tr("the first time")};
    std::array<PlotSeries, parts> series = emptySeries();
    bool hasTotals = false;
    for (const StagePick& pick : measuredStages(request, *recording, request.size)) {
        const auto& total = pick.result->total;
        hasTotals = hasTotals || total;
        if (!total || !total->parts || !total->firstParts)
            continue;
        const auto category = static_cast<double>(plot.categories.size());
        plot.categories << pick.label;
        for (int stack = 0; stack < 2; ++stack) {
            const double whole = stack == 0 ? total->median : total->first;
            double from = 0;
            const auto lengths = lengthsOf(stack == 0 ? *total->parts : *total->firstParts, whole);
            for (std::size_t i = 0; i < parts; ++i) {
                if (lengths[i] <= 0)
                    continue;
                PlotPoint point = pointOf(pick, category, lengths[i]);
                point.from = from;
                point.stack = stack;
                point.tip =
                    QObject::tr("%1, %2: %3 takes %4 of %5 ms")
                        .arg(pick.label, plot.stacks[stack], series[i].name, tipNumber(lengths[i]), tipNumber(whole));
                series[i].points.push_back(point);
                from += lengths[i];
            }
        }
    }
    if (!plot.categories.isEmpty())
        plot.series.assign(series.begin(), series.end());
    else if (hasTotals)
        plot.missing =
            QObject::tr("The recording of %1 has total times at %2, and is older than what tells their parts: "
                        "run it on a GPU once more.")
                .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size)) +
            sizesWithParts(request, *recording);
    else
        plot.missing = QObject::tr("%1 has no total times at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
    return plot;
}

} // namespace warplens::app
