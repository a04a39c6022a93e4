// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/estimate.h"

#include "sim/time/footprint.h"
#include "sim/time/placement.h"
#include "sim/time/together.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace warplens::sim::time {
namespace {

constexpr unsigned followedWaves = 3;
/// A grid of one block, which shares nothing with others, is followed for so much less of its loop.
constexpr unsigned oneBlockLess = 3;
/// Bytes that a multiprocessor gets from L2 in a clock at most: NVIDIA A100 and H100 whitepapers.
constexpr double linkBytes = 64;
constexpr double sectorBytes = 32;
/// Clocks that the H200 and the H100 have alike (tests/hardware/why/queues.cu): of results of the slow pipe, and of a block's
/// barrier, for each warp that arrives and from the last one on.
constexpr double otherLatency = 17, barrierEach = 2, barrierLatency = 13;
/// L2 of compute capability 8.0 and 9.0 has two halves, each of which keeps what its own multiprocessors ask for (NVIDIA A100
/// whitepaper). What one multiprocessor reads stands in its half, and half of the time in the other one, too, which its memory
/// belongs to.
double copiesOf(std::string_view capability) {
    return capability == "8.0" || capability == "9.0" ? 1.5 : 1;
}
/// Until an instruction has read its sources: a guess.
constexpr double sourcesLatency = 10;

/// Rounds of loops, as the sectors are that are loaded in them: clocks, and by how many they differ between warps.
struct Rounds {
    double clocks = 0, uneven = 0;
};
Rounds roundsOf(const std::vector<Ran::Loaded>& loads) {
    double missed = 0, clocks = 0, variance = 0;
    for (const Ran::Loaded& load : loads)
        if (load.laps.laps > 0) {
            const double each = double(load.misses) / load.laps.laps;
            missed += double(load.misses);
            clocks += each * load.laps.clocks;
            variance += each * load.laps.variance;
        }
    return missed > 0 ? Rounds{clocks / missed, std::sqrt(variance / missed)} : Rounds();
}

/// The same block may be wanted more than once.
size_t firstLike(const std::vector<simt::Dim3>& blocks, size_t n) {
    const auto isSame = [&](const simt::Dim3& b) {
        return b.x == blocks[n].x && b.y == blocks[n].y && b.z == blocks[n].z;
    };
    return static_cast<size_t>(std::find_if(blocks.begin(), blocks.end(), isSame) - blocks.begin());
}

bool isLoad(const Scheduled& code) {
    return code.does == Does::GlobalLoad || code.does == Does::Copy;
}

class Estimator {
public:
    Estimator(const EstimateInput& input, double clockMhz)
        : m_in(input)
        , m_clock(clockMhz > 0 ? clockMhz : input.device.clockMhz)
        , m_blocks(input.launch.grid.count())
        , m_each((m_blocks + input.device.multiprocessors - 1) / input.device.multiprocessors)
        , m_active(double(std::min<uint64_t>(m_blocks, input.device.multiprocessors)))
        , m_resident(static_cast<unsigned>(std::min<uint64_t>(input.residentBlocks, m_each)))
        , m_code(schedule(input.flow, input.rates)) {}

    TimeEstimate go() {
        m_result.known = collect();
        if (!m_result.known)
            return std::move(m_result);
        setMachine();
        findCold();
        const std::optional<double> clocks = follow();
        if (!clocks || m_in.stop.stop_requested()) {
            m_result.known = fail(m_in.stop.stop_requested() ? "interrupted" : "its blocks do not end in the model");
            return std::move(m_result);
        }
        m_result.clocks = *clocks;
        m_result.dramBytes = m_brought + m_written;
        findShare();
        m_result.launchMilliseconds = m_in.calibration.launchMicroseconds / 1e3;
        m_result.milliseconds = m_result.clocks / (m_clock * 1e3) + m_result.launchMilliseconds;
        return std::move(m_result);
    }

private:
    bool fail(const char* why) {
        m_result.why = why;
        return false;
    }

