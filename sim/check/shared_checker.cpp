// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/shared_checker.h"

#include "sim/check/cell_visitor.h"
#include "sim/check/quiet_read.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/place.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::AccessKind;
using simt::FindingKind;
using simt::Machine;
using simt::MemoryOp;

SharedChecker::SharedChecker(BlockWatch& watch, BlockFindings& findings, Sums& sums)
    : m_watch(watch)
    , m_findings(findings)
    , m_sums(sums)
    , m_crowds(watch)
    , m_last(watch.block.warps().size(), watch.program.memoryOps.size()) {
    const uint64_t bytes = watch.block.machine().sharedBytes + 16;
    m_cells.shift = watch.facts.sharedShift();
    const size_t cells = bytes >> m_cells.shift, words = watch.facts.hasStrongShared() ? (bytes >> 2) + 1 : 0;
    m_stamps.resize(3 * cells + 2 * words);
    m_cells.written = m_stamps.data();
    m_cells.read = m_cells.written + cells;
    m_cells.readToo = m_cells.read + cells;
    if (words != 0) {
        m_cells.strong = m_cells.readToo + cells;
        m_cells.strongToo = m_cells.strong + words;
    }
    if (watch.facts.copiesFromShared())
        m_unfenced.resize(cells);
    const auto mayBeHere = [](const MemoryOp& memory) {
        return memory.space == simt::AccessSpace::Shared || memory.space == simt::AccessSpace::Generic;
    };
    if (std::any_of(watch.program.memoryOps.begin(), watch.program.memoryOps.end(), mayBeHere))
        m_distinct.resize(watch.program.memoryOps.size());
    for (const MemoryOp& memory : watch.program.memoryOps)
        m_extents.push_back(extentOf(watch.facts.of(memory)));
}

void SharedChecker::begin() {
    constexpr uint32_t roomLeft = maximumRecords / 2;
    if (m_records.next() > roomLeft) {
        std::fill(m_stamps.begin(), m_stamps.end(), 0);
        m_records.restart();
    }
    m_copiesMeet = false;
    intervalEnded();
    // A record of its own stands for what was written before the block's last barrier.
    m_epoch.begin = stampOf(m_records.add({}), 0);
    m_epoch.dead = stampOf(m_records.next(), 0);
    m_last.forget();
    m_places.clear();
    m_copies.begin(m_watch.block.warps().size());
    m_sources.begin(m_watch.block.warps().size());
    proxiesFenced();
}

void SharedChecker::proxiesFenced() {
    std::fill(m_unfenced.begin(), m_unfenced.end(), Unfenced{});
}

void SharedChecker::intervalEnded() {
    ++m_version;
    m_records.forget();
    m_crowds.forget(m_cells);
    m_strongLately = false;
    m_epoch.dead = stampOf(m_records.next(), 0);
    // Cells that were written stay so: stamps from before are below `dead`, and not below `begin`.
}

// ---- records ------------------------------------------------------------------------------------------------------

/// Stamps have room for so many records: those that no place leads to any more are given up.
void SharedChecker::renumber() {
    ++m_version;
    std::vector<uint32_t> used;
    for (const Stamp stamp : m_stamps)
        if (stamp >= m_epoch.dead && recordOf(stamp) != underWay)
            used.push_back(recordOf(stamp));
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    m_records.keep(used);
    m_crowds.forgetWho();
    for (Stamp& stamp : m_stamps) {
        if (stamp >= m_epoch.dead && recordOf(stamp) != underWay) {
            const auto place = std::lower_bound(used.begin(), used.end(), recordOf(stamp)) - used.begin();
            stamp = stampOf(static_cast<uint32_t>(place) + 2, laneOf(stamp)) | (stamp & 1);
        } else if (stamp < m_epoch.dead) {
            stamp = stamp >= m_epoch.begin ? stampOf(1, 0) : 0;
        }
    }
    m_epoch.begin = stampOf(1, 0);
    m_epoch.dead = stampOf(2, 0);
    m_last.forget();
}

