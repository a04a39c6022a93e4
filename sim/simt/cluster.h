// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that run together and reach one another's shared memory (PTX ISA 9.0, 2.2.2 and 9.7.13.3). An address of
// shared::cluster below `window` is one of the block's own shared memory; above it, each block of the cluster has a
// window, by its rank.
#pragma once

#include "sim/memory/access.h"
#include "sim/simt/dim3.h"
#include "sim/simt/machine.h"

#include <cstdint>
#include <vector>

namespace warplens::sim::simt {

class Block;
struct Launch;

class Cluster {
public:
    static constexpr uint64_t window = 1ull << 24;
    static uint64_t addressIn(uint64_t rank, uint64_t offset) { return (rank + 1) * window + offset % window; }

    /// Those who watch see the shared memory of all blocks at addresses that no other memory has.
    static uint64_t seenAt(uint64_t block, uint64_t offset) { return firstSeen + block * window + offset; }
    static bool isSeen(uint64_t address) { return address >= firstSeen; }
    static uint64_t blockSeenAt(uint64_t address) { return (address - firstSeen) / window; }
    static constexpr uint64_t firstSeen = 1ull << 56;

    /// By their rank. Each is told so.
    explicit Cluster(std::vector<Block*> blocks);
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    const std::vector<Block*>& blocks() const { return m_blocks; }
    struct Place {
        Block* block = nullptr; ///< nullptr: there is none of that rank
        uint64_t offset = 0;
    };
    /// Where an address of shared memory leads that a block uses.
    Place placeOf(Block& own, uint64_t address) const;
    /// Which lanes of an access lead to the block's own shared memory. What the others ask for is none of its wavefronts,
    /// and none of the block's that has it (measured, docs/wavefronts.md).
    static uint32_t lanesAtHome(const Machine& m, const memory::Access& access);
    /// Whether all of its blocks have ended.
    bool done() const;
    /// Whether all of them have met. Before that none knows that the others have begun, and have their shared memory (CUDA C++
    /// Programming Guide, "Distributed Shared Memory").
    bool haveMet() const { return m_met; }

    // barrier.cluster. A thread arrives, and waits until all threads of the cluster have come that have not ended.
    void arrive(Block& block, uint32_t lanes);
    bool mustWait(Block& block, uint32_t lanes) const;
    /// Lets those go on who wait, where all have come. Returns whether that was so.
    bool release();
    static bool isWaiting(const Block& block);

private:
    std::vector<Block*> m_blocks;
    bool m_met = false;
};

/// Which block of the grid is the n-th, where those of a cluster follow one another; and its rank.
Dim3 blockOfClusters(const Launch& launch, uint64_t n);
uint32_t rankInCluster(const Launch& launch, const Dim3& block);
uint64_t clusterSize(const Launch& launch);
/// Which cluster of the grid the block is of.
Dim3 clusterOf(const Launch& launch, const Dim3& block);

// Handlers. Of a launch without clusters each block is alone: its own barrier is enough.
const Op* runClusterArrive(Machine& m, const Op* op);
const Op* runClusterWait(Machine& m, const Op* op);
/// mapa: a, an address of shared memory (flags: clusterGeneric, a generic one), b, a rank; getctarank: a.
constexpr uint16_t clusterGeneric = 1, clusterRelaxed = 2;
const Op* runMapAddress(Machine& m, const Op* op);
const Op* runBlockOfAddress(Machine& m, const Op* op);

} // namespace warplens::sim::simt
