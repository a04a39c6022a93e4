// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/stuck.h"

#include "sim/simt/cluster.h"
#include "sim/simt/trail.h"

#include <fmt/format.h>

#include <bit>

namespace warplens::sim::simt {

// __syncthreads() in both branches of an if: threads that wait for one another in different places.
void Stuck::reportDifferentBarriers(unsigned id) {
    const Op* first = nullptr;
    for (Warp& warp : m_block.warps())
        for (const Split& split : warp.splits) {
            if (split.state != Split::Barrier || split.barrier != id)
                continue;
            const Op* here = split.next - 1;
            if (first == nullptr)
                first = here;
            if (here == first || !m_block.state().program.instructionOf(*here).isBlockBarrier())
                continue;
            const ptx::Location& other =
                m_block.state().program.ownLocationOf(m_block.state().program.instructionOf(*first));
            m_block.machine().warp = &warp;
            m_block.report(
                FindingKind::DivergentBarrier, here, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                fmt::format("some threads of the block wait here and others at the barrier in line {}: all have to "
                            "come to the same one",
                            other.line),
                Block::Severity::Goes);
            return;
        }
}

// Threads have ended in code that lies behind the barrier on every way, without having come to it: as a GPU does, the
// others go on without them, but the program is wrong. Those that left early, by a way of their own, are right.
void Stuck::reportSkippedBarrier(unsigned id) {
    if (m_block.exits().empty())
        return;
    const Program& program = m_block.state().program;
    for (Warp& warp : m_block.warps())
        for (const Split& split : warp.splits) {
            if (split.state != Split::Barrier || split.barrier != id)
                continue;
            const Op* here = split.next - 1;
            const BasicBlock& waiting = program.blockOf(here);
            for (const Op* exit : m_block.exits()) {
                const BasicBlock& ended = program.blockOf(exit);
                if (waiting.function != 0 || ended.function != 0 || &ended == &waiting)
                    continue;
                bool behind = false;
                for (int32_t b = waiting.postDominator; b >= 0 && !behind;
                     b = program.blocks[static_cast<size_t>(b)].postDominator)
                    behind = &program.blocks[static_cast<size_t>(b)] == &ended;
                bool works = false; // more than a way out
                for (uint32_t i = ended.firstInstruction; i < ended.endInstruction; ++i)
                    works |= ptx::opcodeInfo(program.functions[0].source->instructions[i].opcode).family !=
                             ptx::Family::Control;
                if (!behind || !works)
                    continue;
                m_block.machine().warp = &warp;
                m_block.report(
                    FindingKind::DivergentBarrier, here, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                    "some threads of the block never come to this barrier: they went round it and have ended",
                    Block::Severity::Goes);
                return;
            }
        }
}

void Stuck::reportDifferentCounts(const Op* op, unsigned id, uint32_t expected) {
    const Block::BarrierState& barrier = m_block.barrier(id);
    const auto threads = static_cast<uint32_t>(m_block.warps().size() * 32);
    const auto meant = [&](uint32_t count) { return count == 0 ? threads : count; };
    if (meant(barrier.expected) == meant(expected))
        return;
    const auto counted = [](uint32_t count) {
        return count == 0 ? std::string("all threads of the block") : fmt::format("{} threads", count);
    };
    const ptx::Location& other =
        m_block.state().program.ownLocationOf(m_block.state().program.instructionOf(*barrier.first));
    m_block.report(FindingKind::DivergentBarrier, op, static_cast<uint32_t>(std::countr_zero(m_block.machine().active)),
                   0,
                   fmt::format("barrier {} waits for {} here and for {} in line {}: the numbers have to be the same",
                               id, counted(expected), counted(barrier.expected), other.line),
                   Block::Severity::Goes);
}

// Lanes wait at .sync instructions for others that have gone another way: they go on without them.
bool Stuck::reportMissingLanes() {
    bool any = false;
    for (Warp& warp : m_block.warps()) {
        uint32_t here = 0;
        for (const Split& split : warp.splits)
            here |= split.state == Split::Meeting ? split.mask : 0;
        for (Split& split : warp.splits) {
            if (split.state != Split::Meeting)
                continue;
            m_block.machine().warp = &warp;
            m_block.report(
                FindingKind::InactiveLane, split.next, static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                fmt::format("lanes that the member mask names never come here: {} of the warp's {} wait, the others "
                            "have gone another way",
                            std::popcount(here), std::popcount(warp.alive())));
            split.state = Split::Ready;
            warp.stuck = any = true;
        }
    }
    return any;
}

/// Who waits at another barrier than this one; "" where nobody does.
std::string Stuck::waitersAtAnother(unsigned id) const {
    for (const Warp& warp : m_block.warps())
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier && split.barrier != id)
                return fmt::format("; others wait at barrier {} in line {}", split.barrier,
                                   m_block.state().program.placeOf(*(split.next - 1)).line);
    return {};
}

