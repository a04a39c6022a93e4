// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/copy_past.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace warplens::sim::memory {
namespace {

constexpr uint64_t sectorBytes = 32, half = 16;
constexpr uint64_t nowhere = ~uint64_t(0) / sectorBytes; ///< the sector that zeros come from

struct Unit {
    uint64_t from = 0, to = 0; ///< addresses / 32
    bool exchanged = false;
    auto operator<=>(const Unit&) const = default;
};

/// With the halves of the source that each moves: bit 0 and bit 1.
using Units = std::map<Unit, unsigned>;

Units unitsOf(const Access& to, const Access& from) {
    std::map<uint64_t, unsigned> writers; // of each place the last lane
    for (uint32_t rest = to.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        writers[to.address[lane] / half] = lane;
    }
    Units units;
    for (const auto& [place, lane] : writers) {
        const bool reads = from.mask >> lane & 1;
        const uint64_t source = reads ? from.address[lane] / half : 2 * nowhere + place % 2;
        units[{source / 2, place / 2, source % 2 != place % 2}] |= 1u << source % 2;
    }
    return units;
}

} // namespace

CopyPastCost copyPastCost(const Access& to, const Access& from) {
    const Units units = unitsOf(to, from);
    struct Line {
        std::array<unsigned, 4> leaving{}, entering{}; ///< units, by sector of the line
    };
    std::map<std::tuple<uint64_t, uint64_t, bool, bool, unsigned>, Line> lines;
    unsigned places = 0;
    CopyPastCost cost;
    for (const auto& [unit, halves] : units) {
        Line& line = lines[{unit.from / 4, unit.to / 4, unit.exchanged, (unit.from ^ unit.to) & 1, halves}];
        ++line.leaving[unit.from % 4];
        ++line.entering[unit.to % 4];
        places += static_cast<unsigned>(std::popcount(halves));
        cost.sectors += unit.from != nowhere;
    }
    for (const auto& [key, line] : lines)
        cost.shared.wavefronts += std::max(*std::max_element(line.leaving.begin(), line.leaving.end()),
                                           *std::max_element(line.entering.begin(), line.entering.end()));
    cost.shared.wavefrontsIdeal = std::min(cost.shared.wavefronts, (places + 7) / 8);
    cost.sectorsIdeal = std::min(cost.sectors, (places + 1) / 2);
    return cost;
}

} // namespace warplens::sim::memory
