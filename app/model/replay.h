// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a block's memory at any moment. Going forward is a small step; any other way starts from a checkpoint,
// and these are so close that it is never far. No Qt.
#pragma once

#include "app/model/footprint.h"
#include "app/model/replay_state.h"
#include "app/model/scene.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace warplens::app {

/// Goes through the events of a scene, one after the other.
class Walk {
public:
    /// Begins where nothing has happened yet.
    explicit Walk(const Scene& scene);

    const ReplayState& state() const { return m_state; }
    void jump(const ReplayState& to) { m_state = to; }
    /// The next event happens. Returns how much work that was, in steps of some 10 ns.
    unsigned step();

private:
    /// Where an array lies, and the size of its elements: a power of two, but for structures.
    struct Extent {
        uint64_t begin = 0, end = 0, elementBytes = 1;
        int shift = 0; ///< -1: no power of two

        uint64_t elementAt(uint64_t offset) const {
            return shift < 0 ? offset / elementBytes : offset >> static_cast<unsigned>(shift);
        }
    };
    static Extent extentOf(uint64_t begin, uint64_t bytes, uint64_t elementBytes);

    const Scene& m_scene;
    std::vector<Extent> m_globals, m_shareds;
    FootprintTable m_footprints;
    ReplayState m_state;
};

/// States on the way through the whole block, the first of them where nothing has happened yet: as close as scrubbing
/// needs them, or as there is memory for.
struct CheckpointLimits {
    size_t work = 300'000;    ///< from one to the next, as Walk::step tells it: some 3 ms
    size_t bytes = 64u << 20; ///< of all of them together
};
std::vector<ReplayState> makeCheckpoints(const Scene& scene, std::stop_token stop = {},
                                         const CheckpointLimits& limits = {});

/// Memory that they take; each comes after the one before it.
size_t bytesOf(const std::vector<ReplayState>& states);

class Replay {
public:
    explicit Replay(std::shared_ptr<const Scene> scene);
    /// With other checkpoints than the scene's own.
    Replay(std::shared_ptr<const Scene> scene, const std::vector<ReplayState>& checkpoints);

    /// The state in which `events` of the block's events have happened.
    const ReplayState& at(size_t events);

private:
    std::shared_ptr<const Scene> m_scene;
    const std::vector<ReplayState>& m_checkpoints;
    Walk m_walk;
};

} // namespace warplens::app
