// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/global_checker.h"

#include "sim/check/cell_visitor.h"
#include "sim/check/quiet_row.h"
#include "sim/simt/async_copy.h"
#include "sim/simt/cluster.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::AccessKind;
using simt::FindingKind;
using simt::Machine;
using simt::MemoryOp;

namespace {

/// Stamps of global memory lie far from one another: they are on their way while it is seen what is to be done with them,
/// and so are those of the neighbours behind them.
void fetch(const Cells& cells, uint64_t low, uint64_t high) {
    constexpr size_t line = 64, most = 8;
    const size_t first = (low >> cells.shift) * sizeof(Stamp) / line,
                 last = (high >> cells.shift) * sizeof(Stamp) / line;
    if (last - first >= most)
        return;
    for (const Stamp* list : {cells.read, cells.written, cells.readToo})
        for (size_t at = first; at <= last + 1; ++at)
            __builtin_prefetch(reinterpret_cast<const std::byte*>(list) + at * line);
}

/// Likewise, of a row: it begins in the second of three spans.
void fetch(const RowShadow& shadow, size_t cell) {
    const RowShadow::Span* first = shadow.fetch(cell);
    __builtin_prefetch(first);
    __builtin_prefetch(first + 2);
}

/// The visit is about to be looked at place by place: what is known of rows stands there from now on.
void settle(RowShadow& shadow, const Cells& cells, const Visit& visit) {
    const bool writes = visit.writes, reads = visit.reads || !writes;
    const auto settleAt = [&](uint64_t low, uint64_t high) {
        const size_t first = low >> cells.shift, last = (high + visit.bytes - 1) >> cells.shift;
        shadow.settle(cells.written, first, last);
        shadow.raise(first, last, visit.number, reads, writes);
    };
    constexpr uint64_t near = 64 * 32 * 4;
    const Reach reach(visit.event);
    if (reach.high - reach.low < near || !shadow.isUsed())
        settleAt(visit.first + (reach.low - visit.event.first), visit.first + (reach.high - visit.event.first));
    else
        forLanes(visit.event.mask, [&](uint32_t lane) { settleAt(visit.byteOf(lane), visit.byteOf(lane)); });
}

} // namespace

GlobalChecker::GlobalChecker(BlockWatch& watch, BlockFindings& findings, Sums& sums, bool ofClusters)
    : m_watch(watch)
    , m_findings(findings)
    , m_sums(sums)
    , m_ofClusters(ofClusters)
    , m_last(watch.block.warps().size(), watch.program.memoryOps.size())
    , m_lastArray(watch.program.memoryOps.size()) {
    for (const MemoryOp& memory : watch.program.memoryOps) {
        const OpFacts& facts = watch.facts.of(memory);
        const bool isPlain = facts.strength == Strength::Plain && facts.reads != facts.writes && !facts.isSum &&
                             !facts.takesTurn && !facts.lastWins && !memory.isVolatile && !memory.unheard;
        m_plainBytes.push_back(isPlain && !ofClusters ? unsigned(memory.elementBytes) * memory.count : 0);
    }
}

void GlobalChecker::begin() {
    m_last.forget();
    m_horizon = m_ofClusters ? nullptr : m_watch.launch.horizon();
    m_dead = 1;
    m_base = nullptr;
    if (m_horizon != nullptr) {
        m_nextRecord = m_lastOfChunk = 0; // numbers after all those that there are
        m_intervalRecords = m_watch.launch.records().next();
        m_horizon->begins(m_watch.order.number(), m_intervalRecords);
    }
    m_copies.begin(m_watch.block.warps().size());
}

void GlobalChecker::intervalEnded() {
    if (m_horizon == nullptr)
        return;
    const bool hasHeard = m_base != m_watch.order.base();
    // What comes now has numbers after all that there are: so those that others know of stay below.
    if (hasHeard && m_lastOfChunk - m_nextRecord < LaunchRecords::chunk / 4 * 3)
        m_nextRecord = m_lastOfChunk;
    m_intervalRecords = m_nextRecord == m_lastOfChunk ? m_watch.launch.records().next() : m_nextRecord;
    if (!hasHeard)
        return;
    m_base = m_watch.order.base();
    m_dead = std::max(m_dead,
                      stampOf(m_horizon->of(*m_base, m_watch.order.number(), m_intervalRecords, recordOf(m_dead)), 0));
}

