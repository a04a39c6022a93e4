// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/multiprocessor.h"

#include "sim/time/timed_cache.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

namespace warplens::sim::time {
namespace {

constexpr unsigned quarters = 4;
constexpr double never = std::numeric_limits<double>::infinity();

/// DRAM, of which this multiprocessor has a share.
class Dram {
public:
    explicit Dram(const Machine& machine)
        : m_machine(machine) {}

    /// When it is through with these bytes.
    double move(double at, double bytes, bool writes) {
        if (bytes <= 0)
            return m_free;
        const double use = bytes / m_machine.dramShare / memory;
        const double before = at > m_last ? std::exp((m_last - at) / memory) : 1;
        m_last = std::max(m_last, at);
        m_busy = m_busy * before + use;
        m_writing = m_writing * before + (writes ? use : 0);
        const double clocks = bytes / m_machine.dramBytes;
        m_worked += clocks;
        return m_free = std::max(m_free, at) + clocks;
    }
    double free() const { return m_free; }
    double worked() const { return m_worked; } ///< clocks

    /// Requests of all multiprocessors come as chance has it, so that one waits for others long before DRAM does all it can,
    /// and longer for writes, for which its bus has to turn around: the queue's usual u / (1 - u), with measured factors.
    double wait() const {
        const double use = std::min(m_busy, mostUse);
        const double factor = m_machine.dramWait + m_machine.dramWaitWrites * (m_busy > 0 ? m_writing / m_busy : 0);
        return factor * use / (1 - use);
    }

private:
    static constexpr double memory = 2000; ///< clocks over which its use is told
    static constexpr double mostUse = 0.8; ///< beyond it the queue itself makes requests wait
    const Machine& m_machine;
    double m_free = 0, m_last = 0, m_worked = 0;
    double m_busy = 0, m_writing = 0; ///< shares of the time
};

/// The way to memory and back, which all warps of the multiprocessor share.
class Memory {
public:
    Memory(const Machine& machine, Ran& ran, unsigned resident)
        : m_machine(machine)
        , m_ran(ran)
        , m_resident(resident)
        , m_l1(machine.l1Bytes)
        , m_dram(machine) {}

    /// The clock at which a request that was issued now is through L1's tags, where it has to do with them, and its memory.
    double pass(double now, double tags, double data) {
        // It does not run ahead of L2 and DRAM further than their latencies.
        double at = std::max({now, m_l2Free - m_machine.l2, m_dram.free() - m_machine.dram - m_machine.l2});
        if (tags > 0) {
            at = std::max(at, m_tagsFree) + tags - 1;
            m_tagsFree = at + 1;
            m_tagsWorked += tags;
        }
        at = std::max(at, m_dataFree) + std::max(1.0, data) - 1;
        m_dataFree = at + 1;
        m_dataWorked += std::max(1.0, data);
        return at;
    }

    /// When the last of its sectors is there. A copy's wavefronts have its way into L1's memory in them (`fills` is false).
    double load(double issued, double at, std::span<const int64_t> pattern, const Request& request, uint32_t block,
                bool fills) {
        Ran::Loaded& loaded = m_ran.loadedAt[request.step];
        const bool first = block <= m_resident;
        (first ? m_ran.first : m_ran.later).sectors += pattern.size();
        double done = at + m_machine.l1;
        bool asked = false, waitsForDram = false;
        unsigned brought = 0;
        for (size_t n = 0; n < pattern.size(); ++n) {
            ++m_ran.loadSectors;
            const TimedCache::Found found = m_l1.find(request.begin + static_cast<uint64_t>(pattern[n]));
            if (found.hit) {
                ++m_ran.l1Hits;
                loaded.others += found.owner != block;
                loaded.firstOthers += first && found.owner != block;
                done = std::max(done, found.ready);
                continue;
            }
            if (!asked) {
                asked = true;
                m_missing += m_machine.missLatency;
                waitsForDram = m_missing >= 1;
                m_missing -= waitsForDram ? 1 : 0;
            }
            ++brought;
            ++loaded.misses;
            loaded.firstMisses += first;
            loaded.singles += !fills && isAlone(pattern, n, request.begin);
            ++(first ? m_ran.first : m_ran.later).misses;
            found.owner = block;
            const double passed = throughL2(at, m_machine.pairShare);
            m_ran.queued += passed - issued;
            double there = passed + m_machine.l2;
            const double moved = m_dram.move(at, m_machine.missBytes, false);
            if (waitsForDram)
                there = std::max(there + m_machine.dram - m_machine.l2 + m_dram.wait(), moved + m_machine.dram);
            found.ready = there;
            done = std::max(done, there);
        }
        if (fills)
            fill(at, brought);
        return done;
    }

