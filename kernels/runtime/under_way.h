// SPDX-License-Identifier: GPL-3.0-or-later
// Whether work runs beside other work: for those who compare memory before and after.
#pragma once

#include <atomic>
#include <cstdint>

namespace warplens::runtime {

struct UnderWay {
    static inline std::atomic<int> running{0};    ///< pieces of work of all streams and devices
    static inline std::atomic<uint64_t> begun{0}; ///< since the program started
};

} // namespace warplens::runtime
