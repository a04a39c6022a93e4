// SPDX-License-Identifier: GPL-3.0-or-later
// Who has read places of memory beside those for whom a place itself has room (crowd.h), where all lanes of a warp have read
// side by side: one member for 32 places. That is how most warps read, and with a table that every block reads there is a
// crowd at each of its places.
#pragma once

#include "sim/check/crowd.h"

#include <bit>
#include <deque>
#include <utility>
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

    CrowdRows(size_t places, Room& room)
        : m_room(room)
        , m_ofDistance(places / 32 + 2 * mostApart)
        , m_heads(distances * m_ofDistance)
        , m_patience(distances * m_ofDistance) {}
    /// Bytes that it takes of places where rows have been, without the rows.
    static constexpr double bytesOfPlace = 3 * 5 / 32.0;

    /// Whether there is no room for one more with this first place: it is not to be added. Now and then it may be tried.
    bool refuses(size_t first, unsigned apart) {
        const std::atomic_ref<uint8_t> left(m_patience.data()[Key(*this, first, apart).bucket]);
        const uint8_t before = left.load(std::memory_order_relaxed);
        if (before != 0)
            left.store(before - 1, std::memory_order_relaxed);
        return before != 0;
    }

    /// All lanes of the record, the first one at that place. `isBefore(record, lanes)`: it is ordered before them, and need
    /// not be known any more. That is asked only now and then: to keep such ones is no mistake.
    template<class IsBefore>
    void add(size_t first, unsigned apart, uint32_t record, size_t most, IsBefore isBefore) {
        const Key key(*this, first, apart);
        Part& part = partOf(first);
        const std::lock_guard lock(part.mutex);
        const uint32_t head = headOf(key.bucket);
        const size_t all = head == 0 ? 0 : part[head].count;
        size_t looked = 0; // to look at all takes too long: who stands there twice is found now and then
        for (uint32_t at = head; at != 0 && looked < mostLooked; at = part[at].next, ++looked)
            if (const Member& member = part[at];
                member.begin == key.begin && member.record == record && member.lanes == ~0u)
                return;
        const bool isFull = all >= most || m_room.isFull();
        const auto isGone = [&](const Member& member) {
            return member.begin == key.begin && isBefore(member.record, member.lanes);
        };
        if (isFull && (all == 0 || !finds(part, head, record % std::min(all, mostAsked), isGone)))
            return setPatience(key.bucket, patience);
        if (isFull || (all >= few && std::has_single_bit(all))) {
            Seen seen(all); // the youngest of one record has all lanes that the others have
            eraseIf(part, key.bucket, [&](const Member& member) { return isGone(member) || seen.again(member); });
        }
        const uint32_t added = part.take(m_room), before = headOf(key.bucket);
        part[added] = {record, key.begin, ~0u, before, before == 0 ? 1 : part[before].count + 1};
        setHead(key.bucket, added);
        ++m_count;
        m_apart |= apart;
    }

    bool empty() const { return m_count == 0; }

    /// `visit(Row)` hears of those who have been at any of these places. With `forget` they have not, from now on. Nobody else
    /// may be asked meanwhile.
    template<class Visit>
    void forEachAt(size_t low, size_t high, bool forget, Visit visit) {
        takeAt(low, high, [&](const Row& row) {
            visit(row);
            return forget ? row.lanes : 0;
        });
    }

    /// Those who have been at any of these places have not, from now on; those who are not gone stay. Whether all were.
    template<class IsGone>
    bool forget(size_t low, size_t high, IsGone isGone) {
        bool all = true;
        takeAt(low, high, [&](const Row& row) { // who is gone need not be known elsewhere either
            const bool isThis = isGone(row.record);
            all &= isThis;
            return isThis ? ~0u : 0;
        });
        return all;
    }

