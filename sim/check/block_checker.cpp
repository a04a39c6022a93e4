// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/block_checker.h"

#include "sim/check/quiet_read.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/place.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::AccessKind;
using simt::AccessSpace;
using simt::FindingKind;
using simt::Machine;
using simt::MemoryOp;
using simt::Op;

namespace {

template<class Visit>
void forLanes(uint32_t mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

uint32_t guardOf(const Machine& m, const Op* op) {
    return *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
}

bool differs(const std::byte* place, uint64_t value, unsigned bytes) {
    if (bytes != 4)
        return std::memcmp(place, &value, bytes) != 0;
    uint32_t there = 0;
    std::memcpy(&there, place, sizeof there);
    return there != static_cast<uint32_t>(value);
}

} // namespace

BlockChecker::BlockChecker(LaunchWatch& launch, simt::Block& block)
    : m_launch(launch)
    , m_block(block)
    , m_program(block.state().program)
    , m_facts(launch.facts())
    , m_order(block)
    , m_lastShared(block.warps().size() * m_program.memoryOps.size())
    , m_lastGlobal(m_lastShared.size())
    , m_lastArray(m_program.memoryOps.size())
    , m_local(block.warps().size())
    , m_undefined(block) {
    const uint64_t bytes = block.machine().sharedBytes + 16;
    m_shared.shift = m_facts.sharedShift();
    const size_t cells = bytes >> m_shared.shift, words = m_facts.hasStrong() ? (bytes >> 2) + 1 : 0;
    m_stamps.resize(3 * cells + 2 * words);
    m_shared.written = m_stamps.data();
    m_shared.read = m_shared.written + cells;
    m_shared.readToo = m_shared.read + cells;
    if (words != 0) {
        m_shared.strong = m_shared.readToo + cells;
        m_shared.strongToo = m_shared.strong + words;
    }
    for (const MemoryOp& memory : m_program.memoryOps)
        m_extents.push_back(extentOf(m_facts.of(memory)));
    if (m_facts.ordersInPart()) {
        m_shared.readers = &m_readers;
        m_shared.writers = &m_writers;
    }
}

void BlockChecker::beginBlock(const simt::Dim3&) {
    m_order.begin(static_cast<uint32_t>(m_block.number()));
    constexpr uint32_t roomLeft = maximumRecords / 2;
    if (m_records.next() > roomLeft) {
        std::fill(m_stamps.begin(), m_stamps.end(), 0);
        m_records.restart();
    }
    m_records.forget();
    m_readers.clear();
    m_writers.clear();
    // A record of its own stands for what was written before the block's last barrier.
    m_epoch.begin = stampOf(m_records.add({}), 0);
    m_epoch.dead = stampOf(m_records.next(), 0);
    std::fill(m_lastShared.begin(), m_lastShared.end(), LastRecord{});
    std::fill(m_lastGlobal.begin(), m_lastGlobal.end(), LastRecord{});
    m_sharedPlaces.clear();
    m_copies.begin(m_block.warps().size());
    m_sources.begin(m_block.warps().size());
    for (auto& warp : m_local)
        for (auto& lane : warp)
            lane.clear();
    m_barriers.clear();
    m_copiesMeet = false;
    m_undefined.begin(m_block.warps().size());
    m_storing = nullptr;
    m_lastBare.clear();
}

void BlockChecker::endBlock() {
    for (auto& [op, finding] : m_bareReads)
        m_block.state().findings.add(std::move(finding));
    m_bareReads.clear();
    for (auto& [key, meeting] : m_meetings)
        m_block.state().findings.add(std::move(meeting.finding));
    m_meetings.clear();
}

// ---- records ------------------------------------------------------------------------------------------------------

AccessRecord BlockChecker::makeRecord(const Machine& m, const MemoryOp& memory, const OpFacts& facts) {
    AccessRecord record;
    record.block = m_order.number();
    record.interval = m_order.interval();
    record.clock = m_order.clockOf(m.warp->index);
    record.op = memory.index;
    record.warp = m.warp->index;
    record.strength = static_cast<uint32_t>(facts.strength);
    record.writes = facts.writes;
    record.blockScope = memory.blockScope;
    return record;
}

/// Stamps have room for so many records: those that no place leads to any more are given up.
void BlockChecker::renumber() {
    std::vector<uint32_t> used;
    for (const Stamp stamp : m_stamps)
        if (stamp >= m_epoch.dead && recordOf(stamp) != underWay)
            used.push_back(recordOf(stamp));
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    m_records.keep(used);
    m_readers.clear(); // two of each place are enough for so rare a case
    m_writers.clear();
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
    std::fill(m_lastShared.begin(), m_lastShared.end(), LastRecord{});
}

uint32_t BlockChecker::sharedNumber(const Machine& m, const MemoryOp& memory, const AccessRecord& record) {
    if (m_records.next() == underWay)
        renumber();
    LastRecord& last = m_lastShared[m.warp->index * m_program.memoryOps.size() + memory.index];
    if (last.number == 0 || last.clock != record.clock || last.interval != record.interval)
        last = {m_records.add(record), record.clock, record.interval};
    return last.number;
}

uint32_t BlockChecker::globalNumber(const Machine& m, const MemoryOp& memory, const AccessRecord& record) {
    LastRecord& last = m_lastGlobal[m.warp->index * m_program.memoryOps.size() + memory.index];
    if (last.number != 0 && last.clock == record.clock && last.interval == record.interval)
        return last.number;
    if (m_nextRecord == m_lastOfChunk) {
        m_nextRecord = m_launch.records().takeChunk();
        m_lastOfChunk = m_nextRecord == 0 ? 0 : m_nextRecord + LaunchRecords::chunk;
        if (m_nextRecord == 0)
            return 0;
    }
    m_launch.records().at(m_nextRecord) = record;
    last = {m_nextRecord++, record.clock, record.interval};
    return last.number;
}

// ---- accesses -----------------------------------------------------------------------------------------------------

void BlockChecker::aboutToStore(const Machine& m, const AccessEvent& event) {
    m_storing = nullptr;
    const bool watched =
        event.space == AccessSpace::Shared || (event.space == AccessSpace::Global && m_launch.global() != nullptr &&
                                               arrayOf(*event.memory, event.first) != nullptr);
    if (!watched)
        return;
    m_storing = event.op;
    m_changed = changedLanes(m, event);
}

uint32_t BlockChecker::changedLanes(const Machine& m, const AccessEvent& event) const {
    const MemoryOp& memory = *event.memory;
    uint32_t changed = 0;
    memory::Ready ready;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.addressOf(lane);
        const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
        const std::byte* place = nullptr;
        if (event.space == AccessSpace::Shared) {
            place = m.shared + address;
        } else if (address >= event.pattern->base && address + bytes <= event.pattern->end) {
            place = event.pattern->host + (address - event.pattern->base);
        } else {
            if (ready.array == nullptr || address < ready.begin || address + bytes > ready.end)
                ready = m_block.state().memory.ready(address, bytes);
            if (ready.array == nullptr)
                return;
            place = ready.array->host + (address - ready.array->base);
        }
        for (unsigned part = 0; part < memory.count; ++part) {
            const uint64_t value = simt::storedValue(m, memory, part, lane);
            if (differs(place + size_t(part) * memory.elementBytes, value, memory.elementBytes))
                changed |= 1u << lane;
        }
    });
    return changed;
}

