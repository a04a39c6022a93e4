// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explaining.h"

#include "app/model/line_heat.h"
#include "app/model/reason.h"
#include "app/views/stage_pane.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "app/window/staging.h"

#include <algorithm>

namespace warplens::app {

Explaining::Explaining(Context& context, Staging& staging, StagePane* pane, StagePane* other, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_staging(staging)
    , m_pane(pane)
    , m_other(other) {
    m_context.store.watch([this](const Exhibit&, Parts changed) {
        if (!changed.only(Part::Place | Part::Page | Part::Chart))
            refresh();
    });
    connect(&m_context.session, &Session::reasonReady, this, &Explaining::refresh);
    connect(&m_context.session, &Session::findingsReady, this, &Explaining::refresh);
    connect(&m_staging, &Staging::shown, this, &Explaining::refresh);
    connect(&m_context.recordings, &Recordings::changed, this, &Explaining::refresh);
}

std::shared_ptr<const Reasons> Explaining::reasons() const {
    return m_pane->player()->shown().reasons;
}

bool Explaining::isShown(bool PictureKind::*needs) const {
    const PictureNames& pictures = m_context.now().pictures;
    return std::any_of(pictures.begin(), pictures.end(), [needs](const std::string& name) {
        const PictureKind* kind = pictureOf(name);
        return kind != nullptr && kind->*needs;
    });
}

bool Explaining::isLookedAt() const {
    return heatOf(m_context.now().heat) == Heat::Binding || isShown(&PictureKind::needsReasons);
}

KnownFindings Explaining::findingsOf(const Exhibit& exhibit) {
    const SceneRequest request = m_context.sources.request(exhibit);
    KnownFindings known = m_context.session.knownFindings(request);
    if (!known && isShown(&PictureKind::needsFindings) && !m_staging.isComputing() && !m_staging.failed())
        m_context.session.wantFindings(request);
    return known;
}

// It takes seconds, so what nobody looks at is not asked for. A scene goes before what binds it.
std::shared_ptr<const Reason> Explaining::ask(const ReasonRequest& request) {
    if (auto known = m_context.session.knownReason(request))
        return known;
    m_wanted.insert(request.key());
    if (isLookedAt() && !m_staging.isComputing())
        m_context.session.wantReason(request);
    return nullptr;
}

std::shared_ptr<const Reasons> Explaining::reasonsOf(const Exhibit& exhibit) {
    const kernels::Recording* recording = m_context.recordings.find(exhibit.recording);
    Reasons reasons;
    reasons.own = ask(reasonRequest(m_context.sources, exhibit, recording));
    if (!reasons.own)
        return nullptr;
    if (const auto thrown = thrownOf(m_context.sources, exhibit)) {
        reasons.thrown = ask(reasonRequest(m_context.sources, *thrown, recording));
        const kernels::Stage stage = m_context.sources.stage(exhibit);
        reasons.thrownLabel = labelOf(stage, *switched(stage, exhibit.parameters));
    }
    return std::make_shared<const Reasons>(std::move(reasons));
}

void Explaining::refresh() {
    const Exhibit& now = m_context.now();
    if (now.subject.empty())
        return;
    m_wanted.clear();
    const auto other = m_context.sources.compared(now);
    const auto own = reasonsOf(now), theirs = other ? reasonsOf(*other) : nullptr;
    for (const std::string& key : m_asked)
        if (!m_wanted.contains(key))
            m_context.session.abandonReason(key);
    m_asked = m_wanted;
    m_pane->player()->setReasons(own);
    m_other->player()->setReasons(theirs);
    m_pane->player()->setFindings(findingsOf(now));
    m_other->player()->setFindings(other ? findingsOf(*other) : nullptr);
}

} // namespace warplens::app
