// SPDX-License-Identifier: GPL-3.0-or-later
// A stop token that asks for an end when another one does, or when time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warplens::challenges {

class Deadline {
public:
    Deadline(std::stop_token other, std::chrono::milliseconds limit)
        : m_other(std::move(other), [this] { m_source.request_stop(); })
        , m_clock([this, limit](const std::stop_token& over) {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            if (wake.wait_for(lock, over, limit, [&] { return over.stop_requested(); }))
                return;
            m_passed = true;
            m_source.request_stop();
        }) {}

    std::stop_token token() const { return m_source.get_token(); }
    /// Time is over: that is why the token asks.
    bool hasPassed() const { return m_passed; }

private:
    std::stop_source m_source;
    std::atomic<bool> m_passed{false};
    std::stop_callback<std::function<void()>> m_other;
    std::jthread m_clock; ///< last: it ends first
};

} // namespace warplens::challenges