    simt::Dim3 placeOf(uint64_t block) const {
        const simt::Dim3& grid = m_in.launch.grid;
        return {static_cast<uint32_t>(block % grid.x), static_cast<uint32_t>(block / grid.x % grid.y),
                static_cast<uint32_t>(block / grid.x / grid.y)};
    }
    /// The n-th block of the multiprocessor that is followed. After those that it gets at first they go to whichever has a place,
    /// which is chance: one of those that are handed out about then.
    uint64_t blockOf(uint64_t n) const {
        if (n < m_own.size())
            return m_own[n];
        const uint64_t chance = n < m_resident ? 0 : (n * 0x9e3779b97f4a7c15ull >> 32) % m_in.device.multiprocessors;
        return std::min(m_blocks - 1, n * m_in.device.multiprocessors + chance);
    }
    /// Blocks of one multiprocessor.
    bool collect() {
        const auto warps = (m_in.launch.block.count() + 31) / 32;
        const uint64_t waves = std::min<uint64_t>(followedWaves, (m_each + m_resident - 1) / m_resident);
        const uint64_t all = m_blocks == 1 ? m_in.mostInstructions / oneBlockLess : m_in.mostInstructions;
        const uint64_t most = std::max<uint64_t>(64, all / (warps * m_resident * waves));
        const simt::Dim3& grid = m_in.launch.grid;
        std::vector<simt::Dim3> blocks{placeOf(0)};
        const auto add = [&](bool there, const simt::Dim3& block) -> size_t {
            if (there)
                blocks.push_back(block);
            return there ? blocks.size() - 1 : 0;
        };
        const size_t x = add(grid.x > 1, {1, 0, 0}), xx = add(grid.x > 2, {2, 0, 0}), y = add(grid.y > 1, {0, 1, 0});
        const size_t others = blocks.size();
        const Placed placed = firstBlocks(m_blocks, m_resident, m_in.device.multiprocessors);
        m_own = placed[typicalOf(placed, grid)];
        m_company.emplace(placed, m_own, grid);
        const uint64_t wanted = std::min<uint64_t>(m_each, m_resident * waves);
        for (uint64_t n = 0; n < wanted; ++n)
            blocks.push_back(placeOf(blockOf(n)));
        std::vector<BlockWork> works = traced(blocks, most);
        if (m_in.stop.stop_requested())
            return fail("interrupted");
        if (!works.front().known || works.front().instructions == 0)
            return fail("where the warps go depends on what cannot be known");
        const auto at = [&](size_t n) { return n != 0 ? &works[n] : nullptr; };
        lookAtNeighbours(works.front(), {at(x), at(xx), at(y)});
        m_result.sampled = !works.front().complete;
        m_front = std::move(works.front());
        std::move(works.begin() + static_cast<std::ptrdiff_t>(others), works.end(), std::back_inserter(m_works));
        if (grid.y == 1 && grid.z == 1) {
            std::vector<Beginnings> seen{{0, beginnings(&m_front)}};
            for (uint64_t n = 0; n < m_works.size(); ++n)
                seen.push_back({blockOf(n), beginnings(&m_works[n])});
            findPeriod(m_steps, seen);
        }
        return true;
    }

    /// What these blocks do. Side by side, unless something that one of them stores could be told by another; then nothing is
    /// told of those behind a first one of which nothing is known.
    std::vector<BlockWork> traced(const std::vector<simt::Dim3>& blocks, uint64_t most) {
        std::vector<BlockWork> works(blocks.size());
        const auto isFirst = [&](size_t n) { return firstLike(blocks, n) == n; };
        std::atomic<size_t> next = 0;
        std::exception_ptr error;
        std::mutex mutex;
        const bool together = storesNothing();
        const auto work = [&] {
            try {
                for (size_t n = next++; n < blocks.size() && !m_in.stop.stop_requested(); n = next++) {
                    if (together && !isFirst(n))
                        continue;
                    works[n] = workOf(m_in.flow, m_in.program, m_in.launch, m_in.memory, blocks[n], most, m_in.stop);
                    if (!together && !works.front().known)
                        break;
                }
            } catch (...) {
                const std::lock_guard lock(mutex);
                error = std::current_exception();
            }
        };
        {
            std::vector<std::jthread> threads;
            const size_t useful = together ? std::min<size_t>(std::thread::hardware_concurrency(), blocks.size()) : 1;
            for (size_t n = 1; n < useful; ++n)
                threads.emplace_back(work);
            work();
        }
        if (error)
            std::rethrow_exception(error);
        for (size_t n = 0; together && n < blocks.size(); ++n)
            if (!isFirst(n))
                works[n] = works[firstLike(blocks, n)];
        return works;
    }
    /// Values are left out (sim/simt/values.h): memory stays what it was.
    bool storesNothing() const {
        return std::none_of(
            m_in.program.memoryOps.begin(), m_in.program.memoryOps.end(),
            [](const simt::MemoryOp& memory) { return memory.kind != simt::AccessKind::Load && memory.moves; });
    }

