// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies that are under way: where to in shared memory (or, in other lists, where from in global and in
// shared memory), by whom, and what they are waited for with. Until then nobody may read or write there (or write), not even the thread
// that copies, and nothing orders two of them.
#pragma once

#include "sim/simt/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::sim::check {

struct Copy {
    uint64_t begin = 0, end = 0; ///< bytes
    uint32_t op = 0;             ///< memory operation
    uint16_t thread = 0;
    uint32_t group = 0;    ///< of the thread's groups
    uint64_t mbarrier = 0; ///< address of the one that is told when it is done; noMbarrier: none
};

/// Whether it is the load of an asynchronous copy.
bool isCopySource(const simt::Op& op, const simt::MemoryOp& memory);

class Copies {
public:
    static constexpr uint64_t noMbarrier = ~0ull;
    void begin(size_t warps);
    void add(uint32_t warp, const Copy& copy);
    /// The last one to any of these bytes; nullptr: none is under way.
    const Copy* at(uint64_t begin, uint64_t end) const;
    uint32_t groupOf(uint32_t thread) const { return m_group[thread]; }
    void commit(uint32_t warp, uint32_t lanes);
    /// The lanes wait for all but their last `left` groups (-1: for all copies). Those that are done by that.
    std::vector<Copy> await(uint32_t warp, uint32_t lanes, int64_t left);
    /// Those that the mbarrier was told of.
    std::vector<Copy> awaitMbarrier(uint64_t mbarrier);

private:
    static constexpr uint32_t none = UINT32_MAX;
    struct Flying : Copy {
        uint64_t number = 0;   ///< of all that were added
        uint32_t first = none; ///< of its bytes: index of m_pieces
    };
    /// So many bytes of one copy, in the list of all that lie there.
    struct Piece {
        uint32_t copy, place;
        uint32_t next = none, previous = none; ///< of the same place
        uint32_t more = none;                  ///< of the same copy; of free ones the next
    };
    template<class Done>
    void take(std::vector<uint32_t>& from, std::vector<Copy>& to, Done isDone);
    void place(uint32_t copy, uint64_t begin, uint64_t end);
    void displace(Flying& copy);

    std::vector<Flying> m_copies;                ///< those under way, and free ones
    std::vector<uint32_t> m_free;                ///< indices of m_copies
    std::vector<std::vector<uint32_t>> m_flying; ///< by warp: indices of m_copies, in their order
    std::vector<uint32_t>
        m_places; ///< the first pieces by their bytes, so that who reads many bytes finds them quickly
    std::vector<Piece> m_pieces;
    uint32_t m_freePiece = none;
    uint64_t m_low = UINT64_MAX, m_high = 0; ///< all that were added lie between
    uint64_t m_added = 0;
    std::vector<uint32_t> m_group; ///< by thread: groups committed
};

/// The mbarrier that a lane's copy tells when it is done.
uint64_t toldMbarrier(const simt::Program& program, const simt::Machine& m, const simt::Op& op, uint32_t lane);

} // namespace warplens::sim::check
