// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/navigator.h"

#include <algorithm>

namespace warplens::app {

using sim::trace::Event;
using sim::trace::EventKind;

Navigator::Navigator(const sim::trace::BlockTrace& trace)
    : m_trace(trace)
    , m_lastGlobal(trace.events.size())
    , m_lastShared(trace.events.size())
    , m_times{0}
    , m_ordinals(trace.events.size())
    , m_byWarp(trace.warps) {
    uint32_t global = none, shared = none;
    m_times.reserve(trace.events.size() + 1);
    for (size_t i = 0; i < trace.events.size(); ++i) {
        const Event& event = trace.events[i];
        if (isGlobal(event.kind))
            global = static_cast<uint32_t>(i);
        if (isShared(event.kind))
            shared = static_cast<uint32_t>(i);
        m_lastGlobal[i] = global;
        m_lastShared[i] = shared;
        m_times.push_back(m_times.back() + wavefronts(i));
        if (i == 0 || event.op != trace.events[i - 1].op || event.interval != trace.events[i - 1].interval)
            m_accessBegins.push_back(static_cast<uint32_t>(i));
        auto& own = m_byWarp[trace.events[i].warp];
        m_ordinals[i] = static_cast<uint32_t>(own.size());
        own.push_back(static_cast<uint32_t>(i));
        m_columns = std::max(m_columns, m_ordinals[i] + 1);
    }
    for (const uint32_t begin : trace.intervalBegins)
        if (begin < trace.events.size())
            m_barrierBegins.push_back(begin);
    // A tile begins with the interval in which its data is fetched; the intervals that only use it belong to it.
    for (size_t i = 0; i < m_barrierBegins.size(); ++i) {
        const size_t end = i + 1 < m_barrierBegins.size() ? m_barrierBegins[i + 1] : trace.events.size();
        const bool fetches = std::any_of(trace.events.begin() + m_barrierBegins[i],
                                         trace.events.begin() + static_cast<std::ptrdiff_t>(end),
                                         [](const Event& event) { return event.kind == EventKind::GlobalLoad; });
        if (fetches || m_tileBegins.empty())
            m_tileBegins.push_back(m_barrierBegins[i]);
    }
}

Position Navigator::last() const {
    if (count() == 0)
        return {};
    return {count() - 1, wavefronts(count() - 1) - 1};
}

unsigned Navigator::wavefronts(size_t event) const {
    const Event& e = m_trace.events[event];
    return isShared(e.kind) ? std::max<unsigned>(1, m_trace.recordOf(e).wavefronts) : 1;
}

const std::vector<uint32_t>& Navigator::marks(StepUnit unit) const {
    return unit == StepUnit::Tile ? m_tileBegins : unit == StepUnit::Access ? m_accessBegins : m_barrierBegins;
}

uint64_t Navigator::timeOf(Position position) const {
    return count() == 0 ? 0 : m_times[position.event] + position.wavefront;
}

Position Navigator::atTime(uint64_t time) const {
    if (count() == 0 || time >= duration())
        return last();
    const auto event =
        static_cast<size_t>(std::upper_bound(m_times.begin(), m_times.end(), time) - m_times.begin() - 1);
    return {event, static_cast<unsigned>(time - m_times[event])};
}

Position Navigator::forward(Position from, StepUnit unit, std::optional<uint16_t> warp) const {
    if (count() == 0)
        return {};
    if (unit >= StepUnit::Access) {
        const auto& begins = marks(unit);
        const auto next = std::upper_bound(begins.begin(), begins.end(), from.event);
        return next == begins.end() ? last() : Position{*next, 0};
    }
    if (unit == StepUnit::Wavefront && from.wavefront + 1 < wavefronts(from.event))
        return {from.event, from.wavefront + 1};
    if (!warp)
        return from.event + 1 < count() ? Position{from.event + 1, 0} : last();
    const auto& own = m_byWarp[*warp];
    const auto next = std::upper_bound(own.begin(), own.end(), from.event);
    return next == own.end() ? from : Position{*next, 0};
}

Position Navigator::back(Position from, StepUnit unit, std::optional<uint16_t> warp) const {
    if (count() == 0)
        return {};
    if (unit >= StepUnit::Access) {
        const auto& begins = marks(unit);
        // From inside a tile to its begin, from its begin to the one before.
        auto at = std::upper_bound(begins.begin(), begins.end(), from.event) - begins.begin() - 1;
        if (at >= 0 && begins[static_cast<size_t>(at)] == from.event && from.wavefront == 0)
            --at;
        return at < 0 ? Position{} : Position{begins[static_cast<size_t>(at)], 0};
    }
    if (unit == StepUnit::Wavefront && from.wavefront > 0)
        return {from.event, from.wavefront - 1};
    size_t event = from.event;
    if (!warp) {
        if (event == 0)
            return {};
        --event;
    } else {
        const auto& own = m_byWarp[*warp];
        const auto at = std::lower_bound(own.begin(), own.end(), from.event);
        if (at == own.begin())
            return from;
        event = *(at - 1);
    }
    return {event, unit == StepUnit::Wavefront ? wavefronts(event) - 1 : 0};
}

size_t Navigator::eventAt(uint16_t warp, uint32_t ordinal) const {
    const auto& own = m_byWarp[warp];
    if (own.empty())
        return 0;
    return own[std::min<size_t>(ordinal, own.size() - 1)];
}

size_t Navigator::tileOf(size_t event) const {
    const auto next = std::upper_bound(m_tileBegins.begin(), m_tileBegins.end(), event);
    return next == m_tileBegins.begin() ? 0 : static_cast<size_t>(next - m_tileBegins.begin() - 1);
}

} // namespace warplens::app
