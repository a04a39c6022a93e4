// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/block_findings.h"

#include "sim/simt/async_copy.h"
#include "sim/simt/cluster.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/place.h"
#include "sim/simt/texture_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::sim::check {

using simt::AccessEvent;
using simt::AccessKind;
using simt::AccessSpace;
using simt::Finding;
using simt::FindingAccess;
using simt::FindingKind;
using simt::MemoryOp;
using simt::MissingOrder;
using simt::OrderingEvent;
using simt::SourcePlace;

namespace {

SourcePlace placeOf(const simt::Program& program, const simt::Op& op) {
    const ptx::Location& location = program.placeOf(op);
    return {std::string(program.fileName(location.file)), location.line};
}

std::string dimText(const simt::Dim3& d) {
    return fmt::format("({},{},{})", d.x, d.y, d.z);
}

struct Verb {
    const char* now;
    const char* before;
};

Verb verbOf(const simt::Program& program, const MemoryOp& memory) {
    if (const simt::Op& op = program.ops[memory.op]; op.run == simt::runMbarrier) {
        if (op.flags == simt::mbarrierInit)
            return {"sets up", "has set up"};
        return {"uses", "has used"};
    }
    if (const simt::Op& op = program.ops[memory.op]; isCopySource(op, memory))
        return {"copies asynchronously from", "copies from, asynchronously,"};
    if (memory.copies)
        return {"copies asynchronously to", "copies to, asynchronously"};
    switch (memory.kind) {
    case AccessKind::Load:
        return {"reads", "has read"};
    case AccessKind::Store:
        return {"writes", "has written"};
    case AccessKind::Atomic:
        return {"changes atomically", "has changed atomically"};
    }
    return {"", ""};
}

} // namespace

FindingAccess BlockFindings::accessOf(const AccessRecord& record, uint32_t lane, uint64_t address) const {
    const simt::RunState& run = m_watch.block.state();
    const MemoryOp& memory = m_watch.program.memoryOps[record.op];
    const simt::Op& op = m_watch.program.ops[memory.op];
    FindingAccess access;
    access.verb = verbOf(m_watch.program, memory).now;
    access.block = at(run.launch.grid, record.block);
    access.thread = at(run.launch.block, uint64_t(record.warp) * 32 + lane);
    access.place = placeOf(m_watch.program, op);
    access.ptxLine = m_watch.program.instructionOf(op).line;
    access.address = address;
    access.bytes = unsigned(memory.elementBytes) * memory.count;
    access.interval = record.interval;
    if (record.block == m_watch.order.number()) {
        // The barriers of the block that it has passed: the last few tell enough.
        constexpr size_t told = 3;
        const size_t passed = std::min<size_t>(record.interval, m_barriers.size());
        for (size_t i = passed > told ? passed - told : 0; i < passed; ++i)
            access.before.push_back({OrderingEvent::Kind::BlockBarrier, placeOf(m_watch.program, *m_barriers[i])});
    }
    return access;
}

/// Of two lanes of one instruction the one that comes last wins: nothing is lost where both store the same.
bool BlockFindings::lanesStoreTheSame(const Visit& visit, const Conflict& conflict) const {
    const MemoryOp& memory = *visit.event.memory;
    for (unsigned part = 0; part < memory.count; ++part)
        if (simt::storedValue(visit.machine, memory, part, conflict.lane) !=
            simt::storedValue(visit.machine, memory, part, conflict.earlierLane))
            return false;
    return true;
}

void BlockFindings::begin() {
    m_barriers.clear();
    m_lastBare.clear();
    m_raced.clear();
    m_races = 0;
}

void BlockFindings::end() {
    simt::Findings& all = m_watch.block.state().findings;
    for (auto& [op, finding] : m_bareReads)
        all.add(std::move(finding));
    m_bareReads.clear();
    for (auto& [pair, finding] : m_meetings)
        all.add(std::move(finding));
    m_meetings.clear();
}

void BlockFindings::race(const Visit& visit, const Conflict& conflict, uint64_t address) {
    if (conflict.sameInstruction &&
        (visit.event.memory->copies || visit.event.op->run == nullptr || lanesStoreTheSame(visit, conflict)))
        return;
    if (conflict.earlier.block != m_watch.order.number())
        m_watch.launch.feelOrder();
    const uint32_t here = visit.event.memory->index, there = conflict.earlier.op;
    m_raced[here] = m_raced[there] = ++m_races;
    const auto [place, isNew] = m_meetings.try_emplace(uint64_t(here) << 32 | there);
    Finding& finding = place->second;
    if (isNew) { // what all blocks share is not asked for each of millions
        m_watch.launch.noteRaced(here);
        m_watch.launch.noteRaced(there);
    }
    m_bareReads.erase(here);
    m_bareReads.erase(there);
    if (isNew || (finding.benign && conflict.changes)) {
        const uint64_t times = finding.times;
        finding = raceFinding(visit, conflict, address);
        finding.times = isNew ? 1 : times + 1;
    } else {
        ++finding.times;
    }
}