    void lookAtNeighbours(const BlockWork& front, const Neighbours& next) {
        findSteps(front, next);
        std::vector<bool> loads, stores;
        for (const Scheduled& code : m_code) {
            loads.push_back(isLoad(code));
            stores.push_back(code.does == Does::GlobalStore);
        }
        m_loads = footprintOf(front, next, loads);
        m_stores = footprintOf(front, next, stores);
    }

    /// Where each instruction that loads begins, in these blocks: nothing where it does not run.
    std::vector<std::optional<int64_t>> beginnings(const BlockWork* block) const {
        std::vector<std::optional<int64_t>> found(m_code.size());
        if (block != nullptr)
            for (const WarpWork& warp : block->warps)
                for (const Request& request : warp.requests)
                    if (request.sectors > 0 && !found[request.step])
                        found[request.step] =
                            static_cast<int64_t>(request.begin) + block->patterns[request.pattern].front();
        return found;
    }
    /// How far blocks that follow one another lie apart.
    void findSteps(const BlockWork& front, const Neighbours& next) {
        const auto here = beginnings(&front), x = beginnings(next.x), xx = beginnings(next.xx), y = beginnings(next.y);
        m_steps.resize(m_code.size());
        for (size_t n = 0; n < m_steps.size(); ++n) {
            LoadingStep& step = m_steps[n];
            if (!here[n] || (next.x != nullptr && !x[n]) || (next.y != nullptr && !y[n]))
                continue;
            step.x = next.x != nullptr ? *x[n] - *here[n] : 0;
            step.y = next.y != nullptr ? *y[n] - *here[n] : 0;
            step.regular = next.xx == nullptr || (xx[n] && *xx[n] - *here[n] == 2 * step.x);
        }
    }

    void findShare() {
        for (size_t n = 0; n < m_steps.size(); ++n) {
            m_steps[n].misses = m_loaded[n].misses;
            m_steps[n].others = m_loaded[n].others;
            m_steps[n].singles = m_loaded[n].singles;
        }
        const Rounds rounds = roundsOf(m_loaded);
        const double waits = m_result.stalls[static_cast<size_t>(Stall::LongScoreboard)] * rounds.clocks;
        m_result.l2Share = askedTogether(m_steps, {.grid = m_in.launch.grid,
                                                   .multiprocessors = m_in.device.multiprocessors,
                                                   .resident = m_resident,
                                                   .warps = static_cast<unsigned>(m_front.warps.size()),
                                                   .waves = double(m_each) / m_resident,
                                                   .clocks = m_result.clocks,
                                                   .blockLaunch = m_machine.blockLaunch,
                                                   .uneven = rounds.uneven,
                                                   .waits = waits,
                                                   .queued = m_queued});
    }

    void setMachine() {
        const Calibration& measured = m_in.calibration;
        m_machine.shared = measured.shared;
        m_machine.l1 = measured.l1;
        m_machine.l2 = measured.l2;
        m_machine.dram = measured.dram;
        m_machine.other = otherLatency;
        m_machine.sources = sourcesLatency;
        m_machine.barrier = barrierLatency;
        m_machine.barrierEach = barrierEach;
        m_machine.blockLaunch = measured.blockLaunchClocks;
        m_machine.blockRestart = measured.blockRestartClocks;
        m_machine.storeDrain = measured.storeDrainClocks;
        m_machine.l2Sectors = std::min(linkBytes, measured.l2BytesAClock / m_active) / sectorBytes;
        m_machine.dramShare = measured.dramGbps * 1e3 / m_clock / m_active;
        m_machine.dramBytes = std::min(linkBytes, m_machine.dramShare);
        m_machine.dramWait = measured.dramWaitReads;
        m_machine.dramWaitWrites = 2 * std::max(0.0, measured.dramWaitCopies - measured.dramWaitReads);
        m_machine.atomic = measured.atomicNanoseconds * m_clock / 1e3 * m_active;
        m_machine.l1Bytes = m_in.l1Bytes;
        if (m_loads.total() > 0) // consecutive blocks go to the two multiprocessors of a pair
            m_machine.pairShare = 1 - (m_loads.row + m_loads.all) / m_loads.total() / 2;
    }

