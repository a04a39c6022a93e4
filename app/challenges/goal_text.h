// SPDX-License-Identifier: GPL-3.0-or-later
// Goals as they are told, in the language that is spoken; in English as they are written.
#pragma once

#include "app/challenges/goal.h"

#include <cstdint>
#include <string>

namespace warplens::challenges {

/// "loads of x: at most 4 sectors per request"
std::string goalText(const Goal& goal);
/// "2048 sectors", with its noun in the form for that number.
std::string amountText(Unit unit, uint64_t amount);
/// "4.5 sectors per request"
std::string rateText(double sectorsPerRequest);

} // namespace warplens::challenges
