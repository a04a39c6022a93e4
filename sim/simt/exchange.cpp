// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions in which the lanes of a warp exchange values, wait for one another, or combine predicates.
#include "sim/memory/lanes.h"
#include "sim/simt/block.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::simt {
namespace {

using memory::forLanes;

uint32_t* words(Machine& m, uint32_t slot) {
    return reinterpret_cast<uint32_t*>(m.registers + slot);
}
uint64_t* longs(Machine& m, uint32_t slot) {
    return reinterpret_cast<uint64_t*>(m.registers + slot);
}
uint32_t& predicateWord(Machine& m, uint32_t slot) {
    return *words(m, slot);
}
uint32_t guarded(Machine& m, const Op* op) {
    return predicateWord(m, op->guard) ^ op->guardFlip;
}

void setPredicate(Machine& m, uint32_t slot, uint32_t mask, uint32_t bits) {
    uint32_t& p = predicateWord(m, slot);
    p = (p & ~mask) | (bits & mask);
}

/// Visits each group of lanes that name the same members, with those of them that take part.
template<class Visit>
void forGroups(Machine& m, const Op* op, uint32_t lanes, Visit visit) {
    const uint32_t taking = guarded(m, op);
    const uint32_t* masks = words(m, op->e);
    while (lanes != 0) {
        const uint32_t mask = op->e == 0 ? lanes : masks[std::countr_zero(lanes)];
        uint32_t group = 0;
        forLanes(lanes,
                 [&](uint32_t lane) { group |= static_cast<uint32_t>(op->e == 0 || masks[lane] == mask) << lane; });
        lanes &= ~group;
        visit(group, group & taking & mask);
    }
}

/// The lane whose register a lane reads; its own where that is out of range.
uint32_t shuffleSource(Machine& m, const Op* op, uint32_t lane, bool& ok) {
    const auto value = static_cast<int32_t>(words(m, op->b)[lane] & 31);
    const uint32_t c = words(m, op->c)[lane], clampField = c & 31, segment = c >> 8 & 31;
    const auto maximum = static_cast<int32_t>((lane & segment) | (clampField & ~segment & 31));
    const auto minimum = static_cast<int32_t>(lane & segment);
    int32_t j = 0;
    switch (op->flags) {
    case shuffleUp:
        j = static_cast<int32_t>(lane) - value;
        ok = j >= maximum;
        break;
    case shuffleDown:
        j = static_cast<int32_t>(lane) + value;
        ok = j <= maximum;
        break;
    case shuffleButterfly:
        j = static_cast<int32_t>(lane) ^ value;
        ok = j <= maximum;
        break;
    default:
        j = minimum | (value & static_cast<int32_t>(~segment & 31));
        ok = j <= maximum;
        break;
    }
    return ok ? static_cast<uint32_t>(j) : lane;
}

} // namespace

// shfl.sync: 9.7.9.6. e: the member mask, 0 for the form without .sync; extra: slot + 1 of the predicate, 0 for none.
const Op* runShuffle(Machine& m, const Op* op) {
    uint32_t lanes = m.active;
    if (op->e != 0) {
        const Op* next = nullptr;
        lanes = meet(m, op, next);
        if (lanes == 0)
            return next;
    }
    lanes &= guarded(m, op);
    const uint32_t* a = words(m, op->a);
    const uint32_t* members = words(m, op->e);
    uint32_t result[32];
    uint8_t from[32];
    uint32_t inRange = 0, missing = 0;
    forLanes(lanes, [&](uint32_t lane) {
        bool ok = false;
        const uint32_t j = shuffleSource(m, op, lane, ok);
        from[lane] = static_cast<uint8_t>(j);
        const uint32_t present = op->e == 0 ? lanes : lanes & members[lane];
        missing |= static_cast<uint32_t>(j != lane && !(present >> j & 1)) << lane;
        result[lane] = a[j];
        inRange |= static_cast<uint32_t>(ok) << lane;
    });
    uint32_t* d = words(m, op->d);
    forLanes(lanes, [&](uint32_t lane) { d[lane] = result[lane]; });
    if (op->extra != 0)
        setPredicate(m, op->extra - 1, lanes, inRange);
    if (m.observer == nullptr)
        return op + 1;
    const bool followed = m.warp->followed;
    if (followed)
        m.observer->shuffled(m, op, lanes, from);
    if (missing != 0)
        m.observer->readMissingLanes(m, op, missing, from);
    return m.warp->followed == followed ? op + 1 : breakOff(m, op + 1);
}

