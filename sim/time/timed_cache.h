// SPDX-License-Identifier: GPL-3.0-or-later
// L1 in time: lines of 128 bytes with four sectors, 16 ways, the line used longest ago being replaced; each sector with the
// clock at which it is there, and whose block asked for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace warplens::sim::time {

class TimedCache {
public:
    explicit TimedCache(uint64_t bytes)
        : m_sets(std::max<uint64_t>(1, bytes / (ways * 128)))
        , m_tags(m_sets * ways)
        , m_used(m_sets * ways)
        , m_lines(m_sets * ways) {}

    /// The last request that brought sectors of a line.
    struct LineAsked {
        double at = -1e300;   ///< the clock
        uint32_t sectors = 0; ///< how many
        bool alone = true;    ///< no other request for the line came within some clocks
    };

    /// The clock at which the sector is there, or a place for it.
    struct Found {
        bool hit;
        double& ready;
        uint32_t& owner; ///< the block that it was brought for
        LineAsked& asked;
    };
    Found find(uint64_t sector) {
        const uint64_t tag = sector / 4 + 1; // 0: no line
        const unsigned part = sector % 4;
        const uint64_t begin = (tag * 0x9e3779b97f4a7c15ull >> 32) % m_sets * ways;
        ++m_uses;
        for (uint64_t n = begin; n < begin + ways; ++n)
            if (m_tags[n] == tag) {
                m_used[n] = m_uses;
                Line& line = m_lines[n];
                const bool hit = (line.valid >> part & 1) != 0;
                line.valid |= static_cast<uint8_t>(1u << part);
                return {hit, line.ready[part], line.owner[part], line.asked};
            }
        uint64_t oldest = begin;
        for (uint64_t n = begin + 1; n < begin + ways; ++n)
            if (m_used[n] < m_used[oldest])
                oldest = n;
        m_tags[oldest] = tag;
        m_used[oldest] = m_uses;
        Line& line = m_lines[oldest];
        line = {{}, {}, {}, static_cast<uint8_t>(1u << part)};
        return {false, line.ready[part], line.owner[part], line.asked};
    }

private:
    static constexpr uint64_t ways = 16;
    struct Line {
        std::array<double, 4> ready{};
        std::array<uint32_t, 4> owner{};
        LineAsked asked{};
        uint8_t valid = 0; ///< by sector
    };
    uint64_t m_sets;
    std::vector<uint64_t> m_tags;
    std::vector<uint64_t> m_used; ///< when: to be found fast, it does not stand with the line
    std::vector<Line> m_lines;
    uint64_t m_uses = 0;
};

} // namespace warplens::sim::time
