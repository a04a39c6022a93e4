// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/slots.h"

#include "sim/simt/liveness.h"

#include <queue>

#include <algorithm>

namespace warplens::sim::simt {
namespace {

constexpr uint32_t noSlot = UINT32_MAX;

struct Interval {
    uint32_t reg;
    uint32_t begin, end;
};

std::vector<Interval> liveIntervals(const ptx::Function& function, const FlowGraph& graph,
                                    const Contractions& contracted) {
    const Liveness liveness(function, graph, contracted);
    const size_t registers = function.registers.size();
    std::vector<uint32_t> begin(registers, noSlot), end(registers, 0);
    const auto extend = [&](uint32_t reg, uint32_t from, uint32_t to) {
        begin[reg] = std::min(begin[reg], from);
        end[reg] = std::max(end[reg], to);
    };
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        const FlowBlock& block = graph.blocks[b];
        for (const uint32_t r : liveness.crossing()) {
            if (liveness.isIn(b, r))
                extend(r, block.first, block.first);
            if (liveness.isOut(b, r))
                extend(r, block.end, block.end);
        }
        for (uint32_t i = block.first; i < block.end; ++i) {
            for (const uint32_t r : liveness.uses()[i].reads)
                extend(r, i, i);
            for (const uint32_t r : liveness.uses()[i].writes)
                extend(r, i, i);
        }
    }
    std::vector<Interval> intervals;
    for (uint32_t r = 0; r < registers; ++r)
        if (begin[r] != noSlot)
            intervals.push_back({r, begin[r], end[r]});
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    return intervals;
}

/// Slots of one size: handed out, taken back, and in the end laid out one behind the other.
class Pool {
public:
    uint32_t take() {
        if (m_free.empty())
            return m_count++;
        const uint32_t index = m_free.back();
        m_free.pop_back();
        return index;
    }
    void giveBack(uint32_t index) { m_free.push_back(index); }
    uint32_t count() const { return m_count; }

private:
    std::vector<uint32_t> m_free;
    uint32_t m_count = 0;
};

} // namespace

uint32_t slotSize(ptx::Type type) {
    if (type == ptx::Type::pred)
        return predicateBytes;
    const unsigned bytes = ptx::typeBytes(type);
    return bytes > 8 ? widestSlotBytes : bytes > 4 ? wideSlotBytes : slotBytes;
}

Slots assignSlots(const ptx::Function& function, const FlowGraph& graph, const Contractions& contracted) {
    const std::vector<Interval> intervals = liveIntervals(function, graph, contracted);
    Pool pools[4]; // predicates, 32-bit, 64-bit, 128-bit
    const auto poolOf = [&](uint32_t reg) -> size_t {
        const uint32_t size = slotSize(function.registers[reg].type);
        return size == predicateBytes ? 0 : size == slotBytes ? 1 : size == wideSlotBytes ? 2 : 3;
    };
    std::vector<uint32_t> index(function.registers.size(), noSlot);
    using Ending = std::pair<uint32_t, uint32_t>; // end, register
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
    for (const Interval& interval : intervals) {
        while (!alive.empty() && alive.top().first < interval.begin) {
            const uint32_t done = alive.top().second;
            pools[poolOf(done)].giveBack(index[done]);
            alive.pop();
        }
        index[interval.reg] = pools[poolOf(interval.reg)].take();
        alive.emplace(interval.end, interval.reg);
    }
    Slots slots;
    const uint32_t predicates = (predicateBytes * (1 + pools[0].count()) + 63) / 64 * 64;
    const uint32_t wide = predicates + pools[1].count() * slotBytes;
    const uint32_t widest = wide + pools[2].count() * wideSlotBytes;
    slots.bytes = widest + pools[3].count() * widestSlotBytes;
    slots.offset.resize(function.registers.size());
    for (const Interval& interval : intervals) {
        const uint32_t i = index[interval.reg];
        switch (poolOf(interval.reg)) {
        case 0:
            slots.offset[interval.reg] = predicateBytes * (1 + i);
            break;
        case 1:
            slots.offset[interval.reg] = predicates + i * slotBytes;
            break;
        case 2:
            slots.offset[interval.reg] = wide + i * wideSlotBytes;
            break;
        default:
            slots.offset[interval.reg] = widest + i * widestSlotBytes;
            break;
        }
    }
    return slots;
}

} // namespace warplens::sim::simt
