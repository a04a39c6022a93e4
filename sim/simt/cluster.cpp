// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/cluster.h"

#include "sim/simt/block.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::simt {
namespace {

template<class T>
T* lanesAt(const Machine& m, uint32_t slot) {
    return reinterpret_cast<T*>(m.registers + slot);
}

} // namespace

Cluster::Cluster(std::vector<Block*> blocks)
    : m_blocks(std::move(blocks)) {
    for (uint32_t rank = 0; rank < m_blocks.size(); ++rank)
        m_blocks[rank]->inCluster = {this, rank};
}

Cluster::Place Cluster::placeOf(Block& own, uint64_t address) const {
    if (address < window)
        return {&own, address};
    const uint64_t rank = address / window - 1;
    return {rank < m_blocks.size() ? m_blocks[rank] : nullptr, address % window};
}

uint32_t Cluster::lanesAtHome(const Machine& m, const memory::Access& access) {
    const auto [cluster, rank] = m.block->inCluster;
    if (cluster == nullptr)
        return access.mask;
    uint32_t lanes = 0;
    for (uint32_t mask = access.mask; mask != 0; mask &= mask - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
        const uint64_t place = access.address[lane] / window; // nought: the block's own, by no block's number
        lanes |= uint32_t(place == 0 || place == rank + 1) << lane;
    }
    return lanes;
}

bool Cluster::done() const {
    return std::all_of(m_blocks.begin(), m_blocks.end(), [](const Block* block) { return block->done(); });
}

void Cluster::arrive(Block& block, uint32_t lanes) {
    Machine& m = block.machine();
    m.warp->atCluster |= lanes;
}

bool Cluster::mustWait(Block& block, uint32_t lanes) const {
    return (block.machine().warp->atCluster & lanes) != 0;
}

bool Cluster::isWaiting(const Block& block) {
    return std::any_of(block.warps().begin(), block.warps().end(), [](const Warp& warp) {
        return std::any_of(warp.splits.begin(), warp.splits.end(),
                           [](const Split& split) { return split.state == Split::Cluster; });
    });
}

bool Cluster::release() {
    bool any = false;
    for (const Block* block : m_blocks)
        for (const Warp& warp : block->warps()) {
            if ((warp.alive() & ~warp.atCluster) != 0 && !block->done())
                return false;
            any |= warp.atCluster != 0;
        }
    if (!any)
        return false;
    m_met = true;
    if (AccessObserver* observer = m_blocks.front()->machine().observer)
        observer->clusterReleased(*m_blocks.front());
    for (Block* block : m_blocks) {
        Machine& m = block->machine();
        Warp* const before = m.warp;
        for (Warp& warp : block->warps()) {
            warp.atCluster = 0;
            for (Split& split : warp.splits) {
                if (split.state != Split::Cluster)
                    continue;
                split.state = Split::Ready;
                m.warp = &warp;
                if (m.observer != nullptr)
                    m.observer->clusterPassed(m, split.mask);
            }
        }
        m.warp = before;
    }
    return true;
}

uint64_t clusterSize(const Launch& launch) {
    return launch.cluster.count();
}

Dim3 blockOfClusters(const Launch& launch, uint64_t n) {
    const Dim3& c = launch.cluster;
    const Dim3 clusters{launch.grid.x / c.x, launch.grid.y / c.y, launch.grid.z / c.z};
    const Dim3 cluster = at(clusters, n / c.count()), within = at(c, n % c.count());
    return {cluster.x * c.x + within.x, cluster.y * c.y + within.y, cluster.z * c.z + within.z};
}

uint32_t rankInCluster(const Launch& launch, const Dim3& block) {
    const Dim3& c = launch.cluster;
    return (block.z % c.z * c.y + block.y % c.y) * c.x + block.x % c.x;
}

Dim3 clusterOf(const Launch& launch, const Dim3& block) {
    return {block.x / launch.cluster.x, block.y / launch.cluster.y, block.z / launch.cluster.z};
}

// ---- handlers -----------------------------------------------------------------------------------------------------

const Op* runClusterArrive(Machine& m, const Op* op) {
    Cluster* const cluster = m.block->inCluster.cluster;
    const uint32_t lanes = lanesOf(m, op);
    if (cluster == nullptr || lanes == 0)
        return op + 1;
    if ((m.warp->atCluster & lanes) != 0)
        m.block->report(FindingKind::DivergentBarrier, op, static_cast<uint32_t>(__builtin_ctz(lanes)), 0,
                        "a thread arrives at the barrier of the cluster again before it has waited for the others",
                        Block::Severity::Goes);
    cluster->arrive(*m.block, lanes);
    if (m.observer != nullptr)
        m.observer->clusterArrived(m, lanes, (op->flags & clusterRelaxed) != 0);
    cluster->release();
    return op + 1;
}

const Op* runClusterWait(Machine& m, const Op* op) {
    Cluster* const cluster = m.block->inCluster.cluster;
    if (cluster == nullptr)
        return runBarrier(m, op);
    if (!cluster->mustWait(*m.block, m.active)) {
        if (m.observer != nullptr)
            m.observer->clusterPassed(m, m.active);
        return op + 1;
    }
    return stopSplit(m, Split::Cluster, op + 1);
}

const Op* runMapAddress(Machine& m, const Op* op) {
    const bool generic = (op->flags & clusterGeneric) != 0;
    for (uint32_t lanes = lanesOf(m, op); lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(__builtin_ctz(lanes));
        const uint64_t rank = lanesAt<uint32_t>(m, op->b)[lane];
        const uint64_t from = generic ? lanesAt<uint64_t>(m, op->a)[lane] : lanesAt<uint32_t>(m, op->a)[lane];
        const uint64_t base = generic ? memory::sharedWindow : 0;
        const bool alone = m.block->inCluster.cluster == nullptr && rank == 0;
        const uint64_t to = alone ? from : base + Cluster::addressIn(rank, from - base);
        if (generic)
            lanesAt<uint64_t>(m, op->d)[lane] = to;
        else
            lanesAt<uint32_t>(m, op->d)[lane] = static_cast<uint32_t>(to);
    }
    return op + 1;
}

const Op* runBlockOfAddress(Machine& m, const Op* op) {
    const bool generic = (op->flags & clusterGeneric) != 0;
    for (uint32_t lanes = lanesOf(m, op); lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(__builtin_ctz(lanes));
        const uint64_t from =
            generic ? lanesAt<uint64_t>(m, op->a)[lane] - memory::sharedWindow : lanesAt<uint32_t>(m, op->a)[lane];
        lanesAt<uint32_t>(m, op->d)[lane] =
            from < Cluster::window ? m.block->inCluster.rank : static_cast<uint32_t>(from / Cluster::window - 1);
    }
    return op + 1;
}

} // namespace warplens::sim::simt
