// SPDX-License-Identifier: GPL-3.0-or-later
// The captions of steps for a window, which cannot wait until their figures are computed: in a thread of its own, what was
// asked for last first. No Qt.
#pragma once

#include "app/lessons/telling.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace warplens::lessons {

class Tutor {
public:
    /// Of the catalogue's stages as they ship. `ready` is called from a thread of its own, when a caption has come.
    Tutor(kernels::Catalogue catalogue, std::function<void()> ready);
    ~Tutor();

    /// Never waits: with "…" where there are figures that are not computed yet, which are then computed next.
    ToldStep tell(const Step& step);
    /// What can be tried with the request that a step asks about; nothing yet, or none.
    std::vector<Drawn> changes(const Step& step);
    /// Computes it when nothing else is asked for.
    void prepare(const Step& step);
    /// The caption as far as it is known; nothing is asked for.
    words::Filled known(const Step& step);
    /// The same of a term of the glossary.
    words::Filled tell(const Term& term);
    /// Whether all of it is there.
    bool knows(const Step& step);

private:
    struct Wanted {
        std::string key;
        std::function<ToldStep(Teller&, const std::stop_token&)> work;
    };
    ToldStep ask(const std::string& text, Wanted wanted, bool first);
    void work(const std::stop_token& stop);

    const kernels::Catalogue m_catalogue;
    const std::function<void()> m_ready;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::string, ToldStep> m_told; ///< by what it is told of
    std::list<Wanted> m_wanted;             ///< next first
    std::jthread m_thread;                  ///< last: ends first
};

} // namespace warplens::lessons
