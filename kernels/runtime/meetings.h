// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of work that may meet: two of different streams that nothing orders, of which one writes what the other
// touches. What orders work is what the scheduler was told (Work::past): its place in a stream, events, the default
// stream, and the host, which waits for some and then asks for more. It does not matter in which order they happened to
// run.
#pragma once

#include "kernels/runtime/footprint.h"
#include "kernels/runtime/mistakes.h"
#include "kernels/runtime/work.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>

namespace warplens::runtime {

/// A piece of work for messages: what it is, and where the program asks for it.
struct WorkPlace {
    std::string text; ///< "the launch of add(int*) in stream 2"
    Frames frames;
    uint64_t memories = 0; ///< how many pieces of memory there had been when it was asked for
};

/// Any thread may use it.
class Meetings {
public:
    /// Of a launch, whose footprint is known once it has run.
    void expect() { ++m_expected; }
    void expectNoMore() { --m_expected; }
    /// What the work has touched, or is going to. Tells of each with which it may meet.
    void note(Platform& platform, const Work& work, WorkPlace place, Footprint footprint);
    /// The host has waited: what everything to come is ordered after need not be kept.
    void forget(const Past& host);

private:
    struct Entry {
        uint64_t stream, number;
        Past past;
        WorkPlace place;
        Footprint footprint;
    };
    static std::string sentence(const Entry& earlier, const Entry& later, const Footprint::Clash& clash,
                                const Memory& memory);

    std::mutex m_mutex;
    std::deque<Entry> m_entries;
    uint64_t m_bytes = 0;
    std::atomic<int> m_expected{0};
};

} // namespace warplens::runtime
