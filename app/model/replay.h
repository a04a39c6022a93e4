// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a block's memory after any number of its events: which elements have been touched, and when. Going
// forward is a small step; going back starts from a checkpoint, so it is never far either. No Qt.
#pragma once

#include "app/model/scene.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warplens::app {

constexpr uint32_t never = UINT32_MAX;

/// What has been counted in the block up to here.
struct SoFar {
    uint64_t globalRequests = 0, sectors = 0, sectorsIdeal = 0;
    uint64_t sharedRequests = 0, wavefronts = 0, wavefrontsIdeal = 0;
    uint64_t barriers = 0;
};

struct ReplayState {
    size_t events = 0; ///< that have happened
    /// By element: the event that touched it last, or `never`. Shared arrays: only stores count.
    std::vector<std::vector<uint32_t>> globals, shareds;
    /// By global array and sector from its start: how often it was moved.
    std::vector<std::vector<uint16_t>> sectors;
    std::vector<uint32_t> arrived; ///< by warp: at how many barriers it has arrived
    SoFar soFar;
};

class Replay {
public:
    explicit Replay(std::shared_ptr<const Scene> scene);

    /// The state in which `events` of the block's events have happened.
    const ReplayState& at(size_t events);

private:
    void apply(const sim::trace::Event& event, uint32_t index);

    std::shared_ptr<const Scene> m_scene;
    ReplayState m_state;
    std::vector<ReplayState> m_checkpoints; ///< every m_spacing events
    size_t m_spacing = 256;
};

} // namespace warplens::app