uint32_t SharedChecker::numberOf(const AccessRecord& record) {
    if (m_records.next() == underWay)
        renumber();
    const uint32_t number = m_last.numberOf(record);
    return number != 0 ? number : m_last.keep(record, m_records.add(record));
}

// ---- accesses -----------------------------------------------------------------------------------------------------

/// A plain read of which there is nothing to say. Most are.
bool SharedChecker::noteQuietly(const Machine& m, const AccessEvent& event, const Epoch& epoch) {
    const MemoryOp& memory = *event.memory;
    const OpFacts& facts = m_watch.facts.of(memory);
    if (facts.writes || facts.strength != Strength::Plain || m_cells.readers != nullptr || m_strongLately)
        return false;
    BlockOrder& order = m_watch.order;
    const uint32_t warp = m.warp->index;
    const auto number = [&] {
        const uint32_t last = m_last.numberOf(warp, memory.index, order.clockOf(warp), order.interval());
        return last != 0 ? last : numberOf(m_watch.record(warp, memory));
    };
    return QuietRead(m_cells, m_distinct[memory.index], m_version, m_records, epoch,
                     unsigned(memory.elementBytes) * memory.count, warp, !order.isPartial(), number)
        .note(event);
}

/// Threads may meet at an mbarrier, but not with the one that sets it up. What it holds is the hardware's business.
void SharedChecker::mbarrierAccess(const Machine& m, const AccessEvent& event) {
    ++m_version;
    const bool isOwn = event.op->run == simt::runMbarrier; // else a bulk copy tells it
    // libcu++ has the last of a pipeline's threads end its mbarriers, and finds out with a vote who that is.
    if (isOwn && event.op->flags == simt::mbarrierInvalidate)
        return;
    if (isOwn && event.op->flags == simt::mbarrierInit)
        forLanes(event.mask, [&](uint32_t lane) { // what an earlier one handed on at this place is over
            m_places.erase(event.addressOf(lane));
        });
    Visit visit = m_watch.visit(m, event, event.first, ~0u);
    visit.number = numberOf(visit.record);
    visit.bytes = visit.element;
    Epoch epoch = m_epoch;
    epoch.begin = 0;
    CellVisitor(
        m_cells, m_records, m_watch.order, epoch, visit, [&](const Conflict& conflict) { race(visit, conflict); },
        [](uint32_t, uint64_t) {})
        .go();
}

void SharedChecker::access(const Machine& m, const AccessEvent& event, uint32_t changed) {
    const MemoryOp& memory = *event.memory;
    const OpFacts& facts = m_watch.facts.of(memory);
    if (facts.isMbarrier)
        return mbarrierAccess(m, event);
    const Reach reach(event);
    const Extent& extent = m_extents[memory.index];
    if (reach.low < extent.begin || reach.high < reach.low ||
        reach.high + uint64_t(memory.elementBytes) * memory.count > extent.end)
        checkVariable(event);
    Epoch epoch = m_epoch;
    if (event.first < m_watch.program.reservedSharedBytes)
        epoch.begin = 0; // the system's own
    if (isCopySource(*event.op, memory))
        beginCopies(m, event);
    m_strongLately |= facts.writes && facts.strength >= Strength::Strong;
    m_crowds.note(event, m_cells, m_records, [&] { return numberOf(m_watch.record(m.warp->index, memory)); });
    if (noteQuietly(m, event, epoch))
        return;
    ++m_version;
    Visit visit = m_watch.visit(m, event, event.first, changed);
    visit.number = numberOf(visit.record);
    m_sums.look(event, m_cells, event.first, m_records, m_epoch.dead);
    CellVisitor(
        m_cells, m_records, m_watch.order, epoch, visit, [&](const Conflict& conflict) { race(visit, conflict); },
        [&](uint32_t lanes, uint64_t byte) { m_findings.bareReadOfUse(m, event, lanes, byte); })
        .go();
    if (facts.writes && m_watch.facts.copiesFromShared())
        checkSources(visit);
    if (facts.writes && !facts.isCopy && !m_unfenced.empty())
        noteUnfenced(visit);
    if (facts.isCopy)
        beginCopies(m, event);
    m_watch.handOn(m, event, m_places);
}

