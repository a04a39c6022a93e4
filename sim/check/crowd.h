// SPDX-License-Identifier: GPL-3.0-or-later
// Who has been at places of memory beside those for whom a place itself has room: lanes by the record of their access.
#pragma once

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

    /// Adds lanes of the record. `isBefore(member)`: it is ordered before them, and need not be known any more.
    template<class IsBefore>
    void add(size_t place, uint32_t record, uint32_t lanes, IsBefore isBefore) {
        const std::lock_guard lock(m_mutex);
        std::vector<Member>& members = m_places[place];
        for (Member& member : members)
            if (member.record == record) {
                member.lanes |= lanes;
                return;
            }
        m_count -= std::erase_if(members, isBefore);
        if (members.size() >= mostAtPlace || m_count >= most)
            return;
        members.push_back({record, lanes});
        ++m_count;
    }
    /// A copy: other host threads may add some.
    std::vector<Member> at(size_t place) const;
    bool empty() const { return m_count == 0; }
    void forget(size_t place);
    void clear();

private:
    static constexpr size_t mostAtPlace = 64;       ///< a block has 32 warps
    static constexpr size_t most = size_t(1) << 23; ///< of all places: then no more are taken

    mutable std::mutex m_mutex;
    std::unordered_map<size_t, std::vector<Member>> m_places;
    std::atomic<size_t> m_count{0};
};

} // namespace warplens::sim::check
