// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said of a block: accesses that have met, reads of what nobody wrote. The sentences, the accesses with
// their threads, and what would help.
#pragma once

#include "sim/check/block_watch.h"

#include <map>
#include <set>
#include <vector>

namespace warplens::sim::check {

class BlockFindings {
public:
    explicit BlockFindings(BlockWatch& watch)
        : m_watch(watch) {}

    void begin();
    /// Hands over what was found in the block.
    void end();
    /// A barrier of the whole block has ended an interval.
    void intervalEnded(const simt::Op* barrier) { m_barriers.push_back(barrier); }
    /// Two accesses may have met at the address.
    void race(const Visit& visit, const Conflict& conflict, uint64_t address);
    /// The lanes read what nobody has written, in shared or global memory.
    void bareRead(const simt::AccessEvent& event, uint32_t lanes, uint64_t address);
    simt::Finding bareReadFinding(const simt::AccessEvent& event, uint32_t lane, uint64_t address) const;

private:
    bool lanesStoreTheSame(const Visit& visit, const Conflict& conflict) const;
    std::string moreOfHint(const Visit& visit, const Conflict& conflict, bool sameBlock, bool sameWarp) const;
    simt::Finding raceFinding(const Visit& visit, const Conflict& conflict, uint64_t address) const;
    simt::FindingAccess accessOf(const AccessRecord& record, uint32_t lane, uint64_t address) const;

    BlockWatch& m_watch;
    std::vector<const simt::Op*> m_barriers;       ///< of the whole block, by the interval that they ended
    std::map<uint64_t, simt::Finding> m_meetings;  ///< by the pair of memory operations
    std::map<uint32_t, simt::Finding> m_bareReads; ///< of shared memory, by memory operation
    std::set<uint32_t> m_lastBare;                 ///< operations whose first read of the kind in global memory is told
};

} // namespace warplens::sim::check
