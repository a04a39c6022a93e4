// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/launch.h"

#include "sim/simt/asked_together.h"
#include "sim/simt/block_classes.h"
#include "sim/simt/cluster.h"
#include "sim/simt/limits.h"
#include "sim/simt/other_orders.h"
#include "sim/simt/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

namespace warplens::sim::simt {
namespace {

void add(MemoryCounters& to, const MemoryCounters& from, uint64_t times = 1) {
    to.requests += from.requests * times;
    to.sectors += from.sectors * times;
    to.sectorsIdeal += from.sectorsIdeal * times;
    to.lines += from.lines * times;
    to.l1Tags += from.l1Tags * times;
    to.l1Data += from.l1Data * times;
    to.wavefronts += from.wavefronts * times;
    to.wavefrontsIdeal += from.wavefrontsIdeal * times;
    to.bytesAsked += from.bytesAsked * times;
    to.genericShared += from.genericShared * times;
    to.genericSharedBytes += from.genericSharedBytes * times;
}

/// What one or many blocks have counted.
struct Counted {
    std::vector<uint64_t> executions;
    std::vector<MemoryCounters> counters;
    bool operator==(const Counted&) const = default;

    void add(const Counted& other, uint64_t times) {
        for (size_t i = 0; i < executions.size(); ++i)
            executions[i] += other.executions[i] * times;
        for (size_t i = 0; i < counters.size(); ++i)
            simt::add(counters[i], other.counters[i], times);
    }
};

constexpr uint64_t mostInCluster = 16; ///< blocks, of which 8 are portable

/// The block's place in the grid, as `at` counts.
uint64_t numberOf(const Dim3& grid, const Dim3& block) {
    return (uint64_t(block.z) * grid.y + block.y) * grid.x + block.x;
}

Counted counted(const Tally& tally) {
    return {tally.executions, tally.counters};
}

struct Job {
    const Program& program;
    const Launch& launch;
    memory::DeviceMemory& memory;
    const RunOptions& options;
    Findings findings;
    SystemState system;
    BlockClasses classes = {};

    bool cancelled() const { return options.stop.stop_requested(); }
};

/// How many blocks are kept that wait for others, before those that wait have to come on: as many as a GPU could hold,
/// and as fit into a gigabyte.
uint64_t mostWaiting(const RunState& state) {
    return std::clamp<uint64_t>((1ull << 30) / (blockStateBytes(state.program, state.launch) + 1), 64, 1u << 16);
}

/// Runs blocks 0 .. count. `indexOf` tells which block is the n-th; `finished` is told, under a lock, what a thread's
/// blocks have counted: after each block, or once in the end. Returns whether the kernel failed.
class BlockRun {
public:
    using IndexOf = std::function<Dim3(uint64_t)>;
    using Finished = std::function<void(uint64_t n, const Tally&)>;

    BlockRun(Job& job, uint64_t count, IndexOf indexOf, bool eachAlone, Finished finished, bool inOrder = false)
        : m_job(job)
        , m_count(count)
        , m_indexOf(std::move(indexOf))
        , m_eachAlone(eachAlone)
        , m_finished(std::move(finished))
        , m_state{job.program,
                  job.launch,
                  job.memory,
                  job.findings,
                  job.system,
                  job.options.stop,
                  job.options.enterBudget,
                  job.options.counting,
                  job.options.lockstep,
                  job.options.othersMayWrite} {
        m_mostWaiting = mostWaiting(m_state);
        m_watched = job.options.watch ? std::min(job.options.checkedBlocks, count) : 0;
        // Blocks that ask what others did run one after the other, so that it is always the same others.
        const uint64_t most =
            inOrder || clusterSize(job.launch) > 1 || (!eachAlone && blocksTalk(job.program)) ? 1 : count;
        const unsigned cores =
            job.options.threads ? job.options.threads : std::max(1u, std::thread::hardware_concurrency());
        m_threads = static_cast<unsigned>(std::max<uint64_t>(1, std::min<uint64_t>(cores, most)));
    }
    /// More than one host thread runs blocks.
    bool isTogether() const { return m_threads > 1; }
    void runInOneThread() { m_threads = 1; }
    /// Of all threads together, without what goes before.
    double seconds() const { return m_seconds * m_threads; }
    uint64_t watched() const { return m_watched; }
    /// Blocks that have begun: all, but where one has failed.
    uint64_t begun() const { return m_begun; }

