// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/checker.h"

#include "sim/simt/async_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::simt {
namespace {

constexpr uint32_t wholeWarp = 0xffffffffu;

template<class Visit>
void forLanes(uint32_t mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

unsigned granuleOf(const Program& program) {
    for (const MemoryOp& memory : program.memoryOps)
        if (memory.elementBytes < 4 && (memory.space == AccessSpace::Shared || memory.space == AccessSpace::Generic))
            return 1;
    return 4;
}

std::string threadText(const Dim3& t) {
    return fmt::format("({},{},{})", t.x, t.y, t.z);
}

} // namespace

GlobalShadow::GlobalShadow(const memory::DeviceMemory& memory) {
    memory.forEach([&](const memory::Allocation& allocation) {
        if (!allocation.initialized)
            m_arrays.push_back(
                {allocation.base, allocation.end(), allocation.name, std::vector<uint8_t>((allocation.bytes + 3) / 4)});
    });
}

GlobalShadow::Array* GlobalShadow::find(uint64_t address) {
    for (Array& array : m_arrays)
        if (address >= array.base && address < array.end)
            return &array;
    return nullptr;
}

Checker::Checker(Block& block, GlobalShadow* global)
    : m_block(block)
    , m_global(global)
    , m_granule(granuleOf(block.state().program))
    , m_cells((block.machine().sharedBytes + m_granule - 1) / m_granule)
    , m_warps((block.state().launch.block.count() + 31) / 32) {}

void Checker::beginBlock(const Dim3&) {
    m_early.clear();
    ++m_serial;
    for (size_t i = 0; i < m_warps.size(); ++i) {
        m_warps[i] = {};
        m_warps[i].clock[i] = 1;
        m_warps[i].groups.resize(1);
    }
    m_barriers = {};
    m_waiting = {};
    m_places.clear();
}

Checker::Stamp Checker::stampOf(const Machine& m, const Op* op, uint32_t lane, bool ordered) const {
    const WarpState& warp = m_warps[m.warp->index];
    return {warp.clock[m.warp->index], warp.moment, static_cast<uint32_t>(op - m_block.state().program.ops.data()),
            static_cast<uint16_t>(m.warp->index * 32 + lane), ordered};
}

bool Checker::before(const Stamp& earlier, uint32_t warp, uint32_t lane) const {
    const uint32_t otherWarp = earlier.thread / 32, otherLane = earlier.thread % 32;
    if (otherWarp != warp)
        return m_warps[warp].clock[otherWarp] >= earlier.clock;
    const WarpState& state = m_warps[warp];
    return otherLane == lane || earlier.clock < state.clock[warp] || earlier.moment <= state.met ||
           earlier.moment == state.moment || earlier.moment <= state.metPair[otherLane][lane];
}

void Checker::join(Clock& to, const Clock& from) {
    for (size_t i = 0; i < to.size(); ++i)
        to[i] = std::max(to[i], from[i]);
}

void Checker::release(Clock& to, WarpState& warp, uint32_t index) {
    join(to, warp.clock);
    ++warp.clock[index];
}

Checker::Cell& Checker::cellAt(uint64_t address) {
    Cell& cell = m_cells[address / m_granule];
    if (cell.block != m_serial) {
        cell = {};
        cell.block = m_serial;
    }
    return cell;
}

uint32_t Checker::valueAt(const Machine& m, uint64_t address) const {
    uint32_t value = 0;
    std::memcpy(&value, m.shared + address, m_granule);
    return value;
}

bool Checker::isNew(FindingKind kind, const Op* op, uint32_t otherLine) {
    const Program& program = m_block.state().program;
    const ptx::Instruction& instruction = program.instructionOf(*op);
    const ptx::Location& location = program.ownLocationOf(instruction);
    const bool known = location.line != 0;
    return m_reported.insert({kind, known ? location.file : 0, known ? location.line : instruction.line, otherLine})
        .second;
}

void Checker::endBlock() {
    for (const auto& [index, early] : m_early) {
        m_block.machine().warp = early.warp;
        reportUninitialized(early.op, early.lane, early.address, early.what);
    }
    m_early.clear();
}

void Checker::reportUninitialized(const Op* op, uint32_t lane, uint64_t address, const std::string& what) {
    if (isNew(FindingKind::Uninitialized, op))
        m_block.report(FindingKind::Uninitialized, op, lane, address,
                       fmt::format("{} is read, and nobody has written it", what), Block::Severity::Goes);
}

void Checker::reportRace(const Machine& m, const Op* op, uint32_t lane, uint64_t address, const char* did,
                         const Stamp& other, const char* otherDid) {
    const Program& program = m_block.state().program;
    const Op& otherOp = program.ops[other.op];
    const ptx::Location& there = program.ownLocationOf(program.instructionOf(otherOp));
    m_early.erase(other.op);
    if (!isNew(FindingKind::Race, op, there.line))
        return;
    const Dim3 mine = at(m_block.state().launch.block, uint64_t(m.warp->index) * 32 + lane);
    const Dim3 theirs = at(m_block.state().launch.block, other.thread);
    m_block.report(FindingKind::Race, op, lane, address,
                   fmt::format("thread {} {} {} here, which thread {} {} in line {}, and no barrier orders them",
                               threadText(mine), did, sharedPlace(program, address), threadText(theirs), otherDid,
                               there.line),
                   Block::Severity::Goes);
}

void Checker::access(const Machine& m, const AccessEvent& event) {
    if (event.memory->issue == Issue::Merged && event.memory->kind == AccessKind::Atomic)
        return;
    WarpState& warp = m_warps[m.warp->index];
    ++warp.moment;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->delta[lane]));
        switch (event.space) {
        case AccessSpace::Shared:
            return sharedAccess(m, event, lane, address);
        case AccessSpace::Local:
            return localAccess(m, event, lane, address);
        case AccessSpace::Global:
            return globalAccess(m, event, lane, address);
        default:
            return;
        }
    });
    if (!event.memory->ordered)
        return;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.first + static_cast<uint64_t>(static_cast<int64_t>(event.pattern->delta[lane]));
        // Spaces do not overlap: shared addresses are small.
        Clock& place = m_places[reinterpret_cast<const void*>(address)];
        if (event.memory->kind != AccessKind::Store)
            join(warp.clock, place);
        if (event.memory->kind != AccessKind::Load)
            join(place, warp.clock);
    });
    if (event.memory->kind != AccessKind::Load)
        ++warp.clock[m.warp->index];
}

