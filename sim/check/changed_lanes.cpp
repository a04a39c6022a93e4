// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/changed_lanes.h"

#include "sim/simt/cluster.h"
#include "sim/simt/memory_access.h"

#include <bit>
#include <cstring>

namespace warplens::sim::check {
namespace {

/// The lanes of which it is 1, where others' is 0: eight at a time, each byte's bit is moved to where it belongs.
uint32_t lanesOf(const uint8_t (&is)[32]) {
    uint32_t lanes = 0;
    for (unsigned from = 0; from < 32; from += 8) {
        uint64_t bytes = 0; // the first is the lowest, as on the host
        std::memcpy(&bytes, is + from, sizeof bytes);
        lanes |= static_cast<uint32_t>(bytes * 0x0102040810204080u >> 56) << from;
    }
    return lanes;
}

bool differs(const std::byte* place, uint64_t value, unsigned bytes) {
    if (bytes != 4)
        return std::memcmp(place, &value, bytes) != 0;
    uint32_t there = 0;
    std::memcpy(&there, place, sizeof there);
    return there != static_cast<uint32_t>(value);
}

const std::byte* placeInCluster(simt::Block& own, uint64_t address, unsigned bytes) {
    const auto [block, offset] = own.inCluster.cluster->placeOf(own, address);
    return block == nullptr || offset + bytes > block->machine().sharedBytes ? nullptr
                                                                             : block->machine().shared + offset;
}

} // namespace

/// The usual store: words that lie side by side where one piece of memory is.
bool ChangedLanes::lookAtRow(const simt::Machine& m, const simt::AccessEvent& event) {
    const simt::MemoryOp& memory = *event.memory;
    const simt::Pattern& pattern = *event.pattern;
    if (memory.elementBytes != 4 || memory.count != 1 || memory.wideRegister || event.mask != ~0u ||
        pattern.shape != simt::Pattern::Contiguous)
        return false;
    const std::byte* place = nullptr;
    if (event.space == simt::AccessSpace::Shared && m_block.inCluster.cluster == nullptr)
        place = m.shared + event.first;
    else if (event.space == simt::AccessSpace::Global && event.first >= pattern.base &&
             event.first + 32 * 4 <= pattern.end)
        place = pattern.host + (event.first - pattern.base);
    else
        return false;
    const auto* values = reinterpret_cast<const uint32_t*>(m.registers + memory.registers[0]);
    uint32_t there[32];
    uint8_t differs[32];
    std::memcpy(there, place, sizeof there);
    for (uint32_t lane = 0; lane < 32; ++lane)
        differs[lane] = there[lane] != values[lane];
    m_changed = lanesOf(differs);
    return true;
}

void ChangedLanes::look(const simt::Machine& m, const simt::AccessEvent& event) {
    const simt::MemoryOp& memory = *event.memory;
    const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
    m_storing = event.op;
    m_changed = 0;
    if (lookAtRow(m, event))
        return;
    memory::Ready ready;
    for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t address = event.addressOf(lane);
        const std::byte* place = nullptr;
        if (event.space == simt::AccessSpace::Shared) {
            place = address < simt::Cluster::window || m_block.inCluster.cluster == nullptr
                        ? m.shared + address
                        : placeInCluster(m_block, address, bytes);
            if (place == nullptr)
                continue;
        } else if (address >= event.pattern->base && address + bytes <= event.pattern->end) {
            place = event.pattern->host + (address - event.pattern->base);
        } else {
            if (ready.array == nullptr || address < ready.begin || address + bytes > ready.end)
                ready = m_block.state().memory.ready(address, bytes);
            if (ready.array == nullptr)
                continue;
            place = ready.array->host + (address - ready.array->base);
        }
        for (unsigned part = 0; part < memory.count; ++part) {
            const uint64_t value = simt::storedValue(m, memory, part, lane);
            if (differs(place + size_t(part) * memory.elementBytes, value, memory.elementBytes))
                m_changed |= 1u << lane;
        }
    }
}

} // namespace warplens::sim::check