void SharedChecker::race(const Visit& visit, const Conflict& found) {
    // Groups of several warps (cooperative_groups.h) hand values on there, and take lanes that shuffle to be in step: no
    // program can do anything about it.
    if (found.byte < m_watch.program.reservedSharedBytes || m_watch.comesBehind(visit, found, m_places))
        return;
    Conflict conflict = found;
    if (conflict.earlier.copies) {
        const Copy* copy = m_copies.at(found.byte, found.byte + 1);
        if (copy == nullptr)
            return;
        m_copiesMeet |= m_watch.facts.of(*visit.event.memory).isCopy;
        conflict.earlier = m_watch.recordOf(*copy);
        conflict.earlierLane = copy->thread % 32;
    }
    m_findings.race(visit, conflict, conflict.byte);
}

// ---- asynchronous copies ------------------------------------------------------------------------------------------

void SharedChecker::beginCopies(const Machine& m, const AccessEvent& event) {
    const bool reads = isCopySource(*event.op, *event.memory);
    if (reads && !m_unfenced.empty())
        checkFenced(m, event);
    Copies& list = reads ? m_sources : m_copies;
    const unsigned bytes = unsigned(event.memory->elementBytes) * event.memory->count;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t begin = event.addressOf(lane);
        const uint32_t thread = m.warp->index * 32 + lane;
        list.add(m.warp->index, {begin, begin + bytes, event.memory->index, static_cast<uint16_t>(thread),
                                 list.groupOf(thread), toldMbarrier(m_watch.program, m, *event.op, lane)});
        for (uint64_t byte = begin; !reads && byte < begin + bytes; byte += 1u << m_cells.shift)
            m_cells.written[byte >> m_cells.shift] = stampOf(underWay, lane) | 1;
    });
}

void SharedChecker::noteUnfenced(const Visit& visit) {
    forLanes(visit.event.mask, [&](uint32_t lane) {
        const uint64_t begin = visit.byteOf(lane);
        for (uint64_t byte = begin; byte < begin + visit.bytes; byte += 1u << m_cells.shift)
            m_unfenced[byte >> m_cells.shift] = {visit.record, lane, true};
    });
}

/// What threads write and what the copy engine reads go different ways to memory (proxies): PTX ISA 9.0, 8.4.
void SharedChecker::checkFenced(const Machine& m, const AccessEvent& event) {
    Visit visit = m_watch.visit(m, event, event.first, 0);
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t begin = visit.byteOf(lane);
        for (uint64_t byte = begin; byte < begin + visit.bytes; byte += 1u << m_cells.shift) {
            const Unfenced& there = m_unfenced[byte >> m_cells.shift];
            if (!there.written)
                continue;
            Conflict conflict{lane, byte, there.record, there.lane, false, true};
            conflict.otherProxy = true;
            m_findings.race(visit, conflict, byte);
            return;
        }
    });
}

/// What a copy that nobody has waited for still reads must stay.
void SharedChecker::checkSources(const Visit& visit) {
    forLanes(visit.event.mask, [&](uint32_t lane) {
        const uint64_t byte = visit.byteOf(lane);
        const Copy* copy = m_sources.at(byte, byte + visit.bytes);
        if (copy == nullptr)
            return;
        Conflict conflict{lane, byte, m_watch.recordOf(*copy), copy->thread % 32u, true, true};
        conflict.changes = (visit.changed >> lane & 1) != 0;
        m_findings.race(visit, conflict, std::max(byte, copy->begin));
    });
}

