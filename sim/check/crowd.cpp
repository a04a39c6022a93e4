// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/crowd.h"

namespace warplens::sim::check {

std::vector<Crowd::Member> Crowd::at(size_t place) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_places.find(place);
    return found == m_places.end() ? std::vector<Member>{} : found->second;
}

void Crowd::forget(size_t place) {
    if (empty())
        return;
    const std::lock_guard lock(m_mutex);
    const auto found = m_places.find(place);
    if (found == m_places.end())
        return;
    m_count -= found->second.size();
    m_places.erase(found);
}

void Crowd::clear() {
    if (empty())
        return;
    const std::lock_guard lock(m_mutex);
    m_places.clear();
    m_count = 0;
}

} // namespace warplens::sim::check
