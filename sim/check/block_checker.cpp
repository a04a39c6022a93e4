// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/block_checker.h"

#include "sim/check/late_writes.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/cluster.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::AccessSpace;
using simt::FindingKind;
using simt::Machine;
using simt::MemoryOp;
using simt::Op;

namespace {

uint32_t guardOf(const Machine& m, const Op* op) {
    return *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
}

} // namespace

BlockChecker::BlockChecker(LaunchWatch& launch, simt::Block& block)
    : m_watch(launch, block)
    , m_undefined(block)
    , m_findings(m_watch, m_undefined)
    , m_sums(m_watch)
    , m_changed(block)
    , m_shared(m_watch, m_findings, m_sums)
    , m_local(block.warps().size(), m_findings, m_undefined)
    , m_global(m_watch, m_findings, m_sums)
    , m_clusters(m_watch, m_findings, m_sums, true)
    , m_lent(m_watch) {}

void BlockChecker::beginBlock(const simt::Dim3&) {
    m_watch.order.begin(static_cast<uint32_t>(m_watch.block.number()));
    m_findings.begin();
    m_changed.forget();
    m_sums.begin();
    m_shared.begin();
    m_local.begin();
    m_global.begin();
    m_clusters.begin();
    m_lent.begin();
    m_undefined.begin();
}

void BlockChecker::endBlock() {
    m_findings.end();
}

// ---- accesses -----------------------------------------------------------------------------------------------------

void BlockChecker::aboutToStore(const Machine& m, const AccessEvent& event) {
    m_changed.forget();
    if (m_watch.launch.late() != nullptr)
        m_watch.launch.late()->aboutToStore(m_watch, m, event);
    const bool isGlobal = event.space == AccessSpace::Global && m_global.watches(event);
    if (isGlobal)
        m_global.aboutToStore(event);
    if (isGlobal || event.space == AccessSpace::Shared)
        m_changed.look(m, event);
}

void BlockChecker::access(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (memory.issue == simt::Issue::Merged && memory.kind == simt::AccessKind::Atomic)
        return; // its leader stands for it
    if (m_watch.facts.lendsPointers() && event.space != AccessSpace::Local)
        m_lent.access(m, event);
    if (const uint32_t late = readLate(m, event); late != 0)
        return accessApart(m, event, event.mask & ~late); // strong accesses do not race with one another
    if (const uint32_t astray = m.warp->followed ? m_undefined.astray(event.op) & event.mask : 0; astray != 0)
        return accessApart(m, event, event.mask & ~astray);
    switch (event.space) {
    case AccessSpace::Shared:
        if ((m_lent.follow(m, event) || isOfOtherLaunch(event)) && memory.kind == simt::AccessKind::Load)
            return; // what lies there is not what was meant
        return m_watch.block.inCluster.cluster != nullptr ? clusterAccess(m, event)
                                                          : m_shared.access(m, event, m_changed.of(event.op));
    case AccessSpace::Local:
        if (isOfReturned(m, event))
            return;
        if (m_lent.follow(m, event) && memory.kind == simt::AccessKind::Load)
            return;
        m_local.access(m, event);
        if (m.warp->followed)
            forLanes(event.mask,
                     [&](uint32_t lane) { m_undefined.localAccess(m, event, lane, event.addressOf(lane)); });
        return;
    case AccessSpace::Global:
        return m_global.access(m, event, m_changed.of(event.op));
    default:
        return;
    }
}

/// The lanes of an access, each by itself.
void BlockChecker::accessApart(const Machine& m, const AccessEvent& event, uint32_t lanes) {
    forLanes(lanes, [&](uint32_t lane) {
        simt::Pattern alone{};
        alone.mask = 1u << lane;
        alone.shape = simt::Pattern::Uniform;
        access(m, {event.op, event.memory, alone.mask, event.addressOf(lane), &alone, event.space, event.kept});
    });
}

/// What a block does to its own shared memory is looked at as ever; beside that, what blocks of a cluster do to one
/// another's.
void BlockChecker::clusterAccess(const Machine& m, const AccessEvent& event) {
    const simt::Cluster& cluster = *m_watch.block.inCluster.cluster;
    const uint32_t changed = m_changed.of(event.op);
    const bool isMbarrier = m_watch.facts.of(*event.memory).isMbarrier;
    if (Reach(event).high < simt::Cluster::window) {
        m_shared.access(m, event, changed);
        AccessEvent seen = event;
        seen.first = simt::Cluster::seenAt(m_watch.block.number(), event.first);
        if (!isMbarrier)
            m_clusters.access(m, seen, changed);
        return;
    }
    for (uint32_t rest = event.mask; rest != 0;) {
        const uint64_t first = event.addressOf(static_cast<uint32_t>(std::countr_zero(rest)));
        simt::Pattern part{};
        part.shape = simt::Pattern::Scattered;
        forLanes(rest, [&](uint32_t lane) {
            const uint64_t address = event.addressOf(lane);
            if (address / simt::Cluster::window != first / simt::Cluster::window)
                return;
            part.mask |= 1u << lane;
            part.delta[lane] = static_cast<int32_t>(address - first);
            part.minimum = std::min(part.minimum, part.delta[lane]);
            part.maximum = std::max(part.maximum, part.delta[lane]);
            part.lowBits |= static_cast<uint32_t>(part.delta[lane]);
        });
        rest &= ~part.mask;
        const auto [block, offset] = cluster.placeOf(m_watch.block, first);
        if (block == nullptr)
            continue;
        AccessEvent one{event.op, event.memory, part.mask, offset, &part, event.space};
        if (block == &m_watch.block)
            m_shared.access(m, one, changed);
        one.first = simt::Cluster::seenAt(block->number(), offset);
        if (!isMbarrier)
            m_clusters.access(m, one, changed);
    }
}

