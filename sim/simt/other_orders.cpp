// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/other_orders.h"

#include "sim/simt/block.h"
#include "sim/simt/turns.h"
#include "sim/simt/warp.h"

#include <algorithm>
#include <bit>
#include <random>

namespace warplens::sim::simt {
namespace {

constexpr uint64_t mostBlocks = 1 << 8;
constexpr uint64_t mostTogether = 1 << 6; ///< blocks whose turns are cut
constexpr uint32_t mostSeeds = 24;
constexpr uint32_t mostLateSeeds = 96;            ///< which only the smallest launches come to
constexpr uint64_t mostStateBytes = 256ull << 20; ///< of blocks that are all under way at a time
constexpr uint64_t mostSavedBytes = 256ull << 20;
constexpr uint64_t leastCost = 4096;     ///< of running again, in instructions of warps
constexpr uint64_t mostEnters = 1 << 20; ///< of basic blocks by those who wait in a way that nobody sees

/// Not what depends on how long somebody waits, nor what is told of any order.
bool isOfTheOrder(const Finding& finding) {
    switch (finding.kind) {
    case FindingKind::EndlessLoop:
    case FindingKind::Leak:
    case FindingKind::NotReproducible:
    case FindingKind::StackOverflow:
        return false;
    default:
        return true;
    }
}

void tellLate(Finding& finding) {
    finding.message += "; it shows where a thread sees late what another one has written, as it may without a fence "
                       "between its own write and its look at the other's";
    finding.hint = "put __threadfence() between what a thread writes for others and its look at what they have "
                   "written, or make both memory_order_seq_cst: releasing and acquiring is not enough there";
    finding.missing.reset();
}

/// Ends turns at accesses to memory that others reach: at each of them, or with a seed by chance, which is the same each
/// time: for a while some warps are slow, and others run ahead. After so many operations turns are as long as they can
/// be, so that those who wait in step come on.
class Cuts {
public:
    Cuts(const Program& program, uint32_t seed, uint64_t most)
        : m_program(program)
        , m_seed(seed)
        , m_left(most)
        , m_isAccess(program.ops.size())
        , m_chance(seed + 1) {
        for (const MemoryOp& memory : program.memoryOps)
            m_isAccess[memory.op] = memory.space != AccessSpace::Local;
    }
    bool operator()(const Machine& m, const Op* op) {
        if (m_left == 0)
            return false;
        --m_left;
        const bool access = m_isAccess[static_cast<size_t>(op - m_program.ops.data())];
        if (m_seed == 0)
            return access;
        return m_chance() % 1024 < (isSlow(m) ? 512u : access ? 128u : 8u);
    }

private:
    bool isSlow(const Machine& m) const {
        constexpr uint64_t whileLong = 8; // operations of all, as a power of two
        uint64_t mixed = m_seed;
        for (const uint64_t word : {m.block->number(), uint64_t(m.warp->index), m_left >> whileLong})
            mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ull;
        return (mixed >> 40 & 1) != 0;
    }

