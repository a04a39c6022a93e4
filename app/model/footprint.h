// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes the requests of one shape touch, wherever they happen. No Qt.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::app {

/// Bytes side by side, from the address of the lowest active lane.
struct ByteRun {
    int64_t begin = 0;
    uint32_t bytes = 0;
    bool operator==(const ByteRun&) const = default;
};

/// Ascending, with a gap between any two.
std::vector<ByteRun> footprintOf(const sim::trace::Shape& shape, const sim::trace::Offsets& offsets);

/// Remembers those that were wanted of late.
class FootprintTable {
public:
    explicit FootprintTable(const sim::trace::BlockTrace& trace)
        : m_trace(trace)
        , m_known(kept) {}

    std::span<const ByteRun> of(uint32_t shape);

private:
    static constexpr size_t kept = 256;
    struct Known {
        uint32_t shape = sim::trace::Shape::nothing;
        std::vector<ByteRun> runs;
    };
    const sim::trace::BlockTrace& m_trace;
    std::vector<Known> m_known;
};

} // namespace warplens::app
