// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of how far one has come: from the CPU to the library in a few steps, and the share of the library's speed
// that each stage reaches on each GPU.
#include "app/charts/chart_labels.h"
#include "app/charts/gpu_series.h"
#include "app/charts/measurement_text.h"
#include "app/charts/plots.h"
#include "kernels/measure/library_share.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace warplens::app {

using namespace kernels;

namespace {

double timeOf(const StagePick& pick) {
    return *pick.result->median;
}

void keepFaster(std::optional<StagePick>& best, const StagePick& pick) {
    if (!best || timeOf(pick) < timeOf(*best))
        best = pick;
}

/// A step on the way from the CPU to the library; y is its time in ms.
struct Milestone {
    QString label;
    PlotPoint point;
    QString more; ///< lines of its tip
    bool cpu = false;
};

Milestone milestone(const QString& label, const StagePick& pick) {
    return {label, pointOf(pick, 0, timeOf(pick)), measurementText(*pick.result), pick.stage->cpu.has_value()};
}

/// The variant of a CPU's stage that was the fastest, whichever is the standard one.
std::optional<StagePick> fastestStageOnCpu(const PlotRequest& request, const Recording& recording) {
    std::optional<StagePick> best;
    for (const Stage& stage : request.catalogue->stages) {
        if (stage.track != request.track || !stage.cpu)
            continue;
        for (const ParameterValues& variant : allVariants(stage)) {
            const RecordedResult* result = recording.find(stage.id, variant, request.size, request.cache);
            if (!result || !result->ok || !result->median || *result->median <= 0)
                continue;
            const bool current = stage.id == request.currentStage && variant == request.currentParameters;
            keepFaster(best, {&stage, variant, result, pickLabel(stage, variant), current});
        }
    }
    return best;
}

/// Likewise, or what the recording compares with that is no stage: a course's own program, which may be faster.
std::optional<Milestone> fastestOnCpu(const PlotRequest& request, const Recording& recording) {
    std::optional<Milestone> best;
    const auto label = [](const QString& name) { return QObject::tr("CPU at its best: %1").arg(name); };
    if (const auto stage = fastestStageOnCpu(request, recording))
        best = milestone(label(stage->label), *stage);
    for (const RecordedReference& reference : recording.references)
        if (reference.track == request.track && reference.size == request.size && !reference.processor.empty() &&
            reference.median > 0 && (!best || reference.median < best->point.y)) {
            PlotPoint point;
            point.y = reference.median;
            const QString processor = QString::fromStdString(reference.processor);
            const QString lines = QStringLiteral("\n") + QObject::tr("Processor: %1").arg(processor);
            best = Milestone{label(QObject::tr("the source's own program")), point, lines, true};
        }
    return best;
}

double elementsOf(const Size& size) {
    return std::log(static_cast<double>(size.m)) + std::log(static_cast<double>(size.n)) +
           std::log(static_cast<double>(size.k));
}

/// The size itself where the recording has it, else the nearest that it has.
std::optional<Size> nearestSize(const PlotRequest& request, const Recording& recording) {
    std::vector<Size> sizes = recordedSizes(recording, request.track);
    if (sizes.empty())
        return {};
    const double wanted = elementsOf(request.size);
    return *std::min_element(sizes.begin(), sizes.end(), [&](const Size& a, const Size& b) {
        return std::abs(elementsOf(a) - wanted) < std::abs(elementsOf(b) - wanted);
    });
}

} // namespace

namespace {

bool isNaive(const StagePick& pick) {
    return pick.stage->kernel->name.starts_with("naive");
}

/// What stands for a beginner's kernel: the one that is called naive; where none is, the first.
void keepNaive(std::optional<StagePick>& naive, const StagePick& pick) {
    if (!naive || (isNaive(pick) && !isNaive(*naive)))
        naive = pick;
}

/// CPU, naive kernel, fastest kernel, library: those that were measured.
std::vector<Milestone> milestonesOf(const PlotRequest& request, const Recording& recording) {
    std::optional<StagePick> naive, best;
    const std::vector<StagePick> measured = measuredStages(request, recording, request.size);
    for (const StagePick& pick : measured) {
        if (!pick.stage->kernel || pick.stage->rounding)
            continue;
        keepNaive(naive, pick);
        keepFaster(best, pick);
    }
    std::vector<Milestone> steps;
    if (const auto cpu = fastestOnCpu(request, recording))
        steps.push_back(*cpu);
    if (naive && best->stage != naive->stage)
        steps.push_back(milestone(
            (isNaive(*naive) ? QObject::tr("naive kernel: %1") : QObject::tr("first kernel: %1")).arg(naive->label),
            *naive));
    if (best) {
        steps.push_back(milestone(QObject::tr("fastest kernel: %1").arg(best->label), *best));
        const Stage* library = request.catalogue->lineToBeat(*best->stage);
        for (const StagePick& pick : measured)
            if (pick.stage == library)
                steps.push_back(milestone(QObject::tr("library: %1").arg(pick.label), pick));
    }
    return steps;
}

/// The nearest size at which the CPU was measured beside kernels: it is too slow for the largest ones.
std::optional<Size> nearestWithCpu(const PlotRequest& request, const Recording& recording) {
    std::optional<Size> nearest;
    const double wanted = elementsOf(request.size);
    for (const Size& size : recordedSizes(recording, request.track)) {
        PlotRequest there = request;
        there.size = size;
        const auto steps = milestonesOf(there, recording);
        if (steps.size() < 2 || !steps.front().cpu)
            continue;
        if (!nearest || std::abs(elementsOf(size) - wanted) < std::abs(elementsOf(*nearest) - wanted))
            nearest = size;
    }
    return nearest;
}

} // namespace