    bool run() {
        // Pieces of neighbouring blocks, small enough that no thread is left alone with the last of them.
        m_piece = m_eachAlone ? 1 : std::clamp<uint64_t>(m_count / (m_threads * 16ull), 1, 64);
        if (m_watched != 0)
            m_job.options.watch->begin(m_state, m_watched == m_job.launch.grid.count() && !m_eachAlone, isTogether());
        for (unsigned i = 0; i < m_threads; ++i)
            m_turns.push_back(std::make_unique<Turns>(m_state, watching()));
        {
            const auto begin = std::chrono::steady_clock::now();
            std::vector<std::jthread> pool;
            for (unsigned i = 1; i < m_threads; ++i)
                pool.emplace_back([this, i] { guarded(*m_turns[i]); });
            guarded(*m_turns[0]);
            pool.clear();
            m_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        }
        if (m_error)
            std::rethrow_exception(m_error);
        if (!m_eachAlone && m_failedBlock == UINT64_MAX && !m_job.cancelled()) {
            std::vector<Turns*> all;
            for (const auto& turns : m_turns)
                all.push_back(turns.get());
            Turns::finish(all);
        }
        for (const auto& turns : m_turns) {
            noteFailure(turns->failedBlock());
            if (!m_eachAlone)
                m_finished(0, turns->tally());
        }
        const bool failed = m_failedBlock != UINT64_MAX;
        m_turns.clear(); // what their observers still have to say, they say now
        if (m_watched != 0)
            m_job.options.watch->end(failed);
        if (failed) // blocks are counted here in the order in which they run, there by their place in the grid
            m_job.findings.keepUpTo(numberOf(m_job.launch.grid, m_indexOf(m_failedBlock)));
        return failed;
    }

private:
    Turns::Watch watching() const {
        return [this](Block& block) { return m_job.options.watch->observe(block); };
    }

    // The blocks that are watched lie evenly among the others.
    bool isWatched(uint64_t n) const {
        const auto share = [&](uint64_t k) {
            return static_cast<uint64_t>(double(k) * double(m_watched) / double(m_count));
        };
        return m_watched == m_count || share(n + 1) != share(n);
    }

    /// As on a GPU, a kernel that fails is over. Blocks before the one that has failed are run all the same: so the
    /// first one to fail is always the same.
    void noteFailure(uint64_t block) {
        uint64_t before = m_failedBlock;
        while (block < before && !m_failedBlock.compare_exchange_weak(before, block)) {
        }
    }

    void work(Turns& turns) {
        BlockClasses classes;
        ExecutedSince executed;
        for (uint64_t begin = m_next.fetch_add(m_piece); begin < m_count; begin = m_next.fetch_add(m_piece)) {
            const uint64_t end = std::min(m_count, begin + m_piece);
            for (uint64_t n = begin; n < end && n <= m_failedBlock && !m_job.cancelled(); ++n) {
                ++m_begun;
                if (m_eachAlone) {
                    runAlone(n);
                    continue;
                }
                if (const uint64_t size = clusterSize(m_job.launch); size > 1) {
                    if (n % size == 0)
                        beginCluster(turns, n, size);
                    continue;
                }
                const bool alone = turns.waiting() == 0;
                const bool done = turns.begin(n, m_indexOf(n), isWatched(n));
                if (m_job.options.classes) {
                    const std::vector<uint64_t>& executions = executed.since(turns.tally().executions);
                    if (alone && done)
                        classes.add(executions, m_indexOf(n), 1);
                    else
                        classes.addUnknown(1);
                }
                giveTurns(turns, n + 1 == m_count);
                noteFailure(turns.failedBlock());
            }
            const uint64_t sum = m_done.fetch_add(end - begin) + (end - begin);
            if (m_job.options.progress)
                m_job.options.progress(sum, m_count);
            if (m_job.cancelled() || begin > m_failedBlock)
                break;
        }
        const std::lock_guard lock(m_mutex);
        m_job.classes.add(classes);
    }