// vote.sync: 9.7.13.9. a: predicate, imm: all ones where it is negated, e: member mask or 0.
const Op* runVote(Machine& m, const Op* op) {
    uint32_t lanes = m.active;
    if (op->e != 0) {
        const Op* next = nullptr;
        lanes = meet(m, op, next);
        if (lanes == 0)
            return next;
    }
    const uint32_t holding = predicateWord(m, op->a) ^ static_cast<uint32_t>(op->imm);
    uint32_t* d = words(m, op->d);
    forGroups(m, op, lanes, [&](uint32_t group, uint32_t voters) {
        const uint32_t yes = holding & voters, writers = group & guarded(m, op);
        if (op->flags == voteBallot) {
            forLanes(writers, [&](uint32_t lane) { d[lane] = yes; });
            return;
        }
        const bool holds = op->flags == voteAll   ? yes == voters
                           : op->flags == voteAny ? yes != 0
                                                  : yes == 0 || yes == voters;
        setPredicate(m, op->d, writers, holds ? ~0u : 0u);
    });
    return op + 1;
}

// match.sync: 9.7.13.10. flags bit 0: .all, bit 1: 64-bit values; extra: slot + 1 of the predicate.
const Op* runMatch(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = meet(m, op, next);
    if (lanes == 0)
        return next;
    const auto value = [&](uint32_t lane) { return op->flags & 2 ? longs(m, op->a)[lane] : words(m, op->a)[lane]; };
    uint32_t* d = words(m, op->d);
    forGroups(m, op, lanes, [&](uint32_t, uint32_t taking) {
        uint32_t result[32]{};
        forLanes(taking, [&](uint32_t lane) {
            forLanes(taking, [&](uint32_t other) {
                if (value(other) == value(lane))
                    result[lane] |= 1u << other;
            });
        });
        uint32_t all = 0;
        forLanes(taking, [&](uint32_t lane) {
            const bool same = result[lane] == taking;
            all |= static_cast<uint32_t>(same) << lane;
            d[lane] = op->flags & 1 ? (same ? taking : 0u) : result[lane];
        });
        if (op->extra != 0)
            setPredicate(m, op->extra - 1, taking, all);
    });
    return op + 1;
}

const Op* runActiveMask(Machine& m, const Op* op) {
    uint32_t* d = words(m, op->d);
    const uint32_t lanes = m.active & guarded(m, op);
    forLanes(lanes, [&](uint32_t lane) { d[lane] = lanes; });
    return op + 1;
}

// elect.sync: 9.7.13.14. d: slot of the leader's lane; extra: slot + 1 of the predicate, which the leader alone gets.
const Op* runElect(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = meet(m, op, next);
    if (lanes == 0)
        return next;
    uint32_t* d = words(m, op->d);
    forGroups(m, op, lanes, [&](uint32_t, uint32_t taking) {
        if (taking == 0)
            return;
        const auto leader = static_cast<uint32_t>(std::countr_zero(taking));
        forLanes(taking, [&](uint32_t lane) { d[lane] = leader; });
        if (op->extra != 0)
            setPredicate(m, op->extra - 1, taking, 1u << leader);
    });
    return op + 1;
}