void BlockChecker::access(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    if (memory.issue == simt::Issue::Merged && memory.kind == AccessKind::Atomic)
        return; // its leader stands for it
    const OpFacts& facts = m_facts.of(memory);
    switch (event.space) {
    case AccessSpace::Shared:
        return sharedAccess(m, event, facts);
    case AccessSpace::Local:
        return localAccess(m, event);
    case AccessSpace::Global:
        return globalAccess(m, event, facts);
    default:
        return;
    }
}

/// A plain read of which there is nothing to say. Most are.
bool BlockChecker::noteQuietly(const Machine& m, const AccessEvent& event, const OpFacts& facts, const Epoch& epoch) {
    if (facts.writes || facts.strength != Strength::Plain)
        return false;
    const MemoryOp& memory = *event.memory;
    const uint32_t warp = m.warp->index;
    const auto number = [&] {
        const LastRecord& last = m_lastShared[warp * m_program.memoryOps.size() + memory.index];
        const bool isLast =
            last.number != 0 && last.clock == m_order.clockOf(warp) && last.interval == m_order.interval();
        return isLast ? last.number : sharedNumber(m, memory, makeRecord(m, memory, facts));
    };
    return QuietRead(m_shared, m_records, epoch, unsigned(memory.elementBytes) * memory.count, warp,
                     m_order.isAlone(warp), number)
        .note(event);
}