/// Where something lies in the shared memory of one of the cluster's blocks.
uint64_t BlockChecker::clusterPlaceOf(const std::byte* host) const {
    for (simt::Block* block : m_watch.block.inCluster.cluster->blocks()) {
        const simt::Machine& m = block->machine();
        if (host >= m.shared && host < m.shared + m.sharedBytes)
            return simt::Cluster::seenAt(block->number(), static_cast<uint64_t>(host - m.shared));
    }
    return 0;
}

/// Returns the lanes that have been given what was there before the last write.
uint32_t BlockChecker::readLate(const Machine& m, const AccessEvent& event) {
    LateWrites* late = m_watch.launch.late();
    if (late == nullptr || event.space == AccessSpace::Local)
        return 0;
    if (event.memory->kind == simt::AccessKind::Load || m_watch.facts.of(*event.memory).onlyLooks)
        return late->read(m_watch, m, event);
    late->written(m_watch, m, event, [&](uint32_t lane) -> const SyncPlace& {
        const uint64_t address = event.addressOf(lane);
        return event.space == AccessSpace::Shared ? m_shared.place(address) : m_watch.launch.places()[address];
    });
    return 0;
}

/// Local memory above the frame of the function that runs was that of one that has returned.
bool BlockChecker::isOfReturned(const Machine& m, const AccessEvent& event) {
    const simt::Split& split = m.warp->splits[static_cast<size_t>(m.warp->current)];
    const MemoryOp& memory = *event.memory;
    const uint64_t top = split.frame + m_watch.program.functions[memory.function].frameBytes;
    if (Reach(event).high < top)
        return false;
    const auto lane = static_cast<uint32_t>(std::countr_zero(event.mask));
    m_watch.block.report(FindingKind::UseAfterFree, event.op, lane, event.addressOf(lane),
                         fmt::format("{} of {} bytes in the local memory of a function that has returned",
                                     memory.kind == simt::AccessKind::Load ? "load" : "store",
                                     unsigned(memory.elementBytes) * memory.count),
                         simt::Block::Severity::Goes);
    return true;
}

/// A program that makes no pointers to shared memory has got this one from another launch, which had its own.
bool BlockChecker::isOfOtherLaunch(const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (memory.space != AccessSpace::Generic || m_watch.facts.takesSharedAddress())
        return false;
    const auto lane = static_cast<uint32_t>(std::countr_zero(event.mask));
    m_watch.block.report(
        FindingKind::OutOfBounds, event.op, lane, event.addressOf(lane),
        fmt::format("{} of {} bytes by a pointer to shared memory which this kernel has not made: what lies "
                    "at this address belongs to the block that follows the pointer",
                    memory.kind == simt::AccessKind::Load ? "load" : "store",
                    unsigned(memory.elementBytes) * memory.count),
        simt::Block::Severity::Goes);
    return true;
}

void BlockChecker::frameWritten(const Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes) {
    m_local.frameWritten(m, lane, to, bytes);
    if (m.warp->followed)
        m_undefined.frameWritten(m, lane, from, to, bytes);
}

// ---- what orders --------------------------------------------------------------------------------------------------

void BlockChecker::copiesCommitted(const Machine& m, uint32_t lanes) {
    m_shared.copiesCommitted(m.warp->index, lanes);
    m_global.copiesCommitted(m.warp->index, lanes);
}

void BlockChecker::copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) {
    m_shared.copiesAwaited(m, lanes, left);
    m_global.copiesAwaited(m, lanes, left);
}

