// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of work that may meet: two of different streams that nothing orders, of which one writes what the other
// touches. What orders work is what the scheduler was told (Work::past): its place in a stream, events, the default
// stream, and the host, which waits for some and then asks for more. It does not matter in which order they happened to
// run.
#pragma once

#include "kernels/runtime/footprint.h"
#include "kernels/runtime/mistakes.h"
#include "kernels/runtime/stream.h"
#include "kernels/runtime/work.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace warplens::runtime {

/// A piece of work for messages: what it is, and where the program asks for it.
struct WorkPlace {
    std::string text; ///< "the launch of add(int*) in stream 2"
    Frames frames;
    uint64_t memories = 0;                        ///< how many pieces of memory there had been when it was asked for
    std::shared_ptr<const GraphPlace> graph = {}; ///< nullptr: it is no node of a graph, or of one that is a chain
    MemoryPtr frees = {};                         ///< what it gives back
    bool takes = false;                           ///< it only takes memory: what else is there is told first
};

/// The program's own code touches memory that work may be touching which it has not waited for, or gives it back.
struct HostTouch {
    uint64_t begin, bytes;
    bool writes;
    Frames frames;
    Past past;             ///< what it has waited for
    uint64_t asked;        ///< number of the last piece of work that it has asked for
    MemoryPtr frees = {};  ///< all of it is given back ...
    std::string call = {}; ///< ... by this: "cudaFreeHost"
};

/// Any thread may use it.
class Meetings {
public:
    /// Of a launch, whose footprint is known once it has run.
    void expect() { ++m_expected; }
    void expectNoMore() { --m_expected; }
    /// What the work has touched, or is going to. Tells of each with which it may meet.
    void note(Platform& platform, const Work& work, WorkPlace place, Footprint footprint);
    /// Tells of work that it may meet: now, and when it is known what work touches that is still under way.
    void noteHost(Platform& platform, HostTouch touch);
    /// The program gives memory back by a call of which nothing says that it waits for work.
    void noteFree(Platform& platform, const MemoryPtr& memory, const std::string& call);
    /// The host has waited: what everything to come is ordered after need not be kept.
    void forget(const Past& host);

private:
    struct Entry {
        uint64_t stream, number;
        Past past;
        WorkPlace place;
        Footprint footprint;
        bool heard = false; ///< the host has looked at a flag of it: what it does now may be ordered by that
    };
    static MemoryPtr memoryAt(Platform& platform, uint64_t address, const Entry& one, const Entry& other);
    static std::string sentence(const Entry& earlier, const Entry& later, const Footprint::Clash& clash,
                                const Memory& memory);

    struct Mistake {
        const char* kind;
        Frames frames;
        std::string text;
    };
    using Told = std::vector<Mistake>;
    static void tell(Platform& platform, Told& told);
    static bool mayMeet(const HostTouch& touch, const Entry& work);
    static void compare(Platform& platform, const HostTouch& touch, const Entry& work, Told& told);

    std::mutex m_mutex;
    std::deque<Entry> m_entries;
    std::vector<HostTouch> m_touches; ///< that work may meet whose footprint is not known yet
    uint64_t m_bytes = 0;
    std::atomic<int> m_expected{0};
};

} // namespace warplens::runtime
