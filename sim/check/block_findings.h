// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said of a block: accesses that have met, reads of what nobody wrote. The sentences, the accesses with
// their threads, and what would help.
#pragma once

#include "sim/check/block_watch.h"
#include "sim/check/undefined.h"

#include <map>
#include <set>
#include <vector>

namespace warplens::sim::check {

class BlockFindings {
public:
    BlockFindings(BlockWatch& watch, UndefinedValues& undefined)
        : m_watch(watch)
        , m_undefined(undefined) {}

    void begin();
    /// Hands over what was found in the block.
    void end();
    /// A barrier of the whole block has ended an interval.
    void intervalEnded(const simt::Op* barrier) { m_barriers.push_back(barrier); }
    /// Two accesses may have met at the address.
    void race(const Visit& visit, const Conflict& conflict, uint64_t address);
    /// The lanes read what nobody has written, in shared or global memory.
    void bareRead(const simt::AccessEvent& event, uint32_t lanes, uint64_t address);
    /// The same of shared memory, once a value that was loaded is used: what is thrown away is no mistake.
    void bareReadOfUse(const simt::Machine& m, const simt::AccessEvent& event, uint32_t lanes, uint64_t address);
    simt::Finding bareReadFinding(const simt::AccessEvent& event, uint32_t lane, uint64_t address) const;

private:
    bool lanesStoreTheSame(const Visit& visit, const Conflict& conflict) const;
    std::string moreOfHint(const Visit& visit, const Conflict& conflict, bool sameBlock, bool sameWarp) const;
    simt::Finding raceFinding(const Visit& visit, const Conflict& conflict, uint64_t address) const;
    simt::FindingAccess accessOf(const AccessRecord& record, uint32_t lane, uint64_t address) const;

    BlockWatch& m_watch;
    UndefinedValues& m_undefined;
    std::vector<const simt::Op*> m_barriers;       ///< of the whole block, by the interval that they ended
    std::map<uint64_t, simt::Finding> m_meetings;  ///< by the pair of memory operations
    std::map<uint32_t, simt::Finding> m_bareReads; ///< of shared memory, by memory operation
    std::map<uint32_t, uint64_t> m_raced;          ///< the number of the last race of each memory operation
    uint64_t m_races = 0;                          ///< in this block
    std::set<uint32_t> m_lastBare;                 ///< operations whose first read of the kind in global memory is told
};

} // namespace warplens::sim::check
