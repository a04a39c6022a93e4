// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/block_checker.h"

#include "sim/simt/async_copy.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

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
    , m_findings(m_watch)
    , m_sums(m_watch)
    , m_changed(block)
    , m_shared(m_watch, m_findings, m_sums)
    , m_undefined(block)
    , m_local(block.warps().size(), m_findings, m_undefined)
    , m_global(m_watch, m_findings, m_sums) {}

void BlockChecker::beginBlock(const simt::Dim3&) {
    m_watch.order.begin(static_cast<uint32_t>(m_watch.block.number()));
    m_findings.begin();
    m_changed.forget();
    m_sums.begin();
    m_shared.begin();
    m_local.begin();
    m_global.begin();
    m_undefined.begin(m_watch.block.warps().size());
}

void BlockChecker::endBlock() {
    m_findings.end();
}

// ---- accesses -----------------------------------------------------------------------------------------------------

void BlockChecker::aboutToStore(const Machine& m, const AccessEvent& event) {
    m_changed.forget();
    if (event.space == AccessSpace::Shared || (event.space == AccessSpace::Global && m_global.watches(event)))
        m_changed.look(m, event);
}

void BlockChecker::access(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (memory.issue == simt::Issue::Merged && memory.kind == simt::AccessKind::Atomic)
        return; // its leader stands for it
    switch (event.space) {
    case AccessSpace::Shared:
        return m_shared.access(m, event, m_changed.of(event.op));
    case AccessSpace::Local:
        if (isOfReturned(m, event))
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
    forLanes(arrived, [&](uint32_t lane) {
        SyncPlace& place = m_shared.place(addressOf(lane));
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
        SyncPlace& place = m_shared.place(addressOf(lane));
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
        m_watch.order.fence(m, lanes, op->flags != 0);
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