private:
    static constexpr size_t few = 8, mostLooked = 4, mostAsked = 32, distances = 3;
    static constexpr uint8_t patience = 32;

    struct Member {
        uint32_t record : 27 = 0, begin : 5 = 0;
        uint32_t lanes = 0;
        uint32_t next = 0;  ///< of the bucket; 0: none
        uint32_t count = 0; ///< so many there are from this one on, or fewer
    };
    /// Which records one has come across, in any of so many members.
    class Seen {
    public:
        explicit Seen(size_t members)
            : m_slots(std::bit_ceil(2 * members + 2)) {}
        bool again(const Member& member) {
            const uint32_t key = member.record << 5 | member.begin;
            for (size_t at = key * 0x9E3779B97F4A7C15u >> 32;; ++at) {
                uint32_t& slot = m_slots[at & (m_slots.size() - 1)];
                if (slot == key || slot == 0)
                    return std::exchange(slot, key) == key;
            }
        }

    private:
        std::vector<uint32_t> m_slots; ///< 0: free
    };
    /// Of the buckets, so that host threads rarely wait for one another.
    struct alignas(64) Part {
        std::mutex mutex;
        std::deque<Member> members{1}; ///< those that are given back are linked
        uint32_t unused = 0;
        Member& operator[](uint32_t number) { return members[number]; }
        uint32_t take(Room& room) {
            if (unused == 0) {
                room.take(sizeof(Member));
                members.emplace_back();
                return static_cast<uint32_t>(members.size() - 1);
            }
            return std::exchange(unused, members[unused].next);
        }
        void giveBack(uint32_t number) { members[number].next = std::exchange(unused, number); }
    };
    /// Members are found by the place of their first lane.
    struct Key {
        Key(const CrowdRows& rows, size_t first, unsigned apart)
            : bucket(static_cast<size_t>(std::countr_zero(apart)) * rows.m_ofDistance + first / apart / 32 * apart +
                     first % apart)
            , begin(first / apart % 32) {}
        size_t bucket;
        uint32_t begin;
    };
    Part& partOf(size_t first) { return m_parts[first / (32 * mostApart) % m_parts.size()]; }

    /// `each(begin, apart)`: those that may have members who have been there, by the place that they begin with.
    template<class Each>
    void forEachBucket(size_t low, size_t high, Each each) const {
        const unsigned aparts = m_apart.load(std::memory_order_relaxed);
        for (unsigned apart = 1; apart <= mostApart; apart *= 2)
            for (size_t rest = 0; (aparts & apart) != 0 && rest < apart; ++rest) {
                const size_t last = high / apart / 32, least = low / apart / 32;
                for (size_t span = least - (least != 0 ? 1 : 0); span <= last; ++span)
                    each(span * 32 * apart + rest, apart);
            }
    }
    void setPatience(size_t bucket, uint8_t left) {
        std::atomic_ref<uint8_t>(m_patience.data()[bucket]).store(left, std::memory_order_relaxed);
    }
    /// Whether one of them is gone: the one with this number.
    template<class IsGone>
    static bool finds(Part& part, uint32_t head, size_t number, IsGone isGone) {
        for (uint32_t at = head; at != 0; at = part[at].next)
            if (number-- == 0)
                return isGone(part[at]);
        return false;
    }
    template<class IsGone>
    void eraseIf(Part& part, size_t bucket, IsGone isGone) {
        uint32_t left = 0, stay = 0; // the last one that stays, and how many do
        for (uint32_t at = headOf(bucket); at != 0;) {
            const uint32_t next = part[at].next;
            if (!isGone(part[at])) {
                left = at;
                ++stay;
            } else {
                if (left != 0)
                    part[left].next = next;
                else
                    setHead(bucket, next);
                part.giveBack(at);
                --m_count;
            }
            at = next;
        }
        if (stay != 0)
            part[headOf(bucket)].count = stay;
    }
    /// It is changed by who holds the lock, and others may look whether there is one.
    uint32_t headOf(size_t bucket) const {
        return std::atomic_ref<uint32_t>(m_heads.data()[bucket]).load(std::memory_order_relaxed);
    }
    void setHead(size_t bucket, uint32_t member) {
        std::atomic_ref<uint32_t>(m_heads.data()[bucket]).store(member, std::memory_order_relaxed);
    }
    /// `take(Row)` hears of those who have been at any of these places, and tells which of their lanes have not, from now on.
    template<class Take>
    void takeAt(size_t low, size_t high, Take take) {
        forEachBucket(low, high, [&](size_t begin, unsigned apart) {
            const Key key(*this, begin, apart);
            if (headOf(key.bucket) == 0)
                return;
            Part& part = partOf(begin);
            const std::lock_guard lock(part.mutex);
            bool gone = false;
            for (uint32_t at = headOf(key.bucket); at != 0; at = part[at].next) {
                Member& member = part[at];
                const size_t first = begin + size_t(member.begin) * apart;
                const uint32_t lanes = member.lanes & lanesBetween(first, apart, low, high);
                if (lanes == 0)
                    continue;
                const uint32_t taken = take(Row{first, apart, member.record, lanes});
                if (taken == 0)
                    continue;
                member.lanes &= ~taken;
                gone |= member.lanes == 0;
                setPatience(key.bucket, 0);
            }
            if (gone)
                eraseIf(part, key.bucket, [](const Member& member) { return member.lanes == 0; });
        });
    }
    static uint32_t lanesBetween(size_t first, unsigned apart, size_t low, size_t high) {
        uint32_t lanes = ~0u;
        if (first < low)
            lanes &= (low - first + apart - 1) / apart < 32 ? ~0u << (low - first + apart - 1) / apart : 0;
        if (first > high)
            return 0;
        return (high - first) / apart < 31 ? lanes & ((2u << (high - first) / apart) - 1) : lanes;
    }

    Room& m_room;
    const size_t m_ofDistance;     ///< buckets of one distance
    LazyZeros<uint32_t> m_heads;   ///< by bucket: its first member; 0: none
    LazyZeros<uint8_t> m_patience; ///< by bucket: so many are refused before somebody is asked
    std::array<Part, 64> m_parts;
    std::atomic<size_t> m_count{0};
    std::atomic<unsigned> m_apart{0}; ///< distances that there are, or were
};

} // namespace warplens::sim::check
