// SPDX-License-Identifier: GPL-3.0-or-later
// Who has read places of memory beside those for whom a place itself has room (crowd.h), where all lanes of a warp have read
// side by side: one member for 32 places. That is how most warps read, and with a table that every block reads there is a
// crowd at each of its places.
#pragma once

#include "sim/check/lazy_zeros.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace warplens::sim::check {

class CrowdRows {
public:
    /// Lanes' places are 1, 2 or 4 apart, as in reads of so many elements.
    static constexpr unsigned mostApart = 4;
    /// Places that lanes have read: those of the lanes are `first + lane * apart`.
    struct Row {
        size_t first;
        unsigned apart;
        uint32_t record, lanes;
        /// The lane that was at the place; 32: none.
        uint32_t laneAt(size_t place) const {
            const size_t distance = place - first;
            return distance % apart == 0 && distance / apart < 32 && (lanes >> distance / apart & 1) != 0
                       ? static_cast<uint32_t>(distance / apart)
                       : 32;
        }
    };

    explicit CrowdRows(size_t places)
        : m_most(std::max(places, size_t(1) << 16))
        , m_patience(places) {}

    /// Whether there is no room for one more with this first place: it is not to be added. Now and then it may be tried.
    bool refuses(size_t first) {
        const std::atomic_ref<uint8_t> left(m_patience.data()[first]);
        const uint8_t before = left.load(std::memory_order_relaxed);
        if (before != 0)
            left.store(before - 1, std::memory_order_relaxed);
        return before != 0;
    }

    /// All lanes of the record, the first one at that place. `isBefore(record, lanes)`: it is ordered before them, and need
    /// not be known any more. That is asked only now and then: to keep such ones is no mistake.
    template<class IsBefore>
    void add(size_t first, unsigned apart, uint32_t record, IsBefore isBefore) {
        const Key key(first, apart);
        Part& part = partOf(key.number);
        const std::lock_guard lock(part.mutex);
        Bucket& there = part.buckets[key.number];
        size_t alike = 0;
        for (const Member& member : there.members)
            if (member.begin == key.begin) {
                if (member.record == record && member.lanes == ~0u)
                    return;
                ++alike;
            }
        if (there.members.size() >= there.crowded) {
            const size_t erased = std::erase_if(there.members, [&](const Member& member) {
                return member.begin == key.begin && isBefore(member.record, member.lanes);
            });
            m_count -= erased;
            alike -= erased;
            there.crowded = std::max(few, 2 * there.members.size());
        }
        if (alike >= mostAlike || there.members.size() >= mostInBucket || m_count >= m_most) {
            there.crowded = 0; // all have stayed who were asked: the next ones are refused unasked
            std::atomic_ref<uint8_t>(m_patience.data()[first]).store(patience, std::memory_order_relaxed);
            return;
        }
        there.members.push_back({record, key.begin, ~0u});
        ++m_count;
        m_apart |= apart;
    }

    bool empty() const { return m_count == 0; }

    /// Those who have been at any of these places. With `forget` they have not, from now on.
    std::vector<Row> at(size_t low, size_t high, bool forget);

private:
    static constexpr size_t few = 8, mostAlike = 64, mostInBucket = 128;
    static constexpr uint8_t patience = 32;

    struct Member {
        uint32_t record : 27, begin : 5;
        uint32_t lanes;
    };
    struct Bucket {
        std::vector<Member> members;
        size_t crowded = few; ///< so many that it is asked who need not be known
    };
    /// Members are found by the place of their first lane.
    struct Key {
        Key(size_t first, unsigned apart)
            : number(((first / apart / 32 * mostApart + first % apart) * mostApart) + apart - 1)
            , begin(first / apart % 32) {}
        size_t number;
        uint32_t begin;
    };
    /// Of the buckets, so that host threads rarely wait for one another.
    struct alignas(64) Part {
        std::mutex mutex;
        std::unordered_map<size_t, Bucket> buckets;
    };
    Part& partOf(size_t key) { return m_parts[(key / mostApart) % m_parts.size()]; }
    void lookAt(size_t bucket, size_t rest, unsigned apart, size_t low, size_t high, bool forget,
                std::vector<Row>& found);

    const size_t m_most;
    LazyZeros<uint8_t> m_patience; ///< by first place: so many are refused before somebody is asked
    std::array<Part, 64> m_parts;
    std::atomic<size_t> m_count{0};
    std::atomic<unsigned> m_apart{0}; ///< distances that there are, or were
};

} // namespace warplens::sim::check
