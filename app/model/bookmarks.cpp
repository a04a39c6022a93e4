// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/bookmarks.h"

#include <algorithm>
#include <iterator>
#include <sstream>

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

void Bookmarks::keepBelow(const std::string& block, size_t events) {
    if (const auto found = m_events.find(block); found != m_events.end())
        std::erase_if(found->second, [&](size_t event) { return event >= events; });
}

std::vector<std::string> Bookmarks::lines() const {
    std::vector<std::string> lines;
    for (const auto& [block, events] : m_events) {
        if (events.empty())
            continue;
        lines.push_back(block + '\t');
        for (const size_t event : events)
            lines.back() += std::to_string(event) + ' ';
    }
    return lines;
}

void Bookmarks::addLine(const std::string& line) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos)
        return;
    std::istringstream numbers(line.substr(tab + 1));
    std::vector<size_t> events{std::istream_iterator<size_t>(numbers), {}};
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    m_events[line.substr(0, tab)] = std::move(events);
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
