// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/place_in_scene.h"

#include <algorithm>

namespace warplens::app {

Place placeOf(const Scene& scene, Position position) {
    if (scene.trace.events.empty())
        return {};
    const size_t event = std::min(position.event, scene.trace.events.size() - 1);
    return {static_cast<uint16_t>(scene.trace.events.warpAt(event)), scene.navigator->ordinal(event),
            position.wavefront};
}

Position positionOf(const Scene& scene, const Place& place) {
    if (scene.trace.events.empty())
        return {};
    const auto warp = static_cast<uint16_t>(std::min<size_t>(place.warp, scene.trace.warps - 1));
    const size_t event = scene.navigator->eventAt(warp, place.event);
    return {event, std::min(place.wavefront, scene.navigator->wavefronts(event) - 1)};
}

std::optional<Position> samePosition(const Scene& from, Position position, const Scene& to) {
    if (from.trace.events.empty() || from.stage.id != to.stage.id || position.event >= from.trace.events.size())
        return {};
    const auto& now = from.trace.events[position.event];
    if (now.warp >= to.trace.warps)
        return {};
    const uint32_t line = from.lineOf(now);
    const uint32_t interval = from.trace.intervalOf(now.index);
    size_t visit = 0;
    for (const uint32_t event : from.navigator->eventsOf(now.warp)) {
        if (event >= position.event)
            break;
        const auto& other = from.trace.events[event];
        visit += other.kind == now.kind && from.trace.intervalOf(event) == interval && from.lineOf(other) == line;
    }
    std::optional<Position> found;
    for (const uint32_t event : to.navigator->eventsOf(now.warp)) {
        const auto& other = to.trace.events[event];
        if (other.kind != now.kind || to.trace.intervalOf(event) != interval || to.lineOf(other) != line)
            continue;
        found = Position{event, 0};
        if (visit-- == 0)
            break;
    }
    return found;
}

Position tellingPosition(const Scene& scene, std::optional<bool> shared) {
    Position best;
    double worst = -1;
    for (size_t i = 0; i < scene.trace.events.size(); ++i) {
        const auto& event = scene.trace.events[i];
        if (!event.isRequest() || (shared && isShared(event.kind) != *shared))
            continue;
        const auto& cost = scene.trace.shapeOf(event);
        // A conflict says more than a sector too many.
        const double excess = isShared(event.kind) ? 10.0 + cost.wavefronts - cost.wavefrontsIdeal
                                                   : static_cast<double>(cost.sectors) - cost.sectorsIdeal;
        if (excess > worst) {
            worst = excess;
            best = {i, isShared(event.kind) ? cost.wavefronts / 2u : 0u};
        }
    }
    return best;
}

std::optional<Position> nextSought(const Scene& scene, Position from, Sought sought, bool back) {
    const sim::trace::EventList& events = scene.trace.events;
    if (from.event >= events.size())
        return {};
    const sim::trace::Shape& here = events.shapeAt(from.event);
    const auto isIt = [&](const sim::trace::Shape& cost) {
        switch (sought) {
        case Sought::Conflict:
            return isShared(cost.kind) && cost.wavefronts > cost.wavefrontsIdeal;
        case Sought::Waste:
            return isGlobal(cost.kind) && cost.sectors > cost.sectorsIdeal;
        case Sought::Other:
            return cost.kind != sim::trace::EventKind::Barrier &&
                   (cost.op != here.op || cost.kind != here.kind || cost.sectors != here.sectors ||
                    cost.wavefronts != here.wavefronts);
        }
        return false;
    };
    for (size_t at = from.event; back ? at-- > 0 : ++at < events.size();)
        if (isIt(events.shapeAt(at)))
            return Position{at, 0};
    return {};
}

} // namespace warplens::app
