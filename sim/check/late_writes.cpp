// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/late_writes.h"

#include "sim/simt/warp.h"

#include <algorithm>
#include <cstring>

namespace warplens::sim::check {
namespace {

using simt::AccessEvent;
using simt::AccessKind;
using simt::AccessSpace;
using simt::Machine;
using simt::MemoryOp;

constexpr size_t mostWrites = 256; ///< that are remembered
constexpr uint32_t everybodys = UINT32_MAX;

/// The register that a read brings its value in.
std::byte* answerOf(const Machine& m, const AccessEvent& event, uint32_t lane) {
    const MemoryOp& memory = *event.memory;
    const uint32_t slot = memory.kind == AccessKind::Atomic ? event.op->d : memory.registers[0];
    return m.registers + slot + size_t(lane) * memory.elementBytes;
}

uint64_t valueIn(const std::byte* place, unsigned bytes) {
    uint64_t value = 0;
    std::memcpy(&value, place, bytes);
    return value;
}

} // namespace

bool LateWrites::isWatched(const BlockWatch& watch, const MemoryOp& memory) {
    const OpFacts& fact = watch.facts.of(memory);
    return memory.ordered && !fact.isMbarrier && memory.count == 1 &&
           (memory.elementBytes == 8 || (memory.elementBytes == 4 && !memory.wideRegister)) &&
           memory.space != AccessSpace::Local;
}

LateWrites::Place LateWrites::placeOf(const BlockWatch& watch, const AccessEvent& event, uint32_t lane) {
    return {event.space == AccessSpace::Shared ? watch.order.number() : everybodys, event.addressOf(lane)};
}

void LateWrites::aboutToStore(const BlockWatch& watch, const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (!isWatched(watch, memory))
        return;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.addressOf(lane);
        const std::byte* place = nullptr;
        if (event.space == AccessSpace::Shared) {
            place = m.shared + address;
        } else if (const memory::Ready ready = watch.block.state().memory.ready(address, memory.elementBytes);
                   ready.array != nullptr) {
            place = ready.array->host + (address - ready.array->base);
        }
        m_before[lane] = place == nullptr ? 0 : valueIn(place, memory.elementBytes);
    });
}

void LateWrites::written(BlockWatch& watch, const Machine& m, const AccessEvent& event, const Places& places) {
    const MemoryOp& memory = *event.memory;
    Bounds& bounds = event.space == AccessSpace::Shared ? m_inShared : m_inGlobal;
    const Reach reach(event);
    if (!isWatched(watch, memory) && (reach.low > bounds.high || reach.high < bounds.low))
        return;
    ++m_instructions;
    // Who compares in vain, or exchanges for the same, has seen what was there.
    forLanes(event.mask & event.kept, [&](uint32_t lane) {
        if (const auto found = m_writes.find(placeOf(watch, event, lane)); found != m_writes.end())
            found->second.seenBy.insert({watch.order.number(), m.warp->index * 32 + lane});
    });
    forLanes(event.mask & ~event.kept, [&](uint32_t lane) {
        const Place place = placeOf(watch, event, lane);
        if (!isWatched(watch, memory) || (memory.kind == AccessKind::Atomic && memory.noReturn) ||
            (m_writes.size() >= mostWrites && !m_writes.contains(place))) {
            m_writes.erase(place); // what was there before is not known
            return;
        }
        bounds = {std::min(bounds.low, place.second), std::max(bounds.high, place.second)};
        Write& write = m_writes[place];
        if (write.instruction == m_instructions) {
            write.lanes |= 1u << lane;
            return;
        }
        write = {};
        write.before =
            memory.kind == AccessKind::Atomic ? valueIn(answerOf(m, event, lane), memory.elementBytes) : m_before[lane];
        write.place = places(lane);
        write.block = watch.order.number();
        write.warp = m.warp->index;
        write.lanes = 1u << lane;
        write.instruction = m_instructions;
        write.record = watch.record(m.warp->index, memory);
    });
}

bool LateWrites::isBehind(const BlockWatch& watch, const Write& write, Thread who) {
    if (write.block == who.block && write.warp == who.thread / 32 && (write.lanes >> who.thread % 32 & 1) != 0)
        return true;
    bool any = false;
    forLanes(write.lanes,
             [&](uint32_t lane) { any |= watch.order.isBefore(write.record, lane, who.thread / 32, who.thread % 32); });
    return any;
}

bool LateWrites::mayBeLate(const BlockWatch& watch, const Write& write, Thread who) const {
    if (write.seenBy.contains(who) || isBehind(watch, write, who))
        return false;
    const auto fences = m_fencesOf.find(who);
    if (fences == m_fencesOf.end())
        return true;
    const bool sameBlock = write.block == who.block;
    const uint64_t behind = sameBlock ? write.fencedInBlock : write.fenced;
    return behind == 0 || (sameBlock ? fences->second.lastInBlock : fences->second.last) < behind;
}

uint32_t LateWrites::read(BlockWatch& watch, const Machine& m, const AccessEvent& event) {
    if (!isWatched(watch, *event.memory))
        return 0;
    uint32_t late = 0;
    forLanes(event.mask, [&](uint32_t lane) {
        const auto found = m_writes.find(placeOf(watch, event, lane));
        if (found == m_writes.end())
            return;
        Write& write = found->second;
        const Thread who{watch.order.number(), m.warp->index * 32 + lane};
        // Who has read what was there before may do so again, but not for ever.
        const bool comesLate = mayBeLate(watch, write, who) && (m_always || m_chance() % 2 != 0);
        if (m_always || !comesLate)
            write.seenBy.insert(who);
        if (!comesLate)
            return;
        std::memcpy(answerOf(m, event, lane), &write.before, event.memory->elementBytes);
        if (watch.facts.handsOn()) {
            BlockOrder::Manner manner = watch.facts.of(*event.memory).manner;
            manner.writes = false;
            SyncPlace before = write.place;
            watch.order.strongAccess(m, lane, before, manner);
        }
        late |= 1u << lane;
    });
    // Who sees it late sees it once: a round in which that happened is not one that goes on for ever.
    if (late != 0)
        m.warp->splits[static_cast<size_t>(m.warp->current)].trail ^= ++m_lateReads * 0x9e3779b97f4a7c15ull;
    return late;
}

void LateWrites::fence(const BlockWatch& watch, const Machine& m, uint32_t lanes, bool blockScope) {
    forLanes(lanes, [&](uint32_t lane) {
        const Thread who{watch.order.number(), m.warp->index * 32 + lane};
        const uint64_t number = ++m_fences;
        Fences& fences = m_fencesOf[who];
        fences.lastInBlock = number;
        if (!blockScope)
            fences.last = number;
        // Behind the thread's own writes, and behind those that are ordered before the fence.
        for (auto& [place, write] : m_writes) {
            if (!isBehind(watch, write, who))
                continue;
            if (write.fencedInBlock == 0)
                write.fencedInBlock = number;
            if (!blockScope && write.fenced == 0)
                write.fenced = number;
        }
    });
}

} // namespace warplens::sim::check