    /// What L2 does not have: see estimate.h.
    void findCold() {
        const simt::Dim3& grid = m_in.launch.grid;
        const auto blocks = static_cast<double>(m_blocks);
        const double each = m_in.instructions / blocks / double(m_front.instructions);
        const double scale = m_result.sampled ? std::max(1.0, each) : 1; // of a block that was followed in part
        const auto bytes = [&](double count) {
            return (m_loads.of(count, grid) + m_stores.of(count, grid)) * sectorBytes * scale;
        };
        const auto holds = static_cast<double>(m_in.l2Bytes);
        // L2 fills pairs of sectors.
        const double loaded = m_loads.pairs * sectorBytes * scale;
        double touched =
            m_loads.of(blocks, grid) * loaded + m_stores.of(blocks, grid) * m_stores.pairs * sectorBytes * scale;
        double copies = copiesOf(m_in.device.capability) - 1; // besides the one that counts in `touched`
        if (m_in.arrayBytes > 0 && touched > m_in.arrayBytes) {
            touched = m_in.arrayBytes;
            copies = 0; // blocks far apart have sectors in common
        }
        const bool fits = touched + copies * m_loads.own * blocks * loaded <= holds;
        if (fits && m_in.warm)
            return;
        const double wave = std::min(blocks, double(m_resident) * m_active);
        const bool stays =
            fits || bytes(wave) + copies * m_loads.own * wave * sectorBytes * scale <= holds; // until the next wave
        const double wavesOfGrid = std::max(1.0, blocks / wave);
        const auto width = static_cast<double>(grid.x);
        const double rows = std::max(1.0, blocks / width);
        // How often the sectors of a column, and those of all blocks, are brought for each block that uses them.
        const double columns = stays ? 1 / std::min(rows, wavesOfGrid) : 1;
        const double all = stays ? 1 / wavesOfGrid : 1;
        if (m_loads.total() > 0)
            m_machine.missLatency =
                (m_loads.own + m_loads.row + m_loads.column * columns + m_loads.all * all) / m_loads.total();
        // Bytes: what the blocks of a wave have in common is brought once for all of them.
        const double again = stays ? 1 : wavesOfGrid;
        const double brought = m_loads.own * blocks + m_loads.row * rows +
                               m_loads.column * width * std::max(1.0, again * std::min(1.0, wave / width)) +
                               m_loads.all * again;
        m_brought = brought * sectorBytes * scale * m_loads.pairs;
        // No wave brings more than there is: where it seems so, blocks far apart have sectors in common.
        const double most = m_in.arrayBytes * (fits ? 1 : wavesOfGrid);
        if (most > 0 && m_brought > most) {
            m_machine.missLatency *= most / m_brought;
            m_brought = most;
        }
        m_written = m_stores.of(blocks, grid) * sectorBytes * scale * m_stores.pairs;
    }

    /// DRAM's bytes, over the sectors that ask for them.
    void spread(double l1Hits) {
        double loads = 0, stores = 0;
        for (const WarpWork& warp : m_front.warps)
            for (const Request& request : warp.requests) {
                const Scheduled& code = m_code[request.step];
                if (isLoad(code))
                    loads += request.sectors;
                else if (code.does == Does::GlobalStore)
                    stores += request.sectors;
            }
        const double all = m_in.instructions / double(m_front.instructions); // blocks like the first one
        const double missing = loads * (1 - l1Hits) * all;
        m_machine.missBytes = missing > 0 ? m_brought / missing : 0;
        // What is written takes DRAM longer: as much as a copy is slower than reading.
        const Calibration& measured = m_in.calibration;
        const double slower = std::max(1.0, 2 * measured.dramGbps / measured.dramCopyGbps - 1);
        m_machine.writeBytes = stores > 0 ? slower * m_written / (stores * all) : 0;
    }

    Ran run(size_t count, unsigned resident, bool stalls, Timeline* timeline = nullptr) const {
        std::vector<const BlockWork*> blocks;
        for (size_t n = 0; n < count; ++n)
            blocks.push_back(&m_works[n]);
        return runBlocks(m_code, m_machine, blocks, resident, m_in.stop, timeline, stalls);
    }

    /// Of blocks that were followed in part, the rest goes on as their middle went.
    double extended(const Ran& ran, double instructions) const {
        if (!m_result.sampled || ran.fullIssued <= ran.quarterIssued)
            return ran.clocks;
        const double each = (ran.fullClocks - ran.quarterClocks) / double(ran.fullIssued - ran.quarterIssued);
        return ran.quarterClocks + (instructions - double(ran.quarterIssued)) * each;
    }