    /// Of the sectors that a request is for, whether this one is the only one of its line.
    static bool isAlone(std::span<const int64_t> pattern, size_t n, uint64_t begin) {
        const auto lineOf = [&](size_t at) { return (begin + static_cast<uint64_t>(pattern[at])) / 4; };
        return (n == 0 || lineOf(n - 1) != lineOf(n)) && (n + 1 == pattern.size() || lineOf(n + 1) != lineOf(n));
    }

    /// What comes from L2 is written into L1's memory, which does nothing else then: 128 bytes a clock, as it is read.
    void fill(double at, unsigned sectors) {
        const double clocks = sectors / 4.0;
        m_dataFree = std::max(m_dataFree, at) + clocks;
        m_dataWorked += clocks;
    }

    void store(double at, const Request& request) {
        // A line is sent as a whole, however little of it is written.
        for (unsigned n = 0; n < std::max<unsigned>(request.sectors, 4 * request.lines); ++n)
            throughL2(at);
        m_dram.move(at, request.sectors * m_machine.writeBytes, true);
        m_written = std::max(m_written, m_l2Free + m_machine.l2);
    }
    /// When all that was written so far has arrived, and the answer is there.
    double fence(double now) const { return std::max(m_written, now + m_machine.l2); }

    /// Those at one place follow one another.
    double atomic(double at, std::span<const int64_t> pattern, const Request& request) {
        double done = at;
        for (const int64_t distance : pattern) {
            done = std::max(done, throughL2(at));
            Place& place = m_atomics[request.begin + static_cast<uint64_t>(distance)];
            place.free = std::max(place.free, at) + m_machine.atomic;
            place.worked += m_machine.atomic;
            m_atomicFree = std::max(m_atomicFree, place.free);
            m_atomicWorked = std::max(m_atomicWorked, place.worked);
            done = std::max(done, place.free);
        }
        return done + m_machine.l2;
    }

    double end() const { return std::max({m_tagsFree, m_dataFree, m_l2Free, m_dram.free(), m_atomicFree}); }
    /// Clocks that the busiest part was at work.
    double worked() const {
        return std::max({m_tagsWorked, m_dataWorked, m_l2Worked, m_dram.worked(), m_atomicWorked});
    }

private:
    double throughL2(double at, double share = 1) {
        ++m_ran.l2Sectors;
        const double clocks = share / m_machine.l2Sectors;
        m_l2Worked += clocks;
        return m_l2Free = std::max(m_l2Free, at) + clocks;
    }

    const Machine& m_machine;
    Ran& m_ran;
    unsigned m_resident; ///< blocks of the first wave
    TimedCache m_l1;
    Dram m_dram;
    double m_tagsFree = 0, m_dataFree = 0, m_l2Free = 0, m_atomicFree = 0;
    struct Place {
        double free = 0, worked = 0;
    };
    std::unordered_map<uint64_t, Place> m_atomics; ///< by sector
    double m_tagsWorked = 0, m_dataWorked = 0, m_l2Worked = 0, m_atomicWorked = 0;
    double m_missing = 0, m_written = 0;
};

struct Warp {
    const BlockWork* of = nullptr;
    const WarpWork* work = nullptr; ///< nullptr: the place is empty
    size_t run = 0;
    uint32_t pc = 0;
    uint64_t done = 0;
    size_t request = 0;
    uint32_t place = 0, block = 0;
    uint64_t age = 0;
    bool waiting = false; ///< at a barrier of the block
    double seen = 0, seenHeld = 0,
           seenOccupied = 0; ///< when it was last told what it waits for, and Quarter's sums then
    double issued = 0, fixed = 0, ready = 0;
    Stall why = Stall::Wait;
    std::array<double, 6> clear{};
    std::array<Stall, 6> clearWhy{};
    std::vector<double> groups; ///< of copies: when each is there
    double copies = 0;
    std::vector<Laps::Runner> runners; ///< by load; of the first blocks

