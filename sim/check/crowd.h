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

class Crowd {
public:
    struct Member {
        uint32_t record;
        uint32_t lanes;
    };
    /// A member's word for what it is, which is kept where all at a place have the same.
    using Kind = uint8_t;
    static constexpr Kind anyKind = 255;

    /// Of places below `places`, more is kept than the members, so that a full place costs little. Members take `mostBytes`,
    /// or 16 MB where that is more.
    explicit Crowd(size_t places = 0, size_t mostBytes = size_t(1) << 26)
        : m_most(std::max(mostBytes, size_t(1) << 24))
        , m_patience(places)
        , m_kinds(places) {}

    /// Adds lanes of the record. `isBefore(member)`: it is ordered before them, and need not be known any more. That is
    /// asked only now and then: to keep such ones is no mistake.
    template<class IsBefore>
    void add(size_t place, uint32_t record, uint32_t lanes, Kind kind, IsBefore isBefore) {
        // Where all have stayed who were asked, the next ones are refused unasked.
        if (const uint8_t left = told(m_patience, place); left != 0 && told(m_kinds, place) == kind)
            return tell(m_patience, place, left - 1);
        Part& part = partOf(place);
        const std::lock_guard lock(part.mutex);
        tell(m_kinds, place, told(m_kinds, place) == 0 || told(m_kinds, place) == kind ? kind : anyKind);
        Place& there = part.places[place];
        std::vector<Member>& members = there.members;
        for (Member& member : members)
            if (member.record == record) {
                member.lanes |= lanes;
                return;
            }
        if (members.size() == there.crowded) {
            m_count -= std::erase_if(members, isBefore);
            there.crowded = std::min(std::max(few, 2 * members.size()), mostAtPlace);
        }
        if (members.size() >= mostAtPlace || m_bytes >= m_most) {
            tell(m_patience, place, patience);
            const bool asks = m_patience.data() != nullptr || ++there.refused % patience == 0;
            there.crowded = asks ? mostAtPlace : SIZE_MAX;
            return;
        }
        const size_t before = bytesOf(there);
        members.push_back({record, lanes});
        m_bytes += bytesOf(there) - before;
        ++m_count;
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
        return empty() || (m_kinds.data() != nullptr && (told(m_kinds, place) == 0 || told(m_kinds, place) == kind));
    }
    bool empty() const { return m_count == 0; }
    void forget(size_t place);
    void clear();

private:
    static constexpr size_t few = 8, mostAtPlace = 64; ///< a block has 32 warps
    static constexpr uint8_t patience = 32;

    struct Place {
        std::vector<Member> members;
        size_t crowded = few; ///< so many that it is asked who need not be known
        uint32_t refused = 0; ///< where patience is not kept apart
    };
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
    static uint8_t told(const LazyZeros<uint8_t>& of, size_t place) {
        return of.data() == nullptr ? 0 : std::atomic_ref<uint8_t>(of.data()[place]).load(std::memory_order_relaxed);
    }
    static void tell(const LazyZeros<uint8_t>& of, size_t place, unsigned value) {
        if (of.data() != nullptr)
            std::atomic_ref<uint8_t>(of.data()[place]).store(static_cast<uint8_t>(value), std::memory_order_relaxed);
    }
    Part& partOf(size_t place) const { return m_parts[(place >> 3) % m_parts.size()]; }

    mutable std::array<Part, 64> m_parts;
    const size_t m_most;
    LazyZeros<uint8_t> m_patience; ///< by place: so many are refused before somebody is asked
    LazyZeros<Kind> m_kinds;       ///< by place; 0: nobody's
    std::atomic<size_t> m_count{0}, m_bytes{0};
};

} // namespace warplens::sim::check