GlobalArray* GlobalChecker::arrayOf(const MemoryOp& memory, uint64_t address) {
    GlobalArray*& last = m_lastArray[memory.index];
    if (last == nullptr || address < last->base || address >= last->end)
        last = m_watch.launch.global()->find(address);
    return last;
}

void GlobalChecker::aboutToStore(const AccessEvent& event) {
    const GlobalArray* array = arrayOf(*event.memory, event.first);
    const Reach reach(event);
    if (!array->changes || reach.low < array->base || reach.high >= array->end)
        return;
    if (array->shadow != nullptr && isQuiet(event, *array))
        fetch(*array->shadow, (event.first - array->base) >> array->cells.shift);
    else
        fetch(array->cells, reach.low - array->base, reach.high - array->base);
}

bool GlobalChecker::watches(const AccessEvent& event) {
    return m_watch.launch.global() != nullptr && arrayOf(*event.memory, event.first) != nullptr;
}

/// 0: there is no room for more.
uint32_t GlobalChecker::numberOf(const AccessRecord& record) {
    if (const uint32_t last = m_last.numberOf(record); last != 0)
        return last;
    LaunchRecords& records = m_watch.launch.records();
    if (m_nextRecord == m_lastOfChunk) {
        m_nextRecord = records.takeChunk();
        m_lastOfChunk = m_nextRecord == 0 ? 0 : m_nextRecord + LaunchRecords::chunk;
        if (m_nextRecord == 0)
            return 0;
    }
    records.at(m_nextRecord) = record;
    return m_last.keep(record, m_nextRecord++);
}

void GlobalChecker::access(const Machine& m, const AccessEvent& event, uint32_t changed) {
    const MemoryOp& memory = *event.memory;
    GlobalArray* array = m_watch.launch.global() == nullptr ? nullptr : arrayOf(memory, event.first);
    if (array == nullptr)
        return;
    const Reach reach(event);
    if (reach.low < array->base || reach.high >= array->end)
        return lanesApart(m, event, changed);
    if (!array->changes) {
        if (!array->initialized && m_watch.facts.of(memory).reads)
            for (uint32_t part = 0; part < uint32_t(memory.elementBytes) * memory.count; part += memory.elementBytes)
                bareRead(event, *array, event.mask, part);
        return;
    }
    LaunchWatch& launch = m_watch.launch;
    const bool quiet = isQuiet(event, *array), inShadow = array->shadow != nullptr && !launch.together();
    if (!m_watch.facts.of(memory).writes && (!quiet || !inShadow))
        fetch(array->cells, reach.low - array->base, reach.high - array->base);
    if (array->isHeap)
        checkHeap(event, *array);
    const Epoch epoch{m_dead, array->initialized ? 0u : 1u, launch.together()};
    if (quiet && noteQuietly(m, event, *array, epoch, changed)) {
        if (inShadow)
            fetchNext(m.warp->index, event, *array);
        return;
    }
    Visit visit = m_watch.visit(m, event, event.first - array->base, changed);
    visit.number = numberOf(visit.record);
    if (visit.number == 0)
        return;
    if (inShadow)
        settle(*array->shadow, array->cells, visit);
    if (!m_ofClusters)
        m_sums.look(event, array->cells, visit.first, launch.records(), 1);
    if (visit.writes)
        checkCopies(visit, *array);
    CellVisitor(
        array->cells, launch.records(), m_watch.order, epoch, visit,
        [&](const Conflict& conflict) {
            // What a block does to its own is found there.
            const uint64_t place = array->base + conflict.byte, own = m_watch.order.number();
            if ((!m_ofClusters || conflict.earlier.block != own || simt::Cluster::blockSeenAt(place) != own) &&
                !m_watch.comesBehind(visit, conflict, launch.places()))
                m_findings.race(visit, conflict, place);
        },
        [&](uint32_t lanes, uint64_t byte) {
            const auto first = static_cast<uint32_t>(std::countr_zero(lanes));
            bareRead(event, *array, lanes, array->base + byte - event.addressOf(first));
        })
        .go();
    if (!m_ofClusters && isCopySource(*event.op, memory))
        beginCopies(m, event);
    if (m_horizon != nullptr && visit.writes && visit.record.howStrong() >= Strength::Strong)
        m_horizon->handsOn(m_watch.order.number(), m_watch.order.interval(), m_intervalRecords);
    m_watch.handOn(m, event, launch.places());
}

