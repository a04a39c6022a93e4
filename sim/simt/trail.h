// SPDX-License-Identifier: GPL-3.0-or-later
// While a block is examined (Block::examine): what decides the ways of its lanes. Not for others.
#pragma once

#include "sim/simt/block.h"
#include "sim/simt/cluster.h"
#include "sim/simt/forwarding.h"

#include <bit>
#include <vector>

namespace warplens::sim::simt {

/// Notes for each split what decided its way since the last look: where it read, and what.
class Trail : public Forwarding<AccessObserver> {
public:
    Trail(AccessObserver* behind, size_t warps)
        : Forwarding(behind)
        , m_looks(warps * 32) {}

    struct Look {
        const Op* op = nullptr; ///< it has not looked
        uint64_t address = 0;
        AccessSpace space{};
        uint8_t elementBytes = 0;
        bool moves = false; ///< it has looked at other places, too
        bool flag = false;  ///< in a way that is meant to see what others do ...
        bool lock = false;  ///< ... by an atomic operation, or an atomic read
    };
    /// Whether somebody may have changed what others look at.
    bool changes() const { return m_changes; }
    /// Where the lane looked last, in code that decides its way.
    const Look* lastLook(const Warp& warp, uint32_t lane) const {
        const Look& look = m_looks[warp.index * 32 + lane];
        return look.op == nullptr ? nullptr : &look;
    }

    /// Whether the turn of the running split goes on in this block: until it comes to where its loop begins, so that a
    /// look at its state is one look in a round, or for so many blocks. Pauses count for nothing, unless they are endless.
    bool goesOn(bool beginsRound, bool pauses) {
        constexpr uint32_t mostBlocks = 256, mostOfPauses = 1 << 16;
        m_pauses += pauses;
        m_blocks += !pauses;
        const bool on = pauses ? m_pauses < mostOfPauses : !beginsRound && m_blocks < mostBlocks;
        if (!on)
            m_blocks = m_pauses = 0;
        return on;
    }

    void access(const Machine& m, const AccessEvent& event) override {
        Forwarding::access(m, event);
        const RunState& run = m.block->state();
        const MemoryOp& memory = *event.memory;
        const bool stores = memory.kind == AccessKind::Store || (memory.kind == AccessKind::Atomic && memory.noReturn);
        m_changes |= stores || (memory.kind == AccessKind::Atomic && (event.mask & ~event.kept) != 0);
        if (stores || !run.loops.of(run.program, memory.function).isControl(memory.instruction))
            return;
        uint64_t& trail = m.warp->splits[static_cast<size_t>(m.warp->current)].trail;
        const auto mix = [&](uint64_t word) { trail = (trail ^ word) * 0x100000001b3ull; };
        for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
            const uint64_t address = event.addressOf(lane);
            mix(address);
            mix(contentsAt(m, event, lane, address));
            Look& look = m_looks[m.warp->index * 32 + lane];
            const bool moves = look.op != nullptr && (look.moves || look.address != address);
            look = {event.op,
                    address,
                    event.space,
                    memory.elementBytes,
                    moves,
                    memory.ordered || memory.kind == AccessKind::Atomic,
                    memory.kind == AccessKind::Atomic || (memory.ordered && !memory.isVolatile)};
        }
    }

private:
    static const std::byte* sharedAt(const Machine& m, uint64_t address) {
        if (address < Cluster::window || m.block->inCluster.cluster == nullptr)
            return m.shared + address;
        const auto [block, offset] = m.block->inCluster.cluster->placeOf(*m.block, address);
        return block != nullptr ? block->machine().shared + offset : nullptr;
    }
    static uint64_t contentsAt(const Machine& m, const AccessEvent& event, uint32_t lane, uint64_t address) {
        const size_t bytes = size_t(event.memory->elementBytes) * event.memory->count;
        const std::byte* from = nullptr;
        if (event.space == AccessSpace::Shared)
            from = sharedAt(m, address);
        else if (event.space == AccessSpace::Local)
            from = m.warp->local.get() + size_t(lane) * m.warp->localBytes + address;
        else if (const memory::Ready ready = m.block->state().memory.ready(address, bytes); ready.array != nullptr)
            from = ready.array->host + (address - ready.array->base);
        uint64_t hash = 0;
        for (size_t i = 0; from != nullptr && i < bytes; ++i)
            hash = hash * 0x100000001b3ull + static_cast<uint8_t>(from[i]);
        return hash;
    }

    std::vector<Look> m_looks; ///< by thread
    bool m_changes = false;
    uint32_t m_blocks = 0, m_pauses = 0; ///< that the running split has entered in its turn
};

} // namespace warplens::sim::simt
