// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/replay.h"

#include <algorithm>
#include <bit>

namespace warplens::app {
namespace {

constexpr size_t wantedCheckpoints = 64;

} // namespace

Replay::Replay(std::shared_ptr<const Scene> scene)
    : m_scene(std::move(scene)) {
    for (const GlobalArray& array : m_scene->globals) {
        m_state.globals.emplace_back(array.bytes / array.elementBytes, never);
        m_state.sectors.emplace_back((array.bytes + 31) / 32, 0);
    }
    for (const SharedArray& array : m_scene->shareds)
        m_state.shareds.emplace_back(array.bytes / array.elementBytes, never);
    m_state.arrived.assign(m_scene->trace.warps, 0);
    m_spacing = std::max<size_t>(256, m_scene->trace.events.size() / wantedCheckpoints);
    m_checkpoints.push_back(m_state);
}

const ReplayState& Replay::at(size_t events) {
    events = std::min(events, m_scene->trace.events.size());
    if (events < m_state.events) {
        const size_t checkpoint = std::min(events / m_spacing, m_checkpoints.size() - 1);
        m_state = m_checkpoints[checkpoint];
    }
    while (m_state.events < events) {
        // Far ahead there may be a checkpoint on the way.
        const size_t nearest = std::min(events / m_spacing, m_checkpoints.size() - 1);
        if (m_checkpoints[nearest].events > m_state.events)
            m_state = m_checkpoints[nearest];
        if (m_state.events == events)
            break;
        const auto index = static_cast<uint32_t>(m_state.events);
        apply(m_scene->trace.events[index], index);
        ++m_state.events;
        if (m_state.events == m_checkpoints.size() * m_spacing)
            m_checkpoints.push_back(m_state);
    }
    return m_state;
}

void Replay::apply(const sim::trace::Event& event, uint32_t index) {
    if (event.kind == sim::trace::EventKind::Barrier) {
        ++m_state.arrived[event.warp];
        ++m_state.soFar.barriers;
        return;
    }
    const sim::memory::Access access = m_scene->trace.accessOf(event);
    const sim::trace::AccessRecord& record = m_scene->trace.recordOf(event);
    const bool global = isGlobal(event.kind);
    if (global) {
        ++m_state.soFar.globalRequests;
        m_state.soFar.sectors += record.sectors;
        m_state.soFar.sectorsIdeal += record.sectorsIdeal;
    } else {
        ++m_state.soFar.sharedRequests;
        m_state.soFar.wavefronts += record.wavefronts;
        m_state.soFar.wavefrontsIdeal += record.wavefrontsIdeal;
        if (isLoad(event.kind))
            return;
    }
    uint64_t lastSector = UINT64_MAX;
    for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const uint64_t address = access.address[lane];
        const Element element = global ? m_scene->globalElement(address) : m_scene->sharedElement(address);
        if (element.array < 0)
            continue;
        const auto array = static_cast<size_t>(element.array);
        const unsigned elementBytes =
            global ? m_scene->globals[array].elementBytes : m_scene->shareds[array].elementBytes;
        const uint64_t base = global ? m_scene->globals[array].base : m_scene->shareds[array].offset;
        auto& touched = global ? m_state.globals[array] : m_state.shareds[array];
        for (unsigned byte = 0; byte < access.bytes; byte += elementBytes) {
            const uint64_t position = (address + byte - base) / elementBytes;
            if (position < touched.size())
                touched[position] = index;
        }
        if (!global)
            continue;
        // Lanes that share a sector mostly stand side by side; one that comes back to it is counted again only where
        // another came in between, so it is looked up.
        const uint64_t sector = (address - base) / 32;
        if (sector == lastSector)
            continue;
        lastSector = sector;
        bool before = false;
        for (uint32_t earlier = access.mask & ((1u << lane) - 1); earlier != 0 && !before; earlier &= earlier - 1)
            before = (access.address[static_cast<unsigned>(std::countr_zero(earlier))] - base) / 32 == sector;
        auto& moved = m_state.sectors[array];
        if (!before && sector < moved.size() && moved[sector] != UINT16_MAX)
            ++moved[sector];
    }
}

} // namespace warplens::app
