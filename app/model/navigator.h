// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cursor stands in a block's events, and where a step forward or back leads. No Qt.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

/// An access is one instruction of the program, until all warps that come to it together have done it.
enum class StepUnit : uint8_t { Wavefront, Instruction, Access, Tile, Barrier };

/// The event that happens now, and the wavefront of it that is served. Before the first event: event 0, wavefront 0.
struct Position {
    size_t event = 0;
    unsigned wavefront = 0;
    auto operator<=>(const Position&) const = default;
};

class Navigator {
public:
    explicit Navigator(const sim::trace::BlockTrace& trace);

    size_t count() const { return m_trace.events.size(); }
    Position last() const;
    /// How many wavefronts the event takes; 1 for what is no request to shared memory.
    unsigned wavefronts(size_t event) const;

    /// One step; at the ends it stays. With `warp` only that warp's events count.
    Position forward(Position from, StepUnit unit, std::optional<uint16_t> warp = {}) const;
    Position back(Position from, StepUnit unit, std::optional<uint16_t> warp = {}) const;

    /// The number of an event among those of its warp, from 0: its column in the timeline.
    uint32_t ordinal(size_t event) const;
    uint32_t ordinals() const { return m_columns; }
    /// The event of a warp with that ordinal, or the nearest there is.
    size_t eventAt(uint16_t warp, uint32_t ordinal) const;
    const std::vector<uint32_t>& eventsOf(uint16_t warp) const { return m_byWarp[warp]; }
    /// The last request up to an event, itself included; nothing where there is none yet.
    std::optional<size_t> lastGlobal(size_t event) const;
    std::optional<size_t> lastShared(size_t event) const;
    /// How many of the first events, so many of them, are arrivals at a barrier.
    uint32_t arrivals(size_t events) const;

    /// How far the block's memory pipeline has come, in steps: a wavefront of a request to shared memory is one, any
    /// other event is one. Two variants that stand at the same time have been given the same number of steps.
    uint64_t timeOf(Position position) const;
    Position atTime(uint64_t time) const;
    uint64_t duration() const { return m_duration; }

    /// The number of tiles, and which one an event belongs to.
    size_t tiles() const { return m_tileBegins.size(); }
    size_t tileOf(size_t event) const;

private:
    /// What happened before the first of so many events; from there on it is counted.
    static constexpr size_t markEvents = 256;
    struct Mark {
        uint64_t time = 0;
        uint32_t arrivals = 0;
        uint32_t globals = 0, shareds = 0; ///< the event after the last of such requests; 0: there is none
    };

    uint32_t opAt(size_t event) const { return m_trace.events.shapeAt(event).op; }
    /// Where the event's access begins, and where the next one does: count() after the last one.
    size_t accessOf(size_t event) const;
    size_t accessAfter(size_t event) const;
    const std::vector<uint32_t>& marks(StepUnit unit) const;

    const sim::trace::BlockTrace& m_trace;
    std::vector<Mark> m_marks; ///< every markEvents events

    /// The last event up to this one whose kind is such; `before` of a mark tells it where none follows.
    template<class Is>
    std::optional<size_t> lastOf(size_t event, Is is, uint32_t Mark::*before) const;
    uint64_t m_duration = 0;
    std::vector<std::vector<uint32_t>> m_byWarp;
    std::vector<uint32_t> m_tileBegins;    ///< first event of each interval in which data comes from global memory
    std::vector<uint32_t> m_barrierBegins; ///< first event of each interval
    uint32_t m_columns = 0;
};

} // namespace warplens::app