/// Threads may meet at an mbarrier, but not with the one that sets it up. What it holds is the hardware's business.
void BlockChecker::mbarrierAccess(const Machine& m, const AccessEvent& event, const OpFacts& facts) {
    const MemoryOp& memory = *event.memory;
    const bool isOwn = event.op->run == simt::runMbarrier; // else a bulk copy tells it
    // libcu++ has the last of a pipeline's threads end its mbarriers, and finds out with a vote who that is.
    if (isOwn && event.op->flags == simt::mbarrierInvalidate)
        return;
    if (isOwn && event.op->flags == simt::mbarrierInit)
        forLanes(event.mask, [&](uint32_t lane) { // what an earlier one handed on at this place is over
            m_sharedPlaces.erase(event.addressOf(lane));
        });
    Visit visit{m, event, event.first, makeRecord(m, memory, facts), 0};
    visit.number = sharedNumber(m, memory, visit.record);
    visit.reads = facts.reads;
    visit.writes = facts.writes;
    visit.bytes = visit.element = memory.elementBytes;
    Epoch epoch = m_epoch;
    epoch.begin = 0;
    CellVisitor(
        m_shared, m_records, m_order, epoch, visit,
        [&](const Conflict& conflict) { race(visit, conflict, conflict.byte); }, [](uint32_t, uint64_t) {})
        .go();
}

void BlockChecker::sharedAccess(const Machine& m, const AccessEvent& event, const OpFacts& facts) {
    const MemoryOp& memory = *event.memory;
    if (facts.isMbarrier)
        return mbarrierAccess(m, event, facts);
    const uint64_t low = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->minimum));
    const uint64_t high = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->maximum));
    const Extent& extent = m_extents[memory.index];
    if (low < extent.begin || high < low || high + uint64_t(memory.elementBytes) * memory.count > extent.end)
        checkVariable(event, facts);
    Epoch epoch = m_epoch;
    if (event.first < m_program.reservedSharedBytes)
        epoch.begin = 0; // the system's own
    if (noteQuietly(m, event, facts, epoch))
        return;
    Visit visit{m, event, event.first, makeRecord(m, memory, facts), 0};
    visit.number = sharedNumber(m, memory, visit.record);
    visit.reads = facts.reads;
    visit.writes = facts.writes;
    visit.takesTicket = facts.takesTicket;
    visit.element = memory.elementBytes;
    visit.bytes = visit.element * memory.count;
    visit.changed = m_storing == event.op ? m_changed : ~0u;
    checkSums(event, m_shared, event.first, m_records, m_epoch.dead);
    CellVisitor(
        m_shared, m_records, m_order, epoch, visit,
        [&](const Conflict& conflict) { race(visit, conflict, conflict.byte); },
        [&](uint32_t lanes, uint64_t byte) { bareRead(m, event, lanes, byte); })
        .go();
    if (facts.isCopy)
        forLanes(event.mask, [&](uint32_t lane) {
            const uint64_t begin = event.addressOf(lane);
            const uint32_t thread = m.warp->index * 32 + lane;
            m_copies.add(m.warp->index,
                         {begin, begin + visit.bytes, memory.index, static_cast<uint16_t>(thread),
                          m_copies.groupOf(thread),
                          event.op->run == simt::runCopyBulk ? bulkMbarrier(m, event.op, lane) : Copies::noMbarrier});
            for (uint64_t byte = begin; byte < begin + visit.bytes; byte += 1u << m_shared.shift)
                m_shared.written[byte >> m_shared.shift] = stampOf(underWay, lane) | 1;
        });
    if (memory.ordered && m_facts.handsOn())
        handOn(m, event, facts, m_sharedPlaces);
}