void Checker::sharedAccess(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address) {
    const MemoryOp& memory = *event.memory;
    const uint32_t warp = m.warp->index;
    const bool isMbarrier =
        event.op->run == runMbarrier || (event.op->run == runCopyBulk && memory.kind == AccessKind::Atomic);
    const bool reads = memory.kind == AccessKind::Load ||
                       (memory.kind == AccessKind::Atomic && memory.atomic != AtomicOp::Exch && !isMbarrier);
    const bool writes = memory.kind != AccessKind::Load;
    const bool copies = event.op->run == runCopyAsync;
    const unsigned element = memory.elementBytes;
    const Stamp now = stampOf(m, event.op, lane, memory.ordered || isMbarrier);
    if (isMbarrier) { // its bits are nobody's business, but they are written
        for (unsigned i = 0; i < 8; i += m_granule)
            cellAt(address + i).written = true;
        return;
    }
    for (unsigned part = 0; part < memory.count; ++part) {
        bool anyWritten = false;
        for (unsigned i = 0; i < element; i += m_granule) {
            const uint64_t at = address + part * element + i;
            if (at + m_granule > m.sharedBytes)
                return;
            Cell& cell = cellAt(at);
            anyWritten |= cell.written;
            const uint32_t value = valueAt(m, at);
            const auto conflicts = [&](const Stamp& other) {
                return !(now.ordered && other.ordered) && !before(other, warp, lane);
            };
            if (cell.underWay && !(copies && cell.writer.thread == now.thread)) {
                reportRace(m, event.op, lane, at, reads ? "reads" : "writes", cell.writer,
                           "copies asynchronously without having waited for it,");
            } else if (cell.written && conflicts(cell.writer) &&
                       (reads || (writes && (copies || value != cell.value)))) {
                reportRace(m, event.op, lane, at, reads ? "reads" : "writes", cell.writer, "has written");
            } else if (writes && cell.read && conflicts(cell.reader) && (copies || value != cell.value)) {
                reportRace(m, event.op, lane, at, "writes", cell.reader, "has read");
            }
            if (writes) {
                cell.written = true;
                cell.writer = now;
                cell.value = value;
                cell.underWay = copies;
            } else {
                // Of several readers the one that is not ordered before now matters most.
                cell.read = true;
                cell.reader = now;
            }
        }
        if (reads && !anyWritten && address >= m_block.state().program.reservedSharedBytes)
            m_early.try_emplace(now.op, Early{event.op, m.warp, lane, address + part * element,
                                              sharedPlace(m_block.state().program, address + part * element)});
    }
    if (copies)
        m_warps[warp].groups.back().push_back({address, element, now.op, static_cast<uint16_t>(lane)});
}

void Checker::localAccess(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address) {
    const MemoryOp& memory = *event.memory;
    std::vector<uint8_t>& written = m_warps[m.warp->index].local[lane];
    const unsigned bytes = memory.elementBytes * memory.count;
    if (written.size() < address + bytes)
        written.resize(std::max<size_t>(address + bytes, m.warp->localBytes));
    for (unsigned part = 0; part < memory.count; ++part) {
        const auto begin = written.begin() + static_cast<std::ptrdiff_t>(address + part * memory.elementBytes);
        const auto end = begin + memory.elementBytes;
        if (memory.kind != AccessKind::Store && std::find(begin, end, uint8_t(1)) == end)
            reportUninitialized(event.op, lane, address + part * memory.elementBytes,
                                fmt::format("byte {} of the thread's local memory", address));
        if (memory.kind != AccessKind::Load)
            std::fill(begin, end, uint8_t(1));
    }
}

