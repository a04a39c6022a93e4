// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/exhibit_store.h"

#include <utility>

namespace warplens::app {
namespace {

/// What is no step of its own: it would fill the trail while something plays, is typed or is measured.
constexpr Parts inPassing = Part::Place | Part::Text | Part::Heat | Part::Recording | Part::Measured | Part::Flushed;

} // namespace

void ExhibitStore::change(const Edit& edit) {
    apply(edit, true);
}

void ExhibitStore::adjust(const Edit& edit) {
    apply(edit, false);
}

void ExhibitStore::apply(const Edit& edit, bool step) {
    Exhibit next = now();
    edit(next);
    if (m_settle)
        m_settle(now(), next);
    const Parts changed = differing(now(), next);
    if (changed.empty())
        return;
    Exhibit before = now();
    // The beginning is no place to go back to.
    if (step && !changed.only(inPassing) && !before.subject.empty()) {
        m_trail.resize(m_here + 1);
        m_trail.push_back(std::move(next));
        if (m_trail.size() > longestTrail)
            m_trail.erase(m_trail.begin());
        m_here = m_trail.size() - 1;
    } else {
        m_trail[m_here] = std::move(next);
    }
    tell(before);
}

void ExhibitStore::goBack() {
    if (canGoBack())
        goTo(m_here - 1);
}

void ExhibitStore::goForward() {
    if (canGoForward())
        goTo(m_here + 1);
}

// What was typed since stays typed, and measurements stay those that are shown: only the place is another.
void ExhibitStore::goTo(size_t place) {
    const Exhibit before = now();
    Exhibit next = m_trail[place];
    if (next.subject == before.subject)
        next.text = before.text;
    next.recording = before.recording;
    next.measured = before.measured;
    next.flushed = before.flushed;
    if (m_settle)
        m_settle(before, next);
    m_here = place;
    m_trail[place] = std::move(next);
    tell(before);
}

void ExhibitStore::sayAgain() {
    for (size_t w = 0; w < m_watchers.size(); ++w)
        m_watchers[w](now(), Part::Words);
}

void ExhibitStore::tell(const Exhibit& before) {
    m_untold.push_back(before);
    if (m_telling)
        return;
    m_telling = true;
    for (size_t i = 0; i < m_untold.size(); ++i) {
        const Exhibit past = m_untold[i];
        // What is told is what is true now: of two changes in one, the second call has nothing left to tell.
        const Parts changed = differing(past, now());
        if (changed.empty())
            continue;
        for (size_t w = 0; w < m_watchers.size(); ++w)
            m_watchers[w](past, changed);
    }
    m_untold.clear();
    m_telling = false;
}

} // namespace warplens::app