void BlockChecker::localAccess(const Machine& m, const AccessEvent& event) {
    const MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.addressOf(lane);
        std::vector<uint8_t>& written = m_local[m.warp->index][lane];
        const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
        if (written.size() < address + bytes)
            written.resize(std::max<size_t>(address + bytes, m.warp->localBytes));
        if (m.warp->followed)
            m_undefined.localAccess(m, event, lane, address);
        for (unsigned part = 0; part < memory.count; ++part) {
            const auto begin = written.begin() + static_cast<std::ptrdiff_t>(address + part * memory.elementBytes);
            const auto end = begin + memory.elementBytes;
            if (memory.kind != AccessKind::Store && std::find(begin, end, uint8_t(1)) == end)
                bareRead(m, event, 1u << lane, address + part * memory.elementBytes);
            if (memory.kind != AccessKind::Load)
                std::fill(begin, end, uint8_t(1));
        }
    });
}

GlobalArray* BlockChecker::arrayOf(const MemoryOp& memory, uint64_t address) {
    GlobalArray*& last = m_lastArray[memory.index];
    if (last == nullptr || address < last->base || address >= last->end)
        last = m_launch.global()->find(address);
    return last;
}

void BlockChecker::globalAccess(const Machine& m, const AccessEvent& event, const OpFacts& facts) {
    if (m_launch.global() == nullptr)
        return;
    const MemoryOp& memory = *event.memory;
    GlobalArray* array = arrayOf(memory, event.first);
    if (array == nullptr)
        return;
    const uint64_t low = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->minimum));
    const uint64_t high = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->maximum));
    if (low < array->base || high >= array->end)
        return lanesApart(m, event, facts);
    if (!array->changes) {
        if (!array->initialized && facts.reads)
            bareRead(m, event, event.mask, event.first);
        return;
    }
    if (array->isHeap)
        checkHeap(m, event, *array);
    Visit visit{m, event, event.first - array->base, makeRecord(m, memory, facts), 0};
    visit.number = globalNumber(m, memory, visit.record);
    if (visit.number == 0)
        return; // no room for more
    visit.reads = facts.reads;
    visit.writes = facts.writes;
    visit.takesTicket = facts.takesTicket;
    visit.element = memory.elementBytes;
    visit.bytes = visit.element * memory.count;
    visit.changed = m_storing == event.op ? m_changed : ~0u;
    const Epoch epoch{1, array->initialized ? 0u : 1u, m_launch.together()};
    checkSums(event, array->cells, visit.first, m_launch.records(), epoch.dead);
    if (visit.writes)
        checkCopiesFrom(visit, *array);
    CellVisitor(
        array->cells, m_launch.records(), m_order, epoch, visit,
        [&](const Conflict& conflict) { race(visit, conflict, array->base + conflict.byte); },
        [&](uint32_t lanes, uint64_t byte) { bareRead(m, event, lanes, array->base + byte); })
        .go();
    if (isCopySource(*event.op, memory))
        copiesFrom(m, event);
    if (memory.ordered && m_facts.handsOn())
        handOn(m, event, facts, m_launch.places());
}

