// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the shared memory of one block at a time: who was last where, what is ordered through it, and the asynchronous
// copies that are under way to it.
#pragma once

#include "sim/check/block_findings.h"
#include "sim/check/distinct_cells.h"
#include "sim/check/late_crowds.h"
#include "sim/check/sums.h"

#include <vector>

namespace warplens::sim::check {

class SharedChecker {
public:
    SharedChecker(BlockWatch& watch, BlockFindings& findings, Sums& sums);

    void begin();
    /// A barrier of the whole block has ended an interval.
    void intervalEnded();
    /// `changed`: lanes whose store changes what is there.
    void access(const simt::Machine& m, const simt::AccessEvent& event, uint32_t changed);
    SyncPlace& place(uint64_t address) { return m_places[address]; }

    void copiesCommitted(uint32_t warp, uint32_t lanes) {
        m_copies.commit(warp, lanes);
        m_sources.commit(warp, lanes);
    }
    /// What threads have written, the copy engine may read from now on.
    void proxiesFenced();
    /// The lanes wait for all but their last `left` groups of copies (-1: for all copies).
    void copiesAwaited(const simt::Machine& m, uint32_t lanes, int64_t left);
    /// A lane takes over the copies that the mbarrier was told of. False: there are none.
    bool copiesTold(uint64_t mbarrier, const simt::Machine& m, uint32_t lane);

private:
    /// Bytes.
    struct Extent {
        uint64_t begin = 0, end = UINT64_MAX;
    };

    Extent extentOf(const OpFacts& facts) const;
    void checkVariable(const simt::AccessEvent& event);
    void renumber();
    uint32_t numberOf(const AccessRecord& record);
    bool noteQuietly(const simt::Machine& m, const simt::AccessEvent& event, const Epoch& epoch);
    void mbarrierAccess(const simt::Machine& m, const simt::AccessEvent& event);
    void race(const Visit& visit, const Conflict& conflict);
    void beginCopies(const simt::Machine& m, const simt::AccessEvent& event);
    void noteUnfenced(const Visit& visit);
    void checkFenced(const simt::Machine& m, const simt::AccessEvent& event);
    void checkSources(const Visit& visit);
    template<class Each>
    void forEachWithNumber(const simt::Machine& m, const std::vector<Copy>& copies, Each visit);
    void completeSources(const simt::Machine& m, const std::vector<Copy>& copies);
    static constexpr uint32_t ownLane = UINT32_MAX; ///< of each copy the lane that has made it
    void complete(const simt::Machine& m, const std::vector<Copy>& copies, uint32_t lane);

    BlockWatch& m_watch;
    BlockFindings& m_findings;
    Sums& m_sums;
    std::vector<Stamp> m_stamps;
    LateCrowds m_crowds;
    bool m_strongLately = false; ///< somebody has made a strong write in the present interval
    Cells m_cells;
    BlockRecords m_records;
    LastRecords m_last;
    Epoch m_epoch;
    SyncPlaces m_places;
    std::vector<DistinctCells> m_distinct; ///< by memory operation
    uint64_t m_version = 1;                ///< of the stamps, but for quiet reads
    std::vector<Extent> m_extents;         ///< by memory operation: of the variable that it is meant for
    Copies m_copies;
    Copies m_sources; ///< from here to global memory
    /// Who has written a byte that the copy engine may not see yet: by cell, where it reads shared memory at all.
    struct Unfenced {
        AccessRecord record;
        uint32_t lane = 0;
        bool written = false;
    };
    std::vector<Unfenced> m_unfenced;
    bool m_copiesMeet = false; ///< two were under way to the same place
};

} // namespace warplens::sim::check
