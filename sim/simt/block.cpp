// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/block.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace warplens::sim::simt {
namespace {

constexpr uint32_t maximumFrame = 512 * 1024; ///< local memory of a thread, as the hardware has it

Pattern* patternsOf(const AlignedBytes& bytes) {
    return reinterpret_cast<Pattern*>(bytes.get());
}

} // namespace

Block::Block(const RunState& state)
    : m_state(state)
    , m_executions(state.program.blocks.size())
    , m_counters(state.program.memoryOps.size())
    , m_patterns(alignedBytes(state.program.memoryOps.size() * sizeof(Pattern)))
    , m_sharedBytes(state.program.staticSharedBytes + state.launch.dynamicShared) {
    std::memset(static_cast<void*>(m_patterns.get()), 0, state.program.memoryOps.size() * sizeof(Pattern));
    m_shared = alignedBytes(m_sharedBytes + 64);
    m_machine.executions = m_executions.data();
    m_machine.patterns = patternsOf(m_patterns);
    m_machine.counters = m_counters.data();
    m_machine.memoryOps = state.program.memoryOps.data();
    m_machine.shared = m_shared.get();
    m_machine.sharedBytes = m_sharedBytes;
    m_machine.block = this;
    m_machine.counting = state.counting;

    const uint64_t threads = state.launch.block.count();
    m_warps.resize((threads + 31) / 32);
    for (size_t i = 0; i < m_warps.size(); ++i) {
        m_warps[i].index = static_cast<uint32_t>(i);
        const uint64_t left = threads - i * 32;
        m_warps[i].lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;
    }
}

uint64_t Block::special(Special what, uint32_t warp, uint32_t lane) const {
    const Dim3& block = m_state.launch.block;
    const Dim3& grid = m_state.launch.grid;
    const Dim3 thread = at(block, uint64_t(warp) * 32 + lane);
    switch (what) {
    case Special::TidX:
        return thread.x;
    case Special::TidY:
        return thread.y;
    case Special::TidZ:
        return thread.z;
    case Special::NtidX:
        return block.x;
    case Special::NtidY:
        return block.y;
    case Special::NtidZ:
        return block.z;
    case Special::CtaidX:
        return m_index.x;
    case Special::CtaidY:
        return m_index.y;
    case Special::CtaidZ:
        return m_index.z;
    case Special::NctaidX:
        return grid.x;
    case Special::NctaidY:
        return grid.y;
    case Special::NctaidZ:
        return grid.z;
    case Special::LaneId:
        return lane;
    case Special::WarpId:
        return warp;
    case Special::NwarpId:
        return m_warps.size();
    case Special::NsmId:
    case Special::ClusterNctaRank:
        return 1;
    case Special::LanemaskEq:
        return 1u << lane;
    case Special::LanemaskLe:
        return (2ull << lane) - 1;
    case Special::LanemaskLt:
        return (1ull << lane) - 1;
    case Special::LanemaskGe:
        return ~((1u << lane) - 1);
    case Special::LanemaskGt:
        return ~static_cast<uint32_t>((2ull << lane) - 1);
    case Special::DynamicSmemSize:
        return m_state.launch.dynamicShared;
    case Special::TotalSmemSize:
        return m_sharedBytes;
    case Special::SmId:
    case Special::GridId:
    case Special::ClusterCtaRank:
    case Special::Frame:
    case Special::Zero:
        break;
    }
    return 0;
}

bool Block::reserve(Warp& warp, uint32_t windowEnd, uint32_t frameEnd) {
    if (frameEnd > maximumFrame || windowEnd > (1u << 28))
        return false;
    if (windowEnd > warp.registerBytes) {
        const size_t bytes = std::max<size_t>(windowEnd, warp.registerBytes * 2);
        AlignedBytes larger = alignedBytes(bytes);
        std::memset(larger.get(), 0, bytes);
        if (warp.registerBytes)
            std::memcpy(larger.get(), warp.registers.get(), warp.registerBytes);
        warp.registers = std::move(larger);
        warp.registerBytes = bytes;
    }
    if (frameEnd > warp.localBytes) {
        const uint32_t bytes = std::min(maximumFrame, std::max(frameEnd, warp.localBytes * 2));
        AlignedBytes larger = alignedBytes(size_t(bytes) * 32);
        std::memset(larger.get(), 0, size_t(bytes) * 32);
        for (uint32_t l = 0; l < 32 && warp.localBytes; ++l)
            std::memcpy(larger.get() + size_t(l) * bytes, warp.local.get() + size_t(l) * warp.localBytes,
                        warp.localBytes);
        warp.local = std::move(larger);
        warp.localBytes = bytes;
    }
    return true;
}

