// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/block.h"

#include "sim/simt/cluster.h"
#include "sim/simt/stuck.h"
#include "sim/simt/trail.h"
#include "sim/simt/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace warplens::sim::simt {
Tally::Tally(const Program& program)
    : executions(program.blocks.size())
    , counters(program.memoryOps.size())
    , patterns(alignedBytes((program.memoryOps.size() + program.morePatterns) * sizeof(Pattern))) {
    std::memset(static_cast<void*>(patterns.get()), 0,
                (program.memoryOps.size() + program.morePatterns) * sizeof(Pattern));
}

Block::Block(const RunState& state, Tally& tally)
    : m_state(state)
    , m_sharedBytes(state.program.staticSharedBytes + state.launch.dynamicShared) {
    m_shared = alignedBytes(m_sharedBytes + 64);
    m_machine.executions = tally.executions.data();
    m_machine.patterns = reinterpret_cast<Pattern*>(tally.patterns.get());
    m_machine.counters = tally.counters.data();
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

void Block::prepare(const Dim3& index) {
    m_index = index;
    std::memset(m_shared.get(), 0, m_sharedBytes + 64);
    m_barriers.fill({});
    m_exits.clear();
    m_machine.clock = 0;
    const FunctionCode& kernel = m_state.program.functions.front();
    for (Warp& warp : m_warps) {
        warp.exited = 0;
        warp.current = 0;
        warp.enters = 0;
        warp.atCluster = 0;
        warp.stuck = false;
        warp.followed = false;
        warp.changes.fill({});
        warp.splits.clear();
        Split& split = warp.splits.emplace_back();
        split.next = m_state.program.ops.data() + kernel.entry;
        split.mask = warp.lanes;
        split.state = Split::Ready;
        reserve(warp, kernel.windowBytes, kernel.frameBytes);
        openWindow(m_state, m_index, warp, kernel, 0, 0);
    }
}

bool Block::runWarp(Warp& warp) {
    m_machine.warp = &warp;
    m_machine.slice = slice();
    const Op* op = resume(m_machine);
    if (op == nullptr)
        return false;
    if (warp.followed) [[unlikely]] {
        while (op != nullptr) {
            m_machine.observer->follow(m_machine, op);
            op = op->run(m_machine, op);
        }
        return true;
    }
    while (op != nullptr)
        op = op->run(m_machine, op);
    return true;
}

bool Block::runWarpStepping(Warp& warp) {
    m_machine.warp = &warp;
    m_machine.slice = slice();
    const Op* op = resume(m_machine);
    if (op == nullptr)
        return false;
    while (op != nullptr) {
        const bool turnEnds = m_steps->step(m_machine, op);
        if (warp.followed)
            m_machine.observer->follow(m_machine, op);
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

void Block::arriveAtBarrier(const Op* op, unsigned id, uint32_t lanes, uint32_t expected) {
    BarrierState& barrier = m_barriers[id];
    const Warp& warp = *m_machine.warp;
    barrier.arrived += static_cast<uint32_t>(std::popcount(lanes));
    // A warp counts whole where threads are counted: also lanes that it does not have, or that have ended.
    if (expected != 0 && !(barrier.warps >> warp.index & 1))
        barrier.arrived += 32 - static_cast<uint32_t>(std::popcount(warp.alive()));
    barrier.warps |= 1u << warp.index;
    if (barrier.first == nullptr) {
        barrier.first = op;
        barrier.expected = expected;
    } else if (barrier.expected != expected) {
        Stuck(*this).reportDifferentCounts(op, id, expected);
    }
}

bool Block::releaseBarrier(unsigned id) {
    BarrierState& barrier = m_barriers[id];
    if (barrier.arrived == 0)
        return false;
    uint32_t expected = barrier.expected;
    if (expected == 0)
        for (const Warp& warp : m_warps)
            expected += static_cast<uint32_t>(std::popcount(warp.alive()));
    if (barrier.arrived < expected)
        return false;
    if (barrier.expected == 0) {
        Stuck(*this).reportDifferentBarriers(id);
        Stuck(*this).reportSkippedBarrier(id);
    }
    for (Warp& warp : m_warps)
        for (Split& split : warp.splits) {
            if (split.state != Split::Barrier || split.barrier != id)
                continue;
            split.state = Split::Ready;
            const Op* op = split.next - 1;
            auto* lanes = reinterpret_cast<uint32_t*>(warp.registers.get() + split.window + op->d);
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
    if (m_machine.observer)
        m_machine.observer->barrierReleased(id);
    return true;
}

void Block::releaseCounted(unsigned id) {
    if (m_barriers[id].expected != 0)
        releaseBarrier(id);
}

bool Block::releaseWaitingLanes() {
    bool any = false;
    for (Warp& warp : m_warps)
        any |= !m_state.lockstep && releaseWaiting(warp);
    return any;
}

bool Block::releaseBarriers() {
    bool released = false;
    for (unsigned id = 0; id < m_barriers.size(); ++id)
        released |= releaseBarrier(id);
    return released;
}

void Block::noteExit(const Op* op) {
    if (std::find(m_exits.begin(), m_exits.end(), op) == m_exits.end())
        m_exits.push_back(op);
}

void Block::start(const Dim3& index, StepObserver* steps, AccessObserver* accesses) {
    prepare(index);
    m_done = false;
    m_steps = steps;
    m_machine.observer = steps ? steps : accesses;
    if (m_machine.observer)
        m_machine.observer->beginBlock(index);
}

// Of warps that are long in loops whose end cannot be foreseen, one after the other goes on: it costs less to see the
// first one end, or not, than to see all of them do so together.
bool Block::hasTurn(const Warp& warp) const {
    constexpr uint64_t patient = 1 << 22;
    if (warp.enters < patient)
        return true;
    for (const Warp& other : m_warps)
        if (!other.done() && !other.idles() && other.enters >= patient && other.canGoOn() &&
            (other.enters > warp.enters || (other.enters == warp.enters && other.index < warp.index)))
            return false;
    return true;
}

Block::Turn Block::turn() {
    if (m_state.stop.stop_requested())
        abort();
    bool ran = false, alive = false, moved = false;
    for (Warp& warp : m_warps) {
        if (warp.done())
            continue;
        if (hasTurn(warp)) {
            const bool went = m_steps ? runWarpStepping(warp) : runWarp(warp);
            ran |= went;
            moved |= went && !warp.idles();
        }
        alive |= !warp.done();
    }
    if (!alive) {
        m_done = true;
        if (inCluster.cluster != nullptr)
            inCluster.cluster->release();
        if (m_machine.observer)
            m_machine.observer->endBlock();
        return Turn::Done;
    }
    if (releaseBarriers() || (inCluster.cluster != nullptr && inCluster.cluster->release()))
        return Turn::Meets;
    if (!ran) {
        if (Cluster::isWaiting(*this))
            return Turn::Idles;
        Stuck(*this).report();
        return Turn::Moves;
    }
    return moved ? Turn::Moves : Turn::Idles;
}

uint64_t blockStateBytes(const Program& program, const Launch& launch) {
    const FunctionCode& kernel = program.functions.front();
    return program.staticSharedBytes + launch.dynamicShared +
           (launch.block.count() + 31) / 32 * (sizeof(Warp) + kernel.windowBytes + 32ull * kernel.frameBytes);
}

bool Block::mayGoOn(const Op* next, uint32_t cost) {
    Warp& warp = *m_machine.warp;
    const Split& split = warp.splits[static_cast<size_t>(warp.current)];
    const BasicBlock& block = m_state.program.blockOf(next);
    const FunctionLoops& loops = m_state.loops.of(m_state.program, block.function);
    // Rounds that can be counted come to an end, unless there are more of them than anybody could wait for.
    constexpr uint64_t mostRounds = 1ull << 30;
    constexpr uint64_t leastEnters = 1ull << 20;
    std::optional<uint64_t> rounds;
    if ((next - 1)->run == runEnter)
        rounds = roundsLeft(loops.exits(m_state.program.numberInFunction(block)), m_machine.registers, split.mask);
    if (m_trail != nullptr || (rounds && *rounds <= mostRounds)) // who is examined is so for some rounds alone
        return true;
    warp.enters += cost;
    const bool neverEnds = rounds && warp.enters > leastEnters;
    if (!neverEnds && warp.enters <= m_state.enterBudget)
        return true;
    if (!neverEnds && m_state.othersMayWrite && m_state.othersMayWrite()) {
        warp.enters = 0;
        return true;
    }
    const auto lane = static_cast<uint32_t>(std::countr_zero(split.mask));
    Stuck(*this).reportEndless(next, lane, neverEnds ? rounds : std::nullopt);
    abort();
    return false;
}

Finding Block::findingAt(FindingKind kind, const Op* op, uint32_t lane, uint64_t address) const {
    const Program& program = m_state.program;
    const ptx::Location& location = program.placeOf(*op);
    Finding finding;
    finding.kind = kind;
    finding.file = program.fileName(location.file);
    finding.line = location.line;
    finding.ptxLine = program.instructionOf(*op).line;
    finding.block = m_index;
    finding.blockNumber = number();
    finding.thread = at(m_state.launch.block, uint64_t(m_machine.warp->index) * 32 + lane);
    finding.address = address;
    return finding;
}

void Block::report(FindingKind kind, const Op* op, uint32_t lane, uint64_t address, std::string message,
                   Severity severity) {
    Finding finding = findingAt(kind, op, lane, address);
    finding.message = std::move(message);
    m_state.findings.add(std::move(finding));
    m_failed |= severity == Severity::Ends;
    if (m_failed)
        m_machine.slice = std::min(m_machine.slice, 1 << 11); // basic blocks
}

Block::~Block() = default;

bool Block::isWithinRound(const Op* next) {
    if (m_trail == nullptr)
        return false;
    const BasicBlock& block = m_state.program.blockOf(next);
    const FunctionLoops& loops = m_state.loops.of(m_state.program, block.function);
    const uint32_t number = m_state.program.numberInFunction(block);
    return m_trail->goesOn(loops.isFirstOfLoop(number), loops.isPause(number));
}

static void beginLooks(Warp& warp) {
    for (Split& split : warp.splits) {
        split.pace = Pace(split.polls.circle);
        split.trail = 0;
        split.waits = false;
    }
}

void Block::examine(bool on) {
    if (on == examined())
        return;
    if (on) {
        m_trail = std::make_unique<Trail>(m_machine.observer, m_warps.size());
        m_machine.observer = m_trail.get();
    } else {
        m_machine.observer = m_trail->behind();
        m_trail.reset();
    }
    std::for_each(m_warps.begin(), m_warps.end(), beginLooks);
}

/// Where nothing changes, what has come again by one way comes again for ever.
static bool surelyCircles(const Split& split, bool still) {
    constexpr uint32_t sureCircles = 6, sureLooks = 64;
    const uint32_t leastCircles = still ? 1 : 2;
    const Pace& pace = split.pace;
    return split.state != Split::Ready || pace.circles() >= sureCircles ||
           (pace.circles() >= leastCircles && pace.looksInCircles() >= sureLooks);
}

static bool doCircle(const Warp& warp, bool still) {
    return std::all_of(warp.splits.begin(), warp.splits.end(),
                       [still](const Split& split) { return surelyCircles(split, still); });
}

bool Block::circles(bool still) const {
    return std::all_of(m_warps.begin(), m_warps.end(), [still](const Warp& warp) { return doCircle(warp, still); });
}

static uint64_t circlesOf(uint64_t looks, const Warp& warp) {
    for (const Split& split : warp.splits)
        looks += split.state == Split::Ready ? split.polls.circle : 0;
    return looks;
}

uint64_t Block::looksOfCircles() const {
    return std::accumulate(m_warps.begin(), m_warps.end(), uint64_t(0), circlesOf);
}

static uint64_t readyOf(uint64_t count, const Warp& warp) {
    const auto isReady = [](const Split& split) { return split.state == Split::Ready; };
    return count + static_cast<uint64_t>(std::count_if(warp.splits.begin(), warp.splits.end(), isReady));
}

uint64_t Block::splitsReady() const {
    return std::accumulate(m_warps.begin(), m_warps.end(), uint64_t(0), readyOf);
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
