// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/warp.h"

#include "sim/simt/block.h"
#include "sim/simt/limits.h"
#include "sim/simt/loops.h"
#include "sim/simt/placement.h"
#include "sim/simt/slots.h"
#include "sim/simt/window.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <new>

namespace warplens::sim::simt {
namespace {

const Op* opAt(const Machine& m, int64_t index) {
    return index < 0 ? nullptr : m.block->state().program.ops.data() + index;
}

Split& current(Machine& m) {
    return m.warp->splits[static_cast<size_t>(m.warp->current)];
}

int32_t newSplit(Warp& warp) {
    for (size_t i = 0; i < warp.splits.size(); ++i)
        if (warp.splits[i].state == Split::Free) {
            warp.splits[i] = Split{};
            return static_cast<int32_t>(i);
        }
    warp.splits.emplace_back();
    return static_cast<int32_t>(warp.splits.size() - 1);
}

const Op* load(Machine& m, int32_t index) {
    Warp& warp = *m.warp;
    warp.current = index;
    Split& split = warp.splits[static_cast<size_t>(index)];
    split.waits = false;
    split.polls.circle = 0;
    m.active = split.mask;
    m.reconverge = split.reconverge;
    m.registers = warp.registers.get() + split.window;
    return split.next;
}

/// A waiting split whose lanes have all arrived or ended goes on, or is gone; then its parent may be next.
void completeFrom(Warp& warp, int32_t index) {
    while (index >= 0) {
        Split& split = warp.splits[static_cast<size_t>(index)];
        if (split.state != Split::Waiting || (split.mask & ~split.arrived & ~warp.exited) != 0)
            return;
        if (split.arrived & ~warp.exited) {
            split.mask = split.arrived & ~warp.exited;
            split.arrived = 0;
            split.isCall = false;
            split.state = Split::Ready;
            return;
        }
        split.state = Split::Free;
        index = split.parent;
    }
}

constexpr uint32_t patience = 256; ///< turns for which lanes are waited for, if they do not plainly spin

uint64_t mixed(uint64_t hash, uint64_t word) {
    return (hash ^ word) * 0x100000001b3ull;
}

/// Where the running split stands and what decides how it goes on: the control registers of the loop that it is in,
/// with all that lies below on the stack; outside of loops everything.
uint64_t stateOf(Machine& m, const Op* next) {
    const RunState& run = m.block->state();
    const Split& split = current(m);
    uint64_t hash = mixed(mixed(0xcbf29ce484222325ull, reinterpret_cast<uintptr_t>(next)), m.active);
    const auto addBytes = [&](const std::byte* from, size_t bytes) {
        for (size_t at = 0; at + 4 <= bytes; at += 4) {
            uint32_t word;
            std::memcpy(&word, from + at, sizeof word);
            hash = mixed(hash, word);
        }
    };
    addBytes(m.warp->registers.get(), split.window);
    const BasicBlock& block = run.program.blockOf(next);
    const FunctionLoops& loops = run.loops.of(run.program, block.function);
    const uint32_t number = run.program.numberInFunction(block);
    if (!loops.isInLoop(number)) {
        addBytes(m.registers, run.program.functions[block.function].windowBytes);
        return hash;
    }
    for (const SlotPlace& place : loops.control(number)) {
        if (place.bytes == predicateBytes) {
            uint32_t bits;
            std::memcpy(&bits, m.registers + place.offset, sizeof bits);
            hash = mixed(hash, bits & m.active);
            continue;
        }
        const size_t each = place.bytes / 32;
        for (uint32_t lanes = m.active; lanes != 0; lanes &= lanes - 1)
            addBytes(m.registers + place.offset + static_cast<size_t>(std::countr_zero(lanes)) * each, each);
    }
    return hash;
}

/// A branch to code that does nothing but end is an end: the hardware has a predicated EXIT for it, and nobody waits
/// for lanes that have ended.
bool endsAtOnce(const Op* next) {
    for (int hops = 0; hops < 4 && next->run == runEnter; ++hops) {
        ++next;
        if (next->run == runExit)
            return next->guard == 0 && next->guardFlip == 0;
        if (next->run == runJump)
            next = next->target;
    }
    return false;
}

} // namespace

AlignedBytes alignedBytes(size_t bytes) {
    return AlignedBytes(static_cast<std::byte*>(::operator new[](std::max<size_t>(bytes, 1), std::align_val_t(64))));
}

bool releaseWaiting(Warp& warp) {
    bool any = false;
    const size_t count = warp.splits.size();
    for (size_t i = 0; i < count; ++i) {
        const uint32_t lanes = warp.splits[i].arrived & ~warp.exited;
        if (warp.splits[i].state != Split::Waiting || warp.splits[i].isCall || lanes == 0)
            continue;
        const int32_t index = newSplit(warp);
        Split& waiting = warp.splits[i];
        Split& released = warp.splits[static_cast<size_t>(index)];
        released.next = waiting.next;
        released.reconverge = waiting.reconverge;
        released.parent = waiting.parent;
        released.window = waiting.window;
        released.frame = waiting.frame;
        released.mask = lanes;
        released.state = Split::Ready;
        waiting.mask &= ~lanes;
        waiting.arrived = 0;
        any = true;
    }
    return any;
}

bool waitsForSibling(const Warp& warp, uint64_t address) {
    uint32_t waiting = 0;
    for (const Split& split : warp.splits)
        if (split.state == Split::Waiting && !split.isCall)
            waiting |= split.arrived & ~warp.exited;
    return std::any_of(warp.changes.begin(), warp.changes.end(), [&](const Warp::Change& change) {
        return change.address == address && (waiting >> change.lane & 1) != 0;
    });
}

namespace {

/// In lockstep lanes that have parted have their turn one side after the other: the sides that parted last come first.
int32_t lastParked(const Warp& warp) {
    int32_t found = -1, deepest = -1;
    for (size_t i = 0; i < warp.splits.size(); ++i) {
        if (warp.splits[i].state != Split::Parked)
            continue;
        int32_t depth = 0;
        for (int32_t up = warp.splits[i].parent; up >= 0; up = warp.splits[static_cast<size_t>(up)].parent)
            ++depth;
        if (depth > deepest) {
            deepest = depth;
            found = static_cast<int32_t>(i);
        }
    }
    return found;
}

/// Where lanes part, all but the split that goes on now wait for it.
const Op* goOnAlone(Machine& m, std::initializer_list<int32_t> sides) {
    Warp& warp = *m.warp;
    if (m.block->state().lockstep)
        for (const int32_t side : sides)
            if (side != warp.current && side >= 0)
                warp.splits[static_cast<size_t>(side)].state = Split::Parked;
    return load(m, warp.current);
}

} // namespace

const Op* resume(Machine& m) {
    const auto count = static_cast<int32_t>(m.warp->splits.size());
    for (int32_t i = 0; i < count; ++i) {
        const int32_t after = m.warp->current + i, index = after < count ? after : after - count;
        if (m.warp->splits[static_cast<size_t>(index)].state == Split::Ready)
            return load(m, index);
    }
    const int32_t parked = m.block->state().lockstep ? lastParked(*m.warp) : -1;
    if (parked < 0)
        return nullptr;
    m.warp->splits[static_cast<size_t>(parked)].state = Split::Ready;
    return load(m, parked);
}

const Op* diverge(Machine& m, const Op* branch, uint32_t taken) {
    Warp& warp = *m.warp;
    const Op* meeting = opAt(m, branch->imm);
    const uint32_t other = m.active & ~taken;
    const Op* next[2] = {branch->target, branch + 1};
    const uint32_t lanes[2] = {taken, other};
    for (const int side : {0, 1})
        if (endsAtOnce(next[side])) {
            warp.exited |= lanes[side];
            current(m).mask = m.active = lanes[1 - side];
            return next[1 - side];
        }

    int32_t parent;
    const Split shape = current(m);
    if (meeting == nullptr || m.reconverge == meeting) {
        // The lanes already have an appointment there, as when they leave a loop one after the other; or they never
        // meet again (one side ends), and the appointment that they have stays.
        meeting = shape.reconverge;
        parent = shape.parent;
        current(m).state = Split::Free;
    } else {
        parent = warp.current;
        Split& waiting = current(m);
        waiting.state = Split::Waiting;
        waiting.next = meeting;
        waiting.arrived = 0;
        waiting.isCall = false;
    }
    int32_t sides[2] = {-1, -1};
    for (int side = 1; side >= 0; --side) { // the side that is taken runs first
        if (next[side] == meeting && meeting != nullptr) {
            warp.splits[static_cast<size_t>(parent)].arrived |= lanes[side];
            continue;
        }
        const int32_t index = newSplit(warp);
        Split& split = warp.splits[static_cast<size_t>(index)];
        split.next = next[side];
        split.reconverge = meeting;
        split.mask = lanes[side];
        split.parent = parent;
        split.window = shape.window;
        split.frame = shape.frame;
        split.state = Split::Ready;
        sides[side] = warp.current = index;
    }
    return goOnAlone(m, {sides[0], sides[1]});
}

const Op* arrive(Machine& m, const Op*) {
    Warp& warp = *m.warp;
    Split& split = current(m);
    const int32_t parent = split.parent;
    warp.splits[static_cast<size_t>(parent)].arrived |= split.mask;
    split.state = Split::Free;
    completeFrom(warp, parent);
    return resume(m);
}

const Op* endLanes(Machine& m, uint32_t lanes) {
    Warp& warp = *m.warp;
    warp.exited |= lanes;
    Split& split = current(m);
    split.mask &= ~lanes;
    m.active = split.mask;
    if (split.mask == 0) {
        const int32_t parent = split.parent;
        split.state = Split::Free;
        completeFrom(warp, parent);
        return resume(m);
    }
    return nullptr;
}

const Op* breakOff(Machine& m, const Op* next) {
    current(m).next = next;
    current(m).state = Split::Ready;
    return nullptr;
}

const Op* stopSplit(Machine& m, Split::State state, const Op* next) {
    Split& split = current(m);
    split.state = state;
    split.next = next;
    return resume(m);
}

namespace {

/// The lanes that run give way. Returns how the warp goes on.
const Op* giveWay(Machine& m, const Op* next, bool waits, uint32_t cost) {
    Block& block = *m.block;
    m.slice = block.slice();
    if (!waits && block.isWithinRound(next))
        return next;
    Warp& warp = *m.warp;
    // A GPU has ended what has failed: where it goes on for so long, that leads nowhere.
    if (block.state().stop.stop_requested() || (block.failed() && !waits)) {
        block.abort();
        return nullptr;
    }
    Split& split = current(m);
    split.state = Split::Ready;
    split.next = next;
    split.waits = waits;
    ++split.slices;
    split.pace.note(mixed(stateOf(m, next), split.trail));
    split.trail = 0;
    if (!block.mayGoOn(next, cost) || block.state().lockstep)
        return nullptr;
    if (split.slices % patience == 0 || split.pace.circles() >= (waits ? patience : 1))
        releaseWaiting(warp);
    const auto count = static_cast<int32_t>(warp.splits.size());
    for (int32_t index = warp.current + 1; index < count; ++index)
        if (warp.splits[static_cast<size_t>(index)].state == Split::Ready)
            return load(m, index);
    warp.current = 0; // each has had its turn: other warps have theirs, before the first one goes on
    return nullptr;
}

} // namespace

const Op* yield(Machine& m, const Op* next) {
    return giveWay(m, next, false, timeSlice);
}

const Op* yieldWaiting(Machine& m, const Op* next) {
    return giveWay(m, next, true, waitingCost);
}

const Op* callFunction(Machine& m, const Op* op) {
    Warp& warp = *m.warp;
    Block& block = *m.block;
    const Program& program = block.state().program;
    const CallSite& site = program.calls[op->extra];
    int32_t target = site.function;
    if (target < 0) {
        // Lanes that call another function than the first one wait for their turn: one function at a time.
        const auto* handles = reinterpret_cast<const uint64_t*>(m.registers + site.targetSlot);
        const uint64_t handle = handles[std::countr_zero(m.active)];
        uint32_t same = 0;
        for (uint32_t l = 0; l < 32; ++l)
            if ((m.active >> l & 1) && handles[l] == handle)
                same |= 1u << l;
        if (same != m.active) {
            Split& waiting = current(m);
            const Split shape = waiting;
            const int32_t parent = warp.current;
            waiting.state = Split::Waiting;
            waiting.next = op + 1;
            waiting.arrived = 0;
            int32_t others = -1;
            for (const uint32_t lanes : {m.active & ~same, same}) {
                others = lanes == same ? warp.current : -1;
                const int32_t index = newSplit(warp);
                Split& split = warp.splits[static_cast<size_t>(index)];
                split = shape;
                split.next = op;
                split.reconverge = op + 1;
                split.mask = lanes;
                split.parent = parent;
                split.state = Split::Ready;
                warp.current = index;
            }
            return goOnAlone(m, {others});
        }
        const uint64_t number = (handle & functionNumbers) - 1;
        if ((handle & ~functionNumbers) == functionHandles && number < program.functionOfHandle.size())
            target = program.functionOfHandle[number];
        if (target < 0) {
            block.report(FindingKind::OutOfBounds, op, static_cast<uint32_t>(std::countr_zero(m.active)), handle,
                         "a call through a pointer that is no function");
            block.abort();
            return nullptr;
        }
    }
    const FunctionCode& callee = program.functions[static_cast<size_t>(target)];
    const FunctionCode& caller = program.functions[op->function];
    const Split shape = current(m);
    const uint32_t window = shape.window + caller.windowBytes;
    const uint32_t frame = shape.frame + caller.frameBytes;
    // A function that keeps nothing takes no room here; on a GPU each call keeps where it came from.
    constexpr size_t mostCalls = maximumFrame / 16;
    if (warp.splits.size() > mostCalls) {
        block.report(FindingKind::StackOverflow, op, static_cast<uint32_t>(std::countr_zero(m.active)), 0,
                     fmt::format("calls are nested {} deep: a function calls itself without an end", mostCalls));
        block.abort();
        return nullptr;
    }
    if (!reserve(warp, window + callee.windowBytes, frame + callee.frameBytes)) {
        block.report(FindingKind::StackOverflow, op, static_cast<uint32_t>(std::countr_zero(m.active)), 0,
                     fmt::format("calls are nested so deeply that a thread's stack exceeds {} bytes",
                                 frame + callee.frameBytes));
        block.abort();
        return nullptr;
    }
    Split& waiting = current(m);
    waiting.state = Split::Waiting;
    waiting.isCall = true;
    waiting.arrived = 0;
    waiting.next = op + 1;
    const int32_t parent = warp.current;
    const int32_t index = newSplit(warp);
    Split& split = warp.splits[static_cast<size_t>(index)];
    split.mask = m.active;
    split.parent = parent;
    split.window = window;
    split.frame = frame;
    split.state = Split::Ready;
    split.next = program.ops.data() + callee.entry;
    openWindow(block.state(), block.index(), warp, callee, window, frame);
    for (uint32_t l = 0; l < 32; ++l) {
        if (!(m.active >> l & 1))
            continue;
        std::byte* stack = warp.local.get() + size_t(l) * warp.localBytes;
        for (size_t i = 0; i < site.arguments.size() && i < callee.paramOffsets.size(); ++i) {
            std::memcpy(stack + frame + callee.paramOffsets[i], stack + shape.frame + site.arguments[i],
                        site.argumentBytes[i]);
            if (m.observer != nullptr)
                m.observer->frameWritten(m, l, shape.frame + site.arguments[i], frame + callee.paramOffsets[i],
                                         site.argumentBytes[i]);
        }
    }
    return load(m, index);
}

const Op* returnFromFunction(Machine& m, const Op* op) {
    Warp& warp = *m.warp;
    const Program& program = m.block->state().program;
    const Split leaving = current(m);
    // The lanes leave every split between here and the call.
    int32_t index = leaving.parent;
    current(m).state = Split::Free;
    std::vector<int32_t> between;
    while (index >= 0 && !warp.splits[static_cast<size_t>(index)].isCall) {
        warp.splits[static_cast<size_t>(index)].mask &= ~leaving.mask;
        between.push_back(index);
        index = warp.splits[static_cast<size_t>(index)].parent;
    }
    Split& caller = warp.splits[static_cast<size_t>(index)];
    const Op* call = caller.next - 1;
    const CallSite& site = program.calls[call->extra];
    const FunctionCode& callee = program.functions[op->function];
    for (uint32_t l = 0; l < 32; ++l) {
        if (!(leaving.mask >> l & 1))
            continue;
        std::byte* stack = warp.local.get() + size_t(l) * warp.localBytes;
        for (size_t i = 0; i < site.results.size() && i < callee.returnOffsets.size(); ++i) {
            std::memcpy(stack + caller.frame + site.results[i], stack + leaving.frame + callee.returnOffsets[i],
                        site.resultBytes[i]);
            if (m.observer != nullptr)
                m.observer->frameWritten(m, l, leaving.frame + callee.returnOffsets[i], caller.frame + site.results[i],
                                         site.resultBytes[i]);
        }
    }
    caller.arrived |= leaving.mask;
    for (const int32_t i : between)
        completeFrom(warp, i);
    completeFrom(warp, index);
    return resume(m);
}

namespace {

/// All whom lanes of the split name in their member masks.
uint32_t namedBy(const Warp& warp, const Split& split, const Op* op, bool whole) {
    if (whole)
        return 0xffffffffu;
    const auto* masks = reinterpret_cast<const uint32_t*>(warp.registers.get() + split.window + op->e);
    uint32_t named = 0;
    for (uint32_t lanes = split.mask; lanes != 0; lanes &= lanes - 1)
        named |= masks[std::countr_zero(lanes)];
    return named;
}

/// Whether lanes that wait at `a` and at `b` may wait for one another: at the same instruction, or at bar.warp.sync,
/// which may stand in several places.
bool meets(const Op* a, const Op* b) {
    return a == b || (a->run == runWarpBarrier && b->run == runWarpBarrier);
}

/// Tells the observer who has met, and whom each lane has named.
void showMeeting(Machine& m, const Op* op, uint32_t here, bool whole) {
    uint32_t members[32];
    std::fill(std::begin(members), std::end(members), 0xffffffffu);
    const Warp& warp = *m.warp;
    for (const Split& split : warp.splits) {
        const bool runs = &split == &current(m);
        if (whole || (!runs && split.state != Split::Meeting) || (split.mask & here) == 0)
            continue;
        const uint32_t slot = runs ? op->e : split.next->e;
        const auto* masks = reinterpret_cast<const uint32_t*>(warp.registers.get() + split.window + slot);
        for (uint32_t lanes = split.mask & here; lanes != 0; lanes &= lanes - 1)
            members[std::countr_zero(lanes)] = masks[std::countr_zero(lanes)];
    }
    m.observer->lanesMet(m, op, here, members);
}

uint32_t meet(Machine& m, const Op* op, const Op*& next, bool whole) {
    Warp& warp = *m.warp;
    const auto joins = [&](const Split& split) {
        return split.state == Split::Meeting && meets(split.next, op) &&
               (split.next != op || split.window == current(m).window);
    };
    // Groups of lanes may name different masks: each waits for its own, and all go on together.
    uint32_t here = m.active, named = namedBy(warp, current(m), op, whole);
    const auto complete = [&] { return (named & warp.alive() & ~here) == 0 || warp.stuck; };
    const bool alone = complete();
    if (!alone)
        for (const Split& split : warp.splits)
            if (joins(split)) {
                here |= split.mask;
                named |= namedBy(warp, split, split.next, whole);
            }
    if (!complete()) {
        next = stopSplit(m, Split::Meeting, op);
        return 0;
    }
    if (m.observer != nullptr)
        showMeeting(m, op, here, whole);
    if (!alone)
        for (Split& split : warp.splits)
            if (joins(split)) {
                split.state = Split::Ready;
                ++split.next;
            }
    return here;
}

} // namespace

uint32_t meet(Machine& m, const Op* op, const Op*& next) {
    return meet(m, op, next, false);
}

uint32_t meetWhole(Machine& m, const Op* op, const Op*& next) {
    return meet(m, op, next, true);
}

const Op* runEnter(Machine& m, const Op* op) {
    if (op == m.reconverge) [[unlikely]]
        return arrive(m, op);
    ++m.executions[op->extra];
    if (--m.slice < 0) [[unlikely]]
        return yield(m, op + 1);
    return op + 1;
}

const Op* runBranch(Machine& m, const Op* op) {
    const uint32_t bits = *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
    const uint32_t taken = m.active & bits;
    if (taken == m.active)
        return op->target;
    if (taken == 0)
        return op + 1;
    return diverge(m, op, taken);
}

const Op* runJump(Machine&, const Op* op) {
    return op->target;
}

const Op* runIndexedBranch(Machine& m, const Op* op) {
    // Lanes with another index than the first stay here and have their turn later: a branch with two sides.
    const IndexedBranch& branch = m.block->state().program.indexedBranches[op->extra];
    const auto* indices = reinterpret_cast<const uint32_t*>(m.registers + op->a);
    const uint32_t index = indices[std::countr_zero(m.active)];
    if (index >= branch.targets.size()) {
        m.block->report(FindingKind::OutOfBounds, op, static_cast<uint32_t>(std::countr_zero(m.active)), index,
                        fmt::format("brx.idx with index {} of {} labels", index, branch.targets.size()));
        m.block->abort();
        return nullptr;
    }
    uint32_t same = 0;
    for (uint32_t l = 0; l < 32; ++l)
        if ((m.active >> l & 1) && indices[l] == index)
            same |= 1u << l;
    const Op* target = opAt(m, branch.targets[index]);
    if (same == m.active)
        return target;
    Warp& warp = *m.warp;
    const Op* meeting = opAt(m, branch.reconverge);
    const Split shape = current(m);
    int32_t parent = shape.parent;
    if (meeting != nullptr && m.reconverge != meeting) {
        parent = warp.current;
        Split& waiting = current(m);
        waiting.state = Split::Waiting;
        waiting.next = meeting;
        waiting.arrived = 0;
        waiting.isCall = false;
    } else {
        meeting = shape.reconverge;
        current(m).state = Split::Free;
    }
    const uint32_t rest = m.active & ~same;
    int32_t others = -1;
    for (const bool first : {false, true}) {
        const Op* next = first ? target : op;
        if (next == meeting && meeting != nullptr) {
            warp.splits[static_cast<size_t>(parent)].arrived |= same;
            continue;
        }
        const int32_t i = newSplit(warp);
        Split& split = warp.splits[static_cast<size_t>(i)];
        split.next = next;
        split.reconverge = meeting;
        split.mask = first ? same : rest;
        split.parent = parent;
        split.window = shape.window;
        split.frame = shape.frame;
        split.state = Split::Ready;
        others = first ? others : i;
        warp.current = i;
    }
    return goOnAlone(m, {others});
}

const Op* runExit(Machine& m, const Op* op) {
    const uint32_t bits = *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
    const uint32_t lanes = m.active & bits;
    if (lanes != 0)
        m.block->noteExit(op);
    return lanes == m.active ? endLanes(m, lanes) : (endLanes(m, lanes), op + 1);
}

const Op* runCall(Machine& m, const Op* op) {
    return callFunction(m, op);
}

const Op* runReturn(Machine& m, const Op* op) {
    return returnFromFunction(m, op);
}

const Op* runTrap(Machine& m, const Op* op) {
    const uint32_t bits = *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
    if ((m.active & bits) == 0)
        return op + 1;
    m.block->report(FindingKind::Trap, op, static_cast<uint32_t>(std::countr_zero(m.active)), 0,
                    "the kernel has stopped itself with trap");
    m.block->abort();
    return nullptr;
}

} // namespace warplens::sim::simt
