// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/order.h"

#include "sim/memory/lanes.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {
namespace {

using memory::forLanes;

using simt::Machine;

/// What any lane of the group knows of others, all know now, and what they have done themselves up to the clock.
void share(LanePairs& pairs, uint32_t group, uint32_t over) {
    for (uint32_t other = 0; other < 32; ++other) {
        uint32_t most = group >> other & 1 ? over : 0;
        forLanes(group, [&](uint32_t lane) { most = std::max(most, pairs[other][lane]); });
        forLanes(group, [&](uint32_t lane) { pairs[other][lane] = most; });
    }
}

/// What any of the lanes knows, all know now.
void shareKnown(LanesKnown& known, uint32_t lanes) {
    KnownPtr all;
    forLanes(lanes, [&](uint32_t lane) { all = joined(all, known[lane]); });
    forLanes(lanes, [&](uint32_t lane) { known[lane] = all; });
}

/// Whether they have been handed the same, and that tells of all lanes of the record.
bool allKnowWhole(const LanesKnown& known, const AccessRecord& record) {
    return known[0] != nullptr &&
           std::all_of(known.begin(), known.end(), [&](const KnownPtr& k) { return k == known[0]; }) &&
           known[0]->coversWhole(record);
}

/// Of lanes of one warp, up to which clock a lane knows them beyond those that all have met, and itself.
std::vector<Known::Clock> clocksOf(uint32_t warp, uint32_t lane, uint32_t clock, uint32_t met, const LanePairs* pairs) {
    std::vector<Known::Clock> clocks;
    for (uint32_t other = 0; other < 32; ++other)
        if (other == lane)
            clocks.push_back({warp * 32 + lane, clock});
        else if (pairs != nullptr && (*pairs)[other][lane] > met)
            clocks.push_back({warp * 32 + other, (*pairs)[other][lane]});
    return clocks;
}

/// Whether it tells of what others of the block have done in this interval.
bool tellsOf(const Known& what, uint32_t block, uint32_t interval) {
    const Known::OfBlock* own = what.of(block);
    return own != nullptr && own->intervals >= interval;
}

void learnTogether(LanesKnown& known, uint32_t lanes, const KnownPtr& what) {
    KnownPtr before, after; // of the last lane: mostly all lanes know the same
    forLanes(lanes, [&](uint32_t lane) {
        if (after == nullptr || known[lane] != before) {
            before = known[lane];
            after = joined(before, what);
        }
        known[lane] = after;
    });
}

/// What one lane was handed counts from the next fence of any of them on: fences are sequentially consistent, so that the
/// one of a lane that has met the reader stands behind the writer's, too (see BlockOrder::carriedBy).
void sharePending(std::array<LaneFences, 32>& all, uint32_t lanes) {
    Carried handed;
    forLanes(lanes, [&](uint32_t lane) {
        const LaneFences& fences = all[lane];
        handed.join({fences.pendingDevice, fences.pendingBlock});
    });
    forLanes(lanes, [&](uint32_t lane) {
        LaneFences& fences = all[lane];
        fences.pendingDevice = handed.device;
        fences.pendingBlock = handed.block;
    });
}

using FencesOfLanes = std::array<LaneFences, 32>;

FencesOfLanes& made(std::unique_ptr<FencesOfLanes>& fences) {
    if (fences == nullptr)
        fences = std::make_unique<FencesOfLanes>();
    return *fences;
}

/// Whether the lanes have fenced together, so that it is told as one.
bool haveFencedTogether(const FencesOfLanes& all, uint32_t lanes, Fenced LaneFences::*scope) {
    const Fenced& one = all[lanes == 0 ? 0 : static_cast<size_t>(std::countr_zero(lanes))].*scope;
    bool together = true;
    forLanes(lanes, [&](uint32_t lane) {
        const Fenced& other = all[lane].*scope;
        together &= other.done && other.clock == one.clock && other.interval == one.interval;
    });
    return together;
}

/// A barrier of the whole block counts threads that have returned. One with a count knows only of those that it counts:
/// what a warp did that has returned without it is not ordered by it.
bool isWhole(const simt::Block& block, const BarrierOrder& barrier) {
    for (const simt::Warp& warp : block.warps())
        if ((warp.alive() & ~barrier.waiting[warp.index]) != 0 || (barrier.counted && barrier.waiting[warp.index] == 0))
            return false;
    return true;
}

} // namespace

