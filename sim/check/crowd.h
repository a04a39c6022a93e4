// SPDX-License-Identifier: GPL-3.0-or-later
// Who has been at places of memory beside those for whom a place itself has room: lanes by the record of their access.
#pragma once

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

    /// Adds lanes of the record. `isBefore(member)`: it is ordered before them, and need not be known any more. That is
    /// asked only now and then: to keep such ones is no mistake.
    template<class IsBefore>
    void add(size_t place, uint32_t record, uint32_t lanes, IsBefore isBefore) {
        Part& part = partOf(place);
        const std::lock_guard lock(part.mutex);
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
        if (members.size() >= mostAtPlace || m_count >= most)
            return refuse(there);
        members.push_back({record, lanes});
        ++m_count;
    }
    /// A copy: other host threads may add some.
    std::vector<Member> at(size_t place) const;
    bool empty() const { return m_count == 0; }
    void forget(size_t place);
    void clear();

private:
    static constexpr size_t few = 8, mostAtPlace = 64; ///< a block has 32 warps
    static constexpr size_t most = size_t(1) << 23;    ///< of all places: then no more are taken

    struct Place {
        std::vector<Member> members;
        size_t crowded = few; ///< so many that it is asked who need not be known
        uint32_t refused = 0;
    };
    /// Of the places, so that host threads rarely wait for one another.
    struct alignas(64) Part {
        mutable std::mutex mutex;
        std::unordered_map<size_t, Place> places;
    };
    Part& partOf(size_t place) const { return m_parts[(place >> 3) % m_parts.size()]; }
    /// Where all have stayed who were asked, the next ones are refused unasked.
    static void refuse(Place& place) {
        constexpr uint32_t patience = 16;
        place.crowded = ++place.refused % patience == 0 ? mostAtPlace : SIZE_MAX;
    }

    mutable std::array<Part, 64> m_parts;
    std::atomic<size_t> m_count{0};
};

} // namespace warplens::sim::check
