// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/warp.h"

#include "sim/simt/block.h"

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
    const Split& split = warp.splits[static_cast<size_t>(index)];
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

constexpr uint32_t patience = 256; ///< time slices for which lanes are waited for, if they do not plainly spin

/// Where a split stands and what its registers hold.
uint64_t fingerprintOf(const Machine& m, const Op* next) {
    uint64_t hash = 0xcbf29ce484222325ull ^ reinterpret_cast<uintptr_t>(next) ^ m.active;
    const uint32_t bytes = m.block->state().program.functions[next->function].windowBytes;
    for (uint32_t at = 0; at + 8 <= bytes; at += 8) {
        uint64_t word;
        std::memcpy(&word, m.registers + at, sizeof word);
        hash = (hash ^ word) * 0x100000001b3ull;
    }
    return hash;
}

/// Lanes wait at a reconvergence point for siblings that do not come, perhaps because those wait for them in turn: for
/// a lock that one of the waiting lanes holds. They go on alone (forward progress, as on compute capability 7.0 and
/// later).
void releaseWaiting(Warp& warp) {
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
    }
}

} // namespace

AlignedBytes alignedBytes(size_t bytes) {
    return AlignedBytes(static_cast<std::byte*>(::operator new[](std::max<size_t>(bytes, 1), std::align_val_t(64))));
}

const Op* resume(Machine& m) {
    const auto count = static_cast<int32_t>(m.warp->splits.size());
    for (int32_t i = 0; i < count; ++i) {
        const int32_t index = (m.warp->current + i) % count;
        if (m.warp->splits[static_cast<size_t>(index)].state == Split::Ready)
            return load(m, index);
    }
    return nullptr;
}

const Op* diverge(Machine& m, const Op* branch, uint32_t taken) {
    Warp& warp = *m.warp;
    const Op* meeting = opAt(m, branch->imm);
    const uint32_t other = m.active & ~taken;
    const Op* next[2] = {branch->target, branch + 1};
    const uint32_t lanes[2] = {taken, other};

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
        warp.current = index;
    }
    return load(m, warp.current);
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

const Op* stopSplit(Machine& m, Split::State state, const Op* next) {
    Split& split = current(m);
    split.state = state;
    split.next = next;
    return resume(m);
}

const Op* yield(Machine& m, const Op* next, uint32_t cost) {
    Block& block = *m.block;
    m.slice = timeSlice;
    Warp& warp = *m.warp;
    warp.enters += cost;
    if (block.state().stop.stop_requested()) {
        block.abort();
        return nullptr;
    }
    if (warp.enters > block.state().enterBudget) {
        block.report(FindingKind::EndlessLoop, next, static_cast<uint32_t>(std::countr_zero(m.active)), 0,
                     fmt::format("warp {} is still running after {} basic blocks: an endless loop, or more work than "
                                 "the budget allows",
                                 warp.index, warp.enters));
        block.abort();
        return nullptr;
    }
    Split& split = current(m);
    split.state = Split::Ready;
    split.next = next;
    ++split.slices;
    const uint64_t fingerprint = fingerprintOf(m, next);
    const bool spins = fingerprint == split.fingerprint;
    split.fingerprint = fingerprint;
    if (spins || split.slices % patience == 0)
        releaseWaiting(warp);
    const auto count = static_cast<int32_t>(warp.splits.size());
    for (int32_t i = 1; i < count; ++i) {
        const int32_t index = (warp.current + i) % count;
        if (warp.splits[static_cast<size_t>(index)].state == Split::Ready)
            return load(m, index);
    }
    return nullptr;
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
            for (const uint32_t lanes : {m.active & ~same, same}) {
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
            return load(m, warp.current);
        }
        target = static_cast<int32_t>(handle & 0xffffff) - 1;
        if (handle >> 32 != 0xf || target < 0 || static_cast<size_t>(target) >= program.functions.size()) {
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
    if (!block.reserve(warp, window + callee.windowBytes, frame + callee.frameBytes)) {
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
    block.openWindow(warp, callee, window, frame);
    for (uint32_t l = 0; l < 32; ++l) {
        if (!(m.active >> l & 1))
            continue;
        std::byte* stack = warp.local.get() + size_t(l) * warp.localBytes;
        for (size_t i = 0; i < site.arguments.size() && i < callee.paramOffsets.size(); ++i) {
            std::memcpy(stack + frame + callee.paramOffsets[i], stack + shape.frame + site.arguments[i],
                        site.argumentBytes[i]);
            if (m.observer != nullptr)
                m.observer->frameWritten(m, l, frame + callee.paramOffsets[i], site.argumentBytes[i]);
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
                m.observer->frameWritten(m, l, caller.frame + site.results[i], site.resultBytes[i]);
        }
    }
    caller.arrived |= leaving.mask;
    for (const int32_t i : between)
        completeFrom(warp, i);
    completeFrom(warp, index);
    return resume(m);
}

uint32_t meet(Machine& m, const Op* op, uint32_t members, const Op*& next) {
    Warp& warp = *m.warp;
    const uint32_t wanted = members & warp.alive();
    if ((wanted & ~m.active) == 0 || warp.stuck) {
        if (m.observer != nullptr)
            m.observer->lanesMet(m, m.active & members);
        return m.active;
    }
    uint32_t here = m.active;
    for (const Split& split : warp.splits)
        if (split.state == Split::Meeting && split.next == op && split.window == current(m).window)
            here |= split.mask;
    if ((wanted & ~here) == 0) {
        for (Split& split : warp.splits)
            if (split.state == Split::Meeting && split.next == op && split.window == current(m).window) {
                split.state = Split::Ready;
                split.next = op + 1;
            }
        if (m.observer != nullptr)
            m.observer->lanesMet(m, here & members);
        return here;
    }
    next = stopSplit(m, Split::Meeting, op);
    return 0;
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
        warp.current = i;
    }
    return load(m, warp.current);
}

const Op* runExit(Machine& m, const Op* op) {
    const uint32_t bits = *reinterpret_cast<const uint32_t*>(m.registers + op->guard) ^ op->guardFlip;
    const uint32_t lanes = m.active & bits;
    if (lanes != 0)
        m.block->noteExit(op);
    if (lanes == m.active)
        return endLanes(m, lanes);
    endLanes(m, lanes);
    return op + 1;
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
