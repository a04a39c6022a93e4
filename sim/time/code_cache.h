// SPDX-License-Identifier: GPL-3.0-or-later
// Instruction caches: what a quarter of a multiprocessor keeps of the code, and what all four do, in lines of 128 bytes, with so many
// ways; of a set the line goes that came first. A warp whose next line has been let go gets one line after the other, at a pace.
// Measured on an H100 with loops of FFMAs in small steps (tests/hardware/why/code_steps.cu, docs/time.md): of a loop that is too large
// for such a cache with w ways all lines miss from 1 + 1/w times its size on. What is fetched for the first time costs nothing here: a
// launch before has left it near.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::sim::time {

class CodeCache {
public:
    static constexpr uint32_t line = 8; ///< instructions
    struct Size {
        uint32_t instructions = 0, ways = 1;
    };
    static constexpr Size ofQuarter{2048, 4}, ofAll{8192, 8}; ///< 32 and 128 KiB
    /// For a line that the quarter has let go, and for one that all have: 2.18 and 5.8 clocks an instruction.
    static constexpr double nearClocks = 2.18 * line, farClocks = 5.8 * line;
    static uint32_t lineOf(uint32_t instruction) { return instruction / line; }

    /// For a function with so many instructions.
    void prepare(size_t instructions, const Size& size) {
        m_ways = size.ways;
        m_lines.assign(lineOf(static_cast<uint32_t>(instructions)) + 1, {});
        m_kept.assign(size.instructions / line, nobody);
    }

    struct Use {
        bool lost;     ///< it was here once, and was let go
        double* there; ///< the clock from which on it is here
    };
    Use use(uint32_t number) {
        Line& used = m_lines[number];
        const auto begin = m_kept.begin() + static_cast<std::ptrdiff_t>(number % (m_kept.size() / m_ways) * m_ways);
        const auto end = begin + m_ways;
        const auto found = std::find(begin, end, number);
        const bool lost = found == end && used.seen;
        if (found == end) { // in the room of the last
            *(end - 1) = number;
            std::rotate(begin, end - 1, end);
        }
        used.seen = true;
        return {lost, &used.there};
    }

private:
    static constexpr uint32_t nobody = UINT32_MAX;
    struct Line {
        double there = 0;
        bool seen = false;
    };
    std::vector<Line> m_lines;
    std::vector<uint32_t> m_kept; ///< set after set
    uint32_t m_ways = 1;
};

} // namespace warplens::sim::time
