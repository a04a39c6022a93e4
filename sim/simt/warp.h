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

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace warplens::sim::simt {

constexpr uint32_t timeSlice = 1 << 14;  ///< basic blocks before another warp or split has its turn
constexpr uint32_t waitingCost = 1 << 6; ///< basic blocks that count for a turn given away while waiting

/// Tells lanes that go round in a circle: the same state comes again and again (Brent, "An improved Monte Carlo
/// factorization algorithm", 1980, is where the way of finding that comes from).
class Pace {
public:
    Pace() = default;
    /// A circle of so many looks is expected: it is seen by the first one.
    explicit Pace(uint32_t expected)
        : m_expected(expected) {}

    /// A look at the state, at the end of a turn. Returns whether it closes a circle.
    bool note(uint64_t state) {
        ++m_length;
        m_way = (m_way ^ state) * 0x100000001b3ull;
        if (state == m_mark) {
            m_circles = m_length == m_period && m_way == m_lastWay ? m_circles + 1 : 1;
            m_period = m_length;
            m_lastWay = m_way;
            beginCircle();
            return true;
        }
        if (m_circles != 0 && m_length > m_period)
            m_circles = 0;
        if (m_length >= m_power) {
            m_mark = state;
            m_power = 2 * std::max(m_power, m_expected);
            beginCircle();
        }
        return false;
    }
    /// How often in a row the state has come again, each time by the same way.
    uint32_t circles() const { return m_circles; }
    /// Of so many looks they are; while circles() is not 0.
    uint32_t period() const { return m_period; }
    uint64_t looksInCircles() const { return uint64_t(m_circles) * m_period; }

private:
    void beginCircle() {
        m_length = 0;
        m_way = 0;
    }

    uint64_t m_mark = 0, m_way = 0, m_lastWay = 0; ///< the ways: all states of a circle
    uint32_t m_power = 1, m_length = 0, m_period = 0, m_circles = 0, m_expected = 0;
};

/// What lanes saw when they last looked at places that others may change.
struct Polls {
    struct Look {
        const Op* op = nullptr;
        uint64_t seen = 0; ///< places and values
        Pace pace;
    };
    std::array<Look, 4> last;
    uint8_t next = 0;
    uint32_t circle = 0; ///< so many places it goes round that all were the same the last time; 0: it does not
    /// Returns whether the same operation has seen the same the time before, or has gone round places and has seen them all
    /// the same again.
    bool again(const Op* op, uint64_t seen) {
        for (Look& look : last)
            if (look.op == op) {
                const bool same = look.seen == seen;
                look.seen = seen;
                const bool closes = look.pace.note(seen);
                circle = look.pace.circles() > 1 ? look.pace.period() : 0;
                return same || (closes && circle != 0);
            }
        last[next++ % last.size()] = {op, seen, {}};
        circle = 0;
        return false;
    }
};

struct Split {
    enum State : uint8_t {
        Free,    ///< not in use
        Ready,   ///< can go on at `next`
        Waiting, ///< for the lanes of its children, at `next`
        Barrier, ///< at the barrier of the block that `barrier` names; goes on at `next`
        Meeting, ///< at a .sync instruction, `next`, for the other lanes that it names
        Cluster, ///< at the barrier of the cluster; goes on at `next`
        Parked,  ///< in lockstep: until the lanes from which its own have parted come on no more
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
    bool isCall = false; ///< while Waiting: for a function to return
    bool waits = false;  ///< gave its turn away: it looks at what others may change, or sleeps
    uint32_t slices = 0; ///< time slices used up since it began
    uint64_t trail = 0;  ///< of what decided its way since the last look, while the block is examined (Block::examine)
    Pace pace;
    Polls polls;

    /// Nothing comes of its turns until somebody else does something, as far as one can see.
    bool idles() const { return waits || pace.circles() != 0 || polls.circle != 0; }
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
    int32_t current = 0;    ///< the split that runs or ran last
    uint64_t enters = 0;    ///< basic blocks entered so far, at least
    uint32_t atCluster = 0; ///< lanes that have come to the barrier of the cluster, where others have not
    bool stuck = false;     ///< lanes that a .sync instruction names never come: it is executed without them
    bool followed = false;  ///< the observer hears of each operation (see AccessObserver)
    struct Change {
        uint64_t address = 0;
        uint32_t lane = 0;
    };
    std::array<Change, 8> changes; ///< the last ones that its lanes made by atomic operations: locks, perhaps
    uint32_t nextChange = 0;
    std::vector<Split> splits;
    AlignedBytes registers;
    size_t registerBytes = 0;
    AlignedBytes local; ///< lane after lane, localBytes each
    uint32_t localBytes = 0;

    uint32_t alive() const { return lanes & ~exited; }
    bool done() const { return alive() == 0; }
    bool canGoOn() const {
        return std::any_of(splits.begin(), splits.end(), [](const Split& s) { return s.state == Split::Ready; });
    }
    /// None of its lanes moves, though some could.
    bool idles() const {
        bool any = false;
        for (const Split& split : splits)
            if (split.state == Split::Ready) {
                if (!split.idles())
                    return false;
                any = true;
            }
        return any;
    }
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
const Op* yield(Machine& m, const Op* next);
/// The lanes give their turn away, since they wait for others.
const Op* yieldWaiting(Machine& m, const Op* next);
/// The warp's turn ends here: it goes on in another way.
const Op* breakOff(Machine& m, const Op* next);
/// Takes up a split that can go on.
const Op* resume(Machine& m);
/// Lanes wait at a reconvergence point for siblings that do not come, perhaps because those wait for them in turn: for
/// a lock that one of the waiting lanes holds. They go on alone (forward progress, as on compute capability 7.0 and
/// later). Returns whether there were any.
bool releaseWaiting(Warp& warp);
/// Lanes look at the address in vain: true where a lane that waits for them at a reconvergence point changed it last.
bool waitsForSibling(const Warp& warp, uint64_t address);
/// Lanes of a .sync instruction that wait at `op` for one another, each for those that its member mask (slot e) names:
/// joins those that have come. Lanes that have ended are waited for by nobody. Returns the lanes to execute for, or 0
/// where some are still missing (the split has been stopped and `next` says how to go on).
uint32_t meet(Machine& m, const Op* op, const Op*& next);
/// The same for instructions of the whole warp.
uint32_t meetWhole(Machine& m, const Op* op, const Op*& next);

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
const Op* runFence(Machine& m, const Op* op);
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
