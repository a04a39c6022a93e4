// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline with a roof for each level of memory: what a stage computes for each byte that its lanes ask L1 for, that
// is moved between L1 and L2, and to and from DRAM, at the speed that was measured. A tile moves its kernel's marks to
// the right, away from the roofs.
#include "app/charts/chart_labels.h"
#include "app/charts/known_reason.h"
#include "app/engine/counted_bytes.h"
#include "kernels/catalogue/instance.h"

#include <QObject>

#include <algorithm>
#include <optional>

namespace warplens::app {

using namespace kernels;
using sim::time::Origin;

namespace {

enum Level { L1, L2, Dram };
constexpr PlotTone tones[] = {PlotTone::Plain, PlotTone::Total, PlotTone::Third};

QString nameOf(Level level) {
    const QString names[] = {QStringLiteral("L1"), QStringLiteral("L2"), QStringLiteral("DRAM")};
    return names[level];
}

struct Traffic {
    double bytes = 0; ///< 0: not known
    QString source;   ///< as in a CSV
    QString text;
    bool counted = true; ///< else estimated, or the least there can be
};

Traffic askedOfL1(const engine::Why* why) {
    if (why == nullptr)
        return {};
    const bool exact = why->work.bytesAsked.origin == Origin::Modelled;
    return {why->work.bytesAsked.value, exact ? QStringLiteral("modelled") : QStringLiteral("estimated"),
            exact ? QObject::tr("what the lanes ask for, modelled")
                  : QObject::tr("what the lanes ask for, modelled of a sample of the blocks"),
            exact};
}

Traffic movedFromL2(const engine::Why* why, const RecordedCounters* counters) {
    if (const std::optional<double> counted = engine::countedBytes(engine::Level::L2, counters))
        return {*counted, QStringLiteral("recorded"), QObject::tr("bytes between L1 and L2 as counted by the profiler"),
                true};
    if (why == nullptr || !why->estimated || !why->estimated->time.known)
        return {};
    return {why->estimated->l2Bytes, QStringLiteral("estimated"), QObject::tr("bytes between L1 and L2, estimated"),
            false};
}

Traffic movedFromDram(const RecordedCounters* counters, double compulsory) {
    if (const auto bytes = engine::countedBytes(engine::Level::Dram, counters); bytes && *bytes > 0)
        return {*bytes, QStringLiteral("recorded"), QObject::tr("bytes of DRAM as counted by the profiler"), true};
    return {compulsory, QStringLiteral("least"), QObject::tr("compulsory bytes, each input and output once"), false};
}

/// One for each level, and what they say together.
class Roofline {
public:
    Roofline(const PlotRequest& request, Plot& plot)
        : m_request(request)
        , m_plot(plot) {}

    void add(const StagePick& pick, double flops, double compulsory) {
        const Reason* reason = knownReason(m_request, pick);
        const engine::Why* why = reason != nullptr && reason->why ? &*reason->why : nullptr;
        const RecordedCounters* counters =
            m_request.recording()->findCounters(pick.stage->id, pick.parameters, m_request.size);
        const Traffic traffic[] = {askedOfL1(why), movedFromL2(why, counters), movedFromDram(counters, compulsory)};
        PlotSeries series;
        series.name = pick.label;
        series.form = PlotSeries::Form::Line;
        series.tone = PlotTone::Quiet;
        for (const Level level : {L1, L2, Dram})
            if (traffic[level].bytes > 0)
                series.points.push_back(pointAt(pick, level, flops, traffic[level]));
        if (traffic[L1].bytes > 0)
            m_asked.push_back({pick.label, flops / traffic[L1].bytes, series.points.front().y, pick.current});
        m_outlined = m_outlined || std::any_of(std::begin(traffic), std::end(traffic),
                                               [](const Traffic& t) { return t.bytes > 0 && !t.counted; });
        m_untold += pick.stage->kernel && reason == nullptr;
        m_stages += pick.stage->kernel.has_value();
        m_plot.series.push_back(std::move(series));
    }

