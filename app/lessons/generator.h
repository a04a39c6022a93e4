// SPDX-License-Identifier: GPL-3.0-or-later
// New questions: accesses drawn at random, their keys counted by the model. The same seed gives the same questions on
// any machine. No Qt.
#pragma once

#include "app/lessons/telling.h"
#include "sim/memory/access.h"

#include <cstdint>
#include <vector>

namespace warplens::lessons {

constexpr int levels = 3;

enum class Counted { Sectors, Wavefronts, Padding };

struct Generated {
    Question question;
    Counted counted = Counted::Sectors;
    sim::memory::Access access; ///< of the right answer: what its key is counted of
    uint64_t key = 0;           ///< sectors, wavefronts or words of padding
};

/// Level 1: words side by side, with gaps, or shifted. 2: rows and columns, wider elements, some of the lanes. 3: XOR,
/// structures, the least padding.
std::vector<Generated> generateQuestions(uint64_t seed, int level, size_t count);

} // namespace warplens::lessons
