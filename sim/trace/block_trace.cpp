// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/block_trace.h"

#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/block.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <unordered_map>

namespace warplens::sim::trace {
namespace {

using simt::AccessKind;
using simt::AccessSpace;

EventKind kindOf(AccessSpace space, AccessKind kind) {
    if (space == AccessSpace::Shared)
        return kind == AccessKind::Load    ? EventKind::SharedLoad
               : kind == AccessKind::Store ? EventKind::SharedStore
                                           : EventKind::SharedAtomic;
    return kind == AccessKind::Load    ? EventKind::GlobalLoad
           : kind == AccessKind::Store ? EventKind::GlobalStore
                                       : EventKind::GlobalAtomic;
}

/// Hands out the same number for the same offsets: a loop repeats a few patterns over and over.
class PatternTable {
public:
    using Offsets = std::array<int32_t, memory::lanesPerWarp>;

    explicit PatternTable(std::vector<Offsets>& patterns)
        : m_patterns(patterns) {}

    uint32_t numberOf(const Offsets& offsets) {
        const std::hash<std::string_view> hash;
        const size_t key = hash({reinterpret_cast<const char*>(offsets.data()), sizeof offsets});
        for (auto [at, end] = m_byHash.equal_range(key); at != end; ++at)
            if (m_patterns[at->second] == offsets)
                return at->second;
        const auto number = static_cast<uint32_t>(m_patterns.size());
        m_patterns.push_back(offsets);
        m_byHash.emplace(key, number);
        return number;
    }

private:
    std::vector<Offsets>& m_patterns;
    std::unordered_multimap<size_t, uint32_t> m_byHash;
};

class Recorder : public simt::StepObserver {
public:
    Recorder(const simt::Program& program, BlockTrace& trace, const TraceOptions& options, std::stop_source& enough)
        : m_program(program)
        , m_trace(trace)
        , m_patterns(trace.patterns)
        , m_options(options)
        , m_enough(enough) {}

    void beginBlock(const simt::Dim3& block) override {
        m_trace.block = block;
        m_computed.assign(m_trace.warps, 0);
        m_unfinished.assign(m_trace.warps, noAccess);
        m_trace.intervalBegins.assign(1, 0);
    }

    bool step(const simt::Machine& machine, const simt::Op* op) override {
        if (op->run == simt::runEnter)
            return false;
        const auto index = static_cast<uint32_t>(op - m_program.ops.data());
        const uint32_t warp = machine.warp->index;
        if (op->run == simt::runBarrier) {
            add(machine, {index, machine.active, noAccess, interval(), m_computed[warp], static_cast<uint16_t>(warp),
                          EventKind::Barrier});
            return true;
        }
        ++m_computed[warp];
        return m_turnEnds[index];
    }

    void access(const simt::Machine& machine, const simt::AccessEvent& seen) override {
        const simt::MemoryOp& memory = *seen.memory;
        const uint32_t warp = machine.warp->index;
        if (memory.issue == simt::Issue::Merged && memory.kind == AccessKind::Store && m_unfinished[warp] != noAccess)
            copyValues(machine, m_unfinished[warp], m_unfinishedSpace[warp]);
        if (memory.issue == simt::Issue::Merged || seen.space == AccessSpace::Local || memory.constant)
            return;
        AccessRecord record;
        record.first = seen.first + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
        record.mask = seen.mask;
        record.bytes = memory.requestBytes;
        record.store = memory.kind != AccessKind::Load;
        record.exclusive = memory.exclusive();
        record.passes = memory.kind == AccessKind::Atomic && memory.atomic == simt::AtomicOp::Cas ? 2 : 1;
        PatternTable::Offsets offsets;
        std::memcpy(offsets.data(), seen.pattern->delta, sizeof offsets);
        record.pattern = m_patterns.numberOf(offsets);
        m_trace.accesses.push_back(record);

        const auto index = static_cast<uint32_t>(seen.op - m_program.ops.data());
        const Event event{index,
                          seen.mask,
                          static_cast<uint32_t>(m_trace.accesses.size() - 1),
                          interval(),
                          m_computed[warp] - 1,
                          static_cast<uint16_t>(warp),
                          kindOf(seen.space, memory.kind)};
        const memory::Access request = m_trace.accessOf(event);
        AccessRecord& made = m_trace.accesses.back();
        if (seen.space == AccessSpace::Shared) {
            memory::SharedCost cost = memory::sharedCost(request, memory.sharedRule);
            if (memory.copies && memory.sharedRule == memory::SharedRule::Phases) {
                // Where the words come from is the event before; there is none where all of them are zeros.
                const bool reads = !m_trace.events.empty() && m_trace.events.back().op == index &&
                                   m_trace.events.back().warp == warp && m_copyReads;
                cost = memory::copyCost(request, reads ? m_trace.accessOf(m_trace.events.back()) : memory::Access{});
            }
            made.wavefronts = static_cast<uint16_t>(cost.wavefronts);
            made.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
        } else {
            const memory::GlobalCost cost = memory::globalCost(request, memory.globalRule);
            made.sectors = static_cast<uint16_t>(cost.sectors);
            made.sectorsIdeal = static_cast<uint16_t>(cost.sectorsIdeal);
            made.lines = static_cast<uint16_t>(cost.lines);
        }
        m_copyReads = memory.asWritten && memory.kind == AccessKind::Load; // … and the copy is over with the next
        keepValues(machine, event, seen.space, memory.issue == simt::Issue::Leader && memory.kind == AccessKind::Store);
        add(machine, event);
    }