/// `visit(copy, number)`: the number of what the warp does now by the copy's operation. Many one after the other have one.
template<class Each>
void SharedChecker::forEachWithNumber(const Machine& m, const std::vector<Copy>& copies, Each visit) {
    ++m_version;
    uint32_t op = UINT32_MAX, number = 0;
    for (const Copy& copy : copies) {
        if (copy.op != op) {
            op = copy.op;
            number = numberOf(m_watch.record(m.warp->index, m_watch.program.memoryOps[op]));
        }
        visit(copy, number);
    }
}

/// The copies are done: from now on it is as if the threads that wait for them had read just now.
void SharedChecker::completeSources(const Machine& m, const std::vector<Copy>& copies) {
    forEachWithNumber(m, copies, [&](const Copy& copy, uint32_t number) {
        const Stamp mine = stampOf(number, copy.thread % 32u);
        for (uint64_t byte = copy.begin; byte < copy.end; byte += 1u << m_cells.shift) {
            Stamp &one = m_cells.read[byte >> m_cells.shift], &two = m_cells.readToo[byte >> m_cells.shift];
            (one < m_epoch.dead ? one : two) = mine;
        }
    });
}

/// The copies are done, and have been waited for by the lane: from now on it is as if it had written them.
void SharedChecker::complete(const Machine& m, const std::vector<Copy>& copies, uint32_t lane) {
    forEachWithNumber(m, copies, [&](const Copy& copy, uint32_t number) {
        const Stamp stamp = stampOf(number, lane == ownLane ? copy.thread % 32u : lane) | 1;
        for (uint64_t byte = copy.begin; byte < copy.end; byte += 1u << m_cells.shift) {
            Stamp& written = m_cells.written[byte >> m_cells.shift];
            if (recordOf(written) == underWay && (!m_copiesMeet || m_copies.at(byte, byte + 1) == nullptr))
                written = stamp;
        }
    });
}

void SharedChecker::copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) {
    if (left >= simt::bulkGroups)
        completeSources(m, m_sources.await(m.warp->index, lanes, left - simt::bulkGroups));
    else if (const std::vector<Copy> done = m_copies.await(m.warp->index, lanes, left); !done.empty())
        complete(m, done, ownLane);
}

bool SharedChecker::copiesTold(uint64_t mbarrier, const Machine& m, uint32_t lane) {
    const std::vector<Copy> done = m_copies.awaitMbarrier(mbarrier);
    complete(m, done, lane);
    return !done.empty();
}

// ---- variables ----------------------------------------------------------------------------------------------------

/// Where an instruction belongs whose address is made from one variable.
SharedChecker::Extent SharedChecker::extentOf(const OpFacts& facts) const {
    const Sources& sources = facts.sources;
    if (sources.unknown || sources.shared.size() != 1 || !sources.params.empty() || !sources.variables.empty())
        return {};
    const simt::SharedVariable& variable = m_watch.program.sharedVariables[sources.shared.front()];
    return {variable.offset, variable.dynamic ? m_watch.block.machine().sharedBytes : variable.offset + variable.bytes};
}

/// The address is made from one variable, and lies in another: the cause is told, not what comes of it.
void SharedChecker::checkVariable(const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    const uint64_t end = m_extents[memory.index].end;
    if (end == UINT64_MAX)
        return;
    const simt::SharedVariable& variable =
        m_watch.program.sharedVariables[m_watch.facts.of(memory).sources.shared.front()];
    const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
    for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t address = event.addressOf(lane);
        if (address >= variable.offset && address + bytes <= end)
            continue;
        const std::string name = simt::variableName(variable.name);
        const std::string where = address < variable.offset
                                      ? fmt::format("{} bytes before the begin of {}", variable.offset - address, name)
                                      : fmt::format("{} bytes past the end of {} ({} bytes)", address + bytes - end,
                                                    name, end - variable.offset);
        m_watch.block.report(FindingKind::OutOfBounds, event.op, lane, address,
                             fmt::format("{} of {} bytes {}, in {}", memory.kind == AccessKind::Load ? "load" : "store",
                                         bytes, where, simt::sharedPlace(m_watch.program, address)),
                             simt::Block::Severity::Goes);
        return;
    }
}

} // namespace warplens::sim::check
