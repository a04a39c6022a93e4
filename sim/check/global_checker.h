// SPDX-License-Identifier: GPL-3.0-or-later
// Watches what one block at a time does to global memory, where others may have been, too: in arrays that the launch
// changes. Asynchronous copies read there at some time until they are waited for: until then nobody may write.
#pragma once

#include "sim/check/block_findings.h"
#include "sim/check/sums.h"

#include <vector>

namespace warplens::sim::check {

class GlobalChecker {
public:
    /// `ofClusters`: what blocks do to one another's shared memory, seen as if it were global (Cluster::seenAt). What a
    /// block does to its own is told elsewhere.
    GlobalChecker(BlockWatch& watch, BlockFindings& findings, Sums& sums, bool ofClusters = false);

    void begin();
    void intervalEnded();
    /// Whether there is anything at the access's place that is watched.
    bool watches(const simt::AccessEvent& event);
    /// Where it is watched.
    void aboutToStore(const simt::AccessEvent& event);
    /// `changed`: lanes whose store changes what is there.
    void access(const simt::Machine& m, const simt::AccessEvent& event, uint32_t changed);

    void copiesCommitted(uint32_t warp, uint32_t lanes) { m_copies.commit(warp, lanes); }
    /// The lanes wait for all but their last `left` groups of copies (-1: for all copies).
    void copiesAwaited(const simt::Machine& m, uint32_t lanes, int64_t left);
    /// A lane has passed the mbarrier that copies have told.
    void copiesTold(uint64_t mbarrier, const simt::Machine& m);

private:
    GlobalArray* arrayOf(const simt::MemoryOp& memory, uint64_t address);
    uint32_t numberOf(const AccessRecord& record);
    bool isQuiet(const simt::AccessEvent& event, const GlobalArray& array) const;
    void fetchNext(uint32_t warp, const simt::AccessEvent& event, const GlobalArray& array);
    bool noteQuietly(const simt::Machine& m, const simt::AccessEvent& event, const GlobalArray& array,
                     const Epoch& epoch, uint32_t changed);
    void bareRead(const simt::AccessEvent& event, const GlobalArray& array, uint32_t lanes, uint64_t part);
    void lanesApart(const simt::Machine& m, const simt::AccessEvent& event, uint32_t changed);
    void checkHeap(const simt::AccessEvent& event, const GlobalArray& array);
    void beginCopies(const simt::Machine& m, const simt::AccessEvent& event);
    void checkCopies(const Visit& visit, const GlobalArray& array);
    void complete(const simt::Machine& m, const std::vector<Copy>& copies);

    BlockWatch& m_watch;
    BlockFindings& m_findings;
    Sums& m_sums;
    const bool m_ofClusters;
    LastRecords m_last;
    Horizon* m_horizon = nullptr;
    Stamp m_dead = 1;                             ///< stamps below are of what comes before all that the block does now
    KnownPtr m_base;                              ///< that is since it has known this
    uint32_t m_intervalRecords = 0;               ///< those of the present interval begin with this one
    uint32_t m_nextRecord = 0, m_lastOfChunk = 0; ///< of the launch's records
    uint64_t m_fetched = 0;                       ///< the row that was fetched last
    std::vector<GlobalArray*> m_lastArray;        ///< by memory operation
    std::vector<unsigned> m_plainBytes; ///< likewise, of a lane, where there is nothing special about it; 0: there is
    Copies m_copies;                    ///< where they come from
};

} // namespace warplens::sim::check