    void barrierReleased(unsigned) override {
        m_trace.intervalBegins.push_back(static_cast<uint32_t>(m_trace.events.size()));
    }

    /// The operations after which another warp has its turn: those that make an event.
    void findTurns() {
        m_turnEnds.assign(m_program.ops.size(), false);
        for (const simt::MemoryOp& memory : m_program.memoryOps)
            if (memory.issue != simt::Issue::Merged && memory.space != AccessSpace::Local &&
                memory.space != AccessSpace::Param && !memory.constant)
                m_turnEnds[memory.op] = true;
    }

private:
    uint32_t interval() const { return static_cast<uint32_t>(m_trace.intervalBegins.size() - 1); }
    void add(const simt::Machine& machine, const Event& event) {
        if (m_trace.events.size() >= m_options.maximumEvents) {
            m_trace.truncated = true;
            m_enough.request_stop();
            return;
        }
        if (m_options.divergence && machine.active != machine.warp->lanes)
            noteDivergence(machine);
        m_trace.events.push_back(event);
        m_computed[event.warp] = 0;
    }

    /// `unfinished`: parts of the request follow as stores of their own.
    void keepValues(const simt::Machine& machine, const Event& event, AccessSpace space, bool unfinished) {
        const AccessRecord& record = m_trace.accesses[event.access];
        const size_t bytes = static_cast<size_t>(std::popcount(record.mask)) * record.bytes;
        m_unfinished[event.warp] = noAccess;
        if (m_trace.valueBegins.size() != event.access || m_trace.values.size() + bytes > m_options.maximumValueBytes)
            return; // from the first request that does not fit on, none is kept
        m_trace.valueBegins.push_back(static_cast<uint32_t>(m_trace.values.size()));
        m_trace.values.resize(m_trace.values.size() + bytes);
        copyValues(machine, event.access, space);
        if (unfinished) {
            m_unfinished[event.warp] = event.access;
            m_unfinishedSpace[event.warp] = space;
        }
    }

    void copyValues(const simt::Machine& machine, uint32_t access, AccessSpace space) {
        const AccessRecord& record = m_trace.accesses[access];
        const auto& offsets = m_trace.patterns[record.pattern];
        std::byte* to = m_trace.values.data() + m_trace.valueBegins[access];
        memory::Ready ready;
        for (uint32_t rest = record.mask; rest != 0; rest &= rest - 1, to += record.bytes) {
            const uint64_t at =
                record.first + static_cast<uint64_t>(static_cast<int64_t>(offsets[std::countr_zero(rest)]));
            const std::byte* from = nullptr;
            if (space == AccessSpace::Shared) {
                if (at < machine.sharedBytes && machine.sharedBytes - at >= record.bytes)
                    from = machine.shared + at;
            } else {
                if (ready.array == nullptr || at < ready.begin || at + record.bytes > ready.end)
                    ready = machine.block->state().memory.ready(at, record.bytes);
                if (ready.array != nullptr)
                    from = ready.array->host + (at - ready.array->base);
            }
            if (from != nullptr)
                std::memcpy(to, from, record.bytes);
        }
    }