    void beginCluster(Turns& turns, uint64_t first, uint64_t size) {
        std::vector<Dim3> indices;
        for (uint64_t n = first; n < first + size; ++n)
            indices.push_back(m_indexOf(n));
        turns.beginCluster(first, indices, isWatched(first));
        giveTurns(turns);
        noteFailure(turns.failedBlock());
    }

    /// One thread runs the whole grid, in its order: what waits then waits on a GPU, too.
    bool isWhole() const { return m_threads == 1 && !m_eachAlone && clusterSize(m_job.launch) == 1; }

    /// Blocks wait for others: now and then they get a turn, and where there is no more room, until one comes on.
    void giveTurns(Turns& turns, bool isLast = false) {
        const size_t waiting = turns.waiting();
        if (const uint64_t room = m_job.options.residentBlocks;
            room != 0 && waiting >= room && !isLast && isWhole() && !m_roomIsLooked) {
            while (turns.waiting() >= room && turns.goRound()) {
            }
            if (turns.waiting() >= room) {
                turns.endWithoutRoom(room, m_count, m_job.options.card);
                m_roomIsLooked = true; // else they wait in a way of which nothing can be said
            }
            return;
        }
        if (waiting >= m_mostWaiting) {
            while (turns.waiting() >= m_mostWaiting && turns.goRound()) {
            }
            if (turns.waiting() >= m_mostWaiting) // all of them wait for one that has not begun
                m_mostWaiting = 2 * m_mostWaiting;
        } else if (waiting > 1 && std::has_single_bit(waiting)) {
            turns.goRound();
        }
    }

    void runAlone(uint64_t n) {
        Turns turns(m_state, watching());
        if (!turns.begin(n, m_indexOf(n), isWatched(n)))
            Turns::finish({&turns});
        noteFailure(turns.failedBlock());
        const std::lock_guard lock(m_mutex);
        m_finished(n, turns.tally());
    }

    void guarded(Turns& turns) {
        try {
            work(turns);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_error = std::current_exception();
            noteFailure(0);
        }
    }

    Job& m_job;
    const uint64_t m_count;
    IndexOf m_indexOf;
    const bool m_eachAlone;
    Finished m_finished;
    RunState m_state;
    uint64_t m_watched = 0, m_piece = 1;
    unsigned m_threads = 1;
    double m_seconds = 0;
    bool m_roomIsLooked = false; ///< blocks have waited for others that have no room on the GPU, or seem to have
    std::vector<std::unique_ptr<Turns>> m_turns;
    std::atomic<uint64_t> m_next{0}, m_done{0}, m_begun{0}, m_failedBlock{UINT64_MAX}, m_mostWaiting{1};
    std::mutex m_mutex;
    std::exception_ptr m_error;
};

RunResult finish(Job& job, Counted counts, uint64_t blocksRun, bool failed) {
    RunResult result;
    result.executions = std::move(counts.executions);
    result.counters = std::move(counts.counters);
    result.findings = job.findings.take();
    result.output = job.system.output();
    result.blocksRun = blocksRun;
    result.blocksTotal = job.launch.grid.count();
    result.failed = failed;
    result.cancelled = job.cancelled();
    result.counted = job.options.counting;
    job.classes.tell(result);
    return result;
}

Counted nothing(const Program& program) {
    return {std::vector<uint64_t>(program.blocks.size()), std::vector<MemoryCounters>(program.memoryOps.size())};
}

/// Which blocks along one axis are taken to be alike: the first, the last, and the others by their index modulo a
/// period.
struct Axis {
    uint32_t extent = 1;
    uint32_t period = 1;