namespace {

uint32_t reduced(const Op* op, const uint32_t* a, uint32_t lanes) {
    uint32_t result = a[std::countr_zero(lanes)];
    forLanes(lanes & (lanes - 1), [&](uint32_t lane) {
        const uint32_t x = a[lane];
        const bool smaller = op->flags & 16 ? static_cast<int32_t>(x) < static_cast<int32_t>(result) : x < result;
        switch (op->flags & 15) {
        case reduxAdd:
            result += x;
            break;
        case reduxMin:
            result = smaller ? x : result;
            break;
        case reduxMax:
            result = smaller ? result : x;
            break;
        case reduxAnd:
            result &= x;
            break;
        case reduxOr:
            result |= x;
            break;
        default:
            result ^= x;
            break;
        }
    });
    return result;
}

} // namespace

// redux.sync: 9.7.13.12. flags: ReduxMode, + 16 for signed comparison.
const Op* runRedux(Machine& m, const Op* op) {
    const Op* next = nullptr;
    const uint32_t lanes = meet(m, op, next);
    if (lanes == 0)
        return next;
    uint32_t* d = words(m, op->d);
    forGroups(m, op, lanes, [&](uint32_t, uint32_t taking) {
        if (taking == 0)
            return;
        const uint32_t result = reduced(op, words(m, op->a), taking);
        forLanes(taking, [&](uint32_t lane) { d[lane] = result; });
    });
    return op + 1;
}

const Op* runWarpBarrier(Machine& m, const Op* op) {
    const Op* next = nullptr;
    return meet(m, op, next) == 0 ? next : op + 1;
}

// bar.sync, bar.arrive, bar.red: 9.7.13.1. a: number of the barrier, b: number of threads (0: all); for .red
// c: predicate, imm: all ones where it is negated, d: result.
const Op* runBarrier(Machine& m, const Op* op) {
    const uint32_t lanes = m.active;
    const auto first = static_cast<uint32_t>(std::countr_zero(lanes));
    const uint32_t id = words(m, op->a)[first];
    if (id >= 16) {
        m.block->report(FindingKind::DivergentBarrier, op, first, 0,
                        "there are 16 barriers, and none with the number " + std::to_string(id));
        m.block->abort();
        return nullptr;
    }
    m.block->arriveAtBarrier(op, id, lanes, op->b ? words(m, op->b)[first] : 0);
    const auto mode = static_cast<BarrierMode>(op->flags);
    if (m.observer != nullptr)
        m.observer->barrierReached(m, op, id, mode != barrierArrive);
    if (mode == barrierArrive) {
        m.block->releaseCounted(id);
        return op + 1;
    }
    if (mode != barrierSync) {
        Block::BarrierState& barrier = m.block->barrier(id);
        const uint32_t yes = (predicateWord(m, op->c) ^ static_cast<uint32_t>(op->imm)) & lanes;
        barrier.yes += static_cast<uint32_t>(std::popcount(yes));
        barrier.voters += static_cast<uint32_t>(std::popcount(lanes));
    }
    Split& split = m.warp->splits[static_cast<size_t>(m.warp->current)];
    split.barrier = static_cast<uint16_t>(id);
    split.state = Split::Barrier;
    split.next = op + 1;
    m.block->releaseCounted(id);
    return resume(m);
}

// membar, fence: memory is always in order here. flags: whether it is for threads of the block only.
const Op* runFence(Machine& m, const Op* op) {
    if (m.observer != nullptr)
        m.observer->fence(m, op, m.active & guarded(m, op));
    return op + 1;
}

const Op* runNothing(Machine&, const Op* op) {
    return op + 1;
}

// Whoever sleeps gives the others a turn.
const Op* runSleep(Machine& m, const Op* op) {
    return yieldWaiting(m, op + 1);
}

// The clock only ever grows, and is no time. A loop that waits for it to pass some value would go round very often: where
// it decides the way, it jumps, and the farther the later it is (programs compare differences of 32 bits). Such a loop
// does not go round in a circle, whatever else stays the same; one that only pauses between its looks may.
static uint64_t readClock(Machine& m, const Op* op) {
    constexpr uint64_t step = 16, share = 256, farthest = 1u << 28;
    const RunState& run = m.block->state();
    const FunctionLoops& loops = run.loops.of(run.program, op->function);
    const bool decides = loops.isControl(op->instruction);
    if (!decides && !loops.isPause(run.program.numberInFunction(run.program.blockOf(op))))
        return m.clock += step;
    m.clock += std::clamp(m.clock / share, step, farthest);
    if (decides)
        m.warp->splits[static_cast<size_t>(m.warp->current)].trail ^= m.clock;
    return m.clock;
}

