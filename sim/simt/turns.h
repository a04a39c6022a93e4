// SPDX-License-Identifier: GPL-3.0-or-later
// Which block has its turn. On a GPU many blocks run at a time, and some wait for others: at a barrier of the grid, for
// a lock, for a sum of the blocks before. Here a block runs until it is done, or until all that its warps do is wait;
// then it gives way to others. What comes out does not depend on how many threads the host has.
#pragma once

#include "sim/simt/block.h"
#include "sim/simt/cluster.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplens::sim::simt {

/// The blocks that one host thread runs.
class Turns {
public:
    /// Makes the observer of a block that is watched.
    using Watch = std::function<std::unique_ptr<AccessObserver>(Block&)>;

    /// Whether the turn of a warp ends with the operation.
    using Cut = std::function<bool(const Machine&, const Op*)>;

    /// Without a cut turns are as long as they can be.
    Turns(const RunState& state, Watch watch, Cut cut = {})
        : m_state(state)
        , m_watch(std::move(watch))
        , m_cut(std::move(cut))
        , m_tally(state.program) {}

    /// Runs a block as far as it comes. Returns whether it is done; else it waits for its next turn.
    bool begin(uint64_t number, const Dim3& index, bool watched);
    /// The same for all blocks of a cluster, with numbers from `first` on.
    void beginCluster(uint64_t first, const std::vector<Dim3>& indices, bool watched);
    /// Makes the others of a block's cluster ready, which somebody else runs.
    void beginPeers(Block& block, const Dim3& index);
    /// Goes on with those that wait, in the order of their numbers, until all are done or one has failed: those of
    /// several host threads together. One that goes round in circles fails.
    static void finish(std::vector<Turns*> all);
    /// Each of those that wait has a turn. Returns whether any has moved.
    bool goRound();

    /// So many blocks wait, and the GPU has room for no more of the grid's: where they all go round in circles, that is said,
    /// and they end.
    void endWithoutRoom(uint64_t room, uint64_t grid, const std::string& card);

    size_t waiting() const { return m_waiting.size(); }
    /// The smallest number of a block that has failed; UINT64_MAX: none.
    uint64_t failedBlock() const { return m_failedBlock; }
    const Tally& tally() const { return m_tally; }
    Tally takeTally();

private:
    struct Place {
        explicit Place(const RunState& state, Tally& tally)
            : block(state, tally) {}
        Block block;
        std::unique_ptr<AccessObserver> observer;
        std::unique_ptr<StepObserver> steps; ///< where turns are cut
        std::shared_ptr<Cluster> cluster;    ///< nullptr: it runs by itself
        uint64_t number = 0;
        uint32_t patience = 0; ///< rounds for which it does not give way
    };
    std::unique_ptr<Place> freePlace();
    void start(Place& place, uint64_t number, const Dim3& index, bool watched);
    static bool advance(Place& place);
    static bool goInCircles(const std::vector<Place*>& places, uint64_t most);
    static bool examine(const std::vector<Place*>& places, uint64_t most);
    void sweep();

    const RunState& m_state;
    Watch m_watch;
    Cut m_cut;
    Tally m_tally;
    std::vector<std::unique_ptr<Place>> m_waiting, m_free;
    uint64_t m_failedBlock = UINT64_MAX;
};

/// Runs one block of the grid, seen by the observer and, where there is one, by the watch. The others begin only where it
/// waits for them, unseen.
void runBlock(const RunState& state, const Dim3& index, StepObserver& steps, Watch* watch = nullptr);

} // namespace warplens::sim::simt
