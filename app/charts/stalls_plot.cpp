// SPDX-License-Identifier: GPL-3.0-or-later
// What warps of each stage wait for, by ncu's names: as the model of sim/time has it, and as ncu has measured it. See
// app/engine/stall_errors.h.
#include "app/charts/chart_labels.h"
#include "app/charts/known_reason.h"
#include "app/paint/speech.h"

#include <QObject>

#include <algorithm>

namespace warplens::app {

using namespace kernels;

namespace {

constexpr double told = 0.03; ///< what has less in every bar stands together

struct Bar {
    StagePick pick;
    int category = 0, stack = 0;
    engine::StallShares shares;
};

std::vector<Bar> barsOf(const PlotRequest& request, const std::vector<StagePick>& picks, QStringList& categories,
                        int& known) {
    std::vector<Bar> bars;
    for (const StagePick& pick : picks) {
        const Reason* const reason = knownReason(request, pick);
        if (reason == nullptr)
            continue;
        ++known;
        const auto& why = reason->why;
        if (!why || !why->estimated || !why->estimated->time.known)
            continue;
        const auto category = static_cast<int>(categories.size());
        categories << pick.label;
        bars.push_back({pick, category, 0, engine::sharesOf(why->estimated->time.stalls)});
        if (why->stalls)
            bars.push_back({pick, category, 1, why->stalls->shares});
    }
    return bars;
}

/// The reasons that have a series of their own, that with the most time first.
std::vector<std::string> reasonsOf(const std::vector<Bar>& bars) {
    std::map<std::string, double> sums, largest;
    for (const Bar& bar : bars)
        for (const auto& [reason, share] : bar.shares) {
            sums[reason] += share;
            largest[reason] = std::max(largest[reason], share);
        }
    std::vector<std::string> reasons;
    for (const auto& [reason, share] : largest)
        if (share >= told)
            reasons.push_back(reason);
    std::stable_sort(reasons.begin(), reasons.end(), [&](const auto& a, const auto& b) { return sums[a] > sums[b]; });
    constexpr size_t hues = 8; // with more, two reasons would have one colour
    reasons.resize(std::min(reasons.size(), hues));
    return reasons;
}

} // namespace

Plot stallsPlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "stalls", QObject::tr("What warps wait for, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (recording == nullptr)
        return plot;
    plot.y = {QObject::tr("share of the warps' time"), QStringLiteral("%")};
    plot.stacks = {QObject::tr("modelled"), QObject::tr("measured by ncu")};
    const std::vector<StagePick> picks = limitedStages(request);
    int known = 0;
    const std::vector<Bar> bars = barsOf(request, picks, plot.categories, known);
    const std::vector<std::string> reasons = reasonsOf(bars);
    std::vector<PlotSeries> series(reasons.size() + 1);
    for (size_t n = 0; n < series.size(); ++n) {
        series[n].name = n < reasons.size() ? QString::fromStdString(reasons[n]) : QObject::tr("other reasons");
        series[n].tone = n < reasons.size() ? PlotTone::Ramp : PlotTone::Quiet;
    }
    bool measured = false;
    for (const Bar& bar : bars) {
        measured = measured || bar.stack == 1;
        double from = 0;
        for (size_t n = 0; n < series.size(); ++n) {
            double share = 0;
            for (const auto& [reason, part] : bar.shares)
                if (n < reasons.size() ? reason == reasons[n]
                                       : std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
                    share += part;
            if (share <= 0)
                continue;
            PlotPoint point = pointOf(bar.pick, bar.category, 100 * share);
            point.from = from;
            point.stack = bar.stack;
            point.tip = QObject::tr("%1, %2: %3 has %4 % of the warps' time")
                            .arg(bar.pick.label, plot.stacks[bar.stack], series[n].name, decimal(100 * share, 1));
            from += 100 * share;
            series[n].points.push_back(std::move(point));
        }
    }
    for (PlotSeries& each : series)
        if (!each.points.empty())
            plot.series.push_back(std::move(each));
    plot.origin += QObject::tr("; modelled: with errors");
    plot.note = measured ? QObject::tr("Above: modelled; below, where it is known: measured by ncu. A warp that is "
                                       "selected issues an instruction")
                         : QObject::tr("What ncu has measured is known of other launches only");
    if (known < static_cast<int>(picks.size()))
        plot.note = QObject::tr("Estimating … %1 of %2 are there").arg(known).arg(picks.size());
    if (picks.empty())
        plot.missing = nothingMeasured(*recording, request.label(request.size), request.cache);
    else if (plot.categories.isEmpty())
        plot.missing = plot.note;
    return plot;
}

} // namespace warplens::app
