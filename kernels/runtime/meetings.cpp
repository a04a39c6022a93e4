// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/meetings.h"

#include "kernels/runtime/platform.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::runtime {
namespace {

// More is forgotten, the oldest first.
constexpr size_t mostEntries = 512;
constexpr uint64_t mostTogether = 512ull << 20;

bool knows(const Past& past, uint64_t stream, uint64_t number) {
    const auto found = past.find(stream);
    return found != past.end() && found->second >= number;
}

/// Two nodes of one launch of a graph, with no way from one to the other.
bool areApart(const WorkPlace& a, const WorkPlace& b) {
    return a.graph && b.graph && a.graph->launch == b.graph->launch && a.graph->node != b.graph->node &&
           !a.graph->after.contains(b.graph->node) && !b.graph->after.contains(a.graph->node);
}

std::string_view verb(Footprint::Kind kind) {
    return kind == Footprint::Reads ? "reads" : kind == Footprint::Writes ? "writes" : "changes atomically";
}

} // namespace

std::string Meetings::sentence(const Entry& earlier, const Entry& later, const Footprint::Clash& clash,
                               const Memory& memory) {
    if (areApart(earlier.place, later.place))
        return fmt::format("{} {} what {} {}, byte {} of {}: no edge of the graph orders the two", later.place.text,
                           verb(clash.mine), earlier.place.text, verb(clash.others), clash.address - memory.base,
                           memoryText(memory));
    return fmt::format("{} {} what {} {}, byte {} of {}: nothing orders the two. Record an event behind the one "
                       "(cudaEventRecord), and let the other stream wait for it (cudaStreamWaitEvent)",
                       later.place.text, verb(clash.mine), earlier.place.text, verb(clash.others),
                       clash.address - memory.base, memoryText(memory));
}

/// What one of the two gives back is known, whether it has done so already or not.
MemoryPtr Meetings::memoryAt(Platform& platform, uint64_t address, const Entry& one, const Entry& other) {
    for (const Entry* entry : {&one, &other})
        if (const MemoryPtr& freed = entry->place.frees; freed && address >= freed->base && address < freed->end())
            return freed;
    return platform.memory().find(address);
}

bool Meetings::mayMeet(const HostTouch& touch, const Entry& work) {
    return work.number <= touch.asked && !knows(touch.past, work.stream, work.number);
}

void Meetings::compare(Platform& platform, const HostTouch& touch, const Entry& work, Told& told) {
    const Footprint::Touch its = work.footprint.at(touch.begin, touch.bytes);
    if (its.meets || !(its.writes || (touch.writes && its.reads)))
        return;
    const char* const does = its.writes ? "writes" : "reads";
    if (touch.frees) {
        if (work.place.takes) // it has not been there before
            return;
        told.push_back({"use-after-free", touch.frames,
                        fmt::format("{} gives back {}, which {} {}, and the program has not waited for that: call "
                                    "cudaDeviceSynchronize(), or wait for its stream, before",
                                    touch.call, memoryText(*touch.frees), work.place.text, does)});
        return;
    }
    const MemoryPtr memory = platform.memory().find(touch.begin);
    if (!memory)
        return;
    const auto waits = work.place.text.starts_with("the launch") ? "launch" : "copy";
    told.push_back({"host-race", touch.frames,
                    fmt::format("the program's own code {} byte {} of {}, which {} {}, and has not waited for that: "
                                "call cudaDeviceSynchronize(), or wait for the stream of the {}, before",
                                touch.writes ? "writes" : "reads", touch.begin - memory->base, memoryText(*memory),
                                work.place.text, does, waits)});
}

void Meetings::tell(Platform& platform, Told& told) {
    for (Mistake& each : told)
        tellMistakeAt(platform, each.kind, each.text, std::move(each.frames));
}

void Meetings::noteHost(Platform& platform, HostTouch touch) {
    Told told;
    {
        const std::lock_guard lock(m_mutex);
        for (Entry& work : m_entries)
            if (mayMeet(touch, work)) {
                work.heard |= work.footprint.at(touch.begin, touch.bytes).meets;
                if (!work.heard)
                    compare(platform, touch, work, told);
            }
        if (m_expected != 0)
            m_touches.push_back(std::move(touch));
    }
    tell(platform, told);
}

void Meetings::noteFree(Platform& platform, const MemoryPtr& memory, const std::string& call) {
    noteHost(platform, {memory->base, memory->bytes, true, framesHere(), platform.scheduler().awaited(),
                        platform.scheduler().count(), memory, call});
}

void Meetings::note(Platform& platform, const Work& work, WorkPlace place, Footprint footprint) {
    if (footprint.empty())
        return;
    Entry made{work.stream, work.number, work.past, std::move(place), std::move(footprint)};
    Told told, beside, hostTold; // `beside`: memory that has just been taken
    {
        const std::lock_guard lock(m_mutex);
        for (const Entry& other : m_entries) {
            if (!areApart(made.place, other.place) &&
                (knows(made.past, other.stream, other.number) || knows(other.past, made.stream, made.number)))
                continue;
            const bool isLater = other.number < made.number;
            const Entry &later = isLater ? made : other, &earlier = isLater ? other : made;
            if (earlier.place.takes && later.place.frees)
                continue; // what was done with it in between tells more
            const auto clash = later.footprint.clash(earlier.footprint);
            const MemoryPtr memory = clash ? memoryAt(platform, clash->address, made, other) : nullptr;
            // Memory that was given back and taken anew: whoever does that sees to the order.
            if (memory && memory->number <= earlier.place.memories)
                (earlier.place.takes ? beside : told)
                    .push_back({"stream-race", later.place.frames, sentence(earlier, later, *clash, *memory)});
        }
        // A program and a kernel that meet at a flag while both run have an order of their own.
        made.heard = std::any_of(m_touches.begin(), m_touches.end(), [&](const HostTouch& touch) {
            return mayMeet(touch, made) && made.footprint.at(touch.begin, touch.bytes).meets;
        });
        for (const HostTouch& touch : m_touches)
            if (!made.heard && mayMeet(touch, made))
                compare(platform, touch, made, hostTold);
        m_bytes += made.footprint.bytes();
        m_entries.push_back(std::move(made));
        while (m_entries.size() > mostEntries || (m_bytes > mostTogether && m_entries.size() > 1)) {
            m_bytes -= m_entries.front().footprint.bytes();
            m_entries.pop_front();
        }
    }
    for (Told* list : {&told, &beside, &hostTold})
        tell(platform, *list);
}

void Meetings::forget(const Past& host) {
    if (m_expected != 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_touches.clear();
    std::erase_if(m_entries, [&](const Entry& entry) { return knows(host, entry.stream, entry.number); });
    m_bytes = 0;
    for (const Entry& entry : m_entries)
        m_bytes += entry.footprint.bytes();
}

} // namespace warplens::runtime
