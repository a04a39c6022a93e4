// SPDX-License-Identifier: GPL-3.0-or-later
// One background thread and what it has to do, so that the window never waits. What somebody waits for comes first:
// other work gives way to it and is begun anew later. No Qt.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace warplens::app {

class WorkQueue {
public:
    /// What it returns is called in the same thread, when the work counts as done and may be asked for again; nothing: it
    /// was given up.
    using Answer = std::function<void()>;
    using Work = std::function<Answer(std::stop_token)>;

    WorkQueue();
    ~WorkQueue();

    /// The same work, told by its name, is not queued twice, nor where it runs; urgently it moves to the front, and gives
    /// way no more.
    void post(const std::string& name, Work work, bool urgent);
    /// Nobody waits for it any more: it is taken out, or stopped where it runs.
    void abandon(const std::string& name);
    /// Stops what runs and waits for it: nothing that the work refers to is used afterwards.
    void close();

private:
    struct Task {
        std::string name;
        Work work;
        bool urgent = false;
    };
    void loop(std::stop_token stop);

    std::mutex m_mutex; ///< for all below
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::string m_running; ///< empty: nothing
    bool m_runningUrgent = false, m_runningAbandoned = false;
    std::stop_source m_runningStop;
    std::jthread m_thread;
};

} // namespace warplens::app
