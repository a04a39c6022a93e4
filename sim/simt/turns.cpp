// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/turns.h"

#include "sim/simt/forwarding.h"
#include "sim/simt/stuck.h"
#include "sim/simt/trail.h"

#include <algorithm>
#include <iterator>

namespace warplens::sim::simt {
namespace {

/// Turns of a block that moves before others have theirs: it may wait in a way that nobody sees.
constexpr uint32_t mostTurns = 1024;
/// Of an examination: rounds at least, and looks at splits at first and at most where nobody changes anything, after which blocks
/// that have not gone round in circles are not said to.
constexpr uint64_t leastRounds = 96, firstLooks = 1 << 18, mostLooks = 1 << 22;
/// Where there are many splits, the looks at first are few rounds: as long as nothing changes, there are so many of these.
constexpr uint64_t roundsOfMany = 1 << 14;

/// Whether an examination goes on: `most` looks at first.
bool looksOn(uint64_t round, uint64_t looks, uint64_t most, bool still) {
    return round < leastRounds || looks < most || (still && round < roundsOfMany && looks < mostLooks);
}

/// Says where turns end. While a block is examined, they end where its rounds do.
class CutSteps : public Forwarding<StepObserver> {
public:
    CutSteps(const Block& block, AccessObserver* watch, Turns::Cut& cut)
        : Forwarding(watch)
        , m_block(block)
        , m_cut(cut) {}
    bool step(const Machine& m, const Op* op) override { return !m_block.examined() && m_cut(m, op); }

private:
    const Block& m_block;
    Turns::Cut& m_cut;
};

/// Lanes that have parted have turns one after the other.
void letSplitsTakeTurns(Block& block) {
    for (Warp& warp : block.warps())
        warp.current = (warp.current + 1) % static_cast<int32_t>(warp.splits.size());
}

} // namespace

std::unique_ptr<Turns::Place> Turns::freePlace() {
    if (m_free.empty())
        return std::make_unique<Place>(m_state, m_tally);
    std::unique_ptr<Place> place = std::move(m_free.back());
    m_free.pop_back();
    return place;
}

/// Gives the block turns as long as it moves. Returns whether it has moved at all.
bool Turns::advance(Place& place) {
    place.block.setGivesWay(place.patience == 0);
    place.patience -= place.patience != 0;
    bool moved = false;
    for (uint32_t i = 0; i < mostTurns; ++i)
        switch (place.block.turn()) {
        case Block::Turn::Moves:
            if (place.steps != nullptr) // it was cut
                return true;
            moved = true;
            break;
        case Block::Turn::Meets: // a block may run ahead through barriers of its own, too
            moved = true;
            break;
        case Block::Turn::Idles:
            return moved;
        case Block::Turn::Done:
            return true;
        }
    return moved;
}

void Turns::start(Place& place, uint64_t number, const Dim3& index, bool watched) {
    place.number = number;
    place.patience = 0;
    if (watched && place.observer == nullptr)
        place.observer = m_watch(place.block);
    if (m_cut && place.steps == nullptr)
        place.steps = std::make_unique<CutSteps>(place.block, place.observer.get(), m_cut);
    place.block.start(index, place.steps.get(), watched ? place.observer.get() : nullptr);
}

void Turns::beginCluster(uint64_t first, const std::vector<Dim3>& indices, bool watched) {
    std::vector<std::unique_ptr<Place>> places;
    std::vector<Block*> blocks;
    for (size_t i = 0; i < indices.size(); ++i) {
        places.push_back(freePlace());
        blocks.push_back(&places.back()->block);
    }
    const auto cluster = std::make_shared<Cluster>(std::move(blocks));
    for (size_t i = 0; i < indices.size(); ++i) {
        places[i]->cluster = cluster;
        start(*places[i], first + i, indices[i], watched);
        m_waiting.push_back(std::move(places[i]));
    }
    while (!cluster->done() && m_failedBlock == UINT64_MAX && goRound()) {
    }
}

void Turns::beginPeers(Block& block, const Dim3& index) {
    const Launch& launch = m_state.launch;
    const uint64_t size = clusterSize(launch);
    uint64_t first = 0;
    while (!(clusterOf(launch, blockOfClusters(launch, first)) == clusterOf(launch, index)))
        first += size;
    std::vector<std::unique_ptr<Place>> places;
    std::vector<Block*> blocks;
    for (uint64_t rank = 0; rank < size; ++rank) {
        const bool isOwn = rank == rankInCluster(launch, index);
        if (!isOwn)
            places.push_back(freePlace());
        blocks.push_back(isOwn ? &block : &places.back()->block);
    }
    const auto cluster = std::make_shared<Cluster>(blocks);
    for (uint64_t rank = 0, next = 0; rank < size; ++rank)
        if (blocks[rank] != &block) {
            Place& place = *places[next++];
            place.cluster = cluster;
            start(place, first + rank, blockOfClusters(launch, first + rank), false);
        }
    std::move(places.begin(), places.end(), std::back_inserter(m_waiting));
}

bool Turns::begin(uint64_t number, const Dim3& index, bool watched) {
    std::unique_ptr<Place> place = freePlace();
    start(*place, number, index, watched);
    advance(*place);
    m_waiting.push_back(std::move(place));
    sweep();
    return m_waiting.empty() || m_waiting.back()->number != number;
}

/// Takes out those that are done.
void Turns::sweep() {
    for (size_t i = 0; i < m_waiting.size();) {
        const Place& place = *m_waiting[i];
        if (place.block.done() && place.block.failed())
            m_failedBlock = std::min(m_failedBlock, place.number);
        // What a block has left in its shared memory may still be looked at by others of its cluster.
        if (!place.block.done() || (place.cluster != nullptr && !place.cluster->done())) {
            ++i;
            continue;
        }
        m_waiting[i]->block.inCluster = {};
        m_waiting[i]->cluster = nullptr;
        m_free.push_back(std::move(m_waiting[i]));
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

bool Turns::goRound() {
    bool moved = false;
    for (const auto& place : m_waiting)
        moved |= !place->block.done() && advance(*place);
    sweep();
    return moved;
}

/// Whether all of them go round in circles, so that none will ever move by itself. They are examined from then on.
bool Turns::goInCircles(const std::vector<Place*>& places, uint64_t most) {
    uint64_t expected = 0;
    for (Place* place : places) {
        place->block.examine(false);
        place->block.examine(true);
        expected += place->block.looksOfCircles();
    }
    most = std::max(most, std::min(2 * expected, mostLooks)); // round a large table, a circle is long
    uint64_t looks = 0;
    bool still = true;
    for (uint64_t round = 0; looksOn(round, looks, most, still); ++round) {
        bool moved = false;
        for (Place* place : places) {
            looks += place->block.trail()->changes() ? most : place->block.splitsReady();
            moved |= place->block.turn() == Block::Turn::Done;
            still &= !place->block.trail()->changes();
        }
        const bool circling =
            std::all_of(places.begin(), places.end(), [&](const Place* place) { return place->block.circles(still); });
        if (moved)
            return false;
        if (!circling)
            continue;
        // Meanwhile somebody may have got what others wait for, and wait for those himself where their ways meet again.
        bool released = false;
        for (Place* place : places)
            released |= place->block.releaseWaitingLanes();
        return !released;
    }
    return false;
}

/// None has moved: do they all go round in circles, and is nobody left who could write what they wait for? Says so, and
/// ends them. Returns whether there is something to go on with.
bool Turns::examine(const std::vector<Place*>& places, uint64_t most) {
    const std::function<bool()>& othersMayWrite = places.front()->block.state().othersMayWrite;
    const bool circling = goInCircles(places, most);
    if (circling && othersMayWrite && othersMayWrite()) {
        for (Place* place : places) { // how long they have done so does not count
            place->block.examine(false);
            for (Warp& warp : place->block.warps())
                warp.enters = 0;
        }
        return true;
    }
    // What somebody has written just before is there by now.
    if (!circling || (othersMayWrite && !goInCircles(places, most))) {
        for (Place* place : places)
            place->block.examine(false);
        return circling;
    }
    std::vector<Block*> blocks;
    for (Place* place : places)
        blocks.push_back(&place->block);
    Stuck::reportCircles(blocks);
    return true;
}

void Turns::endWithoutRoom(uint64_t room, uint64_t grid, const std::string& card) {
    std::vector<Place*> places;
    std::vector<Block*> blocks;
    for (const auto& place : m_waiting) {
        places.push_back(place.get());
        blocks.push_back(&place->block);
    }
    const std::function<bool()>& othersMayWrite = m_state.othersMayWrite;
    if (goInCircles(places, firstLooks) && !(othersMayWrite && othersMayWrite()))
        Stuck::reportNoRoom(blocks, room, grid, card);
    for (Block* block : blocks)
        block->examine(false);
    sweep();
}

void Turns::finish(std::vector<Turns*> all) {
    uint64_t looks = firstLooks;
    for (uint32_t patience = 4;;) {
        std::vector<Place*> places;
        for (Turns* turns : all)
            for (const auto& place : turns->m_waiting)
                if (!place->block.done())
                    places.push_back(place.get());
        if (places.empty())
            return;
        std::sort(places.begin(), places.end(), [](const Place* a, const Place* b) { return a->number < b->number; });
        bool moved = false;
        for (Place* place : places) {
            moved |= advance(*place);
            if (place->steps != nullptr)
                letSplitsTakeTurns(place->block);
            if (place->block.done() && place->block.failed())
                break;
        }
        if (!moved)
            for (Place* place : places)
                moved |= place->block.releaseWaitingLanes();
        if (!moved && !examine(places, looks)) {
            // They count, or try so many times: for a while nobody gives way, so that they come on.
            for (Place* place : places)
                place->patience = patience;
            patience *= 2;
            looks = std::min(4 * looks, mostLooks);
        }
        bool failed = false;
        for (Turns* turns : all) {
            turns->sweep();
            failed |= turns->m_failedBlock != UINT64_MAX;
        }
        if (failed)
            return;
    }
}

Tally Turns::takeTally() {
    return std::move(m_tally);
}

namespace {

/// Both see the block; one of them says where turns end.
class StepsAndMore : public Forwarding<StepObserver> {
public:
    StepsAndMore(StepObserver& steps, AccessObserver* more)
        : Forwarding(&steps, more)
        , m_steps(steps) {}
    bool step(const Machine& machine, const Op* op) override { return m_steps.step(machine, op); }

private:
    StepObserver& m_steps;
};

} // namespace

void runBlock(const RunState& state, const Dim3& index, StepObserver& steps, Watch* watch) {
    Tally seen(state.program);
    Block block(state, seen);
    if (watch != nullptr)
        watch->begin(state, false, false);
    const std::unique_ptr<AccessObserver> watching = watch != nullptr ? watch->observe(block) : nullptr;
    StepsAndMore both(steps, watching.get());
    block.start(index, &both);
    Turns others(state, {});
    const bool isInCluster = clusterSize(state.launch) > 1;
    if (isInCluster)
        others.beginPeers(block, index);
    uint64_t next = 0;
    const auto start = [&] {
        if (isInCluster)
            return false;
        for (; next < state.launch.grid.count(); ++next)
            if (const Dim3 other = at(state.launch.grid, next); !(other == index)) {
                others.begin(next++, other, false);
                return true;
            }
        return false;
    };
    const bool talk = isInCluster || blocksTalk(state.program);
    while (!block.done()) {
        bool moved = block.turn() != Block::Turn::Idles;
        if (moved || block.done())
            continue;
        if (!talk) {
            if (block.releaseWaitingLanes())
                continue;
            block.examine(true);
            const auto still = [&] { return !block.trail()->changes(); };
            const auto circles = [&] { return block.circles(still()); };
            const uint64_t most = std::max(firstLooks, std::min(2 * block.looksOfCircles(), mostLooks));
            uint64_t looks = 0;
            for (uint64_t round = 0; looksOn(round, looks, most, still()) && !block.done() && !circles(); ++round) {
                looks += block.trail()->changes() ? most : block.splitsReady();
                block.turn();
            }
            if (block.done())
                break;
            if (circles() && !block.releaseWaitingLanes())
                Stuck::reportCircles({&block});
            else
                block.examine(false);
            continue;
        }
        moved = start();
        moved |= others.goRound();
        if (!moved || others.failedBlock() != UINT64_MAX)
            block.abort();
    }
    if (watch != nullptr)
        watch->end(block.failed());
}

} // namespace warplens::sim::simt