    uint32_t kinds() const { return extent < 3 ? extent : 2 + std::min(period, extent - 2); }
    /// An index of that kind; with `far` the last one there is.
    uint32_t example(uint32_t kind, bool far = false) const {
        if (kind < 2)
            return kind == 0 ? 0 : extent - 1;
        const uint32_t first = kind - 1; // inside begins with 1
        return far ? first + (extent - 2 - first) / period * period : first;
    }
    uint64_t count(uint32_t kind) const { return kind < 2 ? 1 : (extent - 2 - example(kind)) / period + 1; }
};

constexpr uint32_t longestPeriod =
    32; ///< a line of 128 bytes has 32 words: alignment goes round after that many blocks
constexpr uint64_t smallest = 4ull * longestPeriod; ///< grids up to here are always run as a whole
constexpr uint64_t affordable = 1u << 16;           ///< blocks that are simply all run where blocks are not alike

/// Runs as many blocks as tell of all: see runSample.
class Sampler {
public:
    Sampler(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options)
        : m_program(program)
        , m_launch(launch)
        , m_memory(memory)
        , m_options(options)
        , m_job{program, launch, memory, options, {}, SystemState(options.heap)} {}

    RunResult go() {
        if (!blocksAskOthers(m_program) && isPeriodic())
            if (std::optional<RunResult> result = ofAllKinds())
                return std::move(*result);
        if (!m_failed && !m_job.cancelled() && m_launch.grid.count() <= affordable)
            return run(m_program, m_launch, m_memory, m_options);
        return scaledUp();
    }

    std::optional<RunResult> inGroups() {
        if (m_launch.grid.count() <= smallest || m_options.watch != nullptr || !asksByIndex(m_program))
            return std::nullopt;
        m_places = AskedPlaces::find(m_program, m_launch, m_memory, m_options);
        return m_places && isPeriodic() ? ofAllKinds() : std::nullopt;
    }

private:
    /// What a block has done, or a group of blocks that ask one another.
    struct Known {
        Counted counts;
        std::vector<BlockClass> classes; ///< of a group
    };

    uint64_t number(const Dim3& block) const { return numberOf(m_launch.grid, block); }
    const Known& knownOf(const Dim3& block) const { return m_known.at(number(block)); }
    uint64_t watched() const {
        return m_options.watch ? std::min<uint64_t>(m_options.checkedBlocks, m_known.size()) : 0;
    }

    bool learn(const std::vector<Dim3>& blocks) {
        std::vector<uint64_t> todo;
        for (const Dim3& b : blocks)
            if (!m_known.contains(number(b)))
                todo.push_back(number(b));
        std::sort(todo.begin(), todo.end());
        todo.erase(std::unique(todo.begin(), todo.end()), todo.end());
        const auto blockOf = [&](uint64_t n) { return at(m_launch.grid, todo[n]); };
        if (m_places)
            return learnGroups(todo);
        m_failed |= BlockRun(m_job, todo.size(), blockOf, true, [&](uint64_t n, const Tally& tally) {
                        m_known[todo[n]].counts = counted(tally);
                    }).run();
        return !m_failed && !m_job.cancelled();
    }
    /// Groups touch nothing of one another's that decides their way: they are run side by side.
    bool learnGroups(const std::vector<uint64_t>& todo) {
        std::vector<std::optional<GroupRun>> ran(todo.size());
        std::atomic<uint64_t> next = 0;
        std::atomic<bool> fits = true;
        const auto work = [&] {
            for (uint64_t n = next++; n < todo.size() && fits; n = next++) {
                const Dim3 block = at(m_launch.grid, todo[n]);
                ran[n] = learnGroup(m_places->groupOf(block));
                if (!ran[n] || !m_places->fits(block, ran[n]->asked))
                    fits = false;
            }
        };
        {
            std::vector<std::jthread> threads;
            const uint64_t most = m_options.threads != 0 ? m_options.threads : std::thread::hardware_concurrency();
            for (uint64_t n = 1; n < std::min<uint64_t>(most, todo.size()); ++n)
                threads.emplace_back(work);
            work();
        }
        if (!fits)
            return false;
        for (size_t n = 0; n < todo.size(); ++n) {
            RunResult& result = ran[n]->result;
            m_blocksRun += result.blocksRun;
            m_known[todo[n]] = {{std::move(result.executions), std::move(result.counters)}, std::move(result.classes)};
        }
        return true;
    }

