// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/crowd.h"

namespace warplens::sim::check {

void Crowd::forget(size_t place) {
    if (empty())
        return;
    Part& part = partOf(place);
    const std::lock_guard lock(part.mutex);
    tell(m_patience, place, 0);
    tell(m_kinds, place, 0);
    const auto found = part.places.find(place);
    if (found == part.places.end())
        return;
    m_count -= found->second.members.size();
    m_bytes -= bytesOf(found->second);
    part.places.erase(found);
}

void Crowd::clear() {
    if (empty())
        return;
    for (Part& part : m_parts) {
        const std::lock_guard lock(part.mutex);
        part.places.clear();
    }
    m_count = m_bytes = 0;
}

} // namespace warplens::sim::check
