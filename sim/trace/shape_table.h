// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the shape of an event among those that were seen before. Needed while a trace is recorded.
#pragma once

#include "sim/memory/access.h"
#include "sim/trace/event.h"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warplens::sim::trace {

/// The lanes' addresses relative to that of the lowest active one; 0 for lanes that take no part.
using Offsets = std::array<int32_t, memory::lanesPerWarp>;

/// Hands out the same number for the same offsets.
class PatternTable {
public:
    explicit PatternTable(std::vector<Offsets>& patterns)
        : m_patterns(patterns) {}

    /// `guess`: which it may well be; any number will do.
    uint32_t numberOf(const int32_t (&offsets)[memory::lanesPerWarp], uint32_t guess);

private:
    std::vector<Offsets>& m_patterns;
    std::unordered_multimap<size_t, uint32_t> m_byHash;
};

/// Hands out the same number for the same shape.
class ShapeTable {
public:
    explicit ShapeTable(EventList& events)
        : m_events(events) {}

    uint32_t numberOf(const Shape& shape);

    /// What tells a request's shape before its costs are worked out: an instruction's requests cost the same wherever
    /// the same pattern lies at the same place of a period.
    struct Uncosted {
        /// Bytes after which the banks, lines and segments of every architecture are as before.
        static constexpr uint64_t period = 256;

        uint32_t op = 0, mask = 0, computed = 0, pattern = 0, divergence = 0;
        uint64_t first = 0;
        EventKind kind{};
        bool operator==(const Uncosted& other) const {
            return op == other.op && mask == other.mask && computed == other.computed && pattern == other.pattern &&
                   divergence == other.divergence && kind == other.kind && first % period == other.first % period &&
                   first >> 32 == other.first >> 32;
        }
    };
    /// The number of the shape that was remembered for it last; forgotten where others came in its way.
    std::optional<uint32_t> recall(const Uncosted& request) const;
    void remember(const Uncosted& request, uint32_t shape);

private:
    static constexpr size_t recentSize = 4096;
    static size_t placeOf(const Uncosted& request);

    struct Recent {
        Uncosted request;
        uint32_t shape = Shape::nothing;
    };
    EventList& m_events;
    std::unordered_multimap<size_t, uint32_t> m_byHash;
    std::vector<Recent> m_recent{recentSize};
};

} // namespace warplens::sim::trace