    void addRoofs() {
        const Ceilings& ceilings = m_request.recording()->ceilings;
        const double peak = ceilings.fp32PeakGflops.value_or(0) / 1000;
        double left = 1e300, right = 0;
        for (const PlotSeries& series : m_plot.series)
            for (const PlotPoint& point : series.points) {
                left = std::min(left, point.x);
                right = std::max(right, point.x);
            }
        double bandwidths[] = {0, 0, ceilings.copyGbps.value_or(0) / 1000}; // 10^12 bytes a second
        QString sources[] = {{}, {}, QObject::tr("measured by a copy")};
        const sim::time::Device* device = sim::time::findDevice(m_request.recording()->provenance.gpu);
        if (const engine::Calibrations* all = calibrations(); all != nullptr && device != nullptr) {
            const engine::ChosenCalibration chosen = all->forDevice(*device);
            const double clock = device->clockMhz / 1e6; // 10^12 clocks a second
            bandwidths[L1] = chosen.calibration.l1BytesAClock * device->multiprocessors * clock;
            bandwidths[L2] = chosen.calibration.l2BytesAClock * clock;
            sources[L1] = sources[L2] =
                chosen.borrowed ? QObject::tr("as measured on %1").arg(QString::fromStdString(chosen.calibration.gpu))
                                : QObject::tr("measured");
        }
        for (const double bandwidth : bandwidths)
            if (bandwidth > 0 && peak > 0) {
                left = std::min(left, peak / bandwidth); // roofs rise to the peak wherever the stages are
                right = std::max(right, peak / bandwidth);
            }
        left /= 5; // the roofs' names stand there
        right *= 2;
        double first = right; // where the peak's roof begins
        for (const Level level : {L1, L2, Dram}) {
            if (bandwidths[level] <= 0)
                continue;
            const double end = peak > 0 ? peak / bandwidths[level] : right;
            first = std::min(first, end);
            addRoof(QObject::tr("%1 %2 TB/s, %3").arg(nameOf(level), plotNumber(bandwidths[level]), sources[level]),
                    tones[level], {{left, left * bandwidths[level]}, {end, end * bandwidths[level]}});
            m_plot.series.back().level = PlotLevel{nameOf(level), tones[level], false, {}};
        }
        if (peak > 0)
            addRoof(QObject::tr("peak %1 TFLOP/s, from cores and clock").arg(plotNumber(peak)), PlotTone::Library,
                    {{first < right ? first : left, peak}, {right, peak}});
    }

    QString note() const {
        QString text = whyTilingPays();
        if (!text.isEmpty())
            text += QStringLiteral(". ");
        if (m_untold > 0)
            return text + QObject::tr("Computing … %1 of %2 are there").arg(m_stages - m_untold).arg(m_stages);
        text += QObject::tr("L1: bytes that lanes ask for, modelled; L2, DRAM: filled as counted by the profiler");
        if (m_outlined)
            text += QObject::tr(", outlined: estimated between L1 and L2, the compulsory bytes of DRAM");
        return text;
    }

private:
    static PlotPoint pointAt(const StagePick& pick, Level level, double flops, const Traffic& traffic) {
        PlotPoint point = pointOf(pick, flops / traffic.bytes, *pick.result->gflops / 1000);
        addSpread(point, *pick.result);
        point.level = PlotLevel{nameOf(level), tones[level], !traffic.counted, traffic.source};
        point.tip = QObject::tr("%1: %2 TFLOP/s at %3 FLOP per byte of %4; %5")
                        .arg(pick.label, plotNumber(point.y), plotNumber(point.x), nameOf(level), traffic.text);
        return point;
    }

    void addRoof(const QString& name, PlotTone tone, const std::vector<std::pair<double, double>>& corners) {
        PlotSeries roof;
        roof.name = name;
        roof.form = PlotSeries::Form::Ceiling;
        roof.tone = tone;
        for (const auto& [x, y] : corners) {
            PlotPoint& point = roof.points.emplace_back();
            point.x = x;
            point.y = y;
            point.tip = name;
        }
        m_plot.series.push_back(std::move(roof));
    }