const Op* runClock32(Machine& m, const Op* op) {
    const uint64_t now = readClock(m, op);
    uint32_t* d = words(m, op->d);
    forLanes(m.active & guarded(m, op), [&](uint32_t lane) { d[lane] = static_cast<uint32_t>(now); });
    return op + 1;
}

const Op* runClock64(Machine& m, const Op* op) {
    const uint64_t now = readClock(m, op);
    uint64_t* d = longs(m, op->d);
    forLanes(m.active & guarded(m, op), [&](uint32_t lane) { d[lane] = now; });
    return op + 1;
}

// Predicates: flags bit 2 negates c; a is negated by imm.
const Op* runMovePredicate(Machine& m, const Op* op) {
    setPredicate(m, op->d, m.active & guarded(m, op), predicateWord(m, op->a) ^ static_cast<uint32_t>(op->imm));
    return op + 1;
}
const Op* runNotPredicate(Machine& m, const Op* op) {
    setPredicate(m, op->d, m.active & guarded(m, op), ~predicateWord(m, op->a));
    return op + 1;
}
const Op* runAndPredicate(Machine& m, const Op* op) {
    setPredicate(m, op->d, m.active & guarded(m, op), predicateWord(m, op->a) & predicateWord(m, op->b));
    return op + 1;
}
const Op* runOrPredicate(Machine& m, const Op* op) {
    setPredicate(m, op->d, m.active & guarded(m, op), predicateWord(m, op->a) | predicateWord(m, op->b));
    return op + 1;
}
const Op* runXorPredicate(Machine& m, const Op* op) {
    setPredicate(m, op->d, m.active & guarded(m, op), predicateWord(m, op->a) ^ predicateWord(m, op->b));
    return op + 1;
}

// mov.b32 d, {a, b} and the like: flags: bytes of one element; a, b, c, e: the elements.
const Op* runMerge(Machine& m, const Op* op) {
    const uint32_t lanes = m.active & guarded(m, op);
    const uint32_t elements[4] = {op->a, op->b, op->c, op->e};
    const unsigned bytes = op->flags & 15, count = op->flags >> 4;
    uint64_t result[32]{};
    forLanes(lanes, [&](uint32_t lane) {
        for (unsigned i = 0; i < count; ++i) {
            const uint64_t value = words(m, elements[i])[lane];
            result[lane] |= (bytes == 4 ? value : value & ((1ull << (8 * bytes)) - 1)) << (8 * bytes * i);
        }
    });
    forLanes(lanes, [&](uint32_t lane) {
        if (bytes * count == 8)
            longs(m, op->d)[lane] = result[lane];
        else
            words(m, op->d)[lane] = static_cast<uint32_t>(result[lane]);
    });
    return op + 1;
}

// mov.b32 {d, e}, a: flags as above; d, b, c, e: the elements, imm: which of them are thrown away (bit each).
const Op* runSplit(Machine& m, const Op* op) {
    const uint32_t lanes = m.active & guarded(m, op);
    const uint32_t elements[4] = {op->d, op->b, op->c, op->e};
    const unsigned bytes = op->flags & 15, count = op->flags >> 4;
    uint64_t values[32]{};
    forLanes(lanes,
             [&](uint32_t lane) { values[lane] = bytes * count == 8 ? longs(m, op->a)[lane] : words(m, op->a)[lane]; });
    for (unsigned i = 0; i < count; ++i) {
        if (op->imm >> i & 1)
            continue;
        forLanes(lanes, [&](uint32_t lane) {
            const uint64_t value = values[lane] >> (8 * bytes * i);
            words(m, elements[i])[lane] =
                static_cast<uint32_t>(bytes == 4 ? value : value & ((1ull << (8 * bytes)) - 1));
        });
    }
    return op + 1;
}

} // namespace warplens::sim::simt