void BlockOrder::begin(uint32_t number) {
    m_number = number;
    m_interval = 0;
    m_partial = false;
    m_base = nullptr;
    m_asked.forget();
    m_carried = {};
    m_warps.resize(m_block.warps().size());
    for (WarpOrder& warp : m_warps) {
        // Fields one by one: most blocks know nothing special, and need none of the tables.
        warp.clock = 1;
        warp.met = 0;
        warp.touched = false;
        if (warp.anyKnown)
            warp.known.fill(nullptr);
        warp.anyKnown = warp.fenced = warp.pending = false;
        warp.pairs.reset();
        warp.fences.reset();
    }
    m_barriers.fill({});
}

uint32_t BlockOrder::close(WarpOrder& warp) {
    warp.clock += warp.touched;
    warp.touched = false;
    return warp.clock - 1;
}

bool BlockOrder::knows(const AccessRecord& earlier, uint32_t earlierLane, uint32_t warp, uint32_t lane) const {
    const KnownPtr& known = m_warps[warp].known[lane];
    return (known != nullptr && known->covers(earlier, earlierLane)) ||
           (m_base != nullptr && m_base->covers(earlier, earlierLane));
}

bool BlockOrder::isWhollyBefore(const AccessRecord& earlier, uint32_t warp) const {
    const WarpOrder& w = m_warps[warp];
    const bool isOwn = earlier.block == m_number; // of which m_base does not tell
    return (isOwn ? earlier.interval < m_interval || (earlier.warp == warp && earlier.clock <= w.met)
                  : m_base != nullptr && m_asked.knowsWhole(*m_base, earlier)) ||
           (w.anyKnown && allKnowWhole(w.known, earlier));
}

void BlockOrder::learn(uint32_t warp, uint32_t lane, const KnownPtr& what) {
    if (what == nullptr)
        return;
    WarpOrder& w = m_warps[warp];
    w.known[lane] = joined(w.known[lane], what);
    w.anyKnown = true;
    m_partial |= tellsOf(*what, m_number, m_interval);
}

KnownPtr BlockOrder::ownKnown(uint32_t warp, uint32_t lane, uint32_t clock, uint32_t met, uint32_t interval) const {
    Known::Clocks clocks{{}, clocksOf(warp, lane, clock, met, m_warps[warp].pairs.get())};
    if (met != 0)
        clocks.warps.push_back({warp, met});
    return std::make_shared<const Known>(Known::OfBlock(m_number, interval, std::move(clocks)));
}

KnownPtr BlockOrder::snapshot(uint32_t warp, uint32_t lane) {
    WarpOrder& w = m_warps[warp];
    return joined(joined(ownKnown(warp, lane, close(w), w.met, m_interval), w.known[lane]), m_base);
}

KnownPtr BlockOrder::snapshotOfLanes(uint32_t warp, uint32_t lanes) {
    KnownPtr all;
    if (lanes == m_block.warps()[warp].alive() || std::popcount(lanes) == 32) {
        WarpOrder& w = m_warps[warp];
        all = joined(std::make_shared<const Known>(Known::OfBlock(m_number, m_interval, {{{warp, close(w)}}, {}})),
                     m_base);
        if (w.anyKnown)
            forLanes(lanes, [&](uint32_t lane) { all = joined(all, w.known[lane]); });
        return all;
    }
    forLanes(lanes, [&](uint32_t lane) { all = joined(all, snapshot(warp, lane)); });
    return all;
}

// ---- lanes of a warp ----------------------------------------------------------------------------------------------

void BlockOrder::lanesMet(const Machine& m, uint32_t here, const uint32_t (&members)[32]) {
    WarpOrder& warp = m_warps[m.warp->index];
    if (!warp.touched && !warp.anyKnown && !warp.fenced && !warp.pending && warp.pairs == nullptr)
        return; // nothing has happened since the last time that they could tell one another
    const uint32_t alive = m.warp->alive();
    for (uint32_t left = here; left != 0;) {
        const uint32_t mask = members[std::countr_zero(left)];
        uint32_t group = 0;
        forLanes(left, [&](uint32_t lane) { group |= static_cast<uint32_t>(members[lane] == mask) << lane; });
        left &= ~group;
        group &= mask;
        // Lanes that have ended count as met where the mask names them: where it does not, nobody knows what they did.
        const bool whole = (alive & ~group) == 0 && (m.warp->lanes & ~mask) == 0;
        if (warp.fenced && std::popcount(group) > 1)
            carryOn(m.warp->index, group, carriedBy(m.warp->index, group));
        warp.fenced &= !whole;
        if (warp.pending && std::popcount(group) > 1)
            sharePending(*warp.fences, group);
        warp.pending &= !whole;
        if (whole)
            meetWhole(warp);
        else if (std::popcount(group) > 1)
            meetGroup(warp, group);
    }
}

void BlockOrder::meetWhole(WarpOrder& warp) {
    warp.met = close(warp);
    warp.pairs.reset();
    if (!warp.anyKnown)
        return;
    shareKnown(warp.known, ~0u);
}