void Block::openWindow(Warp& warp, const FunctionCode& function, uint32_t window, uint32_t frame) const {
    std::byte* base = warp.registers.get() + window;
    *reinterpret_cast<uint32_t*>(base) = 0xffffffffu; // the predicate that is always true
    if (!function.image.empty())
        std::memcpy(base + function.imageAt, function.image.data(), function.image.size());
    for (const SpecialSlot& slot : function.specials)
        for (uint32_t lane = 0; lane < 32; ++lane) {
            const uint64_t value = slot.what == Special::Frame ? frame : special(slot.what, warp.index, lane);
            if (slot.wide)
                reinterpret_cast<uint64_t*>(base + slot.slot)[lane] = value;
            else
                reinterpret_cast<uint32_t*>(base + slot.slot)[lane] = static_cast<uint32_t>(value);
        }
    const std::vector<std::byte>& params = m_state.launch.params;
    for (const ParamSlot& slot : function.params) {
        uint64_t value = 0;
        if (slot.offset + slot.bytes <= params.size())
            std::memcpy(&value, params.data() + slot.offset, slot.bytes);
        if (slot.signedValue && slot.bytes < 8)
            value =
                static_cast<uint64_t>(static_cast<int64_t>(value << (64 - 8 * slot.bytes)) >> (64 - 8 * slot.bytes));
        for (uint32_t lane = 0; lane < 32; ++lane)
            if (slot.wide)
                reinterpret_cast<uint64_t*>(base + slot.slot)[lane] = value;
            else
                reinterpret_cast<uint32_t*>(base + slot.slot)[lane] = static_cast<uint32_t>(value);
    }
}

void Block::prepare(const Dim3& index) {
    m_index = index;
    std::memset(m_shared.get(), 0, m_sharedBytes + 64);
    m_barriers.fill({});
    m_exits.clear();
    const FunctionCode& kernel = m_state.program.functions.front();
    for (Warp& warp : m_warps) {
        warp.exited = 0;
        warp.current = 0;
        warp.enters = 0;
        warp.stuck = false;
        warp.splits.clear();
        Split& split = warp.splits.emplace_back();
        split.next = m_state.program.ops.data() + kernel.entry;
        split.mask = warp.lanes;
        split.state = Split::Ready;
        reserve(warp, kernel.windowBytes, kernel.frameBytes);
        openWindow(warp, kernel, 0, 0);
    }
}

bool Block::runWarp(Warp& warp) {
    m_machine.warp = &warp;
    m_machine.slice = timeSlice;
    const Op* op = resume(m_machine);
    if (op == nullptr)
        return false;
    while (op != nullptr)
        op = op->run(m_machine, op);
    return true;
}

bool Block::runWarpStepping(Warp& warp) {
    m_machine.warp = &warp;
    m_machine.slice = timeSlice;
    const Op* op = resume(m_machine);
    if (op == nullptr)
        return false;
    while (op != nullptr) {
        const bool turnEnds = m_steps->step(m_machine, op);
        op = op->run(m_machine, op);
        if (turnEnds && op != nullptr) {
            Split& split = warp.splits[static_cast<size_t>(warp.current)];
            split.next = op;
            split.state = Split::Ready;
            break;
        }
    }
    return true;
}

