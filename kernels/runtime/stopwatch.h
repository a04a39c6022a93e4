// SPDX-License-Identifier: GPL-3.0-or-later
// How long something has been going on.
#pragma once

#include <chrono>

namespace warplens::runtime {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

} // namespace warplens::runtime
