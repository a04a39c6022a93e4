// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/footprint.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warplens::app {

std::vector<ByteRun> footprintOf(const sim::trace::Shape& shape, const sim::trace::Offsets& offsets) {
    std::array<int32_t, sim::memory::lanesPerWarp> begins;
    auto end = begins.begin();
    for (uint32_t rest = shape.mask; rest != 0; rest &= rest - 1)
        *end++ = offsets[static_cast<size_t>(std::countr_zero(rest))];
    std::sort(begins.begin(), end);
    std::vector<ByteRun> runs;
    for (auto at = begins.begin(); at != end; ++at) {
        const int64_t begin = *at, stop = begin + shape.bytes;
        if (runs.empty() || begin > runs.back().begin + runs.back().bytes)
            runs.push_back({begin, shape.bytes});
        else
            runs.back().bytes = std::max(runs.back().bytes, static_cast<uint32_t>(stop - runs.back().begin));
    }
    return runs;
}

std::span<const ByteRun> FootprintTable::of(uint32_t shape) {
    Known& known = m_known[shape % kept];
    if (known.shape != shape) {
        const sim::trace::Shape& wanted = m_trace.events.shapes()[shape];
        known = {shape, footprintOf(wanted, m_trace.patterns[wanted.pattern])};
    }
    return known.runs;
}

} // namespace warplens::app
