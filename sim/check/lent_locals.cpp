// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/lent_locals.h"

#include "sim/simt/memory_access.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <cstring>

namespace warplens::sim::check {
namespace {

using simt::AccessEvent;
using simt::AccessKind;
using simt::AccessSpace;
using simt::Machine;
using simt::MemoryOp;

constexpr size_t mostLent = 1 << 14; ///< that are remembered
constexpr uint32_t noBlock = UINT32_MAX;

bool isLocalAddress(uint64_t address) {
    return address - memory::localWindow < memory::windowBytes;
}

} // namespace

void LentPlaces::put(const Place& place, const Lender& lender) {
    const std::lock_guard lock(m_mutex);
    if (m_lenders.size() < mostLent || m_lenders.contains(place))
        m_lenders[place] = lender;
}

void LentPlaces::forget(const Place& place) {
    const std::lock_guard lock(m_mutex);
    m_lenders.erase(place);
}

std::optional<LentPlaces::Lender> LentPlaces::at(const Place& place) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_lenders.find(place);
    return found == m_lenders.end() ? std::nullopt : std::optional(found->second);
}

LentPlaces::Place LentLocals::placeOf(const AccessEvent& event, uint32_t lane, unsigned part) const {
    return {event.space == AccessSpace::Shared ? m_watch.order.number() : noBlock, event.addressOf(lane) + 8ull * part};
}

void LentLocals::access(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (memory.elementBytes != 8)
        return;
    if (memory.kind == AccessKind::Load)
        loaded(m, event);
    else if (memory.kind == AccessKind::Store || memory.atomic == simt::AtomicOp::Exch)
        stored(m, event);
}

void LentLocals::stored(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        for (unsigned part = 0; part < memory.count; ++part)
            if (isLocalAddress(simt::storedValue(m, memory, part, lane)))
                m_watch.launch.lent().put(placeOf(event, lane, part),
                                          {m_watch.order.number(), m.warp->index * 32 + lane, memory.index});
            else
                m_watch.launch.lent().forget(placeOf(event, lane, part));
    });
}

void LentLocals::loaded(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint32_t thread = m.warp->index * 32 + lane;
        const std::pair key{memory.index, thread};
        m_loaded.erase(key);
        for (unsigned part = 0; part < memory.count; ++part) {
            uint64_t value;
            std::memcpy(&value, m.registers + memory.registers[part] + size_t(lane) * 8, sizeof value);
            if (!isLocalAddress(value))
                continue;
            const auto lender = m_watch.launch.lent().at(placeOf(event, lane, part));
            if (lender && (lender->block != m_watch.order.number() || lender->thread != thread))
                m_loaded.emplace(key, *lender);
        }
    });
}

bool LentLocals::follow(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (m_loaded.empty() || memory.space != AccessSpace::Generic)
        return false;
    bool any = false;
    forLanes(event.mask, [&](uint32_t lane) {
        for (const uint32_t load : m_watch.facts.of(memory).sources.loads)
            if (const auto found = m_loaded.find({load, m.warp->index * 32 + lane}); found != m_loaded.end()) {
                tell(event, lane, found->second);
                any = true;
                return;
            }
    });
    return any;
}

void LentLocals::tell(const AccessEvent& event, uint32_t lane, const LentPlaces::Lender& lender) {
    const MemoryOp& memory = *event.memory;
    const simt::Launch& launch = m_watch.block.state().launch;
    const simt::Dim3 thread = at(launch.block, lender.thread), block = at(launch.grid, lender.block);
    const simt::Op& storing = m_watch.program.ops[m_watch.program.memoryOps[lender.op].op];
    const std::string of = lender.block == m_watch.order.number()
                               ? std::string()
                               : fmt::format(" of block ({},{},{})", block.x, block.y, block.z);
    m_watch.block.report(
        simt::FindingKind::OutOfBounds, event.op, lane, event.addressOf(lane),
        fmt::format("{} of {} bytes by a pointer to a local variable of thread ({},{},{}){}, stored in "
                    "line {}: local memory is each thread's own, and what lies at this address belongs "
                    "to the thread that follows the pointer",
                    memory.kind == AccessKind::Load    ? "load"
                    : memory.kind == AccessKind::Store ? "store"
                                                       : "atomic operation",
                    unsigned(memory.elementBytes) * memory.count, thread.x, thread.y, thread.z, of,
                    m_watch.program.placeOf(storing).line),
        simt::Block::Severity::Goes);
}

} // namespace warplens::sim::check
