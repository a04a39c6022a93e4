// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C as a request to stop, so that no half file is left. A second one ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace warplens::app {

class Interrupted {
public:
    Interrupted();
    ~Interrupted();
    Interrupted(const Interrupted&) = delete;
    Interrupted& operator=(const Interrupted&) = delete;

    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace warplens::app