void Checker::globalAccess(const Machine&, const AccessEvent& event, uint32_t lane, uint64_t address) {
    if (m_global == nullptr)
        return;
    GlobalShadow::Array* array = m_global->find(address);
    if (array == nullptr)
        return;
    const MemoryOp& memory = *event.memory;
    for (unsigned part = 0; part < memory.count; ++part) {
        const uint64_t first = (address + part * memory.elementBytes - array->base) / 4;
        const uint64_t last = (address + (part + 1) * memory.elementBytes - 1 - array->base) / 4;
        bool any = false;
        for (uint64_t word = first; word <= last && word < array->written.size(); ++word) {
            any |= __atomic_load_n(&array->written[word], __ATOMIC_RELAXED) != 0;
            if (memory.kind != AccessKind::Load)
                __atomic_store_n(&array->written[word], uint8_t(1), __ATOMIC_RELAXED);
        }
        const bool reads =
            memory.kind == AccessKind::Load || (memory.kind == AccessKind::Atomic && memory.atomic != AtomicOp::Exch);
        if (reads && !any)
            reportUninitialized(
                event.op, lane, address,
                fmt::format("byte {} of {}", address + part * memory.elementBytes - array->base, array->name));
    }
}

void Checker::copiesCommitted(const Machine& m, uint32_t) {
    m_warps[m.warp->index].groups.emplace_back();
}

// The group is done: from now on its bytes are as if the lane had written them here.
void Checker::complete(const Machine& m, const std::vector<Copy>& copies, uint32_t lanes) {
    const WarpState& warp = m_warps[m.warp->index];
    for (const Copy& copy : copies) {
        if (!(lanes >> copy.lane & 1))
            continue;
        for (uint32_t i = 0; i < copy.bytes; i += m_granule) {
            Cell& cell = cellAt(copy.at + i);
            if (!cell.underWay || cell.writer.op != copy.op)
                continue;
            cell.underWay = false;
            cell.writer.clock = warp.clock[m.warp->index];
            cell.writer.moment = warp.moment;
            cell.value = valueAt(m, copy.at + i);
        }
    }
}

void Checker::copiesAwaited(const Machine& m, uint32_t lanes, int64_t left) {
    auto& groups = m_warps[m.warp->index].groups;
    ++m_warps[m.warp->index].moment;
    const size_t keep = left < 0 ? 0 : static_cast<size_t>(left) + 1; // the last one is not committed
    const size_t done = groups.size() > keep ? groups.size() - keep : 0;
    for (size_t i = 0; i < done; ++i)
        complete(m, groups[i], lanes);
    if (lanes == m.warp->alive())
        groups.erase(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(done));
    if (groups.empty())
        groups.emplace_back();
}

void Checker::mbarrierUsed(const Machine& m, const Op* op, uint32_t arrived, uint32_t passed,
                           std::byte* const (&host)[32]) {
    WarpState& warp = m_warps[m.warp->index];
    if (op->flags == mbarrierCopyArrive || op->flags == mbarrierCopyArriveNoInc) {
        ++warp.moment;
        for (const auto& group : warp.groups)
            complete(m, group, arrived);
    }
    forLanes(arrived, [&](uint32_t lane) { join(m_places[host[lane]], warp.clock); });
    if (arrived != 0)
        ++warp.clock[m.warp->index];
    forLanes(passed, [&](uint32_t lane) { join(warp.clock, m_places[host[lane]]); });
}

void Checker::lanesMet(const Machine& m, uint32_t lanes, uint32_t named) {
    lanes &= named;
    WarpState& warp = m_warps[m.warp->index];
    if ((m.warp->alive() & ~lanes) == 0) {
        warp.met = warp.moment++;
        return;
    }
    forLanes(lanes, [&](uint32_t a) { forLanes(lanes, [&](uint32_t b) { warp.metPair[a][b] = warp.moment; }); });
    ++warp.moment;
}

void Checker::frameWritten(const Machine& m, uint32_t lane, uint32_t at, uint32_t bytes) {
    std::vector<uint8_t>& written = m_warps[m.warp->index].local[lane];
    if (written.size() < at + bytes)
        written.resize(std::max<size_t>(at + bytes, m.warp->localBytes));
    std::fill_n(written.begin() + at, bytes, uint8_t(1));
}

void Checker::barrierReached(const Machine& m, unsigned id, bool waits) {
    release(m_barriers[id], m_warps[m.warp->index], m.warp->index);
    if (waits)
        m_waiting[id] |= 1u << m.warp->index;
}

void Checker::barrierReleased(unsigned id) {
    forLanes(m_waiting[id], [&](uint32_t warp) {
        join(m_warps[warp].clock, m_barriers[id]);
        m_warps[warp].met = m_warps[warp].moment++;
    });
    m_waiting[id] = 0;
    m_barriers[id] = {};
}

} // namespace warplens::sim::simt
