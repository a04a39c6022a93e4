// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/staging.h"

#include "app/export/alternative.h"
#include "app/model/place_in_scene.h"
#include "app/views/host_pane.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/views/tiles_view.h"
#include "app/window/session.h"

#include <algorithm>

namespace warplens::app {
namespace {

constexpr size_t longTrace = 1'000'000; ///< events

} // namespace

Staging::Staging(Context& context, StagePane* pane, StagePane* other, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_pane(pane)
    , m_other(other) {
    connect(m_pane, &StagePane::pictureMade, this, &Staging::tellAlone);
    m_context.store.watch([this](const Exhibit& before, Parts changed) { follow(before, changed); });
    connect(&m_context.session, &Session::sceneReady, this, &Staging::takeScene);
    connect(&m_context.session, &Session::sceneFailed, this, &Staging::takeFailure);
    m_pane->player()->setOwner([this](Position position) {
        if (const auto shownScene = scene())
            m_context.store.change([&](Exhibit& now) { now.at = placeOf(*shownScene, position); });
    });
    connect(m_pane->player(), &Player::moved, this, [this] {
        followOther();
        followAlternative();
        emit momentChanged();
    });
}

std::shared_ptr<const Scene> Staging::scene() const {
    return m_pane->player()->shown().scene;
}

void Staging::follow(const Exhibit& before, Parts changed) {
    if (changed.has(Part::Words)) { // the moment's sentence is said again
        m_told.reset();
        for (StagePane* pane : {m_pane, m_other})
            if (pane->player()->shown().scene)
                pane->player()->show(pane->player()->position());
        tellAlone();
        emit momentChanged();
    }
    if (changed.has(sceneParts)) {
        askForScene(before, changed);
    } else if (changed.has(Part::Place)) {
        if (const auto shownScene = scene(); shownScene && m_awaited.isEmpty())
            m_pane->player()->show(positionOf(*shownScene, m_context.now().at));
    }
    if (changed.has(sceneParts | Part::Comparison)) {
        askForOther();
        refreshAlternative();
    }
}

void Staging::askForScene(const Exhibit& before, Parts changed) {
    const Exhibit& now = m_context.now();
    m_context.session.abandonScene(m_awaited);
    m_awaited.clear();
    m_failed = false;
    // Where the place was chosen, it counts; else the same instruction is looked for in the other variant.
    m_sameKernel = scene() && !changed.has(Part::Place) && Sources::samePlaces(before, now);
    if (changed.has(Part::Subject)) { // nothing old stands under a new title, and what is typed there is kept (Editing)
        m_pane->player()->pause();
        m_pane->source()->setEditing(false);
        m_pane->setScene(nullptr);
        showSourceAlone();
    }
    if (!m_context.stage().kernel) {
        m_pane->setScene(nullptr);
        showSourceAlone();
        m_pane->setState(StagePane::State::Ready);
        emit momentChanged();
        emit shown();
        return;
    }
    const SceneRequest request = m_context.sources.request(now);
    m_awaited = QString::fromStdString(request.key());
    m_pane->setState(StagePane::State::Computing, tr("Computing … (Ctrl+. stops it)"));
    emit momentChanged();
    m_context.session.wantScene(request);
    m_context.session.wantCounts(m_context.sources.countsRequest(now));
}

void Staging::showSourceAlone() {
    const kernels::Stage& stage = m_context.stage();
    m_pane->source()->setSource(QString::fromStdString(stage.sourceFileName()), QString::fromStdString(stage.source));
    tellAlone();
}

// What has no scene to take it from. Nobody makes the picture for that.
void Staging::tellAlone() {
    if (m_context.now().subject.empty())
        return; // nothing is shown yet
    const kernels::Stage& stage = m_context.stage();
    m_pane->setAlone(stage.kernel ? PictureNames()
                     : stage.cpu  ? PictureNames{"tiles", "source"}
                                  : PictureNames{"host"});
    if (auto* tiles = m_pane->findChild<TilesView*>())
        tiles->setWalk(loopWalk(stage, m_context.now().parameters));
    if (auto* host = m_pane->findChild<HostPane*>(); host && !stage.kernel)
        host->setAlone(hostText(stage, m_context.now().parameters, m_context.sources.request(m_context.now()).size));
}

void Staging::askForOther() {
    m_otherAwaited.clear();
    const std::optional<Exhibit> other = m_context.sources.compared(m_context.now());
    if (!other) {
        m_other->setScene(nullptr);
        m_other->setState(StagePane::State::Ready);
        return;
    }
    const SceneRequest request = m_context.sources.request(*other);
    m_otherAwaited = QString::fromStdString(request.key());
    m_other->setState(StagePane::State::Computing, tr("Computing …"));
    m_context.session.wantScene(request);
}

void Staging::takeScene(const QString& key, const std::shared_ptr<const Scene>& scene) {
    if (key == m_otherAwaited) {
        m_otherAwaited.clear();
        m_other->setScene(scene);
        m_other->setState(StagePane::State::Ready);
        followOther();
        emit otherShown();
    }
    if (key != m_awaited) {
        refreshAlternative(); // another variant is ready to be told of
        return;
    }
    m_awaited.clear();
    const Shown& before = m_pane->player()->shown();
    std::optional<Position> at;
    if (m_sameKernel && before.scene)
        at = samePosition(*before.scene, before.moment.position, *scene);
    if (!at)
        at = m_sameKernel ? Position() : positionOf(*scene, m_context.now().at);
    m_pane->setScene(scene, *at);
    m_pane->setState(StagePane::State::Ready);
    m_context.store.adjust([&](Exhibit& now) { now.at = placeOf(*scene, *at); });
    prepareVariants();
    emit shown();
}

void Staging::takeFailure(const QString& key, const QString& message,
                          const std::vector<kernels::Diagnostic>& diagnostics) {
    if (key == m_otherAwaited) {
        m_otherAwaited.clear();
        m_other->setScene(nullptr);
        m_other->setState(StagePane::State::Failed, message);
    }
    if (key != m_awaited)
        return;
    m_awaited.clear();
    m_failed = true;
    // While somebody types, the pictures of the last version that ran stay, and are called so.
    const bool kept = scene() && (m_context.now().text || m_context.now().isFile());
    if (!kept)
        m_pane->setScene(nullptr);
    showSourceAlone();
    m_pane->setState(StagePane::State::Failed, kept ? tr("The last version that ran") : message);
    emit momentChanged();
    emit refused(message, diagnostics);
}

void Staging::stop() {
    if (m_awaited.isEmpty())
        return;
    m_context.session.abandonScene(m_awaited);
    m_awaited.clear();
    m_failed = true;
    m_pane->setState(StagePane::State::Failed, tr("Stopped: this is not what was asked for"));
    m_context.messages.say(tr("Stopped computing."));
    emit momentChanged();
}

// The other variants are likely to be asked for next; of a long trace one is enough.
void Staging::prepareVariants() {
    const Exhibit& now = m_context.now();
    if (now.isFile() || now.isKept() || now.text || scene()->trace.events.size() > longTrace)
        return;
    for (const kernels::ParameterValues& values : kernels::allVariants(m_context.stage()))
        if (values != now.parameters) {
            Exhibit variant = now;
            variant.parameters = values;
            m_context.session.prepareScene(m_context.sources.request(variant));
        }
}

// Lockstep: both have been given the same number of steps, so the one that needs more of them falls behind.
void Staging::followOther() {
    const Shown &mine = m_pane->player()->shown(), &theirs = m_other->player()->shown();
    if (mine.scene && theirs.scene)
        m_other->player()->goTo(theirs.navigator->atTime(mine.navigator->timeOf(mine.moment.position)));
}

// What the same line costs when the stage's switch is thrown.
// It is one of the instruction: what another step of the same one asks has been said.
void Staging::followAlternative() {
    const auto& shared = m_pane->player()->shown().moment.shared;
    const Told told{scene().get(), shared ? shared->line : 0, shared && isLoad(shared->kind)};
    if (m_told == told)
        return;
    refreshAlternative();
    m_told = told;
}

void Staging::refreshAlternative() {
    m_told.reset();
    const Shown& shown = m_pane->player()->shown();
    const Exhibit& now = m_context.now();
    std::optional<Alternative> alternative;
    if (m_awaited.isEmpty())
        if (const auto thrown = alternativeTo(m_context.sources, now, shown))
            if (const auto scene = m_context.session.knownScene(m_context.sources.request(*thrown)))
                alternative = alternativeOf(m_context.sources, now, shown, *scene);
    m_pane->setAlternative(alternative);
}

bool Staging::conflicts() const {
    const auto shownScene = scene();
    if (!shownScene || !m_awaited.isEmpty())
        return false;
    return std::any_of(shownScene->lines.begin(), shownScene->lines.end(), [](const auto& line) {
        const LineCost& cost = line.second;
        return cost.loadWavefronts > cost.loadIdeal || cost.storeWavefronts > cost.storeIdeal ||
               cost.sectors > 2 * cost.sectorsIdeal;
    });
}

Sentence Staging::sentence() const {
    const kernels::Stage& stage = m_context.stage();
    if (!stage.kernel)
        return {{stage.title, Tone::Good},
                {stage.cpu ? tr(" run on one core of the CPU: there is no warp to look into, and nothing to simulate. "
                                "Their time can be measured without a GPU.")
                                 .toStdString()
                           : tr(" ships compiled: its time can be measured, its inside not be seen.").toStdString(),
                 Tone::Plain}};
    if (isComputing())
        return {{tr("Computing …").toStdString(), Tone::Plain}};
    if (m_failed)
        return {{tr("This cannot be shown: see the message.").toStdString(), Tone::Bad}};
    return m_pane->player()->shown().moment.sentence;
}

} // namespace warplens::app