    /// Nothing: it fails.
    std::optional<GroupRun> learnGroup(const std::vector<Dim3>& blocks) const {
        try {
            GroupRun group = runGroup(m_program, m_launch, m_memory, m_options, blocks);
            return group.result.failed || group.result.cancelled ? std::nullopt : std::optional(std::move(group));
        } catch (const std::exception&) { // whoever runs the whole grid is told what
            return std::nullopt;
        }
    }

    /// Along each axis a row of neighbouring blocks shows after how many of them the counts repeat.
    bool isPeriodic() {
        if (m_launch.grid.count() <= smallest)
            return false;
        const uint32_t extents[3] = {m_launch.grid.x, m_launch.grid.y, m_launch.grid.z};
        for (int axis = 0; axis < 3; ++axis) {
            m_axes[axis].extent = m_places && m_places->isTogether(axis) ? 1 : extents[axis];
            const uint32_t inside = m_axes[axis].extent > 2 ? std::min(m_axes[axis].extent - 2, longestPeriod + 1) : 0;
            std::vector<Dim3> row;
            for (uint32_t i = 1; i <= inside; ++i) {
                uint32_t place[3] = {extents[0] / 2, extents[1] / 2, extents[2] / 2};
                for (int other = 0; other < 3 && m_places; ++other)
                    if (m_places->isTogether(other))
                        place[other] = 0;
                place[axis] = i;
                row.push_back({place[0], place[1], place[2]});
            }
            if (!learn(row))
                return false;
            bool found = inside == 0;
            for (uint32_t period = 1; !found && period <= longestPeriod; period *= 2) {
                m_axes[axis].period = period;
                found = true;
                for (size_t i = period; i < row.size() && found; ++i)
                    found = knownOf(row[i]).counts == knownOf(row[i - period]).counts;
            }
            if (!found)
                return false;
        }
        return true;
    }

    /// One block of each kind, and one more of the kind from the far end to see whether they are alike indeed.
    std::optional<RunResult> ofAllKinds() {
        const Axis* axes = m_axes;
        const uint64_t kinds = uint64_t(axes[0].kinds()) * axes[1].kinds() * axes[2].kinds();
        if (2 * kinds >= uint64_t(axes[0].extent) * axes[1].extent * axes[2].extent)
            return std::nullopt;
        std::vector<Dim3> near, far;
        std::vector<uint64_t> sizes;
        for (uint32_t z = 0; z < axes[2].kinds(); ++z)
            for (uint32_t y = 0; y < axes[1].kinds(); ++y)
                for (uint32_t x = 0; x < axes[0].kinds(); ++x) {
                    near.push_back({axes[0].example(x), axes[1].example(y), axes[2].example(z)});
                    far.push_back({axes[0].example(x, true), axes[1].example(y, true), axes[2].example(z, true)});
                    sizes.push_back(axes[0].count(x) * axes[1].count(y) * axes[2].count(z));
                }
        if (!learn(near) || !learn(far))
            return std::nullopt;
        Counted sum = nothing(m_program);
        for (size_t i = 0; i < near.size(); ++i) {
            const Known& known = knownOf(near[i]);
            if (known.counts != knownOf(far[i]).counts)
                return std::nullopt;
            sum.add(known.counts, sizes[i]);
            if (!m_options.classes)
                continue;
            for (const BlockClass& each : known.classes)
                m_job.classes.add(each.executions, each.example, each.blocks * sizes[i]);
            if (known.classes.empty())
                m_job.classes.add(known.counts.executions, near[i], sizes[i]);
        }
        RunResult result = finish(m_job, std::move(sum), m_places ? m_blocksRun : m_known.size(), false);
        result.blocksWatched = watched();
        for (BlockClass& each : result.classes)
            if (m_places)
                for (const Dim3& block : m_places->groupOf(each.example))
                    if (number(block) < number(each.example))
                        each.before.push_back(block);
        return result;
    }

