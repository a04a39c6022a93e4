// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/global_cost.h"

#include "sim/memory/l1.h"
#include "sim/memory/lanes.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

constexpr unsigned sectorBytes = 32, lineBytes = 128;

struct Blocks {
    std::array<uint64_t, lanesPerWarp> number; ///< of the aligned block each active lane touches
    unsigned count = 0;

    void add(uint64_t block) {
        // Neighbouring lanes mostly share a block, or have the next one.
        for (unsigned i = count; i-- > 0;)
            if (number[i] == block)
                return;
        number[count++] = block;
    }
};

Blocks blocks(const Access& access, uint32_t lanes, unsigned bytes) {
    // An element is aligned to its size and no wider than 16 bytes, so it lies in a single block.
    Blocks touched;
    forLanes(access.mask & lanes, [&](unsigned lane) { touched.add(access.address[lane] / bytes); });
    return touched;
}

/// 1.0: lane k of the half-warp has to ask for word k of one segment.
void strictSegments(const Access& access, uint32_t half, GlobalCost& cost) {
    const uint32_t lanes = access.mask & half;
    if (lanes == 0)
        return;
    const unsigned first = static_cast<unsigned>(std::countr_zero(half));
    const unsigned segment = 16u * access.bytes;
    const uint64_t begin = access.address[std::countr_zero(lanes)] / segment * segment;
    bool inOrder = access.bytes >= 4;
    forLanes(lanes, [&](unsigned lane) { inOrder &= access.address[lane] == begin + (lane - first) * access.bytes; });
    if (!inOrder) {
        cost.sectors += 16;
        cost.lines += 16;
        return;
    }
    cost.sectors += segment / sectorBytes;
    cost.lines += (segment + lineBytes - 1) / lineBytes;
}

/// 1.2: the segment of the first waiting lane, with all lanes in it, halved while only a half is used.
void shrinkingSegments(const Access& access, uint32_t half, GlobalCost& cost) {
    uint32_t waiting = access.mask & half;
    while (waiting != 0) {
        const uint64_t lead = access.address[std::countr_zero(waiting)];
        uint64_t size = access.bytes == 1 ? 32 : access.bytes == 2 ? 64 : 128;
        uint64_t begin = lead / size * size;
        uint64_t low = lead, high = lead;
        uint32_t served = 0;
        forLanes(waiting, [&](unsigned lane) {
            const uint64_t address = access.address[lane];
            if (address < begin || address >= begin + size)
                return;
            served |= 1u << lane;
            low = std::min(low, address);
            high = std::max(high, address + access.bytes - 1);
        });
        while (size > 32 && low / (size / 2) == high / (size / 2)) {
            size /= 2;
            begin = low / size * size;
        }
        cost.sectors += static_cast<uint32_t>(size / sectorBytes);
        ++cost.lines;
        waiting &= ~served;
    }
}

/// Sectors' worth of bytes that so many lanes of one part of the warp take at least, their elements side by side and
/// where the rule likes them best.
uint32_t leastOfPart(GlobalRule rule, unsigned lanes, unsigned bytes) {
    const auto sectors = [](unsigned size) { return (size + sectorBytes - 1) / sectorBytes; };
    const unsigned asked = lanes * bytes;
    if (lanes == 0)
        return 0;
    switch (rule) {
    case GlobalRule::Lines:
        return (asked + lineBytes - 1) / lineBytes * (lineBytes / sectorBytes);
    case GlobalRule::ShrinkingSegments: // whole segments, and the last one of a size that there is
        return asked / lineBytes * (lineBytes / sectorBytes) +
               (asked % lineBytes ? sectors(std::bit_ceil(std::max(asked % lineBytes, sectorBytes))) : 0);
    case GlobalRule::HalfWarpSegments: // of bytes and pairs of them there is no order that it likes
        return bytes < 4 ? 16 : sectors(16 * bytes);
    case GlobalRule::Sectors:
    case GlobalRule::SplitSectors:
        break;
    }
    return sectors(asked);
}

/// The parts that the warp is served in before 6.0: half-warps on 1.x, and wide words later.
template<class Visit>
void forParts(const Access& access, GlobalRule rule, Visit visit) {
    const bool halves = rule == GlobalRule::ShrinkingSegments || rule == GlobalRule::HalfWarpSegments;
    const unsigned lanes = halves ? 16 : access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : 32;
    for (unsigned first = 0; first < lanesPerWarp; first += lanes)
        visit(lanes == 32 ? allLanes : ((1u << lanes) - 1) << first);
}

} // namespace

GlobalCost globalCost(const Access& access, GlobalRule rule) {
    GlobalCost cost;
    if (rule == GlobalRule::Sectors) {
        const Blocks touched = blocks(access, allLanes, sectorBytes);
        Blocks lines;
        for (unsigned i = 0; i < touched.count; ++i)
            lines.add(touched.number[i] / (lineBytes / sectorBytes));
        cost.sectors = touched.count;
        cost.lines = lines.count;
        cost.l1Tags = leastTagClocks(cost.lines);
        cost.l1Data = dataClocks(access);
        const unsigned asked = static_cast<unsigned>(std::popcount(access.mask)) * access.bytes;
        cost.sectorsIdeal = std::min(cost.sectors, (asked + sectorBytes - 1) / sectorBytes);
        return cost;
    }
    forParts(access, rule, [&](uint32_t lanes) {
        const uint32_t before = cost.sectors;
        switch (rule) {
        case GlobalRule::Sectors:
            break;
        case GlobalRule::SplitSectors:
            cost.sectors += blocks(access, lanes, sectorBytes).count;
            cost.lines += blocks(access, lanes, lineBytes).count;
            break;
        case GlobalRule::Lines: {
            const unsigned lines = blocks(access, lanes, lineBytes).count;
            cost.sectors += lines * (lineBytes / sectorBytes);
            cost.lines += lines;
            break;
        }
        case GlobalRule::ShrinkingSegments:
            shrinkingSegments(access, lanes, cost);
            break;
        case GlobalRule::HalfWarpSegments:
            strictSegments(access, lanes, cost);
            break;
        }
        const auto active = static_cast<unsigned>(std::popcount(access.mask & lanes));
        cost.sectorsIdeal += std::min(cost.sectors - before, leastOfPart(rule, active, access.bytes));
    });
    return cost;
}

uint32_t transactions(const GlobalCost& cost, GlobalRule rule) {
    return rule == GlobalRule::Sectors || rule == GlobalRule::SplitSectors ? cost.sectors : cost.lines;
}

std::vector<uint64_t> sectorsOf(const Access& access) {
    const Blocks touched = blocks(access, allLanes, sectorBytes);
    std::vector<uint64_t> addresses(touched.number.begin(), touched.number.begin() + touched.count);
    std::sort(addresses.begin(), addresses.end());
    for (uint64_t& address : addresses)
        address *= sectorBytes;
    return addresses;
}

} // namespace warplens::sim::memory
