// SPDX-License-Identifier: GPL-3.0-or-later
// One warp at one moment, lane by lane: who it is, what it asks for, what moves, and where the lanes stand that go
// another way. No Qt.
#pragma once

#include "app/model/focus.h"
#include "app/model/moment.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

enum class LaneState : uint8_t {
    Acts,
    LeftOut, ///< comes to the instruction; its condition is false
    Later,   ///< stands at another line and has its turn afterwards
    Joining, ///< has come to the place where the lanes meet again
    Barrier, ///< waits at the barrier of the block
    Ended,
    Absent, ///< the last warp of a block may have fewer than 32 threads
};

struct LaneRow {
    LaneState state = LaneState::Acts;
    sim::simt::Dim3 thread;
    uint32_t line = 0; ///< of the source, where the lane stands; 0: unknown
    // Of lanes that act in a request:
    uint64_t address = 0;
    std::string element;               ///< "A[3][5]", or "A[3][4…7]"; empty where no array is known
    unsigned sector = 0;               ///< of global memory: which of the line's four
    unsigned bank = 0;                 ///< of shared memory: of the lane's first word
    std::optional<unsigned> wavefront; ///< likewise, of what tells it
    std::string value;                 ///< read or written; empty: not kept
};

/// Lanes that stand at the same place.
struct LaneParty {
    uint32_t mask = 0;
    LaneState state = LaneState::Acts;
    uint32_t line = 0;
};

struct WarpTable {
    uint16_t warp = 0;
    sim::trace::EventKind kind = sim::trace::EventKind::Barrier;
    std::optional<Request> request; ///< nothing: a barrier
    std::array<LaneRow, sim::memory::lanesPerWarp> lanes;
    std::vector<LaneParty> parties; ///< that which acts first, without those that are absent
    uint32_t meetingLine = 0;       ///< where the parties meet again; 0: not before the end, or unknown
    bool split = false;             ///< some lanes go another way now
    bool rejoined = false;          ///< it was split the last time, and is not any more
};

/// Nothing where the block touches no memory.
std::optional<WarpTable> warpTableAt(const Scene& scene, const Navigator& navigator, const Moment& moment);

/// "line 18: 8 lanes act" and the like: a party in a few words.
std::string partyText(const LaneParty& party);

/// A lane in one sentence, with all that belongs to it in the other pictures.
Focus focusOnTableLane(const Scene& scene, const Moment& moment, const WarpTable& table, unsigned lane);

/// Bytes as numbers of that type, up to four of them.
std::string valueText(std::span<const std::byte> bytes, kernels::ElementType type);

} // namespace warplens::app