void BlockOrder::meetGroup(WarpOrder& warp, uint32_t group) {
    m_partial = true;
    const bool touched = warp.touched;
    const uint32_t over = close(warp);
    if (touched || warp.pairs != nullptr) {
        if (warp.pairs == nullptr)
            warp.pairs = std::make_unique<LanePairs>();
        share(*warp.pairs, group, over);
    }
    if (!warp.anyKnown)
        return;
    shareKnown(warp.known, group);
}

// ---- barriers -----------------------------------------------------------------------------------------------------

bool BlockOrder::barrierReached(const Machine& m, unsigned id, bool waits, bool counted) {
    BarrierOrder& barrier = m_barriers[id];
    barrier.counted |= counted;
    const uint32_t warp = m.warp->index;
    const bool again = (barrier.arrived[warp] & m.active) != 0;
    barrier.arrived[warp] |= m.active;
    if (waits) {
        barrier.waiting[warp] |= m.active;
    } else {
        barrier.carried.join(carriedBy(warp, m.active));
        barrier.brought = joined(barrier.brought, snapshotOfLanes(warp, m.active));
    }
    return again;
}

/// What an atomic access or a load of a flag was handed counts from the barrier on, as if there were a fence. The memory
/// model asks for one; the programming guide's own sum of all blocks has none there, and no GPU is known that needs it.
void BlockOrder::fenceAtBarrier(uint32_t index) {
    WarpOrder& warp = m_warps[index];
    if (warp.fences == nullptr)
        return;
    for (uint32_t lane = 0; lane < 32; ++lane)
        learn(index, lane, (*warp.fences)[lane].takePending());
}

void BlockOrder::wholeBarrier() {
    for (uint32_t w = 0; w < m_warps.size(); ++w) {
        fenceAtBarrier(w);
        m_carried.join(carriedBy(w, ~0u));
        carryOn(w, ~0u, {}); // all of the block do
        m_warps[w].fenced = false;
    }
    for (WarpOrder& warp : m_warps) {
        if (warp.anyKnown) {
            m_asked.forget();
            for (KnownPtr& known : warp.known) {
                m_base = joined(m_base, Known::without(known, m_number));
                known = nullptr;
            }
            warp.anyKnown = false;
        }
        warp.pairs.reset();
        warp.met = close(warp);
    }
    ++m_interval;
    m_partial = false;
}

bool BlockOrder::barrierReleased(unsigned id) {
    BarrierOrder& barrier = m_barriers[id];
    const bool whole = isWhole(m_block, barrier);
    if (whole) {
        wholeBarrier();
    } else {
        for (uint32_t w = 0; w < m_warps.size(); ++w)
            if (barrier.waiting[w] != 0)
                fenceAtBarrier(w);
        KnownPtr all = barrier.brought;
        for (uint32_t w = 0; w < m_warps.size(); ++w)
            if (barrier.waiting[w] != 0) {
                barrier.carried.join(carriedBy(w, barrier.waiting[w]));
                all = joined(all, snapshotOfLanes(w, barrier.waiting[w]));
            }
        for (uint32_t w = 0; w < m_warps.size(); ++w) {
            forLanes(barrier.waiting[w], [&](uint32_t lane) { learn(w, lane, all); });
            carryOn(w, barrier.waiting[w], barrier.carried);
        }
    }
    barrier = {};
    return whole;
}

// ---- fences and places --------------------------------------------------------------------------------------------

void BlockOrder::fence(const Machine& m, uint32_t lanes, bool blockScope) {
    const uint32_t index = m.warp->index;
    WarpOrder& warp = m_warps[index];
    const uint32_t over = close(warp);
    forLanes(lanes, [&](uint32_t lane) {
        LaneFences& fences = made(warp.fences)[lane];
        learn(index, lane, fences.pendingBlock);
        fences.pendingBlock = nullptr;
        if (!blockScope) {
            learn(index, lane, fences.pendingDevice);
            fences.pendingDevice = nullptr;
        }
        fences.block = {true, m_interval, warp.met, over, joined(warp.known[lane], m_base), nullptr};
        if (!blockScope)
            fences.device = fences.block;
        fences.fresh = true;
    });
    warp.fenced = true;
}

