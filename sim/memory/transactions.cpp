// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/transactions.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

/// Aligned blocks of that size which the lanes touch, ascending.
void addBlocks(std::vector<Transaction>& made, const Access& access, uint32_t lanes, uint32_t bytes, unsigned part) {
    const size_t first = made.size();
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (!((access.mask & lanes) >> lane & 1))
            continue;
        const uint64_t begin = access.address[lane] / bytes * bytes;
        auto at = std::find_if(made.begin() + static_cast<std::ptrdiff_t>(first), made.end(),
                               [&](const Transaction& each) { return each.begin == begin; });
        if (at == made.end())
            at = made.insert(made.end(), {begin, bytes, 0, part});
        at->lanes |= 1u << lane;
    }
    std::sort(made.begin() + static_cast<std::ptrdiff_t>(first), made.end(),
              [](const Transaction& a, const Transaction& b) { return a.begin < b.begin; });
}

/// 1.0: one segment where lane k asks for its word k, else a transaction for each lane of the half-warp.
void addStrict(std::vector<Transaction>& made, const Access& access, unsigned part) {
    const unsigned first = part * 16;
    const uint32_t lanes = access.mask & (0xffffu << first);
    if (lanes == 0)
        return;
    const unsigned segment = 16u * access.bytes;
    const uint64_t begin = access.address[std::countr_zero(lanes)] / segment * segment;
    bool inOrder = access.bytes >= 4;
    for (unsigned lane = first; lane < first + 16; ++lane)
        if (lanes >> lane & 1)
            inOrder = inOrder && access.address[lane] == begin + (lane - first) * access.bytes;
    if (inOrder) {
        for (uint32_t at = 0; at < segment; at += std::min(segment, 128u)) {
            Transaction one{begin + at, std::min(segment, 128u), 0, part};
            for (unsigned lane = first; lane < first + 16; ++lane)
                if ((lanes >> lane & 1) && access.address[lane] >= one.begin &&
                    access.address[lane] < one.begin + one.bytes)
                    one.lanes |= 1u << lane;
            made.push_back(one);
        }
        return;
    }
    for (unsigned lane = first; lane < first + 16; ++lane) {
        const bool active = (lanes >> lane & 1) != 0;
        made.push_back({active ? access.address[lane] / 32 * 32 : begin, 32, active ? 1u << lane : 0, part});
    }
}

/// 1.2: the segment of the first waiting lane with all lanes in it, halved while only a half is used.
void addShrinking(std::vector<Transaction>& made, const Access& access, unsigned part) {
    uint32_t waiting = access.mask & (0xffffu << (part * 16));
    while (waiting != 0) {
        const uint64_t lead = access.address[std::countr_zero(waiting)];
        uint32_t size = access.bytes == 1 ? 32 : access.bytes == 2 ? 64 : 128;
        Transaction one{lead / size * size, size, 0, part};
        uint64_t low = lead, high = lead;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
            const uint64_t address = access.address[lane];
            if (!(waiting >> lane & 1) || address < one.begin || address >= one.begin + size)
                continue;
            one.lanes |= 1u << lane;
            low = std::min(low, address);
            high = std::max(high, address + access.bytes - 1);
        }
        while (one.bytes > 32 && low / (one.bytes / 2) == high / (one.bytes / 2)) {
            one.bytes /= 2;
            one.begin = low / one.bytes * one.bytes;
        }
        waiting &= ~one.lanes;
        made.push_back(one);
    }
}

} // namespace

unsigned lanesTogether(const Access& access, GlobalRule rule) {
    switch (rule) {
    case GlobalRule::Sectors:
        return lanesPerWarp;
    case GlobalRule::ShrinkingSegments:
    case GlobalRule::HalfWarpSegments:
        return 16;
    case GlobalRule::SplitSectors:
    case GlobalRule::Lines:
        break;
    }
    return access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : lanesPerWarp;
}

std::vector<Transaction> transactionsOf(const Access& access, GlobalRule rule) {
    std::vector<Transaction> made;
    const unsigned together = lanesTogether(access, rule);
    for (unsigned part = 0; part < lanesPerWarp / together; ++part) {
        const uint32_t lanes = together == lanesPerWarp ? allLanes : ((1u << together) - 1) << (part * together);
        if (rule == GlobalRule::HalfWarpSegments)
            addStrict(made, access, part);
        else if (rule == GlobalRule::ShrinkingSegments)
            addShrinking(made, access, part);
        else
            addBlocks(made, access, lanes, rule == GlobalRule::Lines ? 128 : 32, part);
    }
    return made;
}

} // namespace warplens::sim::memory
