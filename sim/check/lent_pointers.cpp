// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/lent_pointers.h"

#include "sim/simt/cluster.h"
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

bool isSharedAddress(uint64_t address) {
    return address - memory::sharedWindow < memory::windowBytes;
}

bool isSame(const simt::Dim3& a, const simt::Dim3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

} // namespace

void LentPlaces::put(const Place& place, const Lender& lender) {
    const std::lock_guard lock(m_mutex);
    if (m_lenders.size() < mostLent || m_lenders.contains(place))
        m_lenders[place] = lender;
    m_any = true;
}

void LentPlaces::forget(const Place& place) {
    if (!m_any)
        return;
    const std::lock_guard lock(m_mutex);
    m_lenders.erase(place);
}

std::optional<LentPlaces::Lender> LentPlaces::at(const Place& place) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_lenders.find(place);
    return found == m_lenders.end() ? std::nullopt : std::optional(found->second);
}

LentPlaces::Place LentPointers::placeOf(const AccessEvent& event, uint32_t lane, unsigned part) const {
    const uint64_t address = event.addressOf(lane) + 8ull * part;
    if (event.space != AccessSpace::Shared)
        return {noBlock, address};
    if (const simt::Cluster* cluster = m_watch.block.inCluster.cluster)
        if (const auto [block, offset] = cluster->placeOf(m_watch.block, address); block != nullptr)
            return {static_cast<uint32_t>(block->number()), offset};
    return {m_watch.order.number(), address};
}

void LentPointers::access(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (!m_watch.facts.of(memory).mayBePointer)
        return;
    if (memory.kind == AccessKind::Load)
        loaded(m, event);
    else if (memory.kind == AccessKind::Store || memory.atomic == simt::AtomicOp::Exch)
        stored(m, event);
}

void LentPointers::stored(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        for (unsigned part = 0; part < memory.count; ++part)
            if (const uint64_t value = simt::storedValue(m, memory, part, lane);
                isLocalAddress(value) || isSharedAddress(value))
                m_watch.launch.lent().put(placeOf(event, lane, part),
                                          {m_watch.order.number(), m.warp->index * 32 + lane, memory.index});
            else
                m_watch.launch.lent().forget(placeOf(event, lane, part));
    });
}

/// Whether the address that a thread has got leads it elsewhere than it led the one that has stored it.
bool LentPointers::isOthers(uint64_t address, const LentPlaces::Lender& lender, uint32_t thread) const {
    const bool sameBlock = lender.block == m_watch.order.number();
    if (isLocalAddress(address))
        return !sameBlock || lender.thread != thread;
    if (sameBlock || address - memory::sharedWindow < simt::Cluster::window)
        return !sameBlock;
    const simt::Launch& launch = m_watch.block.state().launch; // by its rank, it leads all of the cluster to one block
    return !isSame(simt::clusterOf(launch, at(launch.grid, lender.block)),
                   simt::clusterOf(launch, m_watch.block.index()));
}

void LentPointers::loaded(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint32_t thread = m.warp->index * 32 + lane;
        if (!m_loaded.empty()) {
            m_loaded.erase({memory.index, thread, false});
            m_loaded.erase({memory.index, thread, true});
        }
        for (unsigned part = 0; part < memory.count; ++part) {
            uint64_t value;
            std::memcpy(&value, m.registers + memory.registers[part] + size_t(lane) * 8, sizeof value);
            const bool isShared = isSharedAddress(value);
            if (!isShared && !isLocalAddress(value))
                continue;
            const auto lender = m_watch.launch.lent().at(placeOf(event, lane, part));
            if (lender && isOthers(value, *lender, thread))
                m_loaded.emplace(Loaded{memory.index, thread, isShared}, *lender);
        }
    });
}

bool LentPointers::follow(const Machine& m, const AccessEvent& event) {
    if (m_loaded.empty())
        return false;
    bool any = false;
    forLanes(event.mask, [&](uint32_t lane) {
        for (const uint32_t load : m_watch.facts.of(*event.memory).sources.loads)
            if (const auto found = m_loaded.find({load, m.warp->index * 32 + lane, event.space == AccessSpace::Shared});
                found != m_loaded.end()) {
                tell(event, lane, found->second);
                any = true;
                return;
            }
    });
    return any;
}

void LentPointers::tell(const AccessEvent& event, uint32_t lane, const LentPlaces::Lender& lender) {
    const MemoryOp& memory = *event.memory;
    const simt::Launch& launch = m_watch.block.state().launch;
    const simt::Dim3 thread = at(launch.block, lender.thread), block = at(launch.grid, lender.block);
    const simt::Op& storing = m_watch.program.ops[m_watch.program.memoryOps[lender.op].op];
    const std::string access = fmt::format("{} of {} bytes by a pointer to",
                                           memory.kind == AccessKind::Load    ? "load"
                                           : memory.kind == AccessKind::Store ? "store"
                                                                              : "atomic operation",
                                           unsigned(memory.elementBytes) * memory.count);
    const uint32_t line = m_watch.program.placeOf(storing).line;
    const std::string ofBlock = fmt::format("block ({},{},{})", block.x, block.y, block.z);
    std::string message;
    if (event.space == AccessSpace::Local)
        message = fmt::format(
            "{} a local variable of thread ({},{},{}){}, stored in line {}: local memory is each thread's "
            "own, and what lies at this address belongs to the thread that follows the pointer",
            access, thread.x, thread.y, thread.z, lender.block == m_watch.order.number() ? "" : " of " + ofBlock, line);
    else if (event.addressOf(lane) < simt::Cluster::window)
        message =
            fmt::format("{} the shared memory of {}, stored in line {}: shared memory is each block's own, and what "
                        "lies at this address belongs to the block that follows the pointer",
                        access, ofBlock, line);
    else
        message =
            fmt::format("{} shared memory of the cluster of {}, stored in line {}: in another cluster it leads to "
                        "a block of that one",
                        access, ofBlock, line);
    m_watch.block.report(simt::FindingKind::OutOfBounds, event.op, lane, event.addressOf(lane), std::move(message),
                         simt::Block::Severity::Goes);
}

} // namespace warplens::sim::check
