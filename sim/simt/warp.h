// SPDX-License-Identifier: GPL-3.0-or-later
// A warp: 32 lanes that share instructions as far as their ways through the code allow.
//
// Lanes that go the same way form a split. Where a branch sends them apart, the split waits at the branch's
// immediate post-dominator and each side becomes a split of its own; when all lanes have arrived there (or have
// ended), it goes on with them together, as the hardware does with its convergence barriers. A call is the same
// thing: the caller waits until all lanes have returned. Splits of one warp take turns, so a lane that spins until
// another lane of its warp has done something does not spin for ever.
#pragma once

#include "sim/simt/machine.h"

#include <memory>
#include <vector>

namespace warplens::sim::simt {

constexpr uint32_t timeSlice = 1 << 14;  ///< basic blocks before another warp or split has its turn
constexpr uint32_t waitingCost = 1 << 6; ///< basic blocks that count for a turn given away while waiting

struct Split {
    enum State : uint8_t {
        Free,    ///< not in use
        Ready,   ///< can go on at `next`
        Waiting, ///< for the lanes of its children, at `next`
        Barrier, ///< at the barrier of the block that `barrier` names; goes on at `next`
        Meeting, ///< at a .sync instruction, `next`, for the other lanes that it names
    };
    const Op* next = nullptr;
    const Op* reconverge = nullptr; ///< the Enter at which the lanes join their siblings; nullptr: none before the end
    uint32_t mask = 0;
    uint32_t arrived = 0; ///< while Waiting
    int32_t parent = -1;
    uint32_t window = 0; ///< of the registers, bytes from the bottom of the stack
    uint32_t frame = 0;  ///< of local memory, bytes from the bottom of each lane's stack
    uint16_t barrier = 0;
    State state = Free;
    bool isCall = false;      ///< while Waiting: for a function to return
    uint32_t slices = 0;      ///< time slices used up since it began
    uint64_t fingerprint = 0; ///< of its registers at the end of the last one: the same again means that it spins
};

/// Memory aligned for vectors.
struct AlignedDelete {
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, std::align_val_t(64)); }
};
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;
AlignedBytes alignedBytes(size_t bytes);

struct Warp {
    uint32_t index = 0;
    uint32_t lanes = 0; ///< that exist: the last warp of a block may have fewer than 32
    uint32_t exited = 0;
    int32_t current = 0; ///< the split that runs or ran last
    uint64_t enters = 0; ///< basic blocks entered so far, at least
    bool stuck = false;  ///< lanes that a .sync instruction names never come: it is executed without them
    std::vector<Split> splits;
    AlignedBytes registers;
    size_t registerBytes = 0;
    AlignedBytes local; ///< lane after lane, localBytes each
    uint32_t localBytes = 0;

    uint32_t alive() const { return lanes & ~exited; }
    bool done() const { return alive() == 0; }
};

// The ways a warp goes on. Each returns the operation to go on with, or nullptr where the warp has to stop;
// the machine then holds the split that runs.
const Op* diverge(Machine& m, const Op* branch, uint32_t taken);
const Op* arrive(Machine& m, const Op* enter);
const Op* endLanes(Machine& m, uint32_t lanes);
const Op* callFunction(Machine& m, const Op* call);
const Op* returnFromFunction(Machine& m, const Op* op);
/// Stops the running split at `next` in the given state and goes on with another one of the warp.
const Op* stopSplit(Machine& m, Split::State state, const Op* next);
/// The time slice is over: another split of the warp, or another warp, has its turn.
const Op* yield(Machine& m, const Op* next, uint32_t cost = timeSlice);
/// Takes up a split that can go on.
const Op* resume(Machine& m);
/// Lanes of a .sync instruction that wait at `op` for one another: joins those that have come. Returns the lanes to
/// execute for, or 0 where some are still missing (the split has been stopped and `next` says how to go on).
uint32_t meet(Machine& m, const Op* op, uint32_t members, const Op*& next);

// Handlers of the control instructions.
const Op* runEnter(Machine& m, const Op* op);
const Op* runBranch(Machine& m, const Op* op);
const Op* runJump(Machine& m, const Op* op);
const Op* runIndexedBranch(Machine& m, const Op* op);
const Op* runExit(Machine& m, const Op* op);
const Op* runCall(Machine& m, const Op* op);
const Op* runReturn(Machine& m, const Op* op);
const Op* runTrap(Machine& m, const Op* op);

// Handlers of the instructions in which lanes exchange values (PTX ISA 9.0, 9.7.9.6 and 9.7.13).
const Op* runShuffle(Machine& m, const Op* op);
const Op* runVote(Machine& m, const Op* op);
const Op* runMatch(Machine& m, const Op* op);
const Op* runActiveMask(Machine& m, const Op* op);
const Op* runElect(Machine& m, const Op* op);
const Op* runRedux(Machine& m, const Op* op);
const Op* runWarpBarrier(Machine& m, const Op* op);

// Handlers of barriers, fences and clocks (PTX ISA 9.0, 9.7.13.1, 9.7.13.4 and 10).
const Op* runBarrier(Machine& m, const Op* op);
const Op* runNothing(Machine& m, const Op* op);
const Op* runSleep(Machine& m, const Op* op);
const Op* runClock32(Machine& m, const Op* op);
const Op* runClock64(Machine& m, const Op* op);

// Predicates and vectors of registers.
const Op* runMovePredicate(Machine& m, const Op* op);
const Op* runNotPredicate(Machine& m, const Op* op);
const Op* runAndPredicate(Machine& m, const Op* op);
const Op* runOrPredicate(Machine& m, const Op* op);
const Op* runXorPredicate(Machine& m, const Op* op);
const Op* runMerge(Machine& m, const Op* op);
const Op* runSplit(Machine& m, const Op* op);

enum ShuffleMode : uint16_t { shuffleUp, shuffleDown, shuffleButterfly, shuffleIndex };
enum VoteMode : uint16_t { voteAll, voteAny, voteUniform, voteBallot };
enum ReduxMode : uint16_t { reduxAdd, reduxMin, reduxMax, reduxAnd, reduxOr, reduxXor };
enum BarrierMode : uint16_t { barrierSync, barrierArrive, barrierPopc, barrierAnd, barrierOr };

} // namespace warplens::sim::simt