    /// Blocks differ, or something went wrong: what was seen, scaled up.
    RunResult scaledUp() {
        Counted sum = nothing(m_program);
        for (const auto& [block, known] : m_known) {
            sum.add(known.counts, 1);
            if (m_options.classes) // each stands for as many of those that were not run
                m_job.classes.add(known.counts.executions, at(m_launch.grid, block),
                                  m_launch.grid.count() / m_known.size());
        }
        if (!m_failed && !m_known.empty()) {
            const double scale = static_cast<double>(m_launch.grid.count()) / static_cast<double>(m_known.size());
            const auto scaled = [&](uint64_t& value) {
                value = static_cast<uint64_t>(static_cast<double>(value) * scale);
            };
            for (uint64_t& value : sum.executions)
                scaled(value);
            for (MemoryCounters& c : sum.counters)
                for (uint64_t* value :
                     {&c.requests, &c.sectors, &c.sectorsIdeal, &c.lines, &c.l1Tags, &c.l1Data, &c.wavefronts,
                      &c.wavefrontsIdeal, &c.bytesAsked, &c.genericShared, &c.genericSharedBytes})
                    scaled(*value);
        }
        RunResult result = finish(m_job, std::move(sum), m_known.size(), m_failed);
        result.exact = false;
        result.blocksWatched = watched();
        return result;
    }

