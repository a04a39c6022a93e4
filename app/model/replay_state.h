// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a block's memory after some of its events: which elements have been touched, and when. No Qt.
#pragma once

#include "app/model/paged_array.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::app {

/// When an element was touched last: how many events had happened then, that one included.
using Touched = uint32_t;
constexpr Touched never = 0;
inline std::optional<size_t> eventOf(Touched touched) {
    return touched == never ? std::nullopt : std::optional<size_t>(touched - 1);
}

/// What has been counted in the block up to here.
struct SoFar {
    uint64_t globalRequests = 0, sectors = 0, sectorsIdeal = 0;
    uint64_t sharedRequests = 0, wavefronts = 0, wavefrontsIdeal = 0;
    uint64_t barriers = 0;
    bool operator==(const SoFar&) const = default;
};

/// A copy shares with the original what both have in common.
struct ReplayState {
    size_t events = 0; ///< that have happened
    /// By array and element. Shared arrays: only stores count.
    std::vector<PagedArray<Touched>> globals, shareds;
    /// By global array and sector from its start: how often it was moved.
    std::vector<PagedArray<uint16_t>> sectors;
    std::vector<uint32_t> arrived; ///< by warp: at how many barriers it has arrived
    SoFar soFar;
    bool operator==(const ReplayState&) const = default;
};

} // namespace warplens::app
