// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a block's events that somebody wants to come back to. Kept for each block of each variant, because an event
// has a place only in its own trace. No Qt.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

class Bookmarks {
public:
    /// Of the block with that name, ascending.
    const std::vector<size_t>& of(const std::string& block) const;
    /// Sets one, or takes it away where there is one. Returns whether it is set now.
    bool toggle(const std::string& block, size_t event);
    void clear(const std::string& block) { m_events.erase(block); }
    /// Takes away those that a block has no event for: the trace may have become another one.
    void keepBelow(const std::string& block, size_t events);
    /// A line of text for each block that has any, to be kept in a file; and back. A line that says something else is
    /// passed over.
    std::vector<std::string> lines() const;
    void addLine(const std::string& line);
    /// The nearest one after or before an event; behind the last comes the first. Nothing where there is none.
    std::optional<size_t> next(const std::string& block, size_t event) const;
    std::optional<size_t> previous(const std::string& block, size_t event) const;

private:
    std::map<std::string, std::vector<size_t>> m_events;
};

} // namespace warplens::app
