// SPDX-License-Identifier: GPL-3.0-or-later
// Work in the order that streams and events give it: each piece begins when all before it are done. It is done by
// threads of the runtime's own, so that a program goes on while its kernels run, and waits where it would on a GPU.
//
// Beside its place in the order a piece of work has a place in the modelled time of the device: it begins when the last
// one before it has ended there, and takes as long as the model says.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace warplens::runtime {

struct Work;
using WorkPtr = std::shared_ptr<Work>;

/// What is over when something begins: of each stream the last piece of work, by its number.
using Past = std::map<uint64_t, uint64_t>;

struct Work {
    std::function<void(Work&)> run; ///< empty: only a mark in the order. It does not throw
    double seconds = 0;             ///< modelled; `run` may set it
    double begin = 0, end = 0;      ///< modelled, on the device's clock; `end` once it is done
    uint64_t stream = 0;            ///< that it is put into, over all devices
    uint64_t number = 0;            ///< given when it is submitted, ascending
    Past past;                      ///< by what it was told to come after, likewise
    std::vector<uint64_t> words;    ///< that it is handed, addresses among them
    bool isDone() const { return done.load(std::memory_order_acquire); }

private:
    friend class Scheduler;
    std::atomic<bool> done{false};
    unsigned missing = 0;       ///< pieces of work before it that are not done yet
    std::vector<WorkPtr> after; ///< that wait for it
};

/// Any thread may use it.
class Scheduler {
public:
    Scheduler() = default;
    ~Scheduler(); ///< waits for everything
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    /// Any of `before` may be nullptr.
    void submit(const WorkPtr& work, std::span<const WorkPtr> before);
    /// Waits for it; nullptr is done. What is submitted from now on comes after it.
    void wait(const WorkPtr& work);
    /// The same for who must not know: on a GPU it need not be done yet. What is submitted now is not ordered by it.
    void waitUnheard(const WorkPtr& work);
    /// Waits for everything.
    void waitForAll();
    /// The program knows that this is over, as if it had waited.
    void noteOver(const Past& over);
    /// What somebody has waited for.
    Past awaited() const;
    /// What was asked for before `work`, is not done, has no place in an order with it, and is handed an address there.
    std::vector<WorkPtr> besides(const Work& work, uint64_t begin, uint64_t end) const;
    /// Number of the last piece of work that was asked for.
    uint64_t count() const;
    /// Whether something was asked for that is not done.
    bool isBusy() const { return m_open != 0; }
    /// Whether the calling thread is one that does work.
    static bool isOwnThread();

private:
    void serve();
    void finish(Work& work);
    void startThread();

    mutable std::mutex m_mutex;
    std::condition_variable m_ready, m_done;
    std::deque<WorkPtr> m_queue;          ///< that can begin
    std::map<uint64_t, WorkPtr> m_handed; ///< by number: not done, and handed words
    std::vector<std::thread> m_threads;
    unsigned m_idle = 0;
    bool m_ending = false;
    std::atomic<uint64_t> m_open{0}; ///< submitted and not done
    uint64_t m_count = 0;
    Past m_awaited;
};

} // namespace warplens::runtime
