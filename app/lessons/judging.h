// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an answer is right, and what somebody has thought who gives a wrong one. No Qt.
#pragma once

#include "app/lessons/telling.h"

#include <string>
#include <vector>

namespace warplens::lessons {

/// Choices by their place: the one that was chosen, those that were marked, or all of them in the order that was given.
using Answer = std::vector<size_t>;

struct Judgement {
    bool right = false;
    std::string why; ///< the mistake, where it is a known one, and in any case what is so
};

Answer keyOf(const Question& question);
/// The answer as it is read: "32 wavefronts", "0, 8, 16", "Tiled → Naive".
std::string answerText(const Question& question, const Answer& answer);
Judgement judge(const Question& question, const Answer& answer);

} // namespace warplens::lessons