/// Watching lies between one access and the next, so that the processor does not see for itself what it will wait for: where a
/// warp goes on as it did, that is on its way.
void GlobalChecker::fetchNext(uint32_t warp, const AccessEvent& event, const GlobalArray& array) {
    const int32_t stride = m_last.strideTo(warp, event.memory->index, event.first);
    const uint64_t next = event.first + static_cast<uint64_t>(int64_t(stride));
    const simt::Pattern& pattern = *event.pattern;
    constexpr uint64_t line = 64, row = 32 * 4;
    if (stride == 0 || next < pattern.base || next + row > pattern.end || next / row == m_fetched)
        return;
    m_fetched = next / row; // other operations are near it
    const std::byte* host = pattern.host + (next - pattern.base);
    for (uint64_t at = 0; at <= row; at += line)
        __builtin_prefetch(host + at);
    fetch(*array.shadow, (next - array.base) >> array.cells.shift);
}

/// A plain access by all lanes, side by side.
bool GlobalChecker::isQuiet(const AccessEvent& event, const GlobalArray& array) const {
    return event.mask == ~0u && event.pattern->shape == simt::Pattern::Contiguous &&
           m_plainBytes[event.memory->index] == 1u << array.cells.shift && !isCopySource(*event.op, *event.memory);
}

/// Whether there is nothing to say of one. Of most there is not.
bool GlobalChecker::noteQuietly(const Machine& m, const AccessEvent& event, const GlobalArray& array,
                                const Epoch& epoch, uint32_t changed) {
    const MemoryOp& memory = *event.memory;
    const OpFacts& facts = m_watch.facts.of(memory);
    const uint64_t first = event.first - array.base;
    if (facts.writes && m_copies.at(event.first, event.first + (uint64_t(32) << array.cells.shift)) != nullptr)
        return false;
    const uint32_t warp = m.warp->index;
    BlockOrder& order = m_watch.order;
    const uint32_t last = m_last.numberOf(warp, memory.index, order.clockOf(warp), order.interval());
    const uint32_t number = last != 0 ? last : numberOf(m_watch.record(warp, memory));
    if (number == 0)
        return false;
    const QuietRow row(array.cells, m_watch.launch.records(), order, epoch, first >> array.cells.shift, warp, number);
    return facts.writes ? row.write(changed) : row.read();
}

/// `part`: which byte of what each lane reads. What the array held before the launch may mean something in part.
void GlobalChecker::bareRead(const AccessEvent& event, const GlobalArray& array, uint32_t lanes, uint64_t part) {
    forLanes(lanes, [&](uint32_t lane) {
        if (array.isMeant(event.addressOf(lane) + part))
            lanes &= ~(1u << lane);
    });
    if (lanes != 0)
        m_findings.bareRead(event, lanes, event.addressOf(static_cast<uint32_t>(std::countr_zero(lanes))) + part);
}

/// Lanes of one instruction are in several arrays: each lane by itself.
void GlobalChecker::lanesApart(const Machine& m, const AccessEvent& event, uint32_t changed) {
    forLanes(event.mask, [&](uint32_t lane) {
        simt::Pattern pattern{};
        pattern.mask = 1u << lane;
        pattern.shape = simt::Pattern::Uniform;
        access(m, {event.op, event.memory, 1u << lane, event.addressOf(lane), &pattern, event.space}, changed);
    });
}