    bool ended() const { return work == nullptr || run >= work->runs.size(); }
};

struct Place {
    size_t first = 0, count = 0; ///< warps
    uint32_t alive = 0, arrived = 0;
    double drained = 0; ///< when what its block has stored has arrived
};

/// Requests that were issued, until they are through L1's memory: where there is no room for one more, warps wait before they issue.
class RequestQueue {
public:
    void setDepth(unsigned depth) { m_exits.assign(depth, 0); }
    double free() const { return m_exits[m_next]; } ///< when there is room for one more
    void add(double exit) {
        m_exits[m_next] = exit;
        m_next = m_next + 1 == m_exits.size() ? 0 : m_next + 1;
    }

private:
    std::vector<double> m_exits;
    size_t m_next = 0;
};

/// What a quarter has to know of a warp to choose it.
struct Candidate {
    double ready = never; ///< never: it has ended, or waits for others
    size_t pipe = 0;      ///< that its next instruction wants: of Quarter::pipes, `lightFma` or `sharedQueue`
};
constexpr size_t lightFma = pipeCount;        ///< either half of the FMA pipe
constexpr size_t sharedQueue = pipeCount + 1; ///< a place in the queue of requests to shared memory

struct Quarter {
    std::vector<uint32_t> warps;
    std::vector<Candidate> candidates; ///< by place in `warps`
    std::vector<uint32_t> oldestFirst; ///< places in `warps`
    uint32_t last = UINT32_MAX;
    double issued = 0, free = 0;
    std::array<double, pipeCount> pipes{};
    double light = 0;                         ///< the half of the FMA pipe that has no integer products
    double held = 0;                          ///< clocks that instructions have held it longer than one
    std::array<double, pipeCount> occupied{}; ///< clocks at which the pipe could take nothing
    RequestQueue mio;
    // The next instruction.
    bool known = false;
    uint32_t next = UINT32_MAX;
    double at = never;
};

/// The warp that can go on first; of several the one that was issued last, else the oldest.
void choose(Quarter& quarter) {
    quarter.known = true;
    quarter.next = UINT32_MAX;
    quarter.at = never;
    std::array<double, pipeCount + 2> free{};
    for (size_t pipe = 1; pipe < pipeCount; ++pipe)
        free[pipe] = std::max(quarter.free, quarter.pipes[pipe]);
    free[0] = quarter.free;
    free[lightFma] = std::min(free[static_cast<size_t>(Pipe::Fma)], std::max(quarter.free, quarter.light));
    free[sharedQueue] = std::max(free[static_cast<size_t>(Pipe::Memory)], quarter.mio.free());
    const auto clockOf = [&](uint32_t place) {
        const Candidate& candidate = quarter.candidates[place];
        return std::max(candidate.ready, free[candidate.pipe]);
    };
    if (quarter.last != UINT32_MAX) {
        quarter.next = quarter.last;
        quarter.at = clockOf(quarter.last / quarters);
    }
    if (quarter.at > quarter.free)
        for (const uint32_t place : quarter.oldestFirst)
            if (const double at = clockOf(place); at < quarter.at) {
                quarter.at = at;
                quarter.next = quarter.warps[place];
                if (at <= quarter.free) // none can be sooner
                    break;
            }
    if (quarter.at == never)
        quarter.next = UINT32_MAX;
}

class Multiprocessor {
public:
    Multiprocessor(const std::vector<Scheduled>& code, const Machine& machine,
                   const std::vector<const BlockWork*>& blocks, unsigned resident, const std::stop_token& stop,
                   Timeline* timeline, bool stalls)
        : m_code(code)
        , m_machine(machine)
        , m_blocks(blocks)
        , m_stop(stop)
        , m_timeline(timeline)
        , m_tells(stalls)
        , m_memory(machine, m_ran, resident) {
        m_ran.stallsAt.resize(code.size());
        m_ran.loadedAt.resize(code.size());
        for (const Scheduled& each : code) {
            m_loadNumbers.push_back(m_laps.size());
            if (isLoad(each))
                m_laps.emplace_back();
        }
        for (const BlockWork* block : blocks)
            m_total += block->instructions;
        const size_t warps = blocks.empty() ? 0 : blocks.front()->warps.size();
        m_warps.resize(warps * resident);
        if (m_timeline != nullptr)
            *m_timeline = {m_timeline->most, {}, static_cast<unsigned>(warps), resident, 0};
        for (uint32_t n = 0; n < m_warps.size(); ++n) {
            m_quarters[n % quarters].warps.push_back(n);
            m_quarters[n % quarters].oldestFirst.push_back(n / quarters);
        }
        for (Quarter& quarter : m_quarters) {
            quarter.candidates.resize(quarter.warps.size());
            quarter.mio.setDepth(machine.mioQueue);
        }
        for (unsigned place = 0; place < resident; ++place) {
            m_places.push_back({place * warps, warps});
            start(place, 0);
        }
    }

