// SPDX-License-Identifier: GPL-3.0-or-later
// Watches one block at a time: what its threads do to shared, local and global memory, and in which order.
#pragma once

#include "sim/check/cells.h"
#include "sim/check/copies.h"
#include "sim/check/launch_watch.h"
#include "sim/check/undefined.h"

#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace warplens::sim::check {

class BlockChecker : public simt::AccessObserver {
public:
    BlockChecker(LaunchWatch& launch, simt::Block& block);

    void beginBlock(const simt::Dim3& index) override;
    void endBlock() override;
    void aboutToStore(const simt::Machine& m, const simt::AccessEvent& event) override;
    void access(const simt::Machine& m, const simt::AccessEvent& event) override;
    void copiesCommitted(const simt::Machine& m, uint32_t lanes) override;
    void copiesAwaited(const simt::Machine& m, uint32_t lanes, int64_t left) override;
    void mbarrierUsed(const simt::Machine& m, const simt::Op* op, uint32_t arrived, uint32_t passed,
                      std::byte* const (&host)[32]) override;
    void lanesMet(const simt::Machine& m, const simt::Op* op, uint32_t here, const uint32_t (&members)[32]) override;
    void fence(const simt::Machine& m, const simt::Op* op, uint32_t lanes) override;
    void barrierReached(const simt::Machine& m, const simt::Op* op, unsigned id, bool waits) override;
    void barrierReleased(unsigned id) override;
    void frameWritten(const simt::Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes) override;
    void allocated(const simt::Machine& m, const simt::Op* op, uint32_t lane, uint64_t address,
                   uint64_t bytes) override;
    void freed(const simt::Machine& m, const simt::Op* op, uint32_t lane, uint64_t address) override;
    void readMissingLanes(const simt::Machine& m, const simt::Op* op, uint32_t lanes,
                          const uint8_t (&from)[32]) override;
    void follow(const simt::Machine& m, const simt::Op* op) override { m_undefined.follow(m, op); }
    void shuffled(const simt::Machine& m, const simt::Op* op, uint32_t lanes, const uint8_t (&from)[32]) override {
        m_undefined.shuffled(m, op, lanes, from);
    }

private:
    /// The record that an operation of a warp had last: it is taken again until the warp's clock ticks.
    struct LastRecord {
        uint32_t number = 0, clock = 0, interval = 0;
    };
    /// A pair of operations that have met.
    struct Meeting {
        simt::Finding finding;
        bool told = false;
    };

    /// Bytes of shared memory.
    struct Extent {
        uint64_t begin = 0, end = UINT64_MAX;
    };

    AccessRecord makeRecord(const simt::Machine& m, const simt::MemoryOp& memory, const OpFacts& facts);
    void renumber();
    uint32_t sharedNumber(const simt::Machine& m, const simt::MemoryOp& memory, const AccessRecord& record);
    uint32_t globalNumber(const simt::Machine& m, const simt::MemoryOp& memory, const AccessRecord& record);
    bool noteQuietly(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts, const Epoch& epoch);
    void sharedAccess(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts);
    void mbarrierAccess(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts);
    void localAccess(const simt::Machine& m, const simt::AccessEvent& event);
    void globalAccess(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts);
    void lanesApart(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts);
    static constexpr uint32_t ownLane = UINT32_MAX; ///< of each copy the lane that has made it
    void complete(const simt::Machine& m, const std::vector<Copy>& copies, uint32_t lane);
    void copiesFrom(const simt::Machine& m, const simt::AccessEvent& event);
    void checkCopiesFrom(const Visit& visit, const GlobalArray& array);
    void completeSources(const simt::Machine& m, const std::vector<Copy>& sources);
    AccessRecord recordOfCopy(const Copy& copy) const;
    uint64_t bulkMbarrier(const simt::Machine& m, const simt::Op* op, uint32_t lane) const;
    void handOn(const simt::Machine& m, const simt::AccessEvent& event, const OpFacts& facts, SyncPlaces& places);
    Extent extentOf(const OpFacts& facts) const;
    void checkVariable(const simt::AccessEvent& event, const OpFacts& facts);
    void checkHeap(const simt::Machine& m, const simt::AccessEvent& event, const GlobalArray& array);
    template<class Records>
    void checkSums(const simt::AccessEvent& event, const Cells& cells, uint64_t first, const Records& records,
                   Stamp dead);
    uint32_t changedLanes(const simt::Machine& m, const simt::AccessEvent& event) const;
    bool lanesStoreTheSame(const Visit& visit, const Conflict& conflict) const;

    void race(const Visit& visit, const Conflict& conflict, uint64_t address);
    void meet(const Visit& visit, const Conflict& conflict, uint64_t address);
    simt::Finding raceFinding(const Visit& visit, const Conflict& conflict, uint64_t address);
    simt::FindingAccess accessOf(const AccessRecord& record, uint32_t lane, uint64_t address) const;
    void bareRead(const simt::Machine& m, const simt::AccessEvent& event, uint32_t lanes, uint64_t address);
    GlobalArray* arrayOf(const simt::MemoryOp& memory, uint64_t address);

    LaunchWatch& m_launch;
    simt::Block& m_block;
    const simt::Program& m_program;
    const Facts& m_facts;
    BlockOrder m_order;

    // Shared memory.
    std::vector<Stamp> m_stamps;
    Crowd m_readers, m_writers;
    Cells m_shared;
    BlockRecords m_records;
    Epoch m_epoch;
    SyncPlaces m_sharedPlaces;
    Copies m_copies, m_sources; ///< where they go to, and where they come from
    bool m_copiesMeet = false;  ///< two were under way to the same place

    std::vector<Extent> m_extents;                      ///< by memory operation: of the variable that it is meant for
    std::vector<LastRecord> m_lastShared, m_lastGlobal; ///< by warp and memory operation
    uint32_t m_nextRecord = 0, m_lastOfChunk = 0;       ///< of the launch's records
    std::vector<GlobalArray*> m_lastArray;              ///< by memory operation
    const simt::Op* m_storing = nullptr;
    uint32_t m_changed = ~0u; ///< lanes whose store, about to be made, changes what is there
    std::vector<std::array<std::vector<uint8_t>, 32>> m_local; ///< by warp and lane: bytes that have been written
    std::vector<const simt::Op*> m_barriers;                   ///< of the whole block, by the interval that they ended
    std::array<const simt::Op*, 16> m_lastBarrier{};
    std::map<uint64_t, Meeting> m_meetings;
    std::map<uint32_t, simt::Finding> m_bareReads; ///< of shared and local memory, by memory operation
    std::set<uint32_t> m_sums;                     ///< operations whose order is told to matter
    std::set<uint32_t> m_lastBare;                 ///< operations whose first read of the kind in global memory is told
    UndefinedValues m_undefined;
};

} // namespace warplens::sim::check