Plot milestonesPlot(const PlotRequest& asked) {
    PlotRequest request = asked;
    const Recording* recording = request.recording();
    const bool ladder = request.catalogue->track(request.track).ladder;
    std::vector<Milestone> steps;
    if (recording && ladder)
        steps = milestonesOf(request, *recording);
    QString elsewhere;
    if (!steps.empty() && !steps.front().cpu)
        if (const auto size = nearestWithCpu(request, *recording)) {
            request.size = *size;
            steps = milestonesOf(request, *recording);
            elsewhere = QObject::tr("At %1, where the CPU was measured, too. ").arg(request.label(*size));
        }
    Plot plot = plotHead(request, "milestones", QObject::tr("Milestones, %1").arg(request.label(request.size)));
    if (!recording)
        return plot;
    if (!ladder) {
        plot.missing = QObject::tr("These stages are no ladder: none is a step past the one before it.");
        return plot;
    }
    plot.y = {QObject::tr("time of the work alone"), QStringLiteral("ms"), true};
    if (steps.size() < 2) {
        plot.missing = QObject::tr("Milestones take two of CPU, kernels and library; %1 has fewer at %2.")
                           .arg(QString::fromStdString(recording->provenance.gpu), request.label(request.size));
        return plot;
    }
    PlotSeries times;
    times.name = QObject::tr("time");
    for (const Milestone& step : steps) {
        PlotPoint point = step.point;
        point.x = static_cast<double>(plot.categories.size());
        QString than;
        if (!times.points.empty()) {
            const double ratio = times.points.back().y / point.y;
            than = QObject::tr(", %1 times as fast as what stands above").arg(tipNumber(ratio));
        }
        point.tip = QObject::tr("%1: %2 ms").arg(step.label, tipNumber(point.y)) + than + step.more;
        plot.categories
            << (times.points.empty()
                    ? step.label
                    : QObject::tr("%1 (× %2)").arg(step.label, plotNumber(times.points.back().y / point.y)));
        times.points.push_back(point);
    }
    plot.series = {times};
    plot.note = elsewhere + QObject::tr("Shorter is faster. × : how many times as fast as the milestone above");
    return plot;
}

Plot sharePlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "share", QObject::tr("Share of the library's speed, by GPU"));
    if (!request.recordings || request.recordings->empty())
        return plot;
    plot.missing.clear();
    plot.y = {QObject::tr("of the library's speed"), QStringLiteral("%"), false};
    addGpuSeries(plot, request, [&](const Recording& recording, QString& name) {
        std::vector<GpuPoint> points;
        const std::optional<Size> size = nearestSize(request, recording);
        if (!size)
            return points;
        name += QStringLiteral(", ") + request.label(*size);
        if (recording.provenance.quoted)
            name += QObject::tr(", quoted");
        for (const StagePick& pick : measuredStages(request, recording, *size)) {
            const auto share = libraryShare(recording, *request.catalogue, *pick.result);
            if (!pick.stage->kernel || !share)
                continue;
            PlotPoint point = pointOf(pick, 0, share->percent);
            point.tip =
                QObject::tr("%1, %2: %3 % of %4, %5 ms against %6 ms")
                    .arg(name, pick.label, tipNumber(point.y), QString::fromStdString(share->library->shortTitle),
                         tipNumber(timeOf(pick)), tipNumber(share->milliseconds));
            points.push_back({pick.stage, point});
        }
        return points;
    });
    if (plot.empty())
        plot.missing = QObject::tr("No recording has both a kernel of this track and the library it is held against.");
    return plot;
}

} // namespace warplens::app