/// What the lanes' fences have made ready. Fences are sequentially consistent, so that one before a barrier counts where
/// another thread raises the flag behind that (PTX ISA 9.0, 8.8: fence.sc operations synchronize in their order, and the
/// flag that was seen says what that is).
Carried BlockOrder::carriedBy(uint32_t index, uint32_t lanes) {
    const WarpOrder& warp = m_warps[index];
    Carried all;
    if (warp.fences == nullptr)
        return all;
    lanes &= m_block.warps()[index].lanes;
    uint32_t fresh = 0;
    forLanes(lanes, [&](uint32_t lane) { fresh |= static_cast<uint32_t>((*warp.fences)[lane].fresh) << lane; });
    const auto gather = [&](Fenced LaneFences::*scope, KnownPtr& into) {
        const bool together = fresh == m_block.warps()[index].lanes && haveFencedTogether(*warp.fences, fresh, scope);
        if (together) {
            const Fenced& one = (*warp.fences)[static_cast<size_t>(std::countr_zero(fresh))].*scope;
            into = joined(into, std::make_shared<const Known>(
                                    Known::OfBlock(m_number, one.interval, {{{index, one.clock}}, {}})));
        }
        forLanes(fresh, [&](uint32_t lane) {
            Fenced& fence = (*warp.fences)[lane].*scope;
            into = joined(into, together ? fence.known : fenced(fence, index, lane));
        });
    };
    gather(&LaneFences::device, all.device);
    gather(&LaneFences::block, all.block);
    forLanes(lanes, [&](uint32_t lane) { all.join((*warp.fences)[lane].carried); });
    return all;
}

/// The lanes hand on as well what others' fences have made ready.
void BlockOrder::carryOn(uint32_t index, uint32_t lanes, const Carried& what) {
    WarpOrder& warp = m_warps[index];
    if (warp.fences == nullptr && what.block == nullptr)
        return;
    forLanes(lanes, [&](uint32_t lane) {
        made(warp.fences)[lane].carried = what;
        made(warp.fences)[lane].fresh = false;
    });
}

KnownPtr BlockOrder::fenced(Fenced& fence, uint32_t warp, uint32_t lane) const {
    if (fence.done && fence.made == nullptr)
        fence.made = joined(ownKnown(warp, lane, fence.clock, fence.met, fence.interval), fence.known);
    return fence.made;
}

void BlockOrder::strongAccess(const Machine& m, uint32_t lane, SyncPlace& place, Manner manner) {
    const uint32_t index = m.warp->index;
    WarpOrder& warp = m_warps[index];
    const bool here = place.blockNumber == m_number;
    if (manner.learns) {
        const KnownPtr fromDevice = manner.blockScope && !here ? nullptr : place.device;
        const KnownPtr fromBlock = here ? place.block : nullptr;
        if (manner.acquires) {
            learn(index, lane, joined(fromDevice, fromBlock));
        } else if (fromDevice != nullptr || fromBlock != nullptr) {
            LaneFences& fences = made(warp.fences)[lane];
            fences.pendingDevice = joined(fences.pendingDevice, fromDevice);
            fences.pendingBlock = joined(fences.pendingBlock, fromBlock);
            warp.pending = true;
        }
    }
    if (!manner.writes)
        return;
    ++place.writes;
    KnownPtr device, block;
    if (manner.releases) {
        block = snapshot(index, lane);
        device = manner.blockScope ? nullptr : block;
    } else {
        Carried ready = m_carried;
        if (warp.fences != nullptr) {
            LaneFences& fences = (*warp.fences)[lane];
            ready.join(fences.carried);
            ready.join({fenced(fences.device, index, lane), fenced(fences.block, index, lane)});
        }
        block = ready.block;
        device = manner.blockScope ? nullptr : ready.device;
    }
    // An atomic operation goes on with what others released before it (PTX ISA 9.0, 8.8: release sequences); a store
    // begins anew.
    place.device = manner.goesOn ? joined(place.device, device) : device;
    place.block = manner.goesOn && here ? joined(place.block, block) : block;
    place.blockNumber = m_number;
}

void BlockOrder::noteSeen(uint32_t warp, uint32_t lane, const SyncPlace& place) {
    LaneFences& fences = made(m_warps[warp].fences)[lane];
    fences.seen = &place;
    fences.seenWrites = place.writes;
}

void BlockOrder::arriveAt(const Machine& m, uint32_t lane, SyncPlace& place) {
    place.arriving = joined(place.arriving, snapshot(m.warp->index, lane));
}

void BlockOrder::arriveAtCluster(const Machine& m, uint32_t lanes, bool relaxed, SyncPlace& place) {
    const KnownPtr brought = relaxed ? joined(m_carried.device, carriedBy(m.warp->index, lanes).device)
                                     : snapshotOfLanes(m.warp->index, lanes);
    place.arriving = joined(place.arriving, brought);
}

void BlockOrder::passCluster(const Machine& m, uint32_t lanes, const SyncPlace& place) {
    learnTogether(m_warps[m.warp->index].known, lanes, place.complete);
    m_partial |= place.complete != nullptr && tellsOf(*place.complete, m_number, m_interval);
    m_warps[m.warp->index].anyKnown = true;
}

} // namespace warplens::sim::check