    Ran go() {
        while (!m_stop.stop_requested()) {
            Quarter* first = nullptr;
            for (Quarter& quarter : m_quarters) {
                if (!quarter.known)
                    choose(quarter);
                if (quarter.next != UINT32_MAX && (first == nullptr || quarter.at < first->at))
                    first = &quarter;
            }
            if (first == nullptr)
                break;
            issue(*first);
        }
        m_ran.clocks = std::max(m_ran.clocks, m_memory.end());
        m_ran.memoryClocks = m_memory.worked();
        for (size_t n = 0; n < m_code.size(); ++n)
            if (isLoad(m_code[n]))
                m_ran.loadedAt[n].laps = m_laps[m_loadNumbers[n]].times();
        if (m_ran.fullClocks == 0) {
            m_ran.fullClocks = m_ran.clocks;
            m_ran.fullIssued = m_ran.instructions;
        }
        return std::move(m_ran);
    }

private:
    void start(uint32_t number, double now) {
        if (m_nextBlock >= m_blocks.size())
            return;
        const BlockWork& block = *m_blocks[m_nextBlock++];
        Place& place = m_places[number];
        place.alive = 0;
        place.arrived = 0;
        place.drained = 0;
        const double begin = std::max(m_launchFree, now);
        m_launchFree = begin + m_machine.blockLaunch;
        for (size_t n = 0; n < place.count; ++n) {
            Warp& warp = m_warps[place.first + n];
            warp = {};
            warp.of = &block;
            warp.work = &block.warps[n];
            warp.place = number;
            warp.block = static_cast<uint32_t>(m_nextBlock);
            warp.age = m_started++;
            warp.issued = warp.fixed = warp.ready = begin + double(n);
            if (warp.block <= m_places.size())
                warp.runners.resize(m_laps.size());
            if (warp.ended()) {
                offer(warp);
                continue;
            }
            ++place.alive;
            warp.pc = warp.work->runs.front().first;
            await(warp);
        }
        sortByAge();
        for (Quarter& quarter : m_quarters)
            quarter.known = false;
        if (place.alive == 0)
            end(number, now);
    }

    void end(uint32_t number, double now) {
        now = std::max(now, m_places[number].drained);
        m_ran.blockEnds.push_back(now);
        m_ran.clocks = std::max(m_ran.clocks, now);
        start(number, now + m_machine.blockRestart);
    }

    double pipeFree(const Quarter& quarter, const Scheduled& code) const {
        if (code.pipe == Pipe::None)
            return 0;
        const double free = quarter.pipes[static_cast<size_t>(code.pipe)];
        return code.pipe == Pipe::Fma && !code.heavy ? std::min(free, quarter.light) : free;
    }