// No warp can go on and no barrier is complete.
void Stuck::report() {
    if (reportMissingLanes())
        return;
    uint32_t waiting = 0, alive = 0;
    for (const Warp& warp : m_block.warps()) {
        alive += static_cast<uint32_t>(std::popcount(warp.alive()));
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier)
                waiting += static_cast<uint32_t>(std::popcount(split.mask));
    }
    for (Warp& warp : m_block.warps())
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier) {
                m_block.machine().warp = &warp;
                const Block::BarrierState& barrier = m_block.barrier(split.barrier);
                const std::string text =
                    barrier.expected == 0
                        ? fmt::format("{} of {} threads wait here for ever: not all threads of the block come here",
                                      waiting, alive)
                        : fmt::format("{} of {} threads wait here for ever: barrier {} waits for {}, and {} have come",
                                      waiting, alive, split.barrier, barrier.expected, barrier.arrived);
                m_block.report(FindingKind::DivergentBarrier, split.next - 1,
                               static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                               text + waitersAtAnother(split.barrier));
                m_block.abort();
                return;
            }
    m_block.abort();
}

void Stuck::reportEndless(const Op* next, uint32_t lane, std::optional<uint64_t> rounds) {
    const Warp& warp = *m_block.machine().warp;
    if (!rounds)
        m_block.report(
            FindingKind::EndlessLoop, next, lane, 0,
            fmt::format("warp {} has entered {} basic blocks in loops whose end cannot be foreseen: an endless loop, "
                        "or more work than Warplens waits for",
                        warp.index, warp.enters));
    else if (*rounds == UINT64_MAX)
        m_block.report(FindingKind::EndlessLoop, next, lane, 0,
                       "this loop never ends: no value that its counter takes is the one that it waits for");
    else
        m_block.report(
            FindingKind::EndlessLoop, next, lane, 0,
            fmt::format("this loop would go round {} times more: its counter goes the other way, or passes the value "
                        "that it waits for",
                        *rounds));
}

/// Who else waits for a thread to change something; "" where nobody does. `elsewhere`: not all for the same place.
std::string Stuck::otherWaiters(const std::vector<Block*>& all, const Split& waiting, uint64_t address,
                                bool& elsewhere) const {
    constexpr int mostTold = 3;
    std::string text;
    int told = 0;
    for (Block* block : all)
        for (const Warp& warp : block->warps())
            for (const Split& split : warp.splits) {
                if (told == mostTold && elsewhere)
                    return text;
                const auto lane = static_cast<uint32_t>(std::countr_zero(split.mask));
                const Trail::Look* look = split.state == Split::Ready && block->trail() != nullptr
                                              ? block->trail()->lastLook(warp, lane)
                                              : nullptr;
                if (&split == &waiting || look == nullptr || look->moves || !look->flag)
                    continue;
                const bool shared = look->space == AccessSpace::Shared; // an address of another block is another place
                elsewhere |= look->address != address || (shared && block != &m_block);
                if (told == mostTold)
                    continue;
                const Dim3 thread = at(m_block.state().launch.block, uint64_t(warp.index) * 32 + lane);
                const Dim3& place = block->index();
                text += fmt::format(
                    "{}thread ({},{},{}){} waits in line {} for {}", told++ == 0 ? "; " : ", ", thread.x, thread.y,
                    thread.z, block == &m_block ? "" : fmt::format(" of block ({},{},{})", place.x, place.y, place.z),
                    m_block.state().program.placeOf(*look->op).line,
                    elementPlace(m_block.state(), look->space, look->address, look->elementBytes));
            }
    return text;
}

/// Who waits at a barrier, for those who go round, too; "" where nobody does.
std::string Stuck::barrierWaiters() const {
    const Op* first = nullptr;
    int count = 0;
    for (const Warp& warp : m_block.warps())
        for (const Split& split : warp.splits)
            if (split.state == Split::Barrier) {
                first = first == nullptr ? split.next - 1 : first;
                count += std::popcount(split.mask);
            }
    return first == nullptr ? std::string()
                            : fmt::format("; {} of the block wait{} at the barrier in line {} until it comes there",
                                          count == 1 ? "a thread" : fmt::format("{} threads", count),
                                          count == 1 ? "s" : "", m_block.state().program.placeOf(*first).line);
}