/// What there is to say besides which barrier there could be.
std::string BlockFindings::moreOfHint(const Visit& visit, const Conflict& conflict, bool sameBlock,
                                      bool sameWarp) const {
    const MemoryOp& memory = *visit.event.memory;
    const MemoryOp& other = m_watch.program.memoryOps[conflict.earlier.op];
    const Strength strongest = std::max(visit.record.howStrong(), conflict.earlier.howStrong());
    const Strength weakest = std::min(visit.record.howStrong(), conflict.earlier.howStrong());
    std::string more;
    if (sameBlock && !sameWarp && m_watch.order.isPartial())
        more = "; where warps have roles: arrive behind the first access, and wait in front of the second";
    if (strongest == Strength::Volatile)
        more += "; volatile makes the compiler access memory each time, but orders nothing";
    if (weakest >= Strength::Volatile && memory.elementBytes != other.elementBytes)
        more +=
            fmt::format("; one access is of {} bytes, the other of {}: only where both are of the same place and size "
                        "they are atomic to one another",
                        memory.elementBytes, other.elementBytes);
    if (weakest >= Strength::Strong && memory.elementBytes == other.elementBytes && !sameBlock)
        more += "; both are atomic, but not for one another: the scope of one of them does not reach the other thread";
    if (strongest == Strength::Atomic && weakest == Strength::Plain)
        more += "; the other access is atomic, this one has to be, too";
    return more;
}

Finding BlockFindings::raceFinding(const Visit& visit, const Conflict& conflict, uint64_t address) const {
    const simt::RunState& run = m_watch.block.state();
    const MemoryOp& memory = *visit.event.memory;
    const MemoryOp& other = m_watch.program.memoryOps[conflict.earlier.op];
    Finding finding = m_watch.block.findingAt(FindingKind::Race, visit.event.op, conflict.lane, address);
    FindingAccess here = accessOf(visit.record, conflict.lane, address);
    FindingAccess there = accessOf(conflict.earlier, conflict.earlierLane, address);
    // A texture looks up what others write: they tell how large its elements are.
    here.element = there.element = simt::elementPlace(
        run, visit.event.space, address, simt::isTexture(*visit.event.op) ? other.elementBytes : memory.elementBytes);
    finding.benign = !conflict.changes;

    const bool sameBlock = here.block == there.block;
    const bool sameWarp = sameBlock && conflict.earlier.warp == visit.record.warp;
    const bool itself = sameWarp && conflict.lane == conflict.earlierLane;
    const std::string who = sameBlock ? fmt::format("thread {}", dimText(here.thread))
                                      : fmt::format("thread {} of block {}", dimText(here.thread), dimText(here.block));
    const std::string whom = itself ? std::string("it")
                             : sameBlock
                                 ? fmt::format("thread {}", dimText(there.thread))
                                 : fmt::format("thread {} of block {}", dimText(there.thread), dimText(there.block));
    MissingOrder missing;
    // In front of the access that comes later in the text; where the two meet from one round of a loop to the next, in
    // front of the one that came later in time.
    const bool inLoop = m_watch.facts.of(memory).isInLoop && m_watch.facts.of(other).isInLoop;
    missing.beforeLine = !inLoop && here.place < there.place ? there.place : here.place;
    if (conflict.sameInstruction) {
        finding.message =
            fmt::format("threads {} and {} write different values to {} in the same instruction: which one "
                        "stays is chance",
                        dimText(here.thread), dimText(there.thread), here.element);
        finding.hint = "let one thread write, or give each a place of its own";
        missing.kind = MissingOrder::Kind::Atomic;
    } else if (conflict.unheard) {
        finding.message = fmt::format("{} reads {} here through the read-only cache, which need not hear that {} {} it "
                                      "in line {}, in the same kernel: what it gets may be old",
                                      who, here.element, whom, verbOf(m_watch.program, other).before, there.place.line);
        finding.hint =
            simt::isTexture(*visit.event.op) || simt::isSurface(*visit.event.op)
                ? "leave reading to a launch of its own: textures and surfaces show what was there when a kernel began"
                : "read it by a plain load: without __ldg, and without const and __restrict__ on the pointer, which "
                  "say that the kernel does not write there";
    } else if (conflict.otherProxy) {
        finding.message = fmt::format("{} {} {} here, which {} {} in line {}, and no fence.proxy.async lies between: "
                                      "the copy may read what was there before",
                                      who, verbOf(m_watch.program, memory).now, here.element, whom,
                                      verbOf(m_watch.program, other).before, there.place.line);
        finding.hint = "put cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) behind what is written, in front of "
                       "the barrier";
    } else if (conflict.earlier.copies) {
        finding.message = fmt::format("{} {} {} here, which {} {} in line {}, and nobody has waited for the copy", who,
                                      verbOf(m_watch.program, memory).now, here.element, whom,
                                      verbOf(m_watch.program, other).before, there.place.line);
        const simt::Op& copy = m_watch.program.ops[other.op];
        const bool bulk = copy.run == simt::runCopyBulk;
        finding.hint = fmt::format("wait for the group of the copy ({}) before the barrier",
                                   bulk ? "cp.async.bulk.wait_group" : "cp.async.wait_group, __pipeline_wait_prior");
        if (bulk && m_watch.program.instructionOf(copy).has(ptx::Mod::completesBytes))
            finding.hint =
                "wait for the mbarrier that the copy is told of, which has to expect the bytes of all copies "
                "that it is told of";
        missing.kind = MissingOrder::Kind::CopyWait;
    } else {
        finding.message = fmt::format("{} {} {} here, which {} {} in line {}, and nothing orders them", who,
                                      verbOf(m_watch.program, memory).now, here.element, whom,
                                      verbOf(m_watch.program, other).before, there.place.line);
        if (sameWarp) {
            finding.hint = "put __syncwarp() between them: lanes of a warp are not in step by themselves";
            missing.kind = MissingOrder::Kind::WarpBarrier;
        } else if (sameBlock) {
            finding.hint = "put __syncthreads() between them";
            missing.kind = MissingOrder::Kind::BlockBarrier;
        } else if (simt::Cluster::isSeen(address)) {
            finding.hint = "put cluster.sync() between them: it orders all threads of the cluster";
            missing.kind = MissingOrder::Kind::Atomic;
        } else {
            finding.hint = "no barrier reaches from block to block: make the access atomic, hand the value over with "
                           "__threadfence() and an atomic flag, or leave the second part to a kernel of its own";
            missing.kind = MissingOrder::Kind::Atomic;
        }
        finding.hint += moreOfHint(visit, conflict, sameBlock, sameWarp);
    }
    if (finding.benign)
        finding.message += "; with this data it changes nothing";
    finding.accesses = {std::move(here), std::move(there)};
    if (!conflict.otherProxy && !conflict.unheard)
        finding.missing = missing;
    return finding;
}

