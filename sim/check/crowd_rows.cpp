// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/crowd_rows.h"

namespace warplens::sim::check {

std::vector<CrowdRows::Row> CrowdRows::at(size_t low, size_t high, bool forget) {
    std::vector<Row> found;
    for (unsigned apart = 1; apart <= mostApart; apart *= 2)
        for (size_t rest = 0; (m_apart & apart) != 0 && rest < apart; ++rest) {
            const size_t last = high / apart / 32;
            for (size_t bucket = low / apart / 32; bucket <= last; ++bucket)
                lookAt(bucket, rest, apart, low, high, forget, found);
            if (const size_t bucket = low / apart / 32; bucket != 0)
                lookAt(bucket - 1, rest, apart, low, high, forget, found);
        }
    return found;
}

void CrowdRows::lookAt(size_t bucket, size_t rest, unsigned apart, size_t low, size_t high, bool forget,
                       std::vector<Row>& found) {
    const size_t key = Key(bucket * 32 * apart + rest, apart).number;
    Part& part = partOf(key);
    const std::lock_guard lock(part.mutex);
    const auto there = part.buckets.find(key);
    if (there == part.buckets.end())
        return;
    std::vector<Member>& members = there->second.members;
    bool gone = false;
    for (Member& member : members) {
        const size_t first = (bucket * 32 + member.begin) * apart + rest;
        uint32_t lanes = member.lanes; // that were at these places
        if (first < low)
            lanes &= (low - first + apart - 1) / apart < 32 ? ~0u << (low - first + apart - 1) / apart : 0;
        if (first > high)
            lanes = 0;
        else if ((high - first) / apart < 31)
            lanes &= (2u << (high - first) / apart) - 1;
        if (lanes == 0)
            continue;
        found.push_back({first, apart, member.record, lanes});
        if (forget) {
            member.lanes &= ~lanes;
            std::atomic_ref<uint8_t>(m_patience.data()[first]).store(0, std::memory_order_relaxed);
        }
        gone |= member.lanes == 0;
    }
    if (gone)
        m_count -= std::erase_if(members, [](const Member& member) { return member.lanes == 0; });
    if (members.empty())
        part.buckets.erase(there);
}

} // namespace warplens::sim::check