    const Program& m_program;
    const Launch& m_launch;
    memory::DeviceMemory& m_memory;
    const RunOptions& m_options;
    Job m_job;
    std::optional<AskedPlaces> m_places;
    std::map<uint64_t, Known> m_known; ///< by number of the block, of a group the one that stands for it
    uint64_t m_blocksRun = 0;
    Axis m_axes[3];
    bool m_failed = false;
};

} // namespace

/// About what it takes to keep so much memory for the case that the launch is run once more.
static double secondsToCopy(uint64_t bytes) {
    constexpr double bytesPerSecond = 1.5e9; // into pages that are new
    return static_cast<double>(bytes) / bytesPerSecond;
}

void checkLaunch(const Program& program, const Launch& launch) {
    const auto fail = [](const std::string& message) { throw std::invalid_argument(message); };
    const Dim3& b = launch.block;
    const Dim3& g = launch.grid;
    if (b.count() == 0 || g.count() == 0)
        fail("a grid and a block have at least one element in each direction");
    if (b.count() > 1024 || b.x > 1024 || b.y > 1024 || b.z > 64)
        fail(fmt::format("a block of {}x{}x{} threads is too large: 1024 at most, 64 in z", b.x, b.y, b.z));
    if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
        fail(fmt::format("a grid of {}x{}x{} blocks is too large: 65535 at most in y and z", g.x, g.y, g.z));
    if (program.staticSharedBytes + launch.dynamicShared > 227 * 1024)
        fail(fmt::format("a block needs {} bytes of shared memory: 232448 at most",
                         program.staticSharedBytes + launch.dynamicShared));
    if (launch.params.size() != program.paramBytes)
        fail(fmt::format("the kernel {} takes {} bytes of parameters, not {}", program.kernel, program.paramBytes,
                         launch.params.size()));
    if (const FunctionCode& kernel = program.functions.front(); kernel.frameBytes > maximumFrame)
        fail(fmt::format("a thread of the kernel {} needs {} bytes of local memory: {} at most", program.kernel,
                         kernel.frameBytes, maximumFrame));
    const Dim3& c = launch.cluster;
    if (c.count() == 0 || c.count() > mostInCluster)
        fail(fmt::format("a cluster of {}x{}x{} blocks: it has 1 to {}", c.x, c.y, c.z, mostInCluster));
    if (g.x % c.x != 0 || g.y % c.y != 0 || g.z % c.z != 0)
        fail(fmt::format("a grid of {}x{}x{} blocks does not consist of clusters of {}x{}x{}", g.x, g.y, g.z, c.x, c.y,
                         c.z));
    const auto& required = program.functions.front().source->requiredThreads;
    if (required[0] != 0 && (required[0] != b.x || required[1] != b.y || required[2] != b.z))
        fail(fmt::format("the kernel {} is made for blocks of {}x{}x{} threads", program.kernel, required[0],
                         required[1], required[2]));
}

RunResult run(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options) {
    std::vector<ChildWork> children;
    return run(program, launch, memory, options, children);
}

RunResult run(const Program& program, const Launch& launch, memory::DeviceMemory& memory, const RunOptions& options,
              std::vector<ChildWork>& children) {
    checkLaunch(program, launch);
    if (!options.blocks.empty() && clusterSize(launch) > 1)
        throw std::invalid_argument("blocks of a cluster run together: not one by itself");
    const uint64_t count = options.blocks.empty() ? launch.grid.count() : options.blocks.size();
    if (options.blocks.empty())
        memory.fillAll();
    const bool again = mayShowInOtherOrders(program, launch, options);
    const auto runBlocks = [&](bool inOrder, std::optional<Snapshot>* before) {
        Job job{program, launch, memory, options, {}, SystemState(options.heap)};
        Counted sum = nothing(program);
        BlockRun blocks(
            job, count,
            [&](uint64_t n) { return options.blocks.empty() ? blockOfClusters(launch, n) : options.blocks[n]; }, false,
            [&](uint64_t, const Tally& tally) { sum.add(counted(tally), 1); }, inOrder);
        if (before != nullptr && blocks.watched() != 0 && (blocks.isTogether() || again)) {
            options.watch->prepare(program, launch, memory);
            const double seconds = options.blockSeconds * static_cast<double>(count);
            if (!again && seconds != 0 && secondsToCopy(Snapshot::bytesOf(memory, *options.watch)) > seconds / 2)
                blocks.runInOneThread(); // whose order is always the same
            else
                before->emplace(memory, *options.watch, options.heap);
        }
        const bool failed = blocks.run();
        RunResult result = finish(job, std::move(sum), blocks.begun(), failed);
        result.exact = count == result.blocksTotal && !failed;
        result.blocksWatched = blocks.watched();
        result.blockSeconds = blocks.seconds() / static_cast<double>(count);
        children = job.system.children();
        return result;
    };
    std::optional<Snapshot> before;
    RunResult result = runBlocks(false, &before);
    if (before && options.watch->isOrderFelt() && !result.cancelled) {
        before->restore();
        result = runBlocks(true, nullptr);
    }
    if (again && before && children.empty()) {
        std::vector<Finding> found = findingsOfOtherOrders(program, launch, memory, options, *before, result);
        std::move(found.begin(), found.end(), std::back_inserter(result.findings));
    }
    return result;
}

RunResult runSample(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                    const RunOptions& options) {
    checkLaunch(program, launch);
    if (clusterSize(launch) > 1)
        return run(program, launch, memory, options);
    return Sampler(program, launch, memory, options).go();
}

std::optional<RunResult> runGroups(const Program& program, const Launch& launch, memory::DeviceMemory& memory,
                                   const RunOptions& options) {
    checkLaunch(program, launch);
    return clusterSize(launch) > 1 ? std::nullopt : Sampler(program, launch, memory, options).inGroups();
}

bool asksForGridBarrier(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const FunctionCode& function) {
        return std::any_of(function.specials.begin(), function.specials.end(),
                           [](const SpecialSlot& slot) { return slot.what == Special::EnvReg1; });
    });
}

} // namespace warplens::sim::simt