bool Block::releaseBarriers() {
    uint32_t alive = 0;
    for (const Warp& warp : m_warps)
        alive += static_cast<uint32_t>(std::popcount(warp.alive()));
    bool released = false;
    for (unsigned id = 0; id < m_barriers.size(); ++id) {
        BarrierState& barrier = m_barriers[id];
        const uint32_t expected = barrier.expected ? barrier.expected : alive;
        if (barrier.arrived == 0 || barrier.arrived < expected)
            continue;
        if (barrier.expected == 0) {
            reportDifferentBarriers(id);
            reportSkippedBarrier(id);
        }
        for (Warp& warp : m_warps)
            for (Split& split : warp.splits) {
                if (split.state != Split::Barrier || split.barrier != id)
                    continue;
                split.state = Split::Ready;
                const Op* op = split.next - 1;
                std::byte* registers = warp.registers.get() + split.window;
                auto* lanes = reinterpret_cast<uint32_t*>(registers + op->d);
                switch (op->flags) {
                case barrierPopc:
                    for (uint32_t l = 0; l < 32; ++l)
                        if (split.mask >> l & 1)
                            lanes[l] = barrier.yes;
                    break;
                case barrierAnd:
                case barrierOr: {
                    const bool holds = op->flags == barrierAnd ? barrier.yes == barrier.voters : barrier.yes != 0;
                    *lanes = (*lanes & ~split.mask) | (holds ? split.mask : 0u);
                    break;
                }
                default:
                    break;
                }
            }
        barrier = {};
        released = true;
        if (m_machine.observer)
            m_machine.observer->barrierReleased(id);
    }
    return released;
}

const BasicBlock& Block::blockOf(const Op* op) const {
    const Program& program = m_state.program;
    const auto index = static_cast<uint32_t>(op - program.ops.data());
    const auto after = std::upper_bound(program.blocks.begin(), program.blocks.end(), index,
                                        [](uint32_t i, const BasicBlock& block) { return i < block.enter; });
    return *(after - 1);
}

void Block::noteExit(const Op* op) {
    if (std::find(m_exits.begin(), m_exits.end(), op) == m_exits.end())
        m_exits.push_back(op);
}

// __syncthreads() in both branches of an if: threads that wait for one another in different places.
void Block::reportDifferentBarriers(unsigned id) {
    const Op* first = nullptr;
    for (Warp& warp : m_warps)
        for (const Split& split : warp.splits) {
            if (split.state != Split::Barrier || split.barrier != id)
                continue;
            const Op* here = split.next - 1;
            if (first == nullptr)
                first = here;
            if (here == first || !m_state.program.instructionOf(*here).isBlockBarrier())
                continue;
            const ptx::Location& other = m_state.program.ownLocationOf(m_state.program.instructionOf(*first));
            m_machine.warp = &warp;
            report(FindingKind::DivergentBarrier, here, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                   fmt::format("some threads of the block wait here and others at the barrier in line {}: all have to "
                               "come to the same one",
                               other.line),
                   Severity::Goes);
            return;
        }
}

// Threads have ended in code that lies behind the barrier on every way, without having come to it: as a GPU does, the
// others go on without them, but the program is wrong. Those that left early, by a way of their own, are right.
void Block::reportSkippedBarrier(unsigned id) {
    if (m_exits.empty())
        return;
    const Program& program = m_state.program;
    for (Warp& warp : m_warps)
        for (const Split& split : warp.splits) {
            if (split.state != Split::Barrier || split.barrier != id)
                continue;
            const Op* here = split.next - 1;
            const BasicBlock& waiting = blockOf(here);
            for (const Op* exit : m_exits) {
                const BasicBlock& ended = blockOf(exit);
                if (waiting.function != 0 || ended.function != 0 || &ended == &waiting)
                    continue;
                bool behind = false;
                for (int32_t b = waiting.postDominator; b >= 0 && !behind;
                     b = program.blocks[static_cast<size_t>(b)].postDominator)
                    behind = &program.blocks[static_cast<size_t>(b)] == &ended;
                bool works = false; // more than a way out
                for (uint32_t i = ended.firstInstruction; i < ended.endInstruction; ++i)
                    works |= ptx::opcodeInfo(program.functions[0].source->instructions[i].opcode).family !=
                             ptx::Family::Control;
                if (!behind || !works)
                    continue;
                m_machine.warp = &warp;
                report(FindingKind::DivergentBarrier, here, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                       "some threads of the block never come to this barrier: they went round it and have ended",
                       Severity::Goes);
                return;
            }
        }
}