    const Program& m_program;
    const uint32_t m_seed;
    uint64_t m_left;
    std::vector<bool> m_isAccess; ///< by operation
    std::minstd_rand m_chance;
};

uint64_t instructionsOf(const Program& program, const RunResult& result) {
    uint64_t sum = 0;
    for (size_t i = 0; i < result.executions.size(); ++i)
        sum += result.executions[i] * (program.blocks[i].endInstruction - program.blocks[i].firstInstruction);
    return sum;
}

/// What memory holds now, it holds again afterwards.
class AsItWas {
public:
    explicit AsItWas(const Snapshot& before)
        : m_now(before.again()) {}
    ~AsItWas() { m_now.restore(); }
    AsItWas(const AsItWas&) = delete;
    AsItWas& operator=(const AsItWas&) = delete;

private:
    Snapshot m_now;
};

/// Whether the way of some thread may depend on what others do meanwhile.
bool ordersMatter(const Program& program) {
    return std::any_of(program.memoryOps.begin(), program.memoryOps.end(), [](const MemoryOp& memory) {
        if (memory.space == AccessSpace::Local)
            return false;
        return memory.kind == AccessKind::Atomic ? !memory.noReturn : memory.kind == AccessKind::Load && memory.ordered;
    });
}

} // namespace

bool mayShowInOtherOrders(const Program& program, const Launch& launch, const RunOptions& options) {
    const uint64_t blocks = launch.grid.count();
    return options.watch != nullptr && options.otherOrders > leastCost && options.blocks.empty() &&
           options.checkedBlocks >= blocks && launch.cluster.count() == 1 && blocks <= mostBlocks &&
           ordersMatter(program);
}

std::vector<Finding> findingsOfOtherOrders(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                           const RunOptions& options, const Snapshot& before, RunResult& result) {
    const uint64_t count = launch.grid.count();
    std::vector<Finding> found;
    const uint64_t instructions = instructionsOf(program, result);
    // Beginning and putting memory back cost something, too: of small launches it is most of it.
    const uint64_t cost = instructions + leastCost + before.bytes() / 64;
    const auto mayGoOn = [&](uint64_t most) { return result.inOtherOrders + cost <= most; };
    if (result.failed || result.cancelled || errorsIn(result.findings) != 0 || before.bytes() > mostSavedBytes ||
        !mayGoOn(options.otherOrders))
        return found;
    const AsItWas afterwards(before);
    // Late writes have a third of it.
    const uint64_t forCuts = options.watch->writesMayComeLate() ? options.otherOrders / 3 * 2 : options.otherOrders;
    const auto runAgain = [&](bool lastFirst, const Turns::Cut& cut, std::optional<uint32_t> late = {}) {
        result.inOtherOrders += cost;
        before.restore();
        Findings findings;
        SystemState system(options.heap);
        const RunState state{program,      launch,     memory, findings,         system,
                             options.stop, mostEnters, false,  options.lockstep, options.othersMayWrite};
        options.watch->begin(state, true, false);
        if (late)
            options.watch->letWritesComeLate(*late);
        bool failed = false;
        {
            Turns turns(
                state, [&](Block& block) { return options.watch->observe(block); }, cut);
            for (uint64_t n = 0; n < count && turns.failedBlock() == UINT64_MAX; ++n) {
                turns.begin(n, at(launch.grid, lastFirst ? count - 1 - n : n), true);
                if (!cut && turns.waiting() > 1 && std::has_single_bit(turns.waiting()))
                    turns.goRound();
            }
            if (turns.failedBlock() == UINT64_MAX && !options.stop.stop_requested())
                Turns::finish({&turns});
            failed = turns.failedBlock() != UINT64_MAX;
        }
        options.watch->end(failed);
        found = findings.take();
        std::erase_if(found, [](const Finding& finding) { return !isOfTheOrder(finding) || !finding.isError(); });
        for (Finding& finding : found)
            if (late)
                tellLate(finding);
            else
                finding.message += "; it shows where blocks and warps come in another order";
        return !found.empty() || options.stop.stop_requested();
    };
    if (count > 1 && mayGoOn(options.otherOrders) && runAgain(true, {}))
        return found;
    if (count > mostTogether || count * blockStateBytes(program, launch) > mostStateBytes)
        return found;
    for (uint32_t seed = 0; seed < mostSeeds && mayGoOn(forCuts); ++seed)
        if (runAgain(false, Cuts(program, seed, 4 * instructions + 4096)))
            return found;
    // The same orders once more, where writes come late besides.
    for (uint32_t seed = 0; options.watch->writesMayComeLate() && seed < mostLateSeeds && mayGoOn(options.otherOrders);
         ++seed)
        if (runAgain(false, Cuts(program, seed, 4 * instructions + 4096), seed))
            return found;
    return found;
}

} // namespace warplens::sim::simt
