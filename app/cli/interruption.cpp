// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interruption.h"

#include <ctime>

namespace warplens::cli {

Interruption::Interruption(std::initializer_list<int> signals) {
    sigemptyset(&m_signals);
    for (const int signal : signals)
        sigaddset(&m_signals, signal);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested()) {
            const timespec patience{0, 50'000'000};
            if (sigtimedwait(&m_signals, nullptr, &patience) > 0)
                m_source.request_stop();
        }
    });
}

Interruption::~Interruption() {
    m_watcher = {}; // ends it
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

} // namespace warplens::cli
