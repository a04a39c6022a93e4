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
    uint32_t ordinal(size_t event) const { return m_ordinals[event]; }
    uint32_t ordinals() const { return m_columns; }
    /// The event of a warp with that ordinal, or the nearest there is.
    size_t eventAt(uint16_t warp, uint32_t ordinal) const;
    const std::vector<uint32_t>& eventsOf(uint16_t warp) const { return m_byWarp[warp]; }
    /// The last request up to an event, itself included; nothing where there is none yet.
    std::optional<size_t> lastGlobal(size_t event) const { return known(m_lastGlobal[event]); }
    std::optional<size_t> lastShared(size_t event) const { return known(m_lastShared[event]); }

    /// How far the block's memory pipeline has come, in steps: a wavefront of a request to shared memory is one, any
    /// other event is one. Two variants that stand at the same time have been given the same number of steps.
    uint64_t timeOf(Position position) const;
    Position atTime(uint64_t time) const;
    uint64_t duration() const { return m_times.back(); }

    /// The number of tiles, and which one an event belongs to.
    size_t tiles() const { return m_tileBegins.size(); }
    size_t tileOf(size_t event) const;

private:
    const std::vector<uint32_t>& marks(StepUnit unit) const;

    static constexpr uint32_t none = UINT32_MAX;
    static std::optional<size_t> known(uint32_t event) {
        return event == none ? std::nullopt : std::optional<size_t>(event);
    }

    const sim::trace::BlockTrace& m_trace;
    std::vector<uint32_t> m_lastGlobal, m_lastShared; ///< by event
    std::vector<uint64_t> m_times;                    ///< by event when it begins; one more for the end
    std::vector<uint32_t> m_accessBegins;             ///< first event of each access
    std::vector<uint32_t> m_ordinals;
    std::vector<std::vector<uint32_t>> m_byWarp;
    std::vector<uint32_t> m_tileBegins;    ///< first event of each interval in which data comes from global memory
    std::vector<uint32_t> m_barrierBegins; ///< first event of each interval
    uint32_t m_columns = 0;
};

} // namespace warplens::app