    /// Of the sectors that the first blocks load those that L1 has not, if they stood as often in a row or column as those of all
    /// multiprocessors do.
    double usualMisses(const Ran& ran) const {
        double misses = double(ran.first.misses);
        for (size_t n = 0; n < m_steps.size(); ++n) {
            const LoadingStep& step = m_steps[n];
            const Ran::Loaded& loaded = ran.loadedAt[n];
            if (!step.regular || loaded.firstMisses + loaded.firstOthers == 0)
                continue;
            const auto [here, usual] = m_company->of(step.x, step.y);
            // A sector that L1 has spares a block one miss, however often it asks for it.
            const auto had = double(loaded.firstMisses);
            const double spared = here < 1 ? std::min(double(loaded.firstOthers), had * here / (1 - here)) : 0;
            misses += here > 0 ? spared * (1 - usual / here) : -had * usual;
        }
        return std::max(0.0, misses);
    }
    /// The share of the sectors that L1 has, of the whole launch.
    double hitsOf(const Ran& ran) const {
        if (ran.loadSectors == 0)
            return 0;
        const double first = ran.first.sectors > 0 ? usualMisses(ran) / double(ran.first.sectors) : 0;
        if (ran.later.sectors == 0)
            return 1 - first;
        const double later = double(ran.later.misses) / double(ran.later.sectors);
        const double part = double(m_resident) / double(m_each);
        return 1 - part * first - (1 - part) * later;
    }

    Ran followMost() {
        m_result.timeline.most = m_in.timeline;
        Timeline* const timeline = m_in.timeline > 0 ? &m_result.timeline : nullptr;
        const bool again = m_brought > 0 || m_written > 0;
        Ran ran = run(m_works.size(), m_resident, !again, again ? nullptr : timeline);
        const auto hits = [&] { return hitsOf(ran); };
        if (again) { // how many sectors pass L1 is known by now
            spread(hits());
            ran = run(m_works.size(), m_resident, true, timeline);
        }
        m_result.followed = double(ran.instructions);
        m_result.l1Hits = hits();
        m_loaded = ran.loadedAt;
        m_queued = ran.queued / double(std::max<uint64_t>(1, ran.loadSectors - ran.l1Hits));
        m_result.dramShare = m_machine.missLatency;
        double sum = 0;
        for (const double clocks : ran.stalls)
            sum += clocks;
        const auto shares = [sum](Stalls clocks) {
            for (double& each : clocks)
                each = sum > 0 ? each / sum : 0;
            return clocks;
        };
        m_result.stalls = shares(ran.stalls);
        for (const Stalls& clocks : ran.stallsAt)
            m_result.stallsAt.push_back(shares(clocks));
        return ran;
    }

    /// Nothing: some blocks have not ended.
    std::optional<double> follow() {
        const Ran ran = followMost();
        const size_t count = m_works.size();
        if (ran.blockEnds.size() < count)
            return std::nullopt;
        const double block = m_in.instructions / double(m_blocks);
        // Blocks do more or less than those that were followed, which are some of them.
        const double usual = m_result.sampled ? 1 : block * double(count) / double(ran.instructions);
        if (count <= m_resident)
            return extended(ran, block * double(count)) * usual;
        // Several waves: the others go on like the last of them. Queues fill during the first ones; in the long run none is
        // faster than what memory does for it.
        const double first = ran.blockEnds[m_resident - 1];
        double each =
            std::max((ran.blockEnds.back() - first) / double(count - m_resident), ran.memoryClocks / double(count));
        if (!m_result.sampled)
            return (ran.clocks + double(m_each - count) * each) * usual;
        each *= block * double(count) / double(ran.instructions);
        const uint64_t rest = m_each % m_resident;
        return double(m_each - rest) * each +
               (rest == 0 ? 0 : extended(run(rest, static_cast<unsigned>(rest), false), block * double(rest)));
    }

    const EstimateInput& m_in;
    double m_clock;
    uint64_t m_blocks, m_each; ///< of the grid; of the multiprocessor that has most
    double m_active;           ///< multiprocessors that have blocks
    unsigned m_resident;
    std::vector<Scheduled> m_code;
    BlockWork m_front;           ///< the first one
    std::vector<uint64_t> m_own; ///< the first blocks of the multiprocessor that is followed
    std::optional<Company> m_company;
    std::vector<BlockWork> m_works;
    Footprint m_loads, m_stores;
    std::vector<LoadingStep> m_steps;
    std::vector<Ran::Loaded> m_loaded;
    double m_queued = 0; ///< clocks that a sector's request waits behind others on its way to L2
    Machine m_machine;
    double m_brought = 0, m_written = 0; ///< bytes between DRAM and L2, of the whole launch
    TimeEstimate m_result;
};

} // namespace

TimeEstimate estimateTime(const EstimateInput& input, double clockMhz) {
    return Estimator(input, clockMhz).go();
}

} // namespace warplens::sim::time
