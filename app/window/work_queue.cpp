// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/work_queue.h"

#include <algorithm>
#include <utility>

namespace warplens::app {

WorkQueue::WorkQueue()
    : m_thread([this](std::stop_token stop) { loop(stop); }) {}

WorkQueue::~WorkQueue() {
    close();
}

void WorkQueue::close() {
    m_thread.request_stop();
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void WorkQueue::loop(std::stop_token stop) {
    while (!stop.stop_requested()) {
        Task task;
        std::stop_source own;
        const std::stop_callback both(stop, [&own] { own.request_stop(); });
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_queue.empty(); }))
                return;
            task = std::move(m_queue.front());
            m_queue.pop_front();
            m_running = task.name;
            m_runningUrgent = task.urgent;
            m_runningAbandoned = false;
            m_runningStop = own;
        }
        const Answer answer = task.work(own.get_token());
        {
            const std::lock_guard lock(m_mutex);
            m_running.clear();
            // It had to give way to something urgent: later, then, unless it was asked for again meanwhile.
            const bool again =
                std::any_of(m_queue.begin(), m_queue.end(), [&](const Task& t) { return t.name == task.name; });
            if (!answer && own.stop_requested() && !m_runningAbandoned && !m_runningUrgent && !again)
                m_queue.push_back(std::move(task));
        }
        if (answer)
            answer();
    }
}

void WorkQueue::post(const std::string& name, Work work, bool urgent) {
    {
        const std::lock_guard lock(m_mutex);
        const auto same = std::find_if(m_queue.begin(), m_queue.end(), [&](const Task& t) { return t.name == name; });
        if (same != m_queue.end()) {
            if (!urgent)
                return;
            m_queue.erase(same);
        }
        if (m_running == name && !m_runningStop.stop_requested()) { // it is on its way
            m_runningUrgent = m_runningUrgent || urgent;
            return;
        }
        if (urgent && !m_running.empty() && !m_runningUrgent)
            m_runningStop.request_stop();
        Task task{name, std::move(work), urgent};
        if (urgent)
            m_queue.push_front(std::move(task));
        else
            m_queue.push_back(std::move(task));
    }
    m_wake.notify_one();
}

void WorkQueue::abandon(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_queue, [&](const Task& task) { return task.name == name; });
    if (m_running == name) {
        m_runningAbandoned = true;
        m_runningStop.request_stop();
    }
}

} // namespace warplens::app
