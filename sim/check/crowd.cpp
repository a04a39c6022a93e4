// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/crowd.h"

namespace warplens::sim::check {

std::vector<Crowd::Member> Crowd::at(size_t place) const {
    const Part& part = partOf(place);
    const std::lock_guard lock(part.mutex);
    const auto found = part.places.find(place);
    return found == part.places.end() ? std::vector<Member>{} : found->second.members;
}

void Crowd::forget(size_t place) {
    if (empty())
        return;
    Part& part = partOf(place);
    const std::lock_guard lock(part.mutex);
    const auto found = part.places.find(place);
    if (found == part.places.end())
        return;
    m_count -= found->second.members.size();
    part.places.erase(found);
}

void Crowd::clear() {
    if (empty())
        return;
    for (Part& part : m_parts) {
        const std::lock_guard lock(part.mutex);
        part.places.clear();
    }
    m_count = 0;
}

} // namespace warplens::sim::check
