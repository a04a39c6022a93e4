// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/block_trace.h"

#include "sim/check/launch_watch.h"
#include "sim/memory/copy_past.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/block.h"
#include "sim/simt/cluster.h"
#include "sim/simt/turns.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

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

memory::Access accessOf(const Shape& shape, uint64_t first, const Offsets& offsets) {
    memory::Access access;
    access.mask = shape.mask;
    access.bytes = shape.bytes;
    access.store = !isLoad(shape.kind);
    access.exclusive = shape.exclusive;
    access.passes = shape.passes;
    for (uint32_t rest = shape.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        access.address[lane] = first + static_cast<uint64_t>(static_cast<int64_t>(offsets[lane]));
    }
    return access;
}

class Recorder : public simt::StepObserver {
public:
    Recorder(const simt::Program& program, BlockTrace& trace, const TraceOptions& options, std::stop_source& enough)
        : m_program(program)
        , m_trace(trace)
        , m_patterns(trace.patterns)
        , m_shapes(trace.events)
        , m_options(options)
        , m_enough(enough)
        , m_keeping(options.maximumValueBytes > 0)
        , m_usualPattern(program.memoryOps.size(), 0) {}

    void beginBlock(const simt::Dim3& block) override {
        m_trace.block = block;
        m_computed.assign(m_trace.warps, 0);
        m_unfinished.assign(m_trace.warps, {});
        m_trace.intervalBegins.assign(1, 0);
    }

    bool step(const simt::Machine& machine, const simt::Op* op) override {
        if (op->run == simt::runEnter)
            return false;
        const auto index = static_cast<uint32_t>(op - m_program.ops.data());
        const uint32_t warp = machine.warp->index;
        if (op->run == simt::runBarrier) {
            Shape shape;
            shape.op = index;
            shape.mask = machine.active;
            shape.computed = m_computed[warp];
            shape.divergence = divergenceOf(machine);
            if (add(m_shapes.numberOf(shape), warp, 0) && m_keeping)
                m_trace.valueBegins.push_back(static_cast<uint32_t>(m_trace.values.size()));
            return true;
        }
        ++m_computed[warp];
        return m_turnEnds[index];
    }