void GlobalChecker::checkHeap(const AccessEvent& event, const GlobalArray& array) {
    const MemoryOp& memory = *event.memory;
    const unsigned bytes = unsigned(memory.elementBytes) * memory.count;
    const char* what = memory.kind == AccessKind::Load ? "load" : "store";
    for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t offset = event.addressOf(lane) - array.base;
        const auto piece = m_watch.block.state().system.heap().pieceAt(offset);
        const auto report = [&](FindingKind kind, const std::string& message) {
            m_watch.block.report(kind, event.op, lane, event.addressOf(lane), message, simt::Block::Severity::Goes);
        };
        if (piece && piece->isFree && offset < piece->end)
            return report(FindingKind::UseAfterFree,
                          fmt::format("{} of {} bytes at byte {} of {} bytes that were freed before", what, bytes,
                                      offset - piece->begin, piece->end - piece->begin));
        if (!piece)
            return report(FindingKind::OutOfBounds,
                          fmt::format("{} of {} bytes in the heap, where malloc gave nothing", what, bytes));
        if (offset + bytes > piece->end)
            return report(FindingKind::OutOfBounds,
                          fmt::format("{} of {} bytes, {} bytes past the end of {} bytes from malloc", what, bytes,
                                      offset + bytes - piece->end, piece->end - piece->begin));
    }
}

// ---- asynchronous copies ------------------------------------------------------------------------------------------

void GlobalChecker::beginCopies(const Machine& m, const AccessEvent& event) {
    const bool bulk = event.op->run == simt::runCopyBulk;
    const auto* sizes = reinterpret_cast<const uint32_t*>(m.registers + event.op->c);
    for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint32_t whole = unsigned(event.memory->elementBytes) * event.memory->count;
        const uint64_t begin = event.addressOf(lane), bytes = bulk ? whole : std::min(whole, sizes[lane]);
        const uint32_t thread = m.warp->index * 32 + lane;
        m_copies.add(m.warp->index, {begin, begin + bytes, event.memory->index, static_cast<uint16_t>(thread),
                                     m_copies.groupOf(thread), toldMbarrier(m_watch.program, m, *event.op, lane)});
    }
}

void GlobalChecker::checkCopies(const Visit& visit, const GlobalArray& array) {
    for (uint32_t lanes = visit.event.mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t address = array.base + visit.byteOf(lane);
        const Copy* copy = m_copies.at(address, address + visit.bytes);
        if (copy == nullptr)
            continue;
        Conflict conflict{lane, visit.byteOf(lane), m_watch.recordOf(*copy), copy->thread % 32u, true, true};
        conflict.changes = (visit.changed >> lane & 1) != 0;
        m_findings.race(visit, conflict, std::max(address, copy->begin));
    }
}

/// The copies are done: from now on it is as if the threads that wait for them had read just now.
void GlobalChecker::complete(const Machine& m, const std::vector<Copy>& copies) {
    for (const Copy& copy : copies) {
        const simt::MemoryOp& memory = m_watch.program.memoryOps[copy.op];
        const uint32_t lane = copy.thread % 32u;
        GlobalArray* array = arrayOf(memory, copy.begin);
        if (array == nullptr || copy.thread / 32u != m.warp->index)
            continue;
        const uint32_t number = numberOf(m_watch.record(m.warp->index, memory));
        if (number == 0)
            return; // no room for more
        const unsigned shift = array->cells.shift;
        if (array->shadow != nullptr && !m_watch.launch.together())
            array->shadow->raise((copy.begin - array->base) >> shift, (copy.end - 1 - array->base) >> shift, number,
                                 true, false);
        for (uint64_t cell = (copy.begin - array->base) >> shift; cell << shift < copy.end - array->base; ++cell)
            for (Stamp* list : {array->cells.read, array->cells.readToo})
                if (Stamp& stamp = list[cell]; stamp != 0) {
                    const AccessRecord& reader = m_watch.launch.records()[recordOf(stamp)];
                    if (laneOf(stamp) == lane && reader.op == copy.op && reader.warp == m.warp->index &&
                        reader.block == m_watch.order.number())
                        stamp = stampOf(number, lane);
                }
    }
}

void GlobalChecker::copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) {
    if (left < simt::bulkGroups)
        complete(m, m_copies.await(m.warp->index, lanes, left));
}

void GlobalChecker::copiesTold(uint64_t mbarrier, const Machine& m) {
    complete(m, m_copies.awaitMbarrier(mbarrier));
}

} // namespace warplens::sim::check