// No warp can go on and no barrier is complete.
void Block::reportStuck() {
    for (Warp& warp : m_warps)
        for (const Split& split : warp.splits)
            if (split.state == Split::Meeting) {
                report(FindingKind::InactiveLane, split.next, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                       "lanes that the member mask names never come here: they have gone another way");
                warp.stuck = true;
            }
    for (Warp& warp : m_warps)
        if (warp.stuck) {
            for (Split& split : warp.splits)
                if (split.state == Split::Meeting)
                    split.state = Split::Ready;
            return; // go on without them
        }
    uint32_t waiting = 0, alive = 0;
    for (const Warp& warp : m_warps) {
        alive += static_cast<uint32_t>(std::popcount(warp.alive()));
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier)
                waiting += static_cast<uint32_t>(std::popcount(split.mask));
    }
    for (Warp& warp : m_warps)
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier) {
                m_machine.warp = &warp;
                report(
                    FindingKind::DivergentBarrier, split.next - 1, static_cast<uint32_t>(std::countr_zero(split.mask)),
                    0,
                    fmt::format("{} of {} threads wait at barrier {} for ever: not all threads of the block come here",
                                waiting, alive, split.barrier));
                abort();
                return;
            }
    abort();
}

void Block::run(const Dim3& index, StepObserver* steps, AccessObserver* accesses) {
    prepare(index);
    m_steps = steps;
    m_machine.observer = steps ? steps : accesses;
    if (m_machine.observer)
        m_machine.observer->beginBlock(index);
    while (true) {
        if (m_state.stop.stop_requested()) {
            abort();
            break;
        }
        bool ran = false, alive = false;
        for (Warp& warp : m_warps) {
            if (warp.done())
                continue;
            ran |= steps ? runWarpStepping(warp) : runWarp(warp);
            alive |= !warp.done();
        }
        if (!alive)
            break;
        if (!releaseBarriers() && !ran)
            reportStuck();
    }
    if (m_machine.observer)
        m_machine.observer->endBlock();
}

void Block::report(FindingKind kind, const Op* op, uint32_t lane, uint64_t address, std::string message,
                   Severity severity) {
    const Program& program = m_state.program;
    const ptx::Instruction& instruction = program.instructionOf(*op);
    const ptx::Location& location = program.ownLocationOf(instruction);
    Finding finding;
    finding.kind = kind;
    finding.file = program.fileName(location.file);
    finding.line = location.line;
    finding.ptxLine = instruction.line;
    finding.block = m_index;
    finding.thread = at(m_state.launch.block, uint64_t(m_machine.warp->index) * 32 + lane);
    finding.address = address;
    finding.message = std::move(message);
    m_state.findings.add(std::move(finding));
    m_failed |= severity == Severity::Ends;
}

std::string variableName(std::string_view name) {
    // A plain name is not to be read as a mangled type: "s" is no short.
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        name.starts_with("_Z") ? abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status) : nullptr,
        &std::free);
    std::string plain = text ? text.get() : std::string(name);
    // Of "tiled<32, 1>(float const*, ...)::As" the last part; colons inside < > and ( ) do not part.
    int depth = 0;
    for (size_t i = plain.size(); i-- > 1;) {
        depth += plain[i] == '>' || plain[i] == ')' ? 1 : plain[i] == '<' || plain[i] == '(' ? -1 : 0;
        if (depth == 0 && plain[i] == ':' && plain[i - 1] == ':')
            return plain.substr(i + 1);
    }
    return plain;
}

std::string sharedPlace(const Program& program, uint64_t address) {
    const SharedVariable* found = nullptr;
    for (const SharedVariable& variable : program.sharedVariables)
        if (address >= variable.offset && (variable.dynamic || address < variable.offset + variable.bytes))
            found = &variable;
    return found ? fmt::format("byte {} of {}", address - found->offset, variableName(found->name))
                 : fmt::format("byte {} of shared memory", address);
}

void Block::abort() {
    for (Warp& warp : m_warps) {
        warp.exited = warp.lanes;
        warp.splits.clear();
        warp.splits.emplace_back();
        warp.current = 0;
    }
    m_failed = true;
}

} // namespace warplens::sim::simt