    void noteDivergence(const simt::Machine& machine) {
        const simt::Warp& warp = *machine.warp;
        const auto indexOf = [&](const simt::Op* op) {
            return op == nullptr ? Divergence::nowhere : static_cast<uint32_t>(op - m_program.ops.data());
        };
        Divergence made;
        made.active = machine.active;
        made.reconverge = indexOf(machine.reconverge);
        if (warp.exited)
            made.others.push_back({warp.exited, 0, LaneGroup::Ended});
        for (size_t i = 0; i < warp.splits.size(); ++i) {
            const simt::Split& split = warp.splits[i];
            const uint32_t standing = split.state == simt::Split::Waiting ? split.arrived : split.mask;
            const uint32_t mask = standing & ~warp.exited & ~machine.active;
            if (split.state == simt::Split::Free || static_cast<int32_t>(i) == warp.current || mask == 0)
                continue;
            const auto state = split.state == simt::Split::Ready     ? LaneGroup::Later
                               : split.state == simt::Split::Barrier ? LaneGroup::Barrier
                                                                     : LaneGroup::Joining;
            made.others.push_back({mask, indexOf(split.next), state});
        }
        std::sort(made.others.begin(), made.others.end(), [](const LaneGroup& a, const LaneGroup& b) {
            return std::countr_zero(a.mask) < std::countr_zero(b.mask);
        });
        // A loop parts its lanes in a few ways, over and over: the last ones are looked at first.
        auto& known = m_trace.divergences;
        size_t index = known.size();
        for (size_t back = 1; back <= std::min<size_t>(known.size(), 16); ++back)
            if (known[known.size() - back] == made) {
                index = known.size() - back;
                break;
            }
        if (index == known.size())
            known.push_back(std::move(made));
        m_trace.divergedAt.emplace_back(static_cast<uint32_t>(m_trace.events.size()), static_cast<uint32_t>(index));
    }

    const simt::Program& m_program;
    BlockTrace& m_trace;
    PatternTable m_patterns;
    const TraceOptions& m_options;
    std::stop_source& m_enough;
    bool m_copyReads = false;           ///< the last request was the reading side of an asynchronous copy
    std::vector<uint32_t> m_computed;   ///< by warp
    std::vector<uint32_t> m_unfinished; ///< by warp: its last request, where stores that belong to it may follow
    std::array<AccessSpace, 32> m_unfinishedSpace{};
    std::vector<bool> m_turnEnds;
};

} // namespace

memory::Access BlockTrace::accessOf(const Event& event) const {
    memory::Access access;
    const AccessRecord& record = accesses[event.access];
    const auto& offsets = patterns[record.pattern];
    access.mask = record.mask;
    access.bytes = record.bytes;
    access.store = record.store;
    access.exclusive = record.exclusive;
    access.passes = record.passes;
    for (uint32_t rest = record.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        access.address[lane] = record.first + static_cast<uint64_t>(static_cast<int64_t>(offsets[lane]));
    }
    return access;
}

std::span<const std::byte> BlockTrace::valueOf(const Event& event, unsigned lane) const {
    if (event.access >= valueBegins.size())
        return {};
    const AccessRecord& record = accesses[event.access];
    if (!(record.mask >> lane & 1))
        return {};
    const auto before = static_cast<size_t>(std::popcount(record.mask & ((1u << lane) - 1)));
    return std::span(values).subspan(valueBegins[event.access] + before * record.bytes, record.bytes);
}

const Divergence* BlockTrace::divergenceOf(size_t event) const {
    const auto found = std::lower_bound(divergedAt.begin(), divergedAt.end(), event,
                                        [](const auto& at, size_t wanted) { return at.first < wanted; });
    return found == divergedAt.end() || found->first != event ? nullptr : &divergences[found->second];
}

BlockTrace record(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                  const simt::Dim3& block, const TraceOptions& options) {
    simt::checkLaunch(program, launch);
    BlockTrace trace;
    trace.warps = static_cast<uint32_t>((launch.block.count() + 31) / 32);
    simt::Findings findings;
    simt::SystemState system;
    std::stop_source enough;
    const std::stop_callback forward(options.stop, [&] { enough.request_stop(); });
    const simt::RunState state{program, launch, memory, findings, system, enough.get_token()};
    Recorder recorder(program, trace, options, enough);
    recorder.findTurns();
    simt::Block(state).run(block, &recorder);
    trace.findings = findings.take();
    return trace;
}

} // namespace warplens::sim::trace
