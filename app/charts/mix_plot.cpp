// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine instructions of each stage are for: shares of those that warps execute. See app/engine/instruction_mix.h.
#include "app/charts/chart_labels.h"
#include "app/charts/plots.h"
#include "app/model/names.h"
#include "app/model/reason.h"
#include "app/paint/speech.h"

#include <QObject>

#include <algorithm>
#include <array>

namespace warplens::app {

using namespace kernels;

namespace {

struct MixBar {
    StagePick pick;
    const engine::Why* why = nullptr;
};

QString nameOfPurpose(std::size_t purpose) {
    return QString::fromStdString(nameInTongue(engine::purposeName(static_cast<engine::Purpose>(purpose))));
}

/// A stage a row; the parts stand in the order of Purpose, so that products begin all bars.
void addMix(Plot& plot, std::array<PlotSeries, engine::purposeCount>& series, const MixBar& bar) {
    const auto category = static_cast<double>(plot.categories.size());
    plot.categories << bar.pick.label;
    double from = 0;
    for (std::size_t n = 0; n < engine::purposeCount; ++n) {
        const double share = 100 * bar.why->mix[n];
        if (share <= 0)
            continue;
        PlotPoint point = pointOf(bar.pick, category, share);
        point.from = from;
        point.tip = QObject::tr("%1: %2 % of the instructions that warps execute are for %3")
                        .arg(bar.pick.label, decimal(share, 1), series[n].name);
        from += share;
        series[n].points.push_back(std::move(point));
    }
}

} // namespace

Plot mixPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "mix", QObject::tr("What instructions are for, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (recording == nullptr)
        return plot;
    plot.y = {QObject::tr("share of the machine instructions"), QStringLiteral("%")};
    plot.stacks = {QObject::tr("executed by warps")};
    std::array<PlotSeries, engine::purposeCount> series;
    for (std::size_t n = 0; n < series.size(); ++n) {
        series[n].name = nameOfPurpose(n);
        // Eight parts have a colour each; the ninth is the smallest.
        series[n].tone =
            static_cast<engine::Purpose>(n) == engine::Purpose::Exchange ? PlotTone::Quiet : PlotTone::Ramp;
    }
    const std::vector<StagePick> picks = limitedStages(request);
    std::size_t known = 0;
    bool exact = true;
    QString untold;
    for (const StagePick& pick : picks) {
        const auto found = request.reasons.find({pick.stage->id, variantText(pick.parameters)});
        if (found == request.reasons.end())
            continue;
        ++known;
        const auto& why = found->second->why;
        if (!why || why->work.instructions.value <= 0) {
            untold = QString::fromStdString(found->second->untold);
            continue;
        }
        exact = exact && why->work.instructions.origin == sim::time::Origin::Modelled;
        addMix(plot, series, {pick, &*why});
    }
    for (PlotSeries& each : series)
        if (!each.points.empty())
            plot.series.push_back(std::move(each));
    plot.origin += QObject::tr("; shares: modelled");
    if (!exact)
        plot.note = QObject::tr("Of the machine code that ran, not of PTX; of some stages estimated");
    else if (request.catalogue->track(request.track).dimensions == 3) // a product
        plot.note = QObject::tr("Of the machine code that ran, not of PTX. Only FFMA and tensor products compute the "
                                "result; the rest brings them their numbers");
    if (known < picks.size())
        plot.note = QObject::tr("Computing … %1 of %2 are there").arg(known).arg(picks.size());
    if (picks.empty())
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    else if (plot.categories.isEmpty())
        plot.missing = known < picks.size() ? plot.note : untold;
    return plot;
}

} // namespace warplens::app
