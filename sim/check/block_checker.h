// SPDX-License-Identifier: GPL-3.0-or-later
// Watches one block at a time: what its threads do to shared, local and global memory, and in which order. Each kind of
// memory has a checker of its own; here is what concerns several.
#pragma once

#include "sim/check/block_findings.h"
#include "sim/check/block_watch.h"
#include "sim/check/changed_lanes.h"
#include "sim/check/global_checker.h"
#include "sim/check/lent_pointers.h"
#include "sim/check/local_checker.h"
#include "sim/check/shared_checker.h"
#include "sim/check/sums.h"
#include "sim/check/undefined.h"

#include <array>

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
    void clusterArrived(const simt::Machine& m, uint32_t lanes, bool relaxed) override;
    void clusterReleased(simt::Block& first) override;
    void clusterPassed(const simt::Machine& m, uint32_t lanes) override;
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
    uint32_t readLate(const simt::Machine& m, const simt::AccessEvent& event);
    void accessApart(const simt::Machine& m, const simt::AccessEvent& event, uint32_t lanes);
    void clusterAccess(const simt::Machine& m, const simt::AccessEvent& event);
    uint64_t clusterPlaceOf(const std::byte* host) const;
    bool isOfOtherLaunch(const simt::AccessEvent& event);
    bool isOfReturned(const simt::Machine& m, const simt::AccessEvent& event);

    BlockWatch m_watch;
    UndefinedValues m_undefined;
    BlockFindings m_findings;
    Sums m_sums;
    ChangedLanes m_changed;
    SharedChecker m_shared;
    LocalChecker m_local;
    GlobalChecker m_global, m_clusters;
    LentPointers m_lent;
    std::array<const simt::Op*, 16> m_lastBarrier{};
};

} // namespace warplens::sim::check
