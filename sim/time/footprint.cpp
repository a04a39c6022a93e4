// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/footprint.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace warplens::sim::time {
namespace {

using Sectors = std::vector<uint64_t>;

/// Requests that have been there: the same sectors again. Those of few sectors are told as fast as they are looked up.
class Repeated {
public:
    explicit Repeated(size_t patterns)
        : m_begins(patterns) {}

    bool isKnown(const Request& request) {
        constexpr unsigned few = 4;
        return request.sectors > few && !m_begins[request.pattern].insert(request.begin).second;
    }

private:
    std::vector<std::unordered_set<uint64_t>> m_begins; ///< by pattern
};

/// Ascending, each once. Blocks touch the same sectors again and again, in runs of neighbours: a word marks 64 of them.
Sectors sectorsOf(const BlockWork* block, const std::vector<bool>& chosen) {
    Sectors all;
    if (block == nullptr)
        return all;
    std::unordered_map<uint64_t, uint64_t> marks;
    uint64_t last = UINT64_MAX;
    uint64_t* word = nullptr;
    Repeated repeated(block->patterns.size());
    for (const WarpWork& warp : block->warps)
        for (const Request& request : warp.requests) {
            if (!chosen[request.step] || request.sectors == 0 || repeated.isKnown(request))
                continue;
            for (const int64_t distance : block->patterns[request.pattern]) {
                const uint64_t sector = request.begin + static_cast<uint64_t>(distance);
                if (word == nullptr || sector / 64 != last) {
                    last = sector / 64;
                    word = &marks[last];
                }
                *word |= uint64_t{1} << sector % 64;
            }
        }
    for (const auto& [place, bits] : marks)
        for (uint64_t left = bits; left != 0; left &= left - 1)
            all.push_back(place * 64 + static_cast<uint64_t>(std::countr_zero(left)));
    std::sort(all.begin(), all.end());
    return all;
}

Sectors common(const Sectors& a, const Sectors& b) {
    Sectors both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

} // namespace

double Footprint::of(double blocks, const simt::Dim3& grid) const {
    const double width = grid.x;
    return own * blocks + row * std::max(1.0, blocks / width) + column * std::min(blocks, width) + all;
}

Footprint footprintOf(const BlockWork& block, const Neighbours& next, const std::vector<bool>& chosen) {
    Footprint print;
    const Sectors here = sectorsOf(&block, chosen);
    if (here.empty())
        return print;
    const Sectors withX = common(here, sectorsOf(next.x, chosen));
    const Sectors row = next.xx == nullptr ? withX : common(withX, sectorsOf(next.xx, chosen));
    const Sectors column = common(here, sectorsOf(next.y, chosen));
    const auto all = static_cast<double>(common(row, column).size());
    const auto size = [](const Sectors& sectors) { return static_cast<double>(sectors.size()); };
    print.all = all;
    print.row = size(row) - all;
    print.column = size(column) - all;
    // What only two neighbours share is counted with the next one.
    const double two = size(withX) - size(row);
    print.own = std::max(0.0, size(here) - print.row - print.column - all - two);
    uint64_t pairs = 0, last = UINT64_MAX;
    for (const uint64_t sector : here)
        if (sector / 2 != last) {
            last = sector / 2;
            ++pairs;
        }
    print.pairs = 2 * static_cast<double>(pairs) / size(here);
    return print;
}

} // namespace warplens::sim::time