// Threads of the cluster wait for others, which have gone another way.
void Stuck::reportMissingInCluster() {
    for (Warp& warp : m_block.warps())
        for (const Split& split : warp.splits) {
            if (split.state != Split::Cluster)
                continue;
            int waiting = 0, alive = 0;
            for (const Block* block : m_block.inCluster.cluster->blocks())
                for (const Warp& other : block->warps()) {
                    waiting += std::popcount(other.atCluster);
                    alive += block->done() ? 0 : std::popcount(other.alive());
                }
            m_block.machine().warp = &warp;
            m_block.report(FindingKind::DivergentBarrier, split.next - 1,
                           static_cast<uint32_t>(std::countr_zero(split.mask)), 0,
                           fmt::format("{} of {} threads wait here for ever: not all threads of the cluster come here",
                                       waiting, alive));
            return;
        }
}

void Stuck::reportCircles(const std::vector<Block*>& all) {
    for (Block* block : all)
        Stuck(*block).reportOwnCircles(all);
    for (Block* block : all) {
        block->examine(false);
        block->abort();
    }
}

void Stuck::reportNoRoom(const std::vector<Block*>& all, uint64_t room, uint64_t grid, const std::string& card) {
    for (Block* block : all) {
        for (Warp& warp : block->warps())
            for (const Split& split : warp.splits) {
                if (split.state != Split::Ready)
                    continue;
                block->machine().warp = &warp;
                const auto lane = static_cast<uint32_t>(std::countr_zero(split.mask));
                const Trail::Look* look = block->trail()->lastLook(warp, lane);
                if (look == nullptr)
                    continue;
                block->report(
                    FindingKind::Deadlock, look->op, lane, look->address,
                    fmt::format(
                        "this loop never ends: it waits for {} to change, and blocks that have not begun find no "
                        "room: one {} has room for {} of the {} at once, and those wait",
                        elementPlace(block->state(), look->space, look->address, look->elementBytes), card, room,
                        grid));
            }
        block->examine(false);
        block->abort();
    }
}

void Stuck::reportOwnCircles(const std::vector<Block*>& all) {
    const Trail& trail = *m_block.trail();
    reportMissingInCluster();
    for (Warp& warp : m_block.warps())
        for (const Split& split : warp.splits) {
            if (split.state != Split::Ready)
                continue;
            m_block.machine().warp = &warp;
            const auto lane = static_cast<uint32_t>(std::countr_zero(split.mask));
            const Trail::Look* look = trail.lastLook(warp, lane);
            if (look == nullptr) {
                m_block.report(FindingKind::EndlessLoop, split.next, lane, 0,
                               "this loop never ends: nothing changes any more that decides whether it goes on");
                continue;
            }
            const std::string place = elementPlace(m_block.state(), look->space, look->address, look->elementBytes);
            if (look->moves) {
                m_block.report(
                    FindingKind::EndlessLoop, look->op, lane, look->address,
                    fmt::format("this loop never ends: it goes round in a circle, through {} again and again, and "
                                "nothing changes that it reads",
                                place));
                continue;
            }
            // A lock that nobody gives back, or threads who wait for different things: they wait for one another.
            bool elsewhere = false;
            std::string others = look->flag ? otherWaiters(all, split, look->address, elsewhere) : std::string();
            const std::string atBarrier = look->flag ? barrierWaiters() : std::string();
            others += atBarrier;
            const int behind = m_block.state().lockstep ? std::popcount(warp.alive() & ~split.mask) : 0;
            if (behind != 0)
                others += fmt::format(
                    "; {} of its own warp {} until it goes on: before compute capability 7.0 lanes that "
                    "have parted do not take turns",
                    behind == 1 ? "a lane" : fmt::format("{} lanes", behind), behind == 1 ? "waits" : "wait");
            const bool deadlock = look->flag && (look->lock || elsewhere || behind != 0 || !atBarrier.empty());
            m_block.report(
                deadlock ? FindingKind::Deadlock : FindingKind::EndlessLoop, look->op, lane, look->address,
                fmt::format("this loop never ends: it waits for {} to change, and no thread is left that could "
                            "change it{}",
                            place, deadlock ? others : std::string()));
        }
}

} // namespace warplens::sim::simt