/// A sum of floating-point numbers depends on the order of its addends. Where atomic operations of several warps make
/// it, and nothing orders them, it comes out differently from run to run.
template<class Records>
void BlockChecker::checkSums(const AccessEvent& event, const Cells& cells, uint64_t first, const Records& records,
                             Stamp dead) {
    const MemoryOp& memory = *event.memory;
    if (memory.kind != AccessKind::Atomic || memory.atomic != simt::AtomicOp::Add || cells.strong == nullptr ||
        memory.value == simt::ValueKind::Unsigned || memory.value == simt::ValueKind::Signed ||
        m_sums.contains(memory.index))
        return;
    const uint32_t warp = m_block.machine().warp->index;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t byte = first + event.addressOf(lane) - event.first;
        const Stamp stamp = cells.strong[byte >> 2];
        if (stamp < dead || m_sums.contains(memory.index))
            return;
        const AccessRecord& other = records[recordOf(stamp)];
        if (other.op != memory.index || (other.block == m_order.number() && other.warp == warp) ||
            m_order.isBefore(other, laneOf(stamp), warp, lane))
            return;
        m_sums.insert(memory.index);
        simt::Finding finding = m_block.findingAt(FindingKind::NotReproducible, event.op, lane, event.addressOf(lane));
        finding.severity = simt::Finding::Severity::Note;
        finding.nobodys = true;
        finding.block = finding.thread = {0, 0, 0};
        finding.blockNumber = finding.address = 0;
        finding.message =
            "warps add floating-point numbers to one sum here in the order in which they come, and its last "
            "bits depend on that order";
        finding.hint =
            "add within each block in a fixed order, and the blocks' sums in a second kernel, where the same "
            "bits matter";
        m_launch.noteSum(memory.index, std::move(finding));
    });
}

/// Lanes of one instruction are in several arrays: each lane by itself.
void BlockChecker::lanesApart(const Machine& m, const AccessEvent& event, const OpFacts& facts) {
    const uint32_t changed = m_changed;
    forLanes(event.mask, [&](uint32_t lane) {
        simt::Pattern pattern{};
        pattern.mask = 1u << lane;
        pattern.shape = simt::Pattern::Uniform;
        const AccessEvent alone{event.op, event.memory, 1u << lane, event.addressOf(lane), &pattern, event.space};
        m_changed = changed;
        if (arrayOf(*event.memory, alone.first) != nullptr)
            globalAccess(m, alone, facts);
    });
}

void BlockChecker::handOn(const Machine& m, const AccessEvent& event, const OpFacts& facts, SyncPlaces& places) {
    if (facts.strength < Strength::Strong && !event.memory->isVolatile)
        return;
    // Within a launch whose blocks run together nobody asks what others have handed on (blocksTalk), and the places of
    // global memory are not for several threads.
    if (m_launch.together() && event.space == AccessSpace::Global)
        return;
    forLanes(event.mask,
             [&](uint32_t lane) { m_order.strongAccess(m, lane, places[event.addressOf(lane)], facts.manner); });
}

// ---- what orders --------------------------------------------------------------------------------------------------

void BlockChecker::copiesCommitted(const Machine& m, uint32_t lanes) {
    m_copies.commit(m.warp->index, lanes);
    m_sources.commit(m.warp->index, lanes);
}

/// The copies are done, and have been waited for by the lane: from now on it is as if it had written them.
void BlockChecker::complete(const Machine& m, const std::vector<Copy>& copies, uint32_t lane) {
    for (const Copy& copy : copies) {
        const MemoryOp& memory = m_program.memoryOps[copy.op];
        const AccessRecord record = makeRecord(m, memory, m_facts.of(memory));
        const uint32_t by = lane == ownLane ? copy.thread % 32u : lane;
        const Stamp stamp = stampOf(sharedNumber(m, memory, record), by) | 1;
        for (uint64_t byte = copy.begin; byte < copy.end; byte += 1u << m_shared.shift) {
            Stamp& written = m_shared.written[byte >> m_shared.shift];
            if (recordOf(written) == underWay && (!m_copiesMeet || m_copies.at(byte, byte + 1) == nullptr))
                written = stamp;
        }
    }
}

void BlockChecker::copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) {
    const std::vector<Copy> done = m_copies.await(m.warp->index, lanes, left);
    if (!done.empty())
        complete(m, done, ownLane);
    completeSources(m, m_sources.await(m.warp->index, lanes, left));
}

uint64_t BlockChecker::bulkMbarrier(const Machine& m, const Op* op, uint32_t lane) const {
    if (op->flags == 0)
        return Copies::noMbarrier;
    const MemoryOp& told = m_program.memoryOps[op->extra + 2];
    return told.address64 ? reinterpret_cast<const uint64_t*>(m.registers + op->d)[lane]
                          : reinterpret_cast<const uint32_t*>(m.registers + op->d)[lane];
}

