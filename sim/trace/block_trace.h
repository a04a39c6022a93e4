// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps of one block did, in order: every request to memory and every barrier. The pictures are drawn from it.
//
// Terms
//   event     one request to global or shared memory, as the hardware issues it, or the arrival of a warp at a barrier
//   interval  the time between two barriers that the whole block passes; the first one is 0
#pragma once

#include "sim/memory/access.h"
#include "sim/simt/launch.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warplens::sim::trace {

enum class EventKind : uint8_t {
    GlobalLoad,
    GlobalStore,
    GlobalAtomic,
    SharedLoad,
    SharedStore,
    SharedAtomic,
    Barrier,
};

inline bool isGlobal(EventKind kind) {
    return kind <= EventKind::GlobalAtomic;
}
inline bool isShared(EventKind kind) {
    return kind >= EventKind::SharedLoad && kind <= EventKind::SharedAtomic;
}
inline bool isLoad(EventKind kind) {
    return kind == EventKind::GlobalLoad || kind == EventKind::SharedLoad;
}

constexpr uint32_t noAccess = UINT32_MAX;

struct Event {
    uint32_t op = 0;   ///< index into Program::ops
    uint32_t mask = 0; ///< lanes that take part
    uint32_t access = noAccess;
    uint32_t interval = 0;
    uint32_t computed = 0; ///< instructions that the warp executed since its event before
    uint16_t warp = 0;
    EventKind kind = EventKind::Barrier;
};

struct AccessRecord {
    uint64_t first = 0;   ///< address of the lowest active lane; shared: from the start of shared memory
    uint32_t pattern = 0; ///< into BlockTrace::patterns
    uint32_t mask = 0;
    uint8_t bytes = 0; ///< of each lane
    bool store = false;
    bool exclusive = false;                            ///< see memory::Access
    uint8_t passes = 1;                                ///< see memory::Access
    uint16_t sectors = 0, sectorsIdeal = 0, lines = 0; ///< of global memory
    uint16_t wavefronts = 0, wavefrontsIdeal = 0;      ///< of shared memory
};

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
    std::vector<Event> events;
    std::vector<AccessRecord> accesses;
    std::vector<std::array<int32_t, memory::lanesPerWarp>> patterns; ///< each lane's address, relative to `first`
    std::vector<uint32_t> intervalBegins;                            ///< index of the first event of each interval
    std::vector<simt::Finding> findings;
    bool truncated = false; ///< there were more events than were wanted
    /// What moved, of the first requests: each active lane's bytes, one lane after the other; where each request's lie.
    std::vector<std::byte> values;
    std::vector<uint32_t> valueBegins;
    std::vector<Divergence> divergences;                   ///< each once
    std::vector<std::pair<uint32_t, uint32_t>> divergedAt; ///< event and index into `divergences`, ascending

    /// The bytes that a lane has read or written; of an atomic, what stands in memory afterwards. Empty where the lane
    /// takes no part or the values are not kept.
    std::span<const std::byte> valueOf(const Event& event, unsigned lane) const;
    /// Where the warp's other lanes stand; nullptr: nowhere else.
    const Divergence* divergenceOf(size_t event) const;

    /// The request of an event that has one.
    memory::Access accessOf(const Event& event) const;
    const AccessRecord& recordOf(const Event& event) const { return accesses[event.access]; }
    uint32_t intervals() const { return static_cast<uint32_t>(intervalBegins.size()); }
};

struct TraceOptions {
    size_t maximumEvents = 10'000'000;
    size_t maximumValueBytes = 0; ///< of what the requests move
    bool divergence = false;      ///< note where the lanes of a warp part
    std::stop_token stop;
};

/// Runs one block alone, its warps taking turns event by event, and writes down what they do.
BlockTrace record(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                  const simt::Dim3& block, const TraceOptions& options);

} // namespace warplens::sim::trace