    /// Has the warp's quarter see when it can go on.
    void offer(const Warp& warp) {
        Quarter& quarter = quarterOf(warp);
        Candidate& candidate = quarter.candidates[static_cast<size_t>(&warp - m_warps.data()) / quarters];
        if (warp.ended() || warp.waiting) {
            candidate.ready = never;
            return;
        }
        const Scheduled& code = m_code[warp.pc];
        candidate.ready = warp.ready;
        candidate.pipe = asksShared(code)                        ? sharedQueue
                         : code.pipe == Pipe::Fma && !code.heavy ? lightFma
                                                                 : static_cast<size_t>(code.pipe);
    }

    void sortByAge() {
        for (Quarter& quarter : m_quarters)
            std::sort(quarter.oldestFirst.begin(), quarter.oldestFirst.end(), [&](uint32_t a, uint32_t b) {
                return m_warps[quarter.warps[a]].age < m_warps[quarter.warps[b]].age;
            });
    }

    static bool isLoad(const Scheduled& code) { return code.does == Does::GlobalLoad || code.does == Does::Copy; }
    static bool asksShared(const Scheduled& code) {
        return code.does == Does::SharedAccess || code.does == Does::Exchange;
    }
    static bool asksGlobal(const Scheduled& code) {
        return code.does == Does::GlobalLoad || code.does == Does::GlobalStore || code.does == Does::GlobalAtomic ||
               code.does == Does::LocalAccess || code.does == Does::Copy;
    }

    Quarter& quarterOf(const Warp& warp) { return m_quarters[static_cast<size_t>(&warp - m_warps.data()) % quarters]; }

    /// Keeps what the quarter's sums are now, without the clocks in them that are still to come.
    void look(Warp& warp, const Quarter& quarter, const Scheduled& code) const {
        warp.seen = std::max(warp.issued, quarter.issued) + 1;
        warp.seenHeld = quarter.held - std::max(0.0, quarter.free - warp.seen);
        warp.seenOccupied = quarter.occupied[static_cast<size_t>(code.pipe)] -
                            std::max(0.0, pipeFree(quarter, code) - std::max(quarter.free, warp.seen));
    }

    /// When the warp's next instruction may be issued, as far as the warp itself is concerned.
    void await(Warp& warp) {
        const Scheduled& code = m_code[warp.pc];
        look(warp, quarterOf(warp), code);
        warp.ready = warp.fixed;
        warp.why = Stall::Wait;
        for (unsigned b = 0; b < 6; ++b)
            if ((code.waits >> b & 1) != 0 && warp.clear[b] > warp.ready) {
                warp.ready = warp.clear[b];
                warp.why = warp.clearWhy[b];
            }
        if (code.does == Does::AwaitCopies && warp.groups.size() > code.left &&
            warp.groups[warp.groups.size() - code.left - 1] > warp.ready) {
            warp.ready = warp.groups[warp.groups.size() - code.left - 1];
            warp.why = Stall::LongScoreboard;
        }
        offer(warp);
    }

    void occupy(Quarter& quarter, const Scheduled& code, double now) {
        quarter.issued = now;
        quarter.free = now + code.holds;
        quarter.held += code.holds - 1;
        if (code.pipe == Pipe::None)
            return;
        double& free = quarter.pipes[static_cast<size_t>(code.pipe)];
        if (code.pipe == Pipe::Fma && !code.heavy && quarter.light <= now)
            quarter.light = now + code.busy;
        else
            free = now + code.busy;
        quarter.occupied[static_cast<size_t>(code.pipe)] += std::max(0.0, pipeFree(quarter, code) - quarter.free);
    }

    bool keepsTimeline() const { return m_timeline != nullptr && m_ran.instructions < m_timeline->most; }

    void tell(const Warp& warp, Stall stall, double begin, double end) {
        if (end <= begin)
            return;
        m_ran.stalls[static_cast<size_t>(stall)] += end - begin;
        m_ran.stallsAt[warp.pc][static_cast<size_t>(stall)] += end - begin;
        if (keepsTimeline())
            m_timeline->spans.push_back({static_cast<float>(begin), static_cast<float>(end), warp.pc,
                                         static_cast<uint16_t>(&warp - m_warps.data()), stall});
    }

