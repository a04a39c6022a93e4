// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/bookmarks.h"

#include <algorithm>

namespace warplens::app {

const std::vector<size_t>& Bookmarks::of(const std::string& block) const {
    static const std::vector<size_t> none;
    const auto found = m_events.find(block);
    return found == m_events.end() ? none : found->second;
}

bool Bookmarks::toggle(const std::string& block, size_t event) {
    std::vector<size_t>& events = m_events[block];
    const auto at = std::lower_bound(events.begin(), events.end(), event);
    if (at != events.end() && *at == event) {
        events.erase(at);
        return false;
    }
    events.insert(at, event);
    return true;
}

std::optional<size_t> Bookmarks::next(const std::string& block, size_t event) const {
    const std::vector<size_t>& events = of(block);
    if (events.empty())
        return {};
    const auto at = std::upper_bound(events.begin(), events.end(), event);
    return at == events.end() ? events.front() : *at;
}

std::optional<size_t> Bookmarks::previous(const std::string& block, size_t event) const {
    const std::vector<size_t>& events = of(block);
    if (events.empty())
        return {};
    const auto at = std::lower_bound(events.begin(), events.end(), event);
    return at == events.begin() ? events.back() : *(at - 1);
}

} // namespace warplens::app
