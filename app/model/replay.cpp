// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/replay.h"

#include <algorithm>
#include <bit>

namespace warplens::app {
namespace {

constexpr uint64_t movedBytes = 32; ///< at least: a sector

/// Calls visit(number, array, begin, end) for the bytes [begin, end) of each array that a run touches, from the array's
/// own begin.
template<class Extents, class Visit>
void forTouched(const Extents& arrays, uint64_t first, uint64_t end, Visit visit) {
    for (size_t i = 0; i < arrays.size(); ++i) {
        const uint64_t from = std::max(first, arrays[i].begin), to = std::min(end, arrays[i].end);
        if (from < to)
            visit(i, arrays[i], from - arrays[i].begin, to - arrays[i].begin);
    }
}

/// Elements that are not whole are none.
template<class Array>
size_t elementsOf(const Array& array) {
    return array.bytes / array.elementBytes;
}

size_t bytesBeyond(const ReplayState& state, const ReplayState& other) {
    size_t bytes = 0;
    for (size_t i = 0; i < state.globals.size(); ++i)
        bytes += state.globals[i].bytesBeyond(other.globals[i]) + state.sectors[i].bytesBeyond(other.sectors[i]);
    for (size_t i = 0; i < state.shareds.size(); ++i)
        bytes += state.shareds[i].bytesBeyond(other.shareds[i]);
    return bytes;
}

} // namespace

Walk::Extent Walk::extentOf(uint64_t begin, uint64_t bytes, uint64_t elementBytes) {
    return {begin, begin + bytes, elementBytes,
            std::has_single_bit(elementBytes) ? std::countr_zero(elementBytes) : -1};
}

Walk::Walk(const Scene& scene)
    : m_scene(scene)
    , m_footprints(scene.trace) {
    for (const GlobalArray& array : scene.globals) {
        m_globals.push_back(extentOf(array.base, array.bytes, array.elementBytes));
        m_state.globals.emplace_back(elementsOf(array));
        m_state.sectors.emplace_back((array.bytes + movedBytes - 1) / movedBytes);
    }
    for (const SharedArray& array : scene.shareds) {
        m_shareds.push_back(extentOf(array.offset, array.bytes, array.elementBytes));
        m_state.shareds.emplace_back(elementsOf(array));
    }
    m_state.arrived.assign(scene.trace.warps, 0);
}

unsigned Walk::step() {
    const sim::trace::EventList& events = m_scene.trace.events;
    const size_t event = m_state.events++;
    const sim::trace::Shape& shape = events.shapeAt(event);
    SoFar& soFar = m_state.soFar;
    if (shape.kind == sim::trace::EventKind::Barrier) {
        ++m_state.arrived[events.warpAt(event)];
        ++soFar.barriers;
        return 1;
    }
    const bool global = isGlobal(shape.kind);
    if (global) {
        ++soFar.globalRequests;
        soFar.sectors += shape.sectors;
        soFar.sectorsIdeal += shape.sectorsIdeal;
    } else {
        ++soFar.sharedRequests;
        soFar.wavefronts += shape.wavefronts;
        soFar.wavefrontsIdeal += shape.wavefrontsIdeal;
        if (isLoad(shape.kind))
            return 1;
    }
    const auto now = static_cast<Touched>(m_state.events);
    const auto touch = [now](PagedArray<Touched>& touched, const Extent& array, uint64_t begin, uint64_t end) {
        touched.fill(array.elementAt(begin), std::min(array.elementAt(end - 1) + 1, touched.size()), now);
    };
    unsigned work = 2;
    size_t lastArray = SIZE_MAX, lastSector = SIZE_MAX;
    for (const ByteRun& run : m_footprints.of(events.shapeNumber(event))) {
        const uint64_t first = events.firstAt(event) + static_cast<uint64_t>(run.begin), end = first + run.bytes;
        work += 1 + run.bytes / 128;
        if (!global) {
            forTouched(m_shareds, first, end, [&](size_t i, const Extent& array, uint64_t from, uint64_t to) {
                touch(m_state.shareds[i], array, from, to);
            });
            continue;
        }
        forTouched(m_globals, first, end, [&](size_t i, const Extent& array, uint64_t from, uint64_t to) {
            touch(m_state.globals[i], array, from, to);
            // A sector that two runs share is moved once.
            size_t sector = from / movedBytes;
            if (i == lastArray && sector == lastSector)
                ++sector;
            lastArray = i;
            lastSector = (to - 1) / movedBytes;
            m_state.sectors[i].raise(sector, lastSector + 1, [](uint16_t moved) {
                return static_cast<uint16_t>(moved + (moved != UINT16_MAX));
            });
        });
    }
    return work;
}

size_t bytesOf(const std::vector<ReplayState>& states) {
    size_t bytes = 0; // the first is empty
    for (size_t i = 1; i < states.size(); ++i)
        bytes += bytesBeyond(states[i], states[i - 1]);
    return bytes;
}

std::vector<ReplayState> makeCheckpoints(const Scene& scene, std::stop_token stop, const CheckpointLimits& limits) {
    Walk walk(scene);
    std::vector<ReplayState> made{walk.state()};
    size_t wanted = limits.work, bytes = 0, allowed = limits.bytes, work = 0;
    while (walk.state().events < scene.trace.events.size()) {
        work += walk.step();
        if (work < wanted)
            continue;
        if (stop.stop_requested())
            break;
        work = 0;
        bytes += bytesBeyond(walk.state(), made.back());
        made.push_back(walk.state());
        if (bytes <= allowed || made.size() < 4)
            continue;
        // Too much memory: every second one goes. A state by itself may be large, so there may always be some.
        for (size_t i = 2; i < made.size(); i += 2)
            made[i / 2] = std::move(made[i]);
        made.resize((made.size() + 1) / 2);
        wanted *= 2;
        bytes = bytesOf(made);
        allowed = std::max(limits.bytes, 2 * bytesBeyond(made.back(), made.front()));
    }
    return made;
}

Replay::Replay(std::shared_ptr<const Scene> scene)
    : Replay(scene, scene->checkpoints) {}

Replay::Replay(std::shared_ptr<const Scene> scene, const std::vector<ReplayState>& checkpoints)
    : m_scene(std::move(scene))
    , m_checkpoints(checkpoints)
    , m_walk(*m_scene) {}

const ReplayState& Replay::at(size_t events) {
    events = std::min(events, m_scene->trace.events.size());
    const auto after = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), events,
                                        [](size_t wanted, const ReplayState& state) { return wanted < state.events; });
    const ReplayState& nearest = *(after - 1);
    const size_t here = m_walk.state().events;
    if (events < here || here < nearest.events)
        m_walk.jump(nearest);
    while (m_walk.state().events < events)
        m_walk.step();
    return m_walk.state();
}

} // namespace warplens::app