    void tellStalls(const Warp& warp, const Quarter& quarter, const Scheduled& code, double now) {
        const auto add = [&](Stall stall, double begin, double end) { tell(warp, stall, begin, end); };
        add(Stall::Wait, warp.issued + 1, warp.fixed);
        add(warp.why, warp.fixed, warp.ready);
        const double room = asksShared(code) ? std::clamp(quarter.mio.free(), warp.ready, now) : warp.ready;
        add(Stall::MioThrottle, warp.ready, room);
        // Of the rest, as much as the quarter was held, and the pipe occupied, since the warp was looked at.
        const double since = now - warp.seen;
        const auto part = [&](double sum) { return since > 0 ? std::min(1.0, sum / since) * (now - room) : 0; };
        const double held = room + part(quarter.held - warp.seenHeld);
        const double occupied = quarter.occupied[static_cast<size_t>(code.pipe)] - warp.seenOccupied;
        const double pipe = std::min(now, held + part(occupied));
        add(asksGlobal(code) ? Stall::LgThrottle : Stall::Dispatch, room, held);
        add(Stall::MathPipe, held, pipe);
        add(Stall::NotSelected, pipe, now);
        add(Stall::Selected, now, now + 1);
        if (keepsTimeline())
            m_timeline->end = now;
    }

    void issue(Quarter& quarter) {
        const uint32_t number = quarter.next;
        Warp& warp = m_warps[number];
        const Scheduled& code = m_code[warp.pc];
        const double now = quarter.at;
        if (m_tells)
            tellStalls(warp, quarter, code, now);
        occupy(quarter, code, now);
        quarter.last = number;
        quarter.known = false;
        if (++m_ran.instructions * 4 >= m_total && m_ran.quarterIssued == 0) {
            m_ran.quarterIssued = m_ran.instructions;
            m_ran.quarterClocks = now;
        }
        m_ran.clocks = std::max(m_ran.clocks, now + 1);
        execute(warp, code, now);
        warp.issued = now;
        warp.fixed = now + code.stall;
        const bool meets = code.does == Does::Barrier;
        ++warp.done;
        if (++warp.pc >= warp.work->runs[warp.run].end && ++warp.run < warp.work->runs.size())
            warp.pc = warp.work->runs[warp.run].first;
        Place& place = m_places[warp.place];
        if (warp.ended()) {
            offer(warp);
            --place.alive;
            if (m_ran.fullClocks == 0 && m_nextBlock >= m_blocks.size()) {
                m_ran.fullClocks = now;
                m_ran.fullIssued = m_ran.instructions;
            }
            if (place.alive == 0)
                end(warp.place, now + 1);
            else
                release(place, now);
            return;
        }
        if (meets) {
            warp.waiting = true;
            offer(warp);
            ++place.arrived;
            m_barrierFree = std::max(m_barrierFree, now) + m_machine.barrierEach;
            release(place, now);
        } else {
            await(warp);
        }
    }

    /// The warps of a block go on when the last of them has come.
    void release(Place& place, double now) {
        if (place.arrived == 0 || place.arrived < place.alive)
            return;
        place.arrived = 0;
        for (size_t n = 0; n < place.count; ++n) {
            Warp& warp = m_warps[place.first + n];
            if (!warp.waiting)
                continue;
            warp.waiting = false;
            await(warp);
            const double free = std::max(now, m_barrierFree) + m_machine.barrier;
            if (free > warp.ready) {
                warp.ready = free;
                warp.why = Stall::Barrier;
                offer(warp);
            }
        }
        for (Quarter& quarter : m_quarters)
            quarter.known = false;
    }

