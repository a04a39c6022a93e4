// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps of one block did, in order: every request to memory and every barrier. The pictures are drawn from it.
//
// Terms (see also event.h)
//   interval  the time between two barriers that the whole block passes; the first one is 0
#pragma once

#include "sim/memory/access.h"
#include "sim/simt/launch.h"
#include "sim/trace/event.h"
#include "sim/trace/shape_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::sim::trace {

/// Lanes of a warp that stand at another place than those that act.
struct LaneGroup {
    enum State : uint8_t {
        Later,   ///< have their turn after the others, from `op` on
        Joining, ///< wait at `op` for the others, to go on with them
        Barrier, ///< wait at a barrier; go on at `op`
        Ended,
    };
    uint32_t mask = 0;
    uint32_t op = 0; ///< index into Program::ops; 0 for Ended
    State state = Later;
    bool operator==(const LaneGroup&) const = default;
};

/// Where all lanes of a warp stand while only some of them act.
struct Divergence {
    static constexpr uint32_t nowhere = UINT32_MAX;
    uint32_t active = 0;           ///< lanes that come to the instruction; its guard may leave some of them out
    uint32_t reconverge = nowhere; ///< index into Program::ops: where they meet the others again
    std::vector<LaneGroup> others; ///< ascending by their lowest lane
    bool operator==(const Divergence&) const = default;
};

class BlockTrace {
public:
    simt::Dim3 block; ///< which one
    uint32_t warps = 0;
    EventList events;
    std::vector<Offsets> patterns;        ///< each once
    std::vector<uint32_t> intervalBegins; ///< index of the first event of each interval
    std::vector<simt::Finding> findings;
    bool truncated = false; ///< there was more than was wanted
    /// What moved, of the first events: each active lane's bytes, one lane after the other; where each event's lie.
    std::vector<std::byte> values;
    std::vector<uint32_t> valueBegins; ///< or `noValues`
    static constexpr uint32_t noValues = UINT32_MAX;
    std::vector<Divergence> divergences; ///< the shapes point here

    const Shape& shapeOf(const Event& event) const { return events.shapes()[event.shape]; }
    /// The request of an event that is one.
    memory::Access accessOf(const Event& event) const;
    /// The bytes that a lane has read or written; of an atomic, what stands in memory afterwards. Empty where the lane
    /// takes no part or the values are not kept.
    std::span<const std::byte> valueOf(const Event& event, unsigned lane) const;
    /// Where the warp's other lanes stand; nullptr: nowhere else.
    const Divergence* divergenceOf(size_t event) const;

    uint32_t intervals() const { return static_cast<uint32_t>(intervalBegins.size()); }
    uint32_t intervalOf(size_t event) const;
    /// Memory that it takes, about.
    size_t bytes() const;
};

struct TraceOptions {
    size_t maximumEvents = 10'000'000;
    size_t maximumShapeBytes = 128u << 20; ///< of what is not repeated in them: patterns and shapes
    size_t maximumValueBytes = 0;          ///< of what the requests move
    std::vector<bool> valuesOf;            ///< by memory operation: whether they are kept; empty: of all
    bool divergence = false;               ///< note where the lanes of a warp part
    bool watch = true;                     ///< for mistakes
    bool answers = false;                  ///< keep what atomics answered, not what they left in memory
    std::stop_token stop;
};

/// Runs one block alone, its warps taking turns event by event, and writes down what they do.
BlockTrace record(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                  const simt::Dim3& block, const TraceOptions& options);

} // namespace warplens::sim::trace
