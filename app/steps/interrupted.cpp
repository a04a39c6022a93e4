// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/interrupted.h"

#include <chrono>
#include <csignal>

namespace warplens::app {
namespace {

volatile std::sig_atomic_t asked = 0;

void ask(int signal) {
    asked = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

Interrupted::Interrupted() {
    asked = 0;
    std::signal(SIGINT, ask);
    std::signal(SIGTERM, ask);
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested()) {
            if (asked != 0)
                m_source.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
}

Interrupted::~Interrupted() {
    m_watcher = {}; // ends it
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace warplens::app