Finding BlockFindings::bareReadFinding(const AccessEvent& event, uint32_t lane, uint64_t address) const {
    const MemoryOp& memory = *event.memory;
    Finding finding = m_watch.block.findingAt(FindingKind::Uninitialized, event.op, lane, address);
    FindingAccess access;
    access.verb = "reads";
    access.block = finding.block;
    access.thread = finding.thread;
    access.place = finding.place();
    access.ptxLine = finding.ptxLine;
    access.element = simt::elementPlace(m_watch.block.state(), event.space, address, memory.elementBytes);
    access.address = address;
    access.bytes = memory.elementBytes;
    finding.message = fmt::format("{} is read, and nobody has written it", access.element);
    finding.hint =
        event.space == AccessSpace::Shared   ? "let some thread write it first, and put __syncthreads() behind that"
        : event.space == AccessSpace::Global ? "fill the array before the kernel, or write it before it is read"
                                             : "give the variable a value where it is declared";
    finding.accesses = {std::move(access)};
    return finding;
}

void BlockFindings::bareReadOfUse(const simt::Machine& m, const AccessEvent& event, uint32_t lanes, uint64_t address) {
    const MemoryOp& memory = *event.memory;
    const ptx::Instruction& in = m_watch.program.instructionOf(*event.op);
    const bool plain = in.known && in.opcode == ptx::Opcode::ld_ && m_watch.block.inCluster.cluster == nullptr;
    if (!plain || m_watch.facts.of(memory).isForBitField)
        return bareRead(event, lanes, address);
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    const auto part = static_cast<unsigned>((address - event.addressOf(lane)) / memory.elementBytes);
    // The race that the read belongs to may have come between it and its use: then that has said it.
    const auto tell = [this, op = memory.index, races = m_races](Finding finding) {
        if (const auto raced = m_raced.find(op); raced != m_raced.end() && raced->second > races)
            return;
        if (const auto [known, isNew] = m_bareReads.try_emplace(op, finding); !isNew)
            known->second.times += finding.times;
    };
    if (part >= memory.count || !m_undefined.readUnwritten(
                                    m, event, lanes, part, [&] { return bareReadFinding(event, lane, address); }, tell))
        bareRead(event, lanes, address);
}

void BlockFindings::bareRead(const AccessEvent& event, uint32_t lanes, uint64_t address) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    const uint32_t op = event.memory->index;
    if (m_watch.facts.of(*event.memory).isForBitField)
        return;
    // Where others reach shared memory, too, it is looked at with theirs.
    if (event.space == AccessSpace::Shared && m_watch.block.inCluster.cluster != nullptr &&
        !simt::Cluster::isSeen(address))
        return;
    if (event.space == AccessSpace::Global || simt::Cluster::isSeen(address)) {
        if (m_lastBare.insert(op).second)
            m_watch.launch.noteBareRead(op, bareReadFinding(event, lane, address));
    } else if (const auto known = m_bareReads.find(op); known != m_bareReads.end()) {
        ++known->second.times;
    } else {
        m_bareReads.emplace(op, bareReadFinding(event, lane, address));
    }
}

} // namespace warplens::sim::check