    void access(const simt::Machine& machine, const simt::AccessEvent& seen) override {
        const simt::MemoryOp& memory = *seen.memory;
        const uint32_t warp = machine.warp->index;
        if (memory.issue == simt::Issue::Merged && memory.kind == AccessKind::Store && m_unfinished[warp])
            copyValues(machine, *m_unfinished[warp]);
        if (memory.issue == simt::Issue::Merged || seen.space == AccessSpace::Local || memory.constant)
            return;
        uint32_t& pattern = m_usualPattern[memory.index];
        pattern = m_patterns.numberOf(seen.pattern->delta, pattern);
        ShapeTable::Uncosted request;
        request.op = static_cast<uint32_t>(seen.op - m_program.ops.data());
        request.mask = seen.mask;
        request.computed = m_computed[warp] - 1;
        request.pattern = pattern;
        request.divergence = divergenceOf(machine);
        request.first = seen.first + static_cast<uint64_t>(static_cast<int64_t>(memory.requestOffset));
        request.kind = kindOf(seen.space, memory.kind);
        // What a copy costs depends on the request before it, too; what a block of a cluster asks for, on whose it is.
        const bool copies = memory.copies && memory.sharedRule == memory::SharedRule::Phases;
        const bool asked =
            !copies && (machine.block->inCluster.cluster == nullptr || seen.space != AccessSpace::Shared);
        std::optional<uint32_t> shape;
        if (asked)
            shape = m_shapes.recall(request);
        if (!shape) {
            shape = m_shapes.numberOf(copies ? copied(request, seen, warp) : costed(request, seen, machine));
            if (asked)
                m_shapes.remember(request, *shape);
        }
        m_copyReads = memory.asWritten && memory.kind == AccessKind::Load; // … and the copy is over with the next
        if (add(*shape, warp, request.first))
            keepValues(machine, seen, memory.issue == simt::Issue::Leader && memory.kind == AccessKind::Store);
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
    Shape uncosted(const ShapeTable::Uncosted& request, const simt::AccessEvent& seen) const {
        const simt::MemoryOp& memory = *seen.memory;
        Shape shape;
        shape.op = request.op;
        shape.mask = request.mask;
        shape.computed = request.computed;
        shape.pattern = request.pattern;
        shape.farAddress = static_cast<uint32_t>(request.first >> 32);
        shape.divergence = request.divergence;
        shape.kind = request.kind;
        shape.bytes = memory.requestBytes;
        shape.exclusive = memory.exclusive();
        shape.passes = memory.kind == AccessKind::Atomic && memory.atomic == simt::AtomicOp::Cas ? 2 : 1;
        return shape;
    }

    /// The whole shape of a request.
    Shape costed(const ShapeTable::Uncosted& request, const simt::AccessEvent& seen,
                 const simt::Machine& machine) const {
        const simt::MemoryOp& memory = *seen.memory;
        Shape shape = uncosted(request, seen);
        memory::Access access = accessOf(shape, request.first, m_trace.patterns[shape.pattern]);
        if (seen.space == AccessSpace::Shared) {
            access.mask = simt::Cluster::lanesAtHome(machine, access);
            shape.away = shape.mask & ~access.mask;
            const memory::SharedCost cost = memory::sharedCost(access, memory.sharedRule);
            shape.wavefronts = static_cast<uint16_t>(cost.wavefronts);
            shape.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
        } else {
            const memory::GlobalCost cost = memory::globalCost(access, memory.globalRule);
            shape.sectors = static_cast<uint16_t>(cost.sectors);
            shape.sectorsIdeal = static_cast<uint16_t>(cost.sectorsIdeal);
            shape.lines = static_cast<uint16_t>(cost.lines);
            shape.l1Data = static_cast<uint16_t>(cost.l1Data);
        }
        return shape;
    }

    /// The shared side of a copy. Where the words come from is the event before, and there is none where all of them are
    /// zeros; of a copy that passes L1 by its sectors depend on where they go.
    Shape copied(const ShapeTable::Uncosted& request, const simt::AccessEvent& seen, uint32_t warp) {
        Shape shape = uncosted(request, seen);
        EventList& events = m_trace.events;
        const bool reads = m_copyReads && !events.empty() && events.back().op == shape.op && events.back().warp == warp;
        const memory::Access to = accessOf(shape, request.first, m_trace.patterns[shape.pattern]);
        const memory::Access from = reads ? m_trace.accessOf(events.back()) : memory::Access{};
        memory::SharedCost cost;
        if (seen.memory->passesL1) {
            const memory::CopyPastCost past = memory::copyPastCost(to, from);
            cost = past.shared;
            if (reads) {
                Shape read = m_trace.shapeOf(events.back());
                read.sectors = static_cast<uint16_t>(past.sectors);
                read.sectorsIdeal = static_cast<uint16_t>(past.sectorsIdeal);
                events.reshapeBack(m_shapes.numberOf(read));
            }
        } else {
            cost = copyCost(to, from, shape.pattern, reads ? m_trace.shapeOf(events.back()).pattern : Shape::nothing);
        }
        shape.wavefronts = static_cast<uint16_t>(cost.wavefronts);
        shape.wavefrontsIdeal = static_cast<uint16_t>(cost.wavefrontsIdeal);
        return shape;
    }

    /// A loop repeats a few copies: worked out once for each pair of patterns and the banks that they begin at.
    memory::SharedCost copyCost(const memory::Access& to, const memory::Access& from, uint32_t pattern,
                                uint32_t fromPattern) {
        constexpr uint64_t row = 128;
        const auto bank = [](const memory::Access& access) {
            return access.mask == 0 ? 0 : access.address[static_cast<size_t>(std::countr_zero(access.mask))] % row;
        };
        const std::array<uint64_t, 4> key{uint64_t(pattern) << 32 | fromPattern, uint64_t(to.mask) << 32 | from.mask,
                                          bank(to) << 32 | bank(from),
                                          uint64_t(to.bytes) << 32 | from.bytes << 1 | uint64_t(to.exclusive)};
        const auto [found, added] = m_copies.try_emplace(key);
        if (added)
            found->second = memory::copyCost(to, from);
        return found->second;
    }

    /// False where there is no room any more.
    bool add(uint32_t shape, uint32_t warp, uint64_t first) {
        if (m_trace.events.size() >= std::min(m_options.maximumEvents, EventList::maximum) ||
            m_trace.patterns.size() * sizeof(Offsets) + m_trace.events.shapes().size() * sizeof(Shape) >
                m_options.maximumShapeBytes) {
            m_trace.truncated = true;
            m_enough.request_stop();
            return false;
        }
        m_trace.events.add(shape, warp, first);
        m_computed[warp] = 0;
        return true;
    }

    /// Of the last event. `unfinished`: parts of the request follow as stores of their own.
    void keepValues(const simt::Machine& machine, const simt::AccessEvent& seen, bool unfinished) {
        const Event event = m_trace.events.back();
        m_unfinished[event.warp].reset();
        if (m_keeping && !m_options.valuesOf.empty() && !m_options.valuesOf[seen.memory->index]) {
            m_trace.valueBegins.push_back(BlockTrace::noValues);
            return;
        }
        const size_t bytes = static_cast<size_t>(std::popcount(event.mask)) * m_trace.shapeOf(event).bytes;
        m_keeping &= m_trace.values.size() + bytes <= m_options.maximumValueBytes;
        if (!m_keeping)
            return; // from the first request that does not fit on, none is kept
        m_trace.valueBegins.push_back(static_cast<uint32_t>(m_trace.values.size()));
        m_trace.values.resize(m_trace.values.size() + bytes);
        const simt::MemoryOp& memory = *seen.memory;
        if (m_options.answers && memory.kind == AccessKind::Atomic && !memory.noReturn && memory.count == 1)
            copyAnswers(machine, seen, event);
        else
            copyValues(machine, event);
        if (unfinished)
            m_unfinished[event.warp] = event;
    }

    void copyAnswers(const simt::Machine& machine, const simt::AccessEvent& seen, const Event& event) {
        const unsigned bytes = m_trace.shapeOf(event).bytes;
        const std::byte* from = machine.registers + seen.op->d;
        std::byte* to = m_trace.values.data() + m_trace.valueBegins[event.index];
        for (uint32_t rest = event.mask; rest != 0; rest &= rest - 1, to += bytes)
            std::memcpy(to, from + size_t(std::countr_zero(rest)) * std::max(bytes, 4u), bytes);
    }

    void copyValues(const simt::Machine& machine, const Event& event) {
        const Shape& shape = m_trace.shapeOf(event);
        const Offsets& offsets = m_trace.patterns[shape.pattern];
        std::byte* to = m_trace.values.data() + m_trace.valueBegins[event.index];
        memory::Ready ready;
        for (uint32_t rest = shape.mask; rest != 0; rest &= rest - 1, to += shape.bytes) {
            const uint64_t at =
                event.first + static_cast<uint64_t>(static_cast<int64_t>(offsets[std::countr_zero(rest)]));
            const std::byte* from = nullptr;
            if (isShared(shape.kind)) {
                if (at < machine.sharedBytes && machine.sharedBytes - at >= shape.bytes)
                    from = machine.shared + at;
            } else {
                if (ready.array == nullptr || at < ready.begin || at + shape.bytes > ready.end)
                    ready = machine.block->state().memory.ready(at, shape.bytes);
                if (ready.array != nullptr)
                    from = ready.array->host + (at - ready.array->base);
            }
            if (from != nullptr)
                std::memcpy(to, from, shape.bytes);
        }
    }

    /// The number of what there is to say of the warp's other lanes.
    uint32_t divergenceOf(const simt::Machine& machine) {
        const simt::Warp& warp = *machine.warp;
        if (!m_options.divergence || machine.active == warp.lanes)
            return Shape::nothing;
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
        for (size_t back = 1; back <= std::min<size_t>(known.size(), 16); ++back)
            if (known[known.size() - back] == made)
                return static_cast<uint32_t>(known.size() - back);
        known.push_back(std::move(made));
        return static_cast<uint32_t>(known.size() - 1);
    }

    const simt::Program& m_program;
    BlockTrace& m_trace;
    PatternTable m_patterns;
    ShapeTable m_shapes;
    const TraceOptions& m_options;
    std::stop_source& m_enough;
    bool m_keeping;                       ///< values, up to here
    bool m_copyReads = false;             ///< the last request was the reading side of an asynchronous copy
    std::vector<uint32_t> m_usualPattern; ///< by memory operation: the one it had last
    std::vector<uint32_t> m_computed;     ///< by warp
    std::vector<std::optional<Event>>
        m_unfinished; ///< by warp: its last request, where stores may follow that belong to it
    std::vector<bool> m_turnEnds;
    std::map<std::array<uint64_t, 4>, memory::SharedCost> m_copies;
};

} // namespace

