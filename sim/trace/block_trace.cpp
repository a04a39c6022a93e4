// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/block_trace.h"

#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/warp.h"

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
    Recorder(const simt::Program& program, BlockTrace& trace, size_t maximum, std::stop_source& enough)
        : m_program(program)
        , m_trace(trace)
        , m_patterns(trace.patterns)
        , m_maximum(maximum)
        , m_enough(enough) {}

    void beginBlock(const simt::Dim3& block) override {
        m_trace.block = block;
        m_computed.assign(m_trace.warps, 0);
        m_trace.intervalBegins.assign(1, 0);
    }

    bool step(const simt::Machine& machine, const simt::Op* op) override {
        if (op->run == simt::runEnter)
            return false;
        const auto index = static_cast<uint32_t>(op - m_program.ops.data());
        const uint32_t warp = machine.warp->index;
        if (op->run == simt::runBarrier) {
            add({index, machine.active, noAccess, interval(), m_computed[warp], static_cast<uint16_t>(warp),
                 EventKind::Barrier});
            return true;
        }
        ++m_computed[warp];
        return m_turnEnds[index];
    }

    void access(const simt::Machine& machine, const simt::AccessEvent& seen) override {
        const simt::MemoryOp& memory = *seen.memory;
        if (memory.issue == simt::Issue::Merged || seen.space == AccessSpace::Local || memory.constant)
            return;
        const uint32_t warp = machine.warp->index;
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
            const memory::SharedCost cost = memory::sharedCost(request, memory.sharedRule);
            made.wavefronts = static_cast<uint16_t>(cost.wavefronts);
            made.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
        } else {
            const memory::GlobalCost cost = memory::globalCost(request, memory.globalRule);
            made.sectors = static_cast<uint16_t>(cost.sectors);
            made.sectorsIdeal = static_cast<uint16_t>(cost.sectorsIdeal);
            made.lines = static_cast<uint16_t>(cost.lines);
        }
        add(event);
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
    void add(const Event& event) {
        if (m_trace.events.size() >= m_maximum) {
            m_trace.truncated = true;
            m_enough.request_stop();
            return;
        }
        m_trace.events.push_back(event);
        m_computed[event.warp] = 0;
    }

    const simt::Program& m_program;
    BlockTrace& m_trace;
    PatternTable m_patterns;
    size_t m_maximum;
    std::stop_source& m_enough;
    std::vector<uint32_t> m_computed; ///< by warp
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
    Recorder recorder(program, trace, options.maximumEvents, enough);
    recorder.findTurns();
    simt::Block(state).run(block, &recorder);
    trace.findings = findings.take();
    return trace;
}

} // namespace warplens::sim::trace