void BlockChecker::mbarrierUsed(const Machine& m, const Op* op, uint32_t arrived, uint32_t passed,
                                std::byte* const (&host)[32]) {
    const auto addressOf = [&](uint32_t lane) { return static_cast<uint64_t>(host[lane] - m.shared); };
    if (op->run == simt::runMbarrier &&
        (op->flags == simt::mbarrierCopyArrive || op->flags == simt::mbarrierCopyArriveNoInc)) {
        complete(m, m_copies.await(m.warp->index, arrived, -1), ownLane);
        completeSources(m, m_sources.await(m.warp->index, arrived, -1));
    }
    forLanes(arrived, [&](uint32_t lane) {
        SyncPlace& place = m_sharedPlaces[addressOf(lane)];
        m_order.arriveAt(m, lane, place);
        uint64_t bits;
        std::memcpy(&bits, host[lane], sizeof bits);
        if (bool(bits >> 63) == place.phase)
            return;
        place.phase = !place.phase;
        place.complete = joined(place.complete, place.arriving);
        place.arriving = nullptr;
    });
    forLanes(passed, [&](uint32_t lane) {
        SyncPlace& place = m_sharedPlaces[addressOf(lane)];
        m_order.passBy(m, lane, place);
        // The first to pass takes the copies over, and hands them on to those who pass after him.
        completeSources(m, m_sources.awaitMbarrier(addressOf(lane)));
        const std::vector<Copy> done = m_copies.awaitMbarrier(addressOf(lane));
        if (done.empty())
            return;
        complete(m, done, lane);
        SyncPlace handed;
        m_order.arriveAt(m, lane, handed);
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
        m_block.report(
            FindingKind::InactiveLane, op, lane, 0,
            fmt::format("lane {} comes here with the mask 0x{:08x}, which does not name it: what it then gets "
                        "is not defined",
                        lane, members[lane]),
            simt::Block::Severity::Goes);
    }
    if (op->run == simt::runWarpBarrier)
        m_order.lanesMet(m, here, members);
}

void BlockChecker::fence(const Machine& m, const Op* op, uint32_t lanes) {
    if (m_facts.handsOn())
        m_order.fence(m, lanes, op->flags != 0);
}

void BlockChecker::barrierReached(const Machine& m, const Op* op, unsigned id, bool waits) {
    m_lastBarrier[id] = op;
    m_order.barrierReached(m, id, waits, op->b != 0);
}

void BlockChecker::barrierReleased(unsigned id) {
    if (!m_order.barrierReleased(id))
        return;
    m_barriers.push_back(m_lastBarrier[id]);
    m_records.forget();
    m_readers.clear();
    m_writers.clear();
    m_epoch.dead = stampOf(m_records.next(), 0);
    // Cells that were written stay so: stamps from before are below `dead`, and not below `begin`.
}

void BlockChecker::frameWritten(const Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes) {
    std::vector<uint8_t>& written = m_local[m.warp->index][lane];
    if (written.size() < to + bytes)
        written.resize(std::max<size_t>(to + bytes, m.warp->localBytes));
    std::fill_n(written.begin() + to, bytes, uint8_t(1));
    if (m.warp->followed)
        m_undefined.frameWritten(m, lane, from, to, bytes);
}

void BlockChecker::allocated(const Machine&, const Op* op, uint32_t lane, uint64_t address, uint64_t bytes) {
    simt::Finding finding = m_block.findingAt(FindingKind::Leak, op, lane, address);
    finding.severity = simt::Finding::Severity::Note;
    finding.message = fmt::format("{} bytes that are taken here are not given back by the end of the launch", bytes);
    finding.hint = "free() them, unless a later kernel is to use them";
    m_launch.noteTaken(address, std::move(finding));
}

void BlockChecker::freed(const Machine&, const Op*, uint32_t, uint64_t address) {
    m_launch.noteFreed(address);
}

void BlockChecker::readMissingLanes(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) {
    m_undefined.readMissingLanes(m, op, lanes, from);
}

} // namespace warplens::sim::check
