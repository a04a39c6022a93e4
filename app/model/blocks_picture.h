// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a launch over the GPU's multiprocessors in time, as they were recorded: which ran together, which had to wait
// for a place, and how long some multiprocessors have nothing left to do. No Qt.
#pragma once

#include "app/model/moment.h"
#include "app/model/reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

struct BlocksPicture {
    Sentence sentence; ///< alone where nothing was recorded
    std::string origin;

    struct Bar {
        uint64_t block = 0;
        double begin = 0, end = 0; ///< µs after the first block's begin
        unsigned row = 0;          ///< its place
        unsigned turn = 0;         ///< 0: the first in its place; 1: it waited for that one; …
    };
    std::vector<Bar> bars; ///< by row, then by time
    /// Rows: the places of the first multiprocessor that worked, those of the second, …
    std::vector<int64_t> multiprocessors;
    unsigned places = 0;         ///< of each multiprocessor: as many as were taken at a time on the fullest
    unsigned turns = 0;          ///< the most blocks that followed one another in a place
    double end = 0;              ///< µs, of the last block
    std::optional<double> spent; ///< µs: when the last block began, so that none waited any more; nothing in one turn
    double busy = 0;             ///< share of the multiprocessors' time in which they had a block

    bool empty() const { return bars.empty(); }
};

BlocksPicture blocksPicture(const KnownBlocks& blocks);
/// Of what is known of a launch; nullptr: not known yet.
BlocksPicture blocksPicture(const Reasons* reasons);

/// "block 17 on multiprocessor 3: 12.3 to 20.1 µs"
std::string barText(const BlocksPicture& picture, const BlocksPicture::Bar& bar);

} // namespace warplens::app