void BlockChecker::mbarrierUsed(const Machine& m, const Op* op, uint32_t arrived, uint32_t passed,
                                std::byte* const (&host)[32]) {
    const auto addressOf = [&](uint32_t lane) { return static_cast<uint64_t>(host[lane] - m.shared); };
    if (op->run == simt::runMbarrier &&
        (op->flags == simt::mbarrierCopyArrive || op->flags == simt::mbarrierCopyArriveNoInc))
        copiesAwaited(m, arrived, -1);
    const auto placeOf = [&](uint32_t lane) -> SyncPlace& {
        return m_watch.block.inCluster.cluster != nullptr ? m_watch.launch.places()[clusterPlaceOf(host[lane])]
                                                          : m_shared.place(addressOf(lane));
    };
    forLanes(arrived, [&](uint32_t lane) {
        SyncPlace& place = placeOf(lane);
        m_watch.order.arriveAt(m, lane, place);
        uint64_t bits;
        std::memcpy(&bits, host[lane], sizeof bits);
        if (bool(bits >> 63) == place.phase)
            return;
        place.phase = !place.phase;
        place.complete = joined(place.complete, place.arriving);
        place.arriving = nullptr;
    });
    forLanes(passed, [&](uint32_t lane) {
        SyncPlace& place = placeOf(lane);
        m_watch.order.passBy(m, lane, place);
        // The first to pass takes the copies over, and hands them on to those who pass after him.
        m_global.copiesTold(addressOf(lane), m);
        if (!m_shared.copiesTold(addressOf(lane), m, lane))
            return;
        SyncPlace handed;
        m_watch.order.arriveAt(m, lane, handed);
        place.complete = joined(place.complete, handed.arriving);
    });
}

/// Shuffles, votes and the like wait for their lanes as well, but say nothing of memory (PTX ISA 9.0, 9.7.9.6, 9.7.13.9):
/// bar.warp.sync alone does (9.7.13.2).
void BlockChecker::lanesMet(const Machine& m, const Op* op, uint32_t here, const uint32_t (&members)[32]) {
    uint32_t unnamed = 0;
    forLanes(here & guardOf(m, op), [&](uint32_t lane) { unnamed |= ~members[lane] & 1u << lane; });
    if (unnamed != 0) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(unnamed));
        m_watch.block.report(
            FindingKind::InactiveLane, op, lane, 0,
            fmt::format("lane {} comes here with the mask 0x{:08x}, which does not name it: what it then gets "
                        "is not defined",
                        lane, members[lane]),
            simt::Block::Severity::Goes);
    }
    if (op->run == simt::runWarpBarrier)
        m_watch.order.lanesMet(m, here, members);
}

void BlockChecker::fence(const Machine& m, const Op* op, uint32_t lanes) {
    if (op->flags == simt::fenceOfProxies)
        m_shared.proxiesFenced();
    else if (m_watch.facts.handsOn())
        m_watch.order.fence(m, lanes, (op->flags & simt::fenceOfBlock) != 0);
    if (m_watch.launch.late() != nullptr && (op->flags & simt::fenceInOrder) != 0)
        m_watch.launch.late()->fence(m_watch, m, lanes, (op->flags & simt::fenceOfBlock) != 0);
}

void BlockChecker::barrierReached(const Machine& m, const Op* op, unsigned id, bool waits) {
    m_lastBarrier[id] = op;
    if (m_watch.order.barrierReached(m, id, waits, op->b != 0))
        m_watch.block.report(
            FindingKind::DivergentBarrier, op, static_cast<uint32_t>(std::countr_zero(m.active)), 0,
            fmt::format("warp {} arrives at barrier {} again before the others have come: it is counted twice, and "
                        "those who wait for it may go on too early, or wait for ever",
                        m.warp->index, id),
            simt::Block::Severity::Goes);
}

void BlockChecker::barrierReleased(unsigned id) {
    if (!m_watch.order.barrierReleased(id))
        return;
    m_findings.intervalEnded(m_lastBarrier[id]);
    m_shared.intervalEnded();
    m_global.intervalEnded();
}

void BlockChecker::clusterArrived(const Machine& m, uint32_t lanes, bool relaxed) {
    if (m_watch.launch.hasClusters())
        m_watch.order.arriveAtCluster(
            m, lanes, relaxed,
            m_watch.launch.clusterPlace(m_watch.block.inCluster.cluster->blocks().front()->number()));
}

void BlockChecker::clusterReleased(simt::Block& first) {
    SyncPlace& place = m_watch.launch.clusterPlace(first.number());
    place.complete = joined(place.complete, place.arriving);
    place.arriving = nullptr;
}

void BlockChecker::clusterPassed(const Machine& m, uint32_t lanes) {
    if (m_watch.launch.hasClusters())
        m_watch.order.passCluster(
            m, lanes, m_watch.launch.clusterPlace(m_watch.block.inCluster.cluster->blocks().front()->number()));
}

void BlockChecker::allocated(const Machine&, const Op* op, uint32_t lane, uint64_t address, uint64_t bytes) {
    simt::Finding finding = m_watch.block.findingAt(FindingKind::Leak, op, lane, address);
    finding.severity = simt::Finding::Severity::Note;
    finding.message = fmt::format("{} bytes that are taken here are not given back by the end of the launch", bytes);
    finding.hint = "free() them, unless a later kernel is to use them";
    m_watch.launch.noteTaken(address, std::move(finding));
}

void BlockChecker::freed(const Machine&, const Op*, uint32_t, uint64_t address) {
    m_watch.launch.noteFreed(address);
}

void BlockChecker::readMissingLanes(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) {
    m_undefined.readMissingLanes(m, op, lanes, from);
}

} // namespace warplens::sim::check
