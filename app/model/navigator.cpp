// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/navigator.h"

#include <algorithm>

namespace warplens::app {

using sim::trace::EventKind;
using sim::trace::Shape;

namespace {

unsigned wavefrontsOf(const Shape& shape) {
    return isShared(shape.kind) ? std::max<unsigned>(1, shape.wavefronts) : 1;
}

/// Which of the begins an event follows; they are ascending, and the first of them is not after it.
size_t lastBegin(const std::vector<uint32_t>& begins, size_t event) {
    return static_cast<size_t>(std::upper_bound(begins.begin(), begins.end(), event) - begins.begin() - 1);
}

} // namespace

Navigator::Navigator(const sim::trace::BlockTrace& trace)
    : m_trace(trace)
    , m_byWarp(trace.warps) {
    const sim::trace::EventList& events = trace.events;
    std::vector<size_t> counts(trace.warps);
    for (size_t i = 0; i < events.size(); ++i)
        ++counts[events.warpAt(i)];
    for (size_t warp = 0; warp < counts.size(); ++warp) {
        m_byWarp[warp].reserve(counts[warp]);
        m_columns = std::max(m_columns, static_cast<uint32_t>(counts[warp]));
    }
    Mark now;
    m_marks.reserve(events.size() / markEvents + 1);
    for (size_t i = 0; i < events.size(); ++i) {
        if (i % markEvents == 0)
            m_marks.push_back(now);
        const Shape& shape = events.shapeAt(i);
        const auto next = static_cast<uint32_t>(i + 1);
        if (isGlobal(shape.kind))
            now.globals = next;
        else if (isShared(shape.kind))
            now.shareds = next;
        else
            ++now.arrivals;
        now.time += wavefrontsOf(shape);
        m_byWarp[events.warpAt(i)].push_back(static_cast<uint32_t>(i));
    }
    m_duration = now.time;
    for (const uint32_t begin : trace.intervalBegins)
        if (begin < events.size())
            m_barrierBegins.push_back(begin);
    // A tile begins with the interval in which its data is fetched; the intervals that only use it belong to it.
    for (size_t i = 0; i < m_barrierBegins.size(); ++i) {
        const size_t end = i + 1 < m_barrierBegins.size() ? m_barrierBegins[i + 1] : events.size();
        bool fetches = m_tileBegins.empty();
        for (size_t event = m_barrierBegins[i]; event < end && !fetches; ++event)
            fetches = events.shapeAt(event).kind == EventKind::GlobalLoad;
        if (fetches)
            m_tileBegins.push_back(m_barrierBegins[i]);
    }
}

Position Navigator::last() const {
    if (count() == 0)
        return {};
    return {count() - 1, wavefronts(count() - 1) - 1};
}

unsigned Navigator::wavefronts(size_t event) const {
    return wavefrontsOf(m_trace.events.shapeAt(event));
}

const std::vector<uint32_t>& Navigator::marks(StepUnit unit) const {
    return unit == StepUnit::Tile ? m_tileBegins : m_barrierBegins;
}

size_t Navigator::accessOf(size_t event) const {
    const size_t begin = m_barrierBegins[lastBegin(m_barrierBegins, event)];
    while (event > begin && opAt(event - 1) == opAt(event))
        --event;
    return event;
}

size_t Navigator::accessAfter(size_t event) const {
    const size_t interval = lastBegin(m_barrierBegins, event) + 1;
    const size_t end = interval < m_barrierBegins.size() ? m_barrierBegins[interval] : count();
    const uint32_t op = opAt(event);
    while (event < end && opAt(event) == op)
        ++event;
    return event;
}

template<class Is>
std::optional<size_t> Navigator::lastOf(size_t event, Is is, uint32_t Mark::*before) const {
    const size_t mark = event / markEvents;
    for (size_t i = event + 1; i-- > mark * markEvents;)
        if (is(m_trace.events.shapeAt(i).kind))
            return i;
    const uint32_t next = m_marks[mark].*before; // the event behind it
    return next == 0 ? std::nullopt : std::optional<size_t>(next - 1);
}

std::optional<size_t> Navigator::lastGlobal(size_t event) const {
    return lastOf(event, sim::trace::isGlobal, &Mark::globals);
}

std::optional<size_t> Navigator::lastShared(size_t event) const {
    return lastOf(event, sim::trace::isShared, &Mark::shareds);
}

uint32_t Navigator::arrivals(size_t events) const {
    if (events == 0)
        return 0;
    const size_t mark = (events - 1) / markEvents;
    uint32_t arrived = m_marks[mark].arrivals;
    for (size_t i = mark * markEvents; i < events; ++i)
        arrived += m_trace.events.shapeAt(i).kind == EventKind::Barrier;
    return arrived;
}

uint64_t Navigator::timeOf(Position position) const {
    if (count() == 0)
        return 0;
    const size_t mark = position.event / markEvents;
    uint64_t time = m_marks[mark].time;
    for (size_t i = mark * markEvents; i < position.event; ++i)
        time += wavefronts(i);
    return time + position.wavefront;
}

Position Navigator::atTime(uint64_t time) const {
    if (count() == 0 || time >= duration())
        return last();
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), time,
                                        [](uint64_t wanted, const Mark& mark) { return wanted < mark.time; });
    time -= (after - 1)->time;
    auto event = static_cast<size_t>(after - m_marks.begin() - 1) * markEvents;
    for (; time >= wavefronts(event); ++event)
        time -= wavefronts(event);
    return {event, static_cast<unsigned>(time)};
}

Position Navigator::forward(Position from, StepUnit unit, std::optional<uint16_t> warp) const {
    if (count() == 0)
        return {};
    if (unit == StepUnit::Access) {
        const size_t next = accessAfter(from.event);
        return next == count() ? last() : Position{next, 0};
    }
    if (unit > StepUnit::Access) {
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
    if (unit == StepUnit::Access) {
        // From inside an access to its begin, from its begin to the one before.
        const size_t begin = accessOf(from.event);
        const bool there = begin == from.event && from.wavefront == 0;
        return {there && begin > 0 ? accessOf(begin - 1) : begin, 0};
    }
    if (unit > StepUnit::Access) {
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

uint32_t Navigator::ordinal(size_t event) const {
    return static_cast<uint32_t>(lastBegin(m_byWarp[m_trace.events.warpAt(event)], event));
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
