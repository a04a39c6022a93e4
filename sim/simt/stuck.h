// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say of a block whose threads do not come on: barriers that never fill, lanes that are waited for in
// vain, circles. Not for others: the block knows when to ask.
#pragma once

#include "sim/simt/block.h"

#include <optional>
#include <string>

namespace warplens::sim::simt {

class Stuck {
public:
    explicit Stuck(Block& block)
        : m_block(block) {}
    /// No warp can go on and no barrier is complete: lanes go on without others, or the block ends.
    void report();
    void reportDifferentBarriers(unsigned id);
    void reportDifferentCounts(const Op* op, unsigned id, uint32_t expected);
    void reportSkippedBarrier(unsigned id);
    /// The running warp goes on and on: so many rounds more, or nobody can tell.
    void reportEndless(const Op* next, uint32_t lane, std::optional<uint64_t> rounds);
    /// Of blocks that are examined together: each of their splits goes round in a circle, and nobody is left who could end
    /// that. Ends them.
    static void reportCircles(const std::vector<Block*>& all);
    /// Of blocks that go round in circles and fill the GPU, while others of the grid have not begun. Ends them.
    static void reportNoRoom(const std::vector<Block*>& all, uint64_t room, uint64_t grid, const std::string& card);

private:
    bool reportMissingLanes();
    void reportMissingInCluster();
    std::string otherWaiters(const std::vector<Block*>& all, const Split& waiting, uint64_t address,
                             bool& elsewhere) const;
    std::string barrierWaiters() const;
    std::string waitersAtAnother(unsigned id) const;
    void reportOwnCircles(const std::vector<Block*>& all);

    Block& m_block;
};

} // namespace warplens::sim::simt
