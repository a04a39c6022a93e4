// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of a sum in shared memory, as the block really adds it up: step by step, which words a thread reads and which one
// it writes. A step ends with a barrier, or where a thread that has added begins to add again. Taken from the events, not from what the kernel is called. No Qt.
#pragma once

#include "app/model/scene.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

struct SumTree {
    int array = -1;     ///< the shared array, of one row
    int64_t leaves = 0; ///< its words
    struct Join {
        int64_t to = 0;            ///< the word that is written
        std::vector<int64_t> from; ///< those that the same thread has read before, in this step
        uint32_t event = 0;        ///< with which it is written
        uint16_t warp = 0;
    };
    struct Step {
        size_t begin = 0, end = 0; ///< its events; those of other warps may lie among them
        std::vector<Join> joins;
        unsigned warps = 0;     ///< that take part
        unsigned conflicts = 0; ///< wavefronts beyond those that the requests need
    };
    std::vector<Step> steps; ///< in which words are added to words
};

/// Nothing where no words of a row are added to each other in at least two steps.
std::optional<SumTree> sumTree(const Scene& scene);

} // namespace warplens::app
