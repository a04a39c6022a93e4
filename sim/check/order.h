// SPDX-License-Identifier: GPL-3.0-or-later
// What is ordered with what in a block: happens-before, as the memory model of PTX has it (PTX ISA 9.0, 8). A barrier
// orders those who come to it, a .sync instruction the lanes that it names, and a fence with an access that is strong
// enough hands on, through the place that is accessed, what the thread knew. (Flanagan and Freund, "FastTrack", 2009, is
// where comparing a clock instead of a vector comes from.)
#pragma once

#include "sim/check/fences.h"
#include "sim/simt/block.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace warplens::sim::check {

/// A place through which knowledge is handed on: by those who release to those who acquire.
struct SyncPlace {
    KnownPtr device;             ///< by strong writes of device scope
    KnownPtr block;              ///< by those that reach the own block only ...
    uint32_t blockNumber = 0;    ///< ... which is this one
    KnownPtr arriving, complete; ///< of an mbarrier: in its present phase, and in those that are over
    bool phase = false;
    uint32_t writes = 0; ///< how often it was written
};
using SyncPlaces = std::unordered_map<uint64_t, SyncPlace>; ///< by address

/// Who has come to a barrier, and what they bring.
struct BarrierOrder {
    KnownPtr brought; ///< by those who only arrive
    Carried carried;
    bool counted = false;
    std::array<uint32_t, 32> arrived{}, waiting{}, clock{};
};

/// [a][b]: up to which clock lane b knows lane a.
using LanePairs = std::array<std::array<uint32_t, 32>, 32>;
using LanesKnown = std::array<KnownPtr, 32>;

class BlockOrder {
public:
    explicit BlockOrder(const simt::Block& block)
        : m_block(block) {}

    void begin(uint32_t number);
    uint32_t number() const { return m_number; }
    uint32_t interval() const { return m_interval; }

    /// What all of its threads know of other blocks; nullptr: nothing.
    const KnownPtr& base() const { return m_base; }

    /// The clock that an access of the warp gets now.
    uint32_t clockOf(uint32_t warp) {
        m_warps[warp].touched = true;
        return m_warps[warp].clock;
    }
    /// Whether something has ordered some of the block's threads, and not all, since the block's last barrier.
    bool isPartial() const { return m_partial; }
    /// Whether the lane's access happens before what a lane of this block does now.
    bool isBefore(const AccessRecord& earlier, uint32_t earlierLane, uint32_t warp, uint32_t lane) const {
        const WarpOrder& w = m_warps[warp];
        if (earlier.block == m_number) {
            if (earlier.interval < m_interval)
                return true;
            if (earlier.warp == warp && (earlierLane == lane || earlier.clock <= w.met ||
                                         (w.pairs != nullptr && (*w.pairs)[earlierLane][lane] >= earlier.clock)))
                return true;
        }
        return (w.anyKnown || m_base != nullptr) && knows(earlier, earlierLane, warp, lane);
    }
    /// Whether all that lanes did there happens before what any lane of the warp does now; where not, isBefore says of whom.
    bool isWhollyBefore(const AccessRecord& earlier, uint32_t warp) const;

    // What happens. Lanes are those of the machine's warp.
    void lanesMet(const simt::Machine& m, uint32_t here, const uint32_t (&members)[32]);
    /// `counted`: for so many threads as the instruction says, not for all of the block. Returns whether lanes have come
    /// that had come before.
    bool barrierReached(const simt::Machine& m, unsigned id, bool waits, bool counted);
    /// Returns whether all threads of the block waited: a new interval has begun.
    bool barrierReleased(unsigned id);
    void fence(const simt::Machine& m, uint32_t lanes, bool blockScope);
    struct Manner {
        bool learns; ///< reads, and asks what it has read
        bool writes, acquires, releases, blockScope;
        bool goesOn; ///< with what others have released there before: an atomic operation, not a store
    };
    void strongAccess(const simt::Machine& m, uint32_t lane, SyncPlace& place, Manner manner);
    /// The lane has looked there, at a flag.
    void noteSeen(uint32_t warp, uint32_t lane, const SyncPlace& place);
    /// Whether it has looked there since it was written last: what it writes now comes behind.
    bool hasSeen(uint32_t warp, uint32_t lane, const SyncPlace& place) const {
        const WarpOrder& w = m_warps[warp];
        return w.fences != nullptr && (*w.fences)[lane].seen == &place && (*w.fences)[lane].seenWrites == place.writes;
    }
    void arriveAt(const simt::Machine& m, uint32_t lane, SyncPlace& place);
    /// The same of lanes together, at the barrier of a cluster; `relaxed`: only what came before their last fences.
    void arriveAtCluster(const simt::Machine& m, uint32_t lanes, bool relaxed, SyncPlace& place);
    void passCluster(const simt::Machine& m, uint32_t lanes, const SyncPlace& place);
    void passBy(const simt::Machine& m, uint32_t lane, const SyncPlace& place) {
        learn(m.warp->index, lane, place.complete);
    }

private:
    struct WarpOrder {
        uint32_t clock = 1;
        uint32_t met = 0; ///< the lanes know one another up to this clock ...
        bool touched = false;
        bool anyKnown = false;
        bool fenced = false;              ///< a lane's fence is fresh
        bool pending = false;             ///< a lane has been handed something that the others have not heard of
        std::unique_ptr<LanePairs> pairs; ///< ... or [a][b]: lane b knows lane a up to there
        LanesKnown known;
        std::unique_ptr<std::array<LaneFences, 32>> fences;
    };

    bool knows(const AccessRecord& earlier, uint32_t earlierLane, uint32_t warp, uint32_t lane) const;
    /// Ends the warp's present clock; what comes now is later. Returns the last one that is over.
    uint32_t close(WarpOrder& warp);
    KnownPtr ownKnown(uint32_t warp, uint32_t lane, uint32_t clock, uint32_t met, uint32_t interval) const;
    /// All that the lane knows now, with its own accesses.
    KnownPtr snapshot(uint32_t warp, uint32_t lane);
    KnownPtr snapshotOfLanes(uint32_t warp, uint32_t lanes);
    void learn(uint32_t warp, uint32_t lane, const KnownPtr& what);
    Carried carriedBy(uint32_t warp, uint32_t lanes);
    void carryOn(uint32_t warp, uint32_t lanes, const Carried& what);
    void fenceAtBarrier(uint32_t warp);
    void meetWhole(WarpOrder& warp);
    void meetGroup(WarpOrder& warp, uint32_t group);
    void wholeBarrier();
    KnownPtr fenced(Fenced& fence, uint32_t warp, uint32_t lane) const;

    const simt::Block& m_block;
    uint32_t m_number = 0, m_interval = 0;
    bool m_partial = false;
    KnownPtr m_base; ///< what all threads of the block know of other blocks
    mutable LastAsked m_asked;
    Carried m_carried; ///< by all threads of the block
    std::vector<WarpOrder> m_warps;
    std::array<BarrierOrder, 16> m_barriers;
};

} // namespace warplens::sim::check