memory::Access BlockTrace::accessOf(const Event& event) const {
    const Shape& shape = shapeOf(event);
    return trace::accessOf(shape, event.first, patterns[shape.pattern]);
}

std::span<const std::byte> BlockTrace::valueOf(const Event& event, unsigned lane) const {
    if (!event.isRequest() || event.index >= valueBegins.size() || valueBegins[event.index] == noValues ||
        !(event.mask >> lane & 1))
        return {};
    const unsigned bytes = shapeOf(event).bytes;
    const auto before = static_cast<size_t>(std::popcount(event.mask & ((1u << lane) - 1)));
    return std::span(values).subspan(valueBegins[event.index] + before * bytes, bytes);
}

const Divergence* BlockTrace::divergenceOf(size_t event) const {
    const uint32_t found = events.shapeAt(event).divergence;
    return found == Shape::nothing ? nullptr : &divergences[found];
}

uint32_t BlockTrace::intervalOf(size_t event) const {
    const auto next = std::upper_bound(intervalBegins.begin(), intervalBegins.end(), event);
    return static_cast<uint32_t>(next - intervalBegins.begin() - 1);
}

size_t BlockTrace::bytes() const {
    return events.bytes() + patterns.size() * sizeof(Offsets) + values.size() +
           (valueBegins.size() + intervalBegins.size()) * sizeof(uint32_t);
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
    simt::RunState state{program, launch, memory, findings, system, enough.get_token()};
    state.counting = false; // each request's costs are worked out here, once for each shape
    Recorder recorder(program, trace, options, enough);
    recorder.findTurns();
    check::LaunchWatch watch;
    simt::runBlock(state, block, recorder, options.watch ? &watch : nullptr);
    trace.findings = findings.take();
    return trace;
}

} // namespace warplens::sim::trace
