// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of questions that are not chosen from a few answers, made at random: generator.h draws among them.
#pragma once

#include "app/lessons/dice.h"
#include "app/lessons/generator.h"

namespace warplens::lessons {

/// Which banks the lanes want, or which of them conflict.
Generated banksQuestion(Dice& dice, int level);
/// Stages by their recorded time. Nothing: there are no recordings to ask about.
std::optional<Generated> orderQuestion(Dice& dice, int level, const Recorded& recorded);

/// Which of four lines will not coalesce.
Generated lineQuestion(Dice& dice, int level);

/// What can be typed as an index is seen in the stage that has a field for it: at the load that it is the index of.
std::string typedLink(bool shared, const std::string& expression);

/// An access that is asked about, as it is described.
struct Described {
    sim::memory::Access access;
    std::string code;
    std::vector<std::string> details;
    std::string link; ///< may be empty
    std::vector<Drawn> changes;
};
/// Access to shared memory of a level, as the questions about wavefronts have it.
Described sharedAccess(Dice& dice, int level);

} // namespace warplens::lessons
