// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C as a request to stop, instead of a sudden end: what was measured so far is kept.
#pragma once

#include <csignal>
#include <initializer_list>
#include <stop_token>
#include <thread>

namespace warplens::cli {

/// While it lives, SIGINT and SIGTERM, or the signals that are named, ask its token to stop. Make it before any other thread.
class Interruption {
public:
    explicit Interruption(std::initializer_list<int> signals = {SIGINT, SIGTERM});
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return m_source.get_token(); }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace warplens::cli
