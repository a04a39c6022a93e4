// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/counted_bars.h"

#include "app/charts/chart_labels.h"
#include "app/model/names.h"

#include <QObject>

namespace warplens::app {

using namespace kernels;

CountedBars::CountedBars(const PlotRequest& request, const char* kind, const QString& title, const PlotAxis& axis)
    : m_request(request)
    , m_plot(plotHead(request, kind, title)) {
    m_plot.missing.clear();
    m_plot.y = axis;
    const Recording* recording = request.recording();
    m_model.name = QObject::tr("model");
    m_hardware.name = recording ? QObject::tr("counted on %1").arg(QString::fromStdString(recording->provenance.gpu))
                                : QObject::tr("hardware");
    m_hardware.outlined = true;
    constexpr PlotTone tones[] = {PlotTone::Total, PlotTone::Plain, PlotTone::Third, PlotTone::Good};
    for (std::size_t n = 0; n < m_levels.size(); ++n) {
        const auto level = static_cast<engine::Level>(n);
        m_levels[n].name = QString::fromStdString(nameInTongue(engine::levelName(level)));
        m_levels[n].tone = tones[n];
        m_levels[n].outlined = level == engine::Level::L2 || level == engine::Level::Dram;
    }
}

std::vector<CountedBars::Variant> CountedBars::variants() const {
    std::vector<Variant> all;
    const Recording* recording = m_request.recording();
    for (const Stage& stage : m_request.catalogue->stages) {
        if (stage.track != m_request.track || !stage.kernel)
            continue;
        for (const ParameterValues& values :
             shownVariants(stage, m_request.currentStage, m_request.currentParameters)) {
            Variant& variant = all.emplace_back();
            variant.pick.stage = &stage;
            variant.pick.parameters = values;
            variant.pick.current = stage.id == m_request.currentStage && values == m_request.currentParameters;
            variant.pick.label = pickLabel(stage, values);
            const auto found = m_request.model.find({stage.id, variantText(values)});
            variant.model = found != m_request.model.end() ? &found->second : nullptr;
            variant.hardware = recording ? recording->findCounters(stage.id, values, m_request.countedSize) : nullptr;
        }
    }
    return all;
}

void CountedBars::addCategory(const StagePick& pick) {
    m_plot.categories << pick.label;
}

void CountedBars::addBar(const StagePick& pick, Of of, double y, const QString& tip) {
    PlotSeries& series = of == Of::Model ? m_model : m_hardware;
    PlotPoint point = pointOf(pick, static_cast<double>(m_plot.categories.size() - 1), y);
    point.tip = QObject::tr("%1, %2: %3").arg(pick.label, series.name, tip);
    series.points.push_back(point);
}

void CountedBars::addBar(const StagePick& pick, engine::Level level, double y, const QString& tip) {
    PlotSeries& series = m_levels[static_cast<std::size_t>(level)];
    PlotPoint point = pointOf(pick, static_cast<double>(m_plot.categories.size() - 1), y);
    point.tip = QObject::tr("%1, %2: %3").arg(pick.label, series.name, tip);
    series.points.push_back(point);
}

Plot CountedBars::finish(const QString& missing) {
    for (const PlotSeries& series : {m_model, m_hardware})
        if (!series.points.empty())
            m_plot.series.push_back(series);
    bool modelled = !m_model.points.empty(), counted = !m_hardware.points.empty();
    for (const PlotSeries& series : m_levels)
        if (!series.points.empty()) {
            m_plot.series.push_back(series);
            (series.outlined ? counted : modelled) = true;
        }
    QString hardware;
    if (const Recording* recording = m_request.recording())
        hardware = QStringLiteral("%1, %2").arg(QString::fromStdString(recording->provenance.gpu),
                                                whenText(recording->provenance));
    if (!modelled)
        m_plot.origin = hardware;
    else
        m_plot.origin = QObject::tr("model, compute capability 9.0") +
                        (!counted ? QString() : QObject::tr("; hardware: ") + hardware);
    if (m_plot.empty())
        m_plot.missing = missing;
    return std::move(m_plot);
}

} // namespace warplens::app
