// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/charting.h"

#include "app/charts/chart_labels.h"
#include "app/charts/charts_page.h"
#include "app/charts/plot_model.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "app/window/stage_list.h"

namespace warplens::app {

Charting::Charting(Context& context, ChartsPage* page, StageList* list, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_page(page)
    , m_list(list) {
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (!changed.only(Part::Place | Part::Heat | Part::Pictures))
            refresh();
    });
    connect(&m_context.recordings, &Recordings::changed, this, &Charting::refresh);
    connect(&m_context.session, &Session::trafficReady, this, &Charting::refresh);
    connect(&m_context.session, &Session::countsReady, this, [this] {
        if (m_context.now().page == Page::Charts)
            refresh();
    });
    connect(&m_context.session, &Session::reasonReady, this, [this] {
        if (m_context.now().page == Page::Charts && m_page->needs() == PlotKind::Needs::Reasons)
            refresh();
    });
    connect(m_page, &ChartsPage::chosen, this, &Charting::showVariant);
    connect(m_page, &ChartsPage::kindChosen, this,
            [this](const QString& kind) { m_context.change([&](Exhibit& now) { now.chart = kind.toStdString(); }); });
    connect(m_page, &ChartsPage::cacheChosen, this,
            [this](bool flushed) { m_context.change([&](Exhibit& now) { now.flushed = flushed; }); });
}

void Charting::showVariant(const QString& stage, const QString& variant) {
    Exhibit next = m_context.sources.of(stage.toStdString(), m_context.now());
    if (const auto shown = m_context.sources.saved(next.subject))
        for (const kernels::ParameterValues& values : kernels::measuredVariants(*shown))
            if (QString::fromStdString(kernels::variantText(values)) == variant)
                next.parameters = values;
    m_context.show(next);
}

void Charting::refresh() {
    const Exhibit& now = m_context.now();
    if (now.subject.empty())
        return;
    const std::string& track = m_context.stage().track;
    m_page->setCatalogue(&m_context.sources.catalogue());
    m_page->setRecordings(&m_context.recordings.all(), m_context.recordings.indexOf(now.recording));
    m_page->setTrack(QString::fromStdString(track));
    m_page->setSize(now.measured);
    m_page->setCache(now.flushed ? "cold" : "warm");
    m_page->setCountedSize(m_context.sources.catalogue().track(track).countedSize());
    m_page->setCurrent(now.subject, now.parameters);
    m_page->setKind(QString::fromStdString(now.chart));
    giveModel();
    m_page->refresh();
    m_list->setShares(speedShares(m_page->request()));
}

// What the model says is shown as far as it is known; the chart that is open asks for the rest.
void Charting::giveModel() {
    const Exhibit& now = m_context.now();
    const kernels::Catalogue& catalogue = m_context.sources.catalogue();
    const std::string& track = m_context.stage().track;
    const kernels::Size size = catalogue.track(track).countedSize();
    const PlotKind::Needs needs = now.page == Page::Charts ? m_page->needs() : PlotKind::Needs::Recording;
    ModelCounts counted;
    for (const kernels::Stage& stage : catalogue.stages)
        if (stage.kernel && stage.track == track)
            for (const kernels::ParameterValues& values : shownVariants(stage, now.subject, now.parameters)) {
                SceneRequest launch;
                launch.stage = stage;
                launch.parameters = values;
                launch.size = size;
                if (const LaunchCounts* counts = m_context.session.knownCounts(launch))
                    counted[{stage.id, kernels::variantText(values)}] = counts->counts;
                else if (needs == PlotKind::Needs::Counts)
                    m_context.session.wantCounts(launch);
            }
    m_page->setModelCounts(counted);
    const kernels::Stage* stage = needs == PlotKind::Needs::Traffic ? trafficStage(m_page->request()) : nullptr;
    const DramShares* traffic = stage ? m_context.session.knownTraffic(stage->id, size) : nullptr;
    if (stage && !traffic)
        m_context.session.wantTraffic(*stage, size);
    m_page->setTraffic(traffic ? *traffic : DramShares());
    StageReasons reasons;
    if (needs == PlotKind::Needs::Reasons)
        for (const StagePick& pick : m_page->kindShown().reasoned(m_page->request())) {
            const ReasonRequest asked = pickedReason(m_context.sources, m_page->request(), pick);
            if (auto known = m_context.session.knownReason(asked))
                reasons[{pick.stage->id, kernels::variantText(pick.parameters)}] = std::move(known);
            else
                m_context.session.wantReason(asked, false);
        }
    m_page->setReasons(reasons, needs == PlotKind::Needs::Reasons ? editedReason() : nullptr);
}

std::shared_ptr<const Reason> Charting::editedReason() {
    const Exhibit& now = m_context.now();
    if (now.isFile() || !m_context.sources.isChanged(now))
        return nullptr;
    const ReasonRequest asked = reasonRequest(m_context.sources, now, m_page->request().recording());
    auto known = m_context.session.knownReason(asked);
    if (!known)
        m_context.session.wantReason(asked, false);
    return known;
}

} // namespace warplens::app
