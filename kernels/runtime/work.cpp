// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/work.h"

#include "kernels/runtime/bystanders.h"
#include "kernels/runtime/under_way.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <thread>

namespace warplens::runtime {
namespace {

/// Pieces of work that run side by side: kernels of several streams, and those that wait for one another on several
/// devices.
constexpr unsigned mostThreads = 32;

/// For so many looks a thread waits without giving its core away: short work is done by then.
constexpr int patience = 2000;

thread_local bool doesWork = false;

void learn(Past& past, const Past& more) {
    for (const auto& [stream, number] : more) {
        uint64_t& known = past[stream];
        known = std::max(known, number);
    }
}

} // namespace

Scheduler::~Scheduler() {
    waitForAll();
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_ready.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void Scheduler::submit(const WorkPtr& work, std::span<const WorkPtr> before) {
    const std::lock_guard lock(m_mutex);
    ++m_open;
    work->past = m_awaited;
    for (const WorkPtr& other : before) {
        if (!other)
            continue;
        learn(work->past, other->past);
        if (other->isDone()) {
            work->begin = std::max(work->begin, other->end);
        } else {
            other->after.push_back(work);
            ++work->missing;
        }
    }
    work->number = ++m_count;
    work->past[work->stream] = work->number;
    if (!work->words.empty())
        m_handed.emplace(work->number, work);
    if (work->missing != 0)
        return;
    if (!work->run) {
        finish(*work);
        return;
    }
    m_queue.push_back(work);
    if (m_idle < m_queue.size() && m_threads.size() < mostThreads)
        startThread();
    else
        m_ready.notify_one();
}

// Signals are the program's: its own threads take them. Those that a thread's own code raises cannot be put off: host
// functions of streams may touch memory that is closed (host_accesses.h).
void Scheduler::startThread() {
    sigset_t all, before;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGTRAP, SIGFPE, SIGILL})
        sigdelset(&all, own);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    m_threads.emplace_back([this] { serve(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool Scheduler::isOwnThread() {
    return doesWork;
}

void Scheduler::serve() {
    doesWork = true;
    Bystanders::joinRuntime();
    std::unique_lock lock(m_mutex);
    while (true) {
        if (m_queue.empty()) {
            ++m_idle;
            m_ready.wait(lock, [&] { return !m_queue.empty() || m_ending; });
            --m_idle;
            if (m_queue.empty())
                return;
        }
        const WorkPtr work = m_queue.front();
        m_queue.pop_front();
        lock.unlock();
        ++UnderWay::begun;
        ++UnderWay::running;
        work->run(*work);
        --UnderWay::running;
        work->run = nullptr;
        lock.lock();
        finish(*work);
    }
}

// With the lock held. Marks that wait for it are done as well.
void Scheduler::finish(Work& work) {
    std::vector<Work*> todo{&work};
    std::vector<WorkPtr> kept;
    while (!todo.empty()) {
        Work& each = *todo.back();
        todo.pop_back();
        each.end = each.begin + each.seconds;
        each.done.store(true, std::memory_order_release);
        --m_open;
        m_handed.erase(each.number);
        for (const WorkPtr& next : each.after) {
            next->begin = std::max(next->begin, each.end);
            if (--next->missing != 0)
                continue;
            if (next->run) {
                m_queue.push_back(next);
                if (m_idle < m_queue.size() && m_threads.size() < mostThreads)
                    startThread();
                else
                    m_ready.notify_one();
            } else {
                kept.push_back(next);
                todo.push_back(next.get());
            }
        }
        each.after.clear();
    }
    m_done.notify_all();
}

void Scheduler::wait(const WorkPtr& work) {
    if (!work)
        return;
    waitUnheard(work);
    noteOver(work->past);
}

void Scheduler::waitUnheard(const WorkPtr& work) {
    for (int i = 0; i < patience && !work->isDone(); ++i)
        __builtin_ia32_pause();
    std::optional<Bystanders::Waiting> waiting;
    if (!work->isDone())
        waiting.emplace([&work] { return work->isDone(); });
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return work->isDone(); });
}

void Scheduler::noteOver(const Past& over) {
    const std::lock_guard lock(m_mutex);
    learn(m_awaited, over);
}

Past Scheduler::awaited() const {
    const std::lock_guard lock(m_mutex);
    return m_awaited;
}

uint64_t Scheduler::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

std::vector<WorkPtr> Scheduler::besides(const Work& work, uint64_t begin, uint64_t end) const {
    std::vector<WorkPtr> found;
    const std::lock_guard lock(m_mutex);
    for (const auto& [number, other] : m_handed) {
        const auto known = work.past.find(other->stream);
        if (number < work.number && (known == work.past.end() || known->second < number) &&
            std::any_of(other->words.begin(), other->words.end(),
                        [&](uint64_t word) { return word >= begin && word < end; }))
            found.push_back(other);
    }
    return found;
}

void Scheduler::waitForAll() {
    const Bystanders::Waiting waiting([this] { return m_open == 0; });
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return m_open == 0; });
}

} // namespace warplens::runtime
