// SPDX-License-Identifier: GPL-3.0-or-later
// A cache of lines with 4 sectors each, 16 ways, the line that was used longest ago being replaced. What is behind it
// is read two sectors at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace warplens::sim::cache {

class SectoredCache {
public:
    explicit SectoredCache(uint64_t bytes)
        : m_sets(std::max<uint64_t>(1, bytes / (ways * 128)))
        , m_lines(m_sets * ways) {}

    struct Outcome {
        bool hit = false;
        bool fetched = false;      ///< the pair of sectors that this one belongs to was read for it
        unsigned dirtyEvicted = 0; ///< sectors that have to be written back
    };

    /// `sector` is an address / 32. What was missing is there afterwards.
    Outcome access(uint64_t sector, bool write) {
        const uint64_t tag = sector / 4 + 1; // 0: no line
        const auto bit = static_cast<uint8_t>(1u << sector % 4);
        const auto pair = static_cast<uint8_t>(1u << sector % 4 / 2);
        // Strides of powers of two must not fall into one set.
        const uint64_t set = (tag * 0x9e3779b97f4a7c15ull >> 32) % m_sets;
        Line* oldest = &m_lines[set * ways];
        ++m_clock;
        for (Line *line = oldest, *end = line + ways; line != end; ++line) {
            if (line->tag == tag) {
                const bool hit = (line->valid & bit) != 0;
                const bool fetched = !hit && !write && (line->fetched & pair) == 0;
                line->valid |= bit;
                line->dirty |= write ? bit : 0;
                line->fetched |= fetched ? pair : 0;
                line->used = m_clock;
                return {hit, fetched, 0};
            }
            if (line->used < oldest->used)
                oldest = line;
        }
        const auto evicted = static_cast<unsigned>(std::popcount(oldest->dirty));
        *oldest = {tag, m_clock, bit, write ? bit : uint8_t(0), write ? uint8_t(0) : pair};
        return {false, !write, evicted};
    }

private:
    static constexpr unsigned ways = 16;
    struct Line {
        uint64_t tag = 0, used = 0;
        uint8_t valid = 0, dirty = 0; ///< by sector
        uint8_t fetched = 0;          ///< by pair
    };
    uint64_t m_sets;
    std::vector<Line> m_lines;
    uint64_t m_clock = 0;
};

} // namespace warplens::sim::cache
