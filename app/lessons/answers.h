// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to choose from: the right one, which is the model's count, and the counts that typical mistakes give. No Qt.
#pragma once

#include "app/lessons/telling.h"
#include "sim/memory/access.h"

#include <string>
#include <vector>

namespace warplens::lessons {

/// Three or four, ascending; exactly one is right. `wavefronts`: what the model counts.
std::vector<Choice> wavefrontChoices(const sim::memory::Access& access, uint64_t wavefronts);
std::vector<Choice> sectorChoices(const sim::memory::Access& access, uint64_t sectors);

/// Of a stage, with three digits.
std::string timeText(double ms);

} // namespace warplens::lessons
