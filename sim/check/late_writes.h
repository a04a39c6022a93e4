// SPDX-License-Identifier: GPL-3.0-or-later
// Writes that others see late. The emulator shows each write to everybody at once; a GPU need not: who writes a flag and
// then looks at another's may do so before his own is seen (store buffering; PTX ISA 9.0, 8.9). Here, where it is wanted,
// a thread's first strong reads of a place give what was there before the last strong write, wherever the memory model
// allows it: nothing orders the write before the read, the thread has not seen it yet, and no two sequentially
// consistent fences lie between, one behind the write and a later one before the read.
#pragma once

#include "sim/check/block_watch.h"

#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace warplens::sim::check {

class LateWrites {
public:
    /// Of a seed: each first read is late for 0, else reads are by chance, the same one each time, until one is not.
    explicit LateWrites(uint32_t seed)
        : m_always(seed == 0)
        , m_chance(seed + 1) {}

    void aboutToStore(const BlockWatch& watch, const simt::Machine& m, const simt::AccessEvent& event);
    /// `places`: what is handed on through the place of a lane, as it was before the write.
    using Places = std::function<const SyncPlace&(uint32_t lane)>;
    void written(BlockWatch& watch, const simt::Machine& m, const simt::AccessEvent& event, const Places& places);
    /// Returns the lanes that have been given what was there before, and what was handed on through it then.
    uint32_t read(BlockWatch& watch, const simt::Machine& m, const simt::AccessEvent& event);
    void fence(const BlockWatch& watch, const simt::Machine& m, uint32_t lanes, bool blockScope);

private:
    struct Thread {
        uint32_t block, thread;
        auto operator<=>(const Thread&) const = default;
    };
    using Place = std::pair<uint32_t, uint64_t>; ///< the block of shared memory, or everybody's; and the address
    struct Write {
        uint64_t before = 0; ///< what was there
        SyncPlace place;     ///< likewise
        uint32_t block = 0, warp = 0;
        uint32_t lanes =
            0; ///< that have written there by the same instruction, one after the other: `before` is before all
        uint64_t instruction = 0;
        AccessRecord record;
        std::set<Thread> seenBy;
        /// Numbers of the first fences behind it; 0: there is none yet.
        uint64_t fenced = 0, fencedInBlock = 0;
    };
    struct Fences {
        uint64_t last = 0, lastInBlock = 0; ///< their numbers
    };

    static bool isWatched(const BlockWatch& watch, const simt::MemoryOp& memory);
    static Place placeOf(const BlockWatch& watch, const simt::AccessEvent& event, uint32_t lane);
    /// Whether the thread has written it, or a write of one of its lanes is ordered before what the thread does now.
    static bool isBehind(const BlockWatch& watch, const Write& write, Thread who);
    bool mayBeLate(const BlockWatch& watch, const Write& write, Thread who) const;

    /// Where writes lie that are remembered: most plain stores are made elsewhere.
    struct Bounds {
        uint64_t low = UINT64_MAX, high = 0;
    };

    bool m_always;
    Bounds m_inShared, m_inGlobal;
    std::minstd_rand m_chance;
    uint64_t m_fences = 0, m_instructions = 0, m_lateReads = 0;
    std::map<Place, Write> m_writes;
    std::map<Thread, Fences> m_fencesOf;
    std::array<uint64_t, 32> m_before{}; ///< of the store that is about to be made
};

} // namespace warplens::sim::check