    /// The shown stage, or the fastest, beside the one that asks for most.
    QString whyTilingPays() const {
        if (m_asked.size() < 2)
            return {};
        const auto most = std::min_element(m_asked.begin(), m_asked.end(),
                                           [](const Asked& a, const Asked& b) { return a.intensity < b.intensity; });
        auto other = std::find_if(m_asked.begin(), m_asked.end(), [](const Asked& a) { return a.current; });
        if (other == m_asked.end() || other->intensity < 1.05 * most->intensity)
            other = std::max_element(m_asked.begin(), m_asked.end(),
                                     [](const Asked& a, const Asked& b) { return a.speed < b.speed; });
        if (other->intensity < 1.05 * most->intensity)
            return {};
        return QObject::tr(
                   "%1 computes %2 FLOP for each byte it asks for, %3 %4: %5 times fewer bytes for the same work")
            .arg(other->name, plotNumber(other->intensity), most->name, plotNumber(most->intensity),
                 plotNumber(other->intensity / most->intensity));
    }

    struct Asked {
        QString name;
        double intensity = 0, speed = 0;
        bool current = false;
    };
    const PlotRequest& m_request;
    Plot& m_plot;
    std::vector<Asked> m_asked; ///< of L1
    bool m_outlined = false;
    int m_stages = 0, m_untold = 0; ///< with a kernel; of them those that are still being worked out
};

} // namespace

bool estimatesNothing(const PlotRequest&, const StagePick&) {
    return false;
}

bool estimatesTraffic(const PlotRequest& request, const StagePick& pick) {
    const Recording* recording = request.recording();
    return !recording || !engine::countedBytes(engine::Level::L2,
                                               recording->findCounters(pick.stage->id, pick.parameters, request.size));
}

std::vector<StagePick> roofedStages(const PlotRequest& request) {
    std::vector<StagePick> picks;
    if (const Recording* recording = request.recording())
        picks = measuredStages(request, *recording, request.size);
    std::erase_if(picks, [&](const StagePick& pick) {
        return !pick.stage->kernel || pick.stage->cpu || pick.stage->rounding || !pick.result->gflops ||
               makeInstance(*pick.stage, pick.parameters, request.size).flops <= 0;
    });
    return picks;
}

Plot rooflinePlot(const PlotRequest& request) {
    Plot plot = plotHead(request, "roofline",
                         QObject::tr("Roofline of each level of memory, %1").arg(request.label(request.size)));
    const Recording* recording = request.recording();
    if (!recording)
        return plot;
    plot.x = {QObject::tr("arithmetic intensity"), QObject::tr("FLOP per byte"), true};
    plot.y = {QObject::tr("speed, FP32"), QStringLiteral("TFLOP/s"), true};
    plot.namesRoofs = true;
    Roofline roofline(request, plot);
    bool idle = false; // a stage without arithmetic was measured
    for (const StagePick& pick : measuredStages(request, *recording, request.size)) {
        if (pick.stage->cpu || pick.stage->rounding)
            continue; // the CPU and tensor cores stand under roofs of their own
        const StageInstance instance = makeInstance(*pick.stage, pick.parameters, request.size);
        idle = idle || instance.flops <= 0;
        if (instance.flops > 0 && instance.compulsoryBytes > 0 && pick.result->gflops)
            roofline.add(pick, instance.flops, static_cast<double>(instance.compulsoryBytes));
    }
    if (plot.series.empty()) {
        plot.missing = idle ? QObject::tr("These stages do no arithmetic: their roof is the memory alone.")
                            : nothingMeasured(*recording, request.label(request.size), request.cache);
        return plot;
    }
    roofline.addRoofs();
    plot.note = roofline.note();
    return plot;
}

} // namespace warplens::app
