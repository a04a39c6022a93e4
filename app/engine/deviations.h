// SPDX-License-Identifier: GPL-3.0-or-later
// What the model does not get right yet, and why: told by the window's badge, and held by a test that fails as soon as
// one of them is exact.
#pragma once

#include "app/engine/metrics.h"

#include <span>
#include <string_view>

namespace warplens::engine {

struct Deviation {
    const char* stage; ///< id
    Metric counter;
    const char* why;
};

std::span<const Deviation> deviations();
/// nullptr: that counter of that stage is exact, as far as is known.
const Deviation* deviationOf(std::string_view stage, Metric counter);

} // namespace warplens::engine
