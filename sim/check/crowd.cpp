// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/crowd.h"

namespace warplens::sim::check {

void Crowd::forget(size_t place) {
    if (empty() || (m_tags.data() != nullptr && tagOf(place) == 0))
        return;
    Part& part = partOf(place);
    const std::lock_guard lock(part.mutex);
    setTag(place, 0);
    const auto found = part.places.find(place);
    if (found == part.places.end())
        return;
    m_count -= found->second.members.size();
    m_room.giveBack(bytesOf(found->second));
    part.places.erase(found);
}

void Crowd::clear() {
    if (empty())
        return;
    for (Part& part : m_parts) {
        const std::lock_guard lock(part.mutex);
        for (const auto& [place, there] : part.places)
            m_room.giveBack(bytesOf(there));
        part.places.clear();
    }
    m_count = 0;
}

} // namespace warplens::sim::check
