// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine instructions of each stage are for: shares of those that warps execute. See app/engine/instruction_mix.h.
#include "app/charts/chart_labels.h"
#include "app/charts/known_reason.h"
#include "app/model/names.h"
#include "app/paint/speech.h"

#include <QObject>

#include <array>

namespace warplens::app {

using namespace kernels;

namespace {

/// What stands at the n-th place: as Purpose has them, but exchange, the least, last. Eight have a colour of the ramp each.
engine::Purpose purposeAt(std::size_t n) {
    constexpr auto last = static_cast<std::size_t>(engine::Purpose::Exchange);
    return n + 1 == engine::purposeCount ? engine::Purpose::Exchange
                                         : static_cast<engine::Purpose>(n < last ? n : n + 1);
}

/// A stage a row; the parts stand in the order of purposeAt, so that products begin all bars.
void addMix(Plot& plot, std::array<PlotSeries, engine::purposeCount>& series, const StagePick& pick,
            const engine::InstructionMix& mix) {
    const auto category = static_cast<double>(plot.categories.size());
    plot.categories << pick.label;
    double from = 0;
    for (std::size_t n = 0; n < engine::purposeCount; ++n) {
        const double share = 100 * mix[static_cast<std::size_t>(purposeAt(n))];
        if (share <= 0)
            continue;
        PlotPoint point = pointOf(pick, category, share);
        point.from = from;
        point.tip = QObject::tr("%1: %2 % of the instructions that warps execute are for %3")
                        .arg(pick.label, decimal(share, 1), series[n].name);
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
        series[n].name = QString::fromStdString(nameInTongue(engine::purposeName(purposeAt(n))));
        series[n].tone = purposeAt(n) == engine::Purpose::Exchange ? PlotTone::Quiet : PlotTone::Ramp;
    }
    const std::vector<StagePick> picks = limitedStages(request);
    std::size_t known = 0;
    bool exact = true;
    QString untold;
    for (const StagePick& pick : picks) {
        const Reason* const reason = knownReason(request, pick);
        if (reason == nullptr)
            continue;
        ++known;
        const auto& why = reason->why;
        if (!why || why->work.instructions.value <= 0) {
            untold = QString::fromStdString(reason->untold);
            continue;
        }
        exact = exact && why->work.instructions.origin == sim::time::Origin::Modelled;
        addMix(plot, series, pick, why->mix);
    }
    // Those that no stage has stay, so that a part has its colour whatever else there is.
    plot.series.assign(series.begin(), series.end());
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