    void execute(Warp& warp, const Scheduled& code, double now) {
        static const Request nothing;
        const Request* request = nullptr;
        if (code.reachesMemory && warp.request < warp.work->requests.size() &&
            warp.work->requests[warp.request].at == warp.done)
            request = &warp.work->requests[warp.request++];
        double done = now + m_machine.other, read = now + m_machine.sources, through = now;
        Stall why = Stall::ShortScoreboard;
        switch (code.does) {
        case Does::Nothing:
        case Does::Barrier:
        case Does::AwaitCopies:
            return;
        case Does::CloseCopies:
            warp.groups.push_back(std::max(warp.copies, now));
            return;
        case Does::OtherLatency:
            break;
        case Does::Fence:
            done = m_memory.fence(now);
            why = Stall::Membar;
            break;
        case Does::Exchange:
            through = m_memory.pass(now, 0, 1);
            done = through + m_machine.shared;
            break;
        default:
            if (request == nullptr) // no lane takes part
                break;
            access(warp, code, *request, now, done, read);
            through = read - m_machine.sources;
            why = code.does == Does::SharedAccess ? Stall::ShortScoreboard : Stall::LongScoreboard;
            break;
        }
        if (asksShared(code))
            quarterOf(warp).mio.add(through);
        raise(warp, code.writes, done, why);
        raise(warp, code.reads, read, why);
    }

    void access(Warp& warp, const Scheduled& code, const Request& request, double now, double& done, double& read) {
        const double at = m_memory.pass(now, request.tags, double(request.wavefronts) + request.data);
        read = at + m_machine.sources;
        if (isLoad(code) && request.sectors > 0 && !warp.runners.empty())
            m_laps[m_loadNumbers[warp.pc]].pass(warp.runners[m_loadNumbers[warp.pc]], now);
        switch (code.does) {
        case Does::SharedAccess:
            done = at + m_machine.shared;
            break;
        case Does::GlobalLoad:
            done = request.sectors == 0 ? at + m_machine.shared
                                        : m_memory.load(now, at, patternOf(warp, request), request, warp.block, true);
            break;
        case Does::Copy:
            done = m_memory.load(now, at, patternOf(warp, request), request, warp.block, false);
            warp.copies = std::max(warp.copies, done);
            break;
        case Does::GlobalStore:
            m_memory.store(at, request);
            m_places[warp.place].drained = std::max(m_places[warp.place].drained, now + m_machine.storeDrain);
            done = at + m_machine.l1;
            break;
        case Does::GlobalAtomic:
            done = m_memory.atomic(at, patternOf(warp, request), request);
            break;
        default:
            done = at + m_machine.l1;
            break;
        }
    }

    static std::span<const int64_t> patternOf(const Warp& warp, const Request& request) {
        if (request.sectors == 0)
            return {};
        return warp.of->patterns[request.pattern];
    }

    static void raise(Warp& warp, unsigned barrier, double clear, Stall why) {
        if (barrier >= warp.clear.size() || clear <= warp.clear[barrier])
            return;
        warp.clear[barrier] = clear;
        warp.clearWhy[barrier] = why;
    }

    const std::vector<Scheduled>& m_code;
    const Machine& m_machine;
    const std::vector<const BlockWork*>& m_blocks;
    const std::stop_token& m_stop;
    Timeline* m_timeline; ///< nullptr: nobody asks for it
    const bool m_tells;   ///< what warps wait for
    Ran m_ran;
    Memory m_memory;
    std::vector<Warp> m_warps;
    std::vector<Place> m_places;
    std::array<Quarter, quarters> m_quarters;
    std::vector<size_t> m_loadNumbers; ///< by instruction: which of the loads it is
    std::vector<Laps> m_laps;          ///< by load
    size_t m_nextBlock = 0;
    double m_launchFree = 0, m_barrierFree = 0;
    uint64_t m_started = 0, m_total = 0;
};

} // namespace

std::string_view stallName(Stall stall) {
    constexpr std::string_view names[] = {
        "selected",     "wait",           "long_scoreboard", "short_scoreboard", "barrier", "math_pipe_throttle",
        "not_selected", "dispatch_stall", "lg_throttle",     "mio_throttle",     "membar"};
    static_assert(std::size(names) == stallCount);
    return names[static_cast<size_t>(stall)];
}

Ran runBlocks(const std::vector<Scheduled>& code, const Machine& machine, const std::vector<const BlockWork*>& blocks,
              unsigned resident, const std::stop_token& stop, Timeline* timeline, bool stalls) {
    return Multiprocessor(code, machine, blocks, std::min<unsigned>(resident, static_cast<unsigned>(blocks.size())),
                          stop, timeline, stalls)
        .go();
}

} // namespace warplens::sim::time
