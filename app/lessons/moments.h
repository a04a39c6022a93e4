// SPDX-License-Identifier: GPL-3.0-or-later
// The places of a block that are worth a step: where each instruction is first executed, and first costs more than it
// would have to. What an author of lessons begins with. No Qt.
#pragma once

#include "app/model/scene.h"

#include <cstddef>
#include <vector>

namespace warplens::lessons {

struct Notable {
    size_t event = 0;
    bool costly = false; ///< more sectors, or wavefronts, than its bytes take at least
    uint64_t times = 0;  ///< so many requests of the block are of that instruction and cost the same
};

/// In the order in which they happen.
std::vector<Notable> notableMoments(const app::Scene& scene);

} // namespace warplens::lessons
