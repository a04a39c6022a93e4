// SPDX-License-Identifier: GPL-3.0-or-later
// Who has been at places of memory beside those for whom a place itself has room: lanes by the record of their access.
#pragma once

#include "sim/check/lazy_zeros.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace warplens::sim::check {

/// What may be kept of crowds in a piece of memory, by all who keep some.
class Room {
public:
    explicit Room(size_t bytes)
        : m_left(static_cast<int64_t>(bytes)) {}
    bool isFull() const { return m_left.load(std::memory_order_relaxed) <= 0; }
    void take(size_t bytes) { m_left -= static_cast<int64_t>(bytes); }
    void giveBack(size_t bytes) { m_left += static_cast<int64_t>(bytes); }

private:
    std::atomic<int64_t> m_left;
};

class Crowd {
public:
    struct Member {
        uint32_t record;
        uint32_t lanes;
    };
    /// A member's word for what it is, which is kept where all at a place have the same: below `anyKind`, and not 0.
    using Kind = uint8_t;
    static constexpr Kind anyKind = 7;
    /// So many may be kept at a place: of plain accesses, with which few others meet, all for whom there is room; and of
    /// others, through which each that comes has to go.
    static constexpr size_t mostPlain = SIZE_MAX, mostOther = 64;

    /// Of places below `places`, a byte is kept besides the members, so that a full place, and one where nobody is, cost
    /// little.
    Crowd(size_t places, Room& room)
        : m_room(room)
        , m_tags(places) {}

    /// Adds lanes of the record. `isBefore(member)`: it is ordered before them, and need not be known any more. That is
    /// asked only now and then: to keep such ones is no mistake.
    template<class IsBefore>
    void add(size_t place, uint32_t record, uint32_t lanes, Kind kind, size_t most, IsBefore isBefore) {
        Part& part = partOf(place);
        const std::lock_guard lock(part.mutex);
        const uint8_t tag = tagOf(place);
        const Kind together = tag >> kindAt == 0 || tag >> kindAt == kind ? kind : anyKind;
        setTag(place, static_cast<unsigned>(together) << kindAt);
        Place& there = part.places[place];
        std::vector<Member>& members = there.members;
        // Of one access the lanes come one after the other.
        if (!members.empty() && members.back().record == record) {
            members.back().lanes |= lanes;
            return;
        }
        if (members.size() >= most || m_room.isFull()) {
            if (!finds(there, isBefore))
                return setTag(place, static_cast<unsigned>(together) << kindAt | patience);
            m_count -= std::erase_if(members, isBefore);
        } else if (members.size() >= there.crowded) {
            m_count -= std::erase_if(members, isBefore);
            there.crowded = std::max(few, 2 * members.size());
        }
        // Who comes again and again does so soon; one that stands there twice is no mistake.
        const auto recent = members.end() - static_cast<ptrdiff_t>(std::min(members.size(), mostOther));
        const auto same =
            std::find_if(recent, members.end(), [&](const Member& each) { return each.record == record; });
        if (same != members.end()) {
            same->lanes |= lanes;
            return;
        }
        const size_t before = bytesOf(there);
        members.push_back({record, lanes});
        m_room.take(bytesOf(there) - before);
        ++m_count;
    }
    /// Where somebody has stayed who was asked, the next ones of his kind are refused unasked: they are not to be added.
    bool refuses(size_t place, Kind kind) const {
        uint8_t tag = tagOf(place);
        if ((tag & patience) == 0 || tag >> kindAt != kind)
            return false;
        std::atomic_ref<uint8_t>(m_tags.data()[place])
            .compare_exchange_strong(tag, static_cast<uint8_t>(tag - 1), std::memory_order_relaxed);
        return true;
    }
    /// Nobody else may be asked meanwhile.
    template<class Visit>
    void forEachAt(size_t place, Visit visit) const {
        Part& part = partOf(place);
        const std::lock_guard lock(part.mutex);
        if (const auto found = part.places.find(place); found != part.places.end())
            for (const Member& member : found->second.members)
                visit(member);
    }
    /// Whether all who have been at the place are of this kind, or nobody has.
    bool areAll(Kind kind, size_t place) const {
        return empty() || (m_tags.data() != nullptr && (tagOf(place) == 0 || tagOf(place) >> kindAt == kind));
    }
    bool empty() const { return m_count == 0; }
    /// Nobody has been at any of the places; where not, somebody may have.
    bool isNobodyAt(size_t first, size_t count) const {
        if (empty())
            return true;
        if (m_tags.data() == nullptr)
            return false;
        unsigned any = 0;
        for (size_t place = first; place < first + count; ++place)
            any |= tagOf(place);
        return any == 0;
    }
    void forget(size_t place);
    void clear();

private:
    static constexpr size_t few = 8;
    static constexpr uint8_t patience = 31; ///< so many are refused before somebody is asked
    static constexpr unsigned kindAt = 5;

    struct Place {
        std::vector<Member> members;
        size_t crowded = few; ///< so many that it is asked who need not be known
        uint32_t turn = 0;    ///< of those who are asked where it is full
    };
    /// Where it is full: whether the one whose turn it is need not be known any more.
    template<class IsBefore>
    bool finds(Place& there, IsBefore isBefore) const {
        const uint32_t turn = there.turn++;
        if (there.members.empty())
            return false;
        if (m_tags.data() != nullptr)
            return isBefore(there.members[turn % there.members.size()]);
        return turn % (patience + 1) == 0 && isBefore(there.members[turn / (patience + 1) % there.members.size()]);
    }
    /// About, with what the table and the heap take; of none that nobody has been at.
    static size_t bytesOf(const Place& place) {
        return place.members.capacity() == 0 ? 0 : 96 + place.members.capacity() * sizeof(Member);
    }
    /// Of the places, so that host threads rarely wait for one another.
    struct alignas(64) Part {
        mutable std::mutex mutex;
        std::unordered_map<size_t, Place> places;
    };
    /// Of one byte, which other host threads may change.
    uint8_t tagOf(size_t place) const {
        return m_tags.data() == nullptr
                   ? 0
                   : std::atomic_ref<uint8_t>(m_tags.data()[place]).load(std::memory_order_relaxed);
    }
    void setTag(size_t place, unsigned value) const {
        if (m_tags.data() != nullptr)
            std::atomic_ref<uint8_t>(m_tags.data()[place])
                .store(static_cast<uint8_t>(value), std::memory_order_relaxed);
    }
    Part& partOf(size_t place) const { return m_parts[(place >> 3) % m_parts.size()]; }

    Room& m_room;
    mutable std::array<Part, 64> m_parts;
    LazyZeros<uint8_t>
        m_tags; ///< by place: the kind of those who have been there, 0: nobody has; and the patience left
    std::atomic<size_t> m_count{0};
};

} // namespace warplens::sim::check
