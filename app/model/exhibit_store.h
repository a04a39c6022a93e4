// SPDX-License-Identifier: GPL-3.0-or-later
// The one owner of what is shown, and the one way to change it. Whoever shows something watches the store and is told
// which parts differ; nobody keeps a copy. The way that was gone is kept, so that Back returns to it. No Qt.
#pragma once

#include "app/model/exhibit.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace warplens::app {

class ExhibitStore {
public:
    using Watcher = std::function<void(const Exhibit& before, Parts changed)>;
    using Edit = std::function<void(Exhibit&)>;

    /// `settle` makes an exhibit whole after each edit (parameters that a stage does not have, a text that is kept
    /// elsewhere …), before anybody sees it. It may throw: then nothing has changed.
    explicit ExhibitStore(std::function<void(const Exhibit& before, Exhibit&)> settle = {})
        : m_settle(std::move(settle)) {}

    const Exhibit& now() const { return m_trail[m_here]; }

    /// Watchers are called in the order in which they came, for every change. A change that one of them makes is
    /// applied at once, and told when all have been told of the first.
    void watch(Watcher watcher) { m_watchers.push_back(std::move(watcher)); }

    /// A change of anything but time, text and what is measured is a step that Back undoes.
    void change(const Edit& edit);
    /// The same without a step: what follows from something else.
    void adjust(const Edit& edit);
    void show(const Exhibit& exhibit) {
        change([&](Exhibit& now) { now = exhibit; });
    }

    bool canGoBack() const { return m_here > 0; }
    bool canGoForward() const { return m_here + 1 < m_trail.size(); }
    void goBack();
    void goForward();

    /// Nothing has changed but the language: all is to be said again.
    void sayAgain();

    static constexpr size_t longestTrail = 200;

private:
    void apply(const Edit& edit, bool step);
    void goTo(size_t place);
    void tell(const Exhibit& before);

    std::function<void(const Exhibit& before, Exhibit&)> m_settle;
    std::vector<Watcher> m_watchers;
    std::vector<Exhibit> m_trail{Exhibit{}};
    size_t m_here = 0;
    bool m_telling = false;
    std::vector<Exhibit> m_untold; ///< what was shown before each change that is not told yet
};

} // namespace warplens::app
