// SPDX-License-Identifier: GPL-3.0-or-later
// What fences have made ready to be handed on by the next strong access (order.h).
#pragma once

#include "sim/check/known.h"

namespace warplens::sim::check {

struct SyncPlace;

/// What a lane may hand on since its last fence.
struct Fenced {
    bool done = false;
    uint32_t interval = 0, met = 0, clock = 0;
    KnownPtr known;
    KnownPtr made; ///< the whole, once it was wanted
};

/// What fences before have made ready to be handed on, by others who have met the lane since.
struct Carried {
    KnownPtr device, block;
    void join(const Carried& more) {
        device = joined(device, more.device);
        block = joined(block, more.block);
    }
};

struct LaneFences {
    Fenced device, block;
    bool fresh = false; ///< since others have heard of them last
    Carried carried;
    KnownPtr pendingDevice, pendingBlock; ///< was handed over, and counts from the next fence on
    const SyncPlace* seen = nullptr;      ///< the place that it looked at last ...
    uint32_t seenWrites = 0;              ///< ... when that had been written so often
    KnownPtr takePending() {
        const KnownPtr all = joined(pendingDevice, pendingBlock);
        pendingDevice = pendingBlock = nullptr;
        return all;
    }
};

} // namespace warplens::sim::check
