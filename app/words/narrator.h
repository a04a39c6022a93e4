// SPDX-License-Identifier: GPL-3.0-or-later
// The words of stages for a window, which cannot wait until their figures are computed.
#pragma once

#include "app/words/fill.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace warplens::words {

/// The two texts of a stage.
struct Told {
    Filled idea, lookAt;

    /// Where their figures come from: "modelled at 512; recorded on NVIDIA H200, 2026-11-21".
    std::string origins() const;
};

Told tell(const kernels::Stage& stage, Facts& facts, const std::stop_token& stop = {});

class Narrator {
public:
    /// Of the catalogue's stages as they ship. `ready` is called from a thread of its own, when tell() has more to say
    /// than before.
    Narrator(kernels::Catalogue catalogue, std::function<void()> ready);
    ~Narrator();

    /// Never waits: with "…" where there are figures that are not computed yet. Those of the stage that was asked for
    /// last are computed then.
    Told tell(const kernels::Stage& stage);

private:
    void work(const std::stop_token& stop);

    const kernels::Catalogue m_catalogue;
    const std::function<void()> m_ready;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::string, Told> m_told; ///< by stage
    std::string m_wanted;               ///< a stage; empty: none
    std::stop_source m_giveUp;          ///< of the stage at work
    std::jthread m_thread;              ///< last: ends first
};

} // namespace warplens::words
