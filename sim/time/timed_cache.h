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
        , m_inverse(~uint64_t{0} / m_sets + 1)
        , m_hints(hints)
        , m_tags(m_sets * ways)
        , m_used(m_sets * ways)
        , m_lines(m_sets * ways) {}

    /// The clock at which the sector is there, or a place for it.
    struct Found {
        bool hit;
        double& ready;
        uint32_t& owner; ///< the block that it was brought for
    };
    Found find(uint64_t sector) {
        const uint64_t tag = sector / 4 + 1; // 0: no line
        const unsigned part = sector % 4;
        const uint64_t hash = tag * 0x9e3779b97f4a7c15ull >> 32;
        ++m_uses;
        uint32_t& hint = m_hints[hash % hints]; // where it stood last
        if (m_tags[hint] == tag)
            return foundAt(hint, part);
        const uint64_t begin = setOf(hash) * ways;
        for (uint64_t n = begin; n < begin + ways; ++n)
            if (m_tags[n] == tag) {
                hint = static_cast<uint32_t>(n);
                return foundAt(n, part);
            }
        uint64_t oldest = begin;
        for (uint64_t n = begin + 1; n < begin + ways; ++n)
            if (m_used[n] < m_used[oldest])
                oldest = n;
        hint = static_cast<uint32_t>(oldest);
        m_tags[oldest] = tag;
        m_used[oldest] = m_uses;
        Line& line = m_lines[oldest];
        line = {{}, {}, static_cast<uint8_t>(1u << part)};
        return {false, line.ready[part], line.owner[part]};
    }

private:
    static constexpr uint64_t ways = 16;
    struct Line {
        std::array<double, 4> ready{};
        std::array<uint32_t, 4> owner{};
        uint8_t valid = 0; ///< by sector
    };
    Found foundAt(uint64_t n, unsigned part) {
        m_used[n] = m_uses;
        Line& line = m_lines[n];
        const bool hit = (line.valid >> part & 1) != 0;
        line.valid |= static_cast<uint8_t>(1u << part);
        return {hit, line.ready[part], line.owner[part]};
    }
    /// `hash` % m_sets, without a division: of two numbers of 32 bits it is exact (Lemire, arxiv.org/abs/1902.01961).
    uint64_t setOf(uint64_t hash) const {
        __extension__ using Wide = unsigned __int128;
        return m_sets == 1 ? 0 : static_cast<uint64_t>(Wide{m_inverse * hash} * m_sets >> 64);
    }

    static constexpr size_t hints = 8192;
    uint64_t m_sets;
    uint64_t m_inverse; ///< 2 to the 64 over m_sets, rounded up
    std::vector<uint32_t> m_hints;
    std::vector<uint64_t> m_tags;
    std::vector<uint64_t> m_used; ///< when: to be found fast, it does not stand with the line
    std::vector<Line> m_lines;
    uint64_t m_uses = 0;
};

} // namespace warplens::sim::time
