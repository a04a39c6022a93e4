// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/touched.h"

#include "sim/simt/cluster.h"
#include "sim/simt/observer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace warplens::sim::time {
namespace {

using simt::AccessKind;
using simt::Dim3;
using Index = std::array<uint32_t, 3>;

constexpr uint64_t pairOfSectors = 64, oneSector = 32;
constexpr size_t mostIntervals = 1'000'000;
constexpr uint64_t sampledBlocks = 1024;        ///< of kernels whose blocks lie nowhere in particular ...
constexpr double sampledShare = 0.2;            ///< ... until they have touched that part of an array ...
constexpr uint64_t sampledRequests = 2'000'000; ///< ... or there were so many

/// Bytes [begin, end).
struct Interval {
    uint64_t begin = 0, end = 0;
    bool operator==(const Interval&) const = default;
};
using Intervals = std::vector<Interval>;

/// Ascending, with gaps between them.
void merge(Intervals& intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    size_t kept = 0;
    for (const Interval& each : intervals) {
        if (kept > 0 && each.begin <= intervals[kept - 1].end)
            intervals[kept - 1].end = std::max(intervals[kept - 1].end, each.end);
        else
            intervals[kept++] = each;
    }
    intervals.resize(kept);
}
/// In whole units.
Intervals rounded(const Intervals& intervals, uint64_t unit) {
    Intervals whole;
    for (const Interval& each : intervals)
        whole.push_back({each.begin / unit * unit, (each.end + unit - 1) / unit * unit});
    merge(whole);
    return whole;
}
double bytesOf(const Intervals& intervals) {
    double bytes = 0;
    for (const Interval& each : intervals)
        bytes += static_cast<double>(each.end - each.begin);
    return bytes;
}
Intervals moved(const Intervals& intervals, int64_t step) {
    Intervals there = intervals;
    for (Interval& each : there) {
        each.begin += static_cast<uint64_t>(step);
        each.end += static_cast<uint64_t>(step);
    }
    return there;
}

/// A set of words of four bytes, by pages.
class Words {
public:
    void add(uint64_t address, uint64_t bytes) {
        for (uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
            const uint64_t page = word / pageWords;
            if (m_last == nullptr || page != m_lastPage) {
                m_last = &m_pages[page];
                m_lastPage = page;
            }
            (*m_last)[word % pageWords / 64] |= uint64_t(1) << word % 64;
        }
    }
    Intervals intervals() const {
        Intervals all;
        for (const auto& [page, bits] : m_pages)
            for (size_t n = 0; n < bits.size(); ++n)
                for (uint64_t rest = bits[n]; rest != 0;) {
                    const int first = std::countr_zero(rest), count = std::countr_one(rest >> first);
                    const uint64_t begin = (page * pageWords + n * 64 + static_cast<uint64_t>(first)) * 4;
                    all.push_back({begin, begin + static_cast<uint64_t>(count) * 4});
                    rest &= count == 64 ? 0 : ~(((uint64_t(1) << count) - 1) << first);
                }
        merge(all);
        return all;
    }

private:
    static constexpr uint64_t pageWords = 4096;
    using Page = std::array<uint64_t, pageWords / 64>;
    std::unordered_map<uint64_t, Page> m_pages;
    Page* m_last = nullptr;
    uint64_t m_lastPage = 0;
};

/// What one instruction of one block touches.
using ByInstruction = std::map<uint32_t, Intervals>; // by memory operation

class Noted : public simt::Watch {
public:
    void prepare(const simt::Program&, const simt::Launch&, const memory::DeviceMemory&) override {}
    bool mayChange(const memory::Allocation&) const override { return true; }
    void begin(const simt::RunState&, bool, bool) override {}
    std::unique_ptr<simt::AccessObserver> observe(simt::Block&) override {
        return std::make_unique<Observer>(m_words, m_requests);
    }
    void end(bool) override {}
    bool isOrderFelt() const override { return false; }

    uint64_t requests() const { return m_requests; }
    ByInstruction take() const {
        ByInstruction all;
        for (const auto& [operation, words] : m_words)
            all[operation] = words.intervals();
        return all;
    }

private:
    struct Observer : simt::AccessObserver {
        Observer(std::map<uint32_t, Words>& to, uint64_t& count)
            : words(to)
            , requests(count) {}
        void access(const simt::Machine&, const simt::AccessEvent& event) override {
            if (event.space != simt::AccessSpace::Global || event.memory->constant || event.mask == 0)
                return;
            ++requests;
            const uint64_t bytes = uint64_t(event.memory->elementBytes) * event.memory->count;
            Words& own = words[event.memory->index];
            if (event.pattern->shape == simt::Pattern::Uniform)
                return own.add(event.first, bytes);
            for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1)
                own.add(event.addressOf(static_cast<uint32_t>(std::countr_zero(lanes))), bytes);
        }
        std::map<uint32_t, Words>& words;
        uint64_t& requests;
    };
    std::map<uint32_t, Words> m_words;
    uint64_t m_requests = 0;
};

/// How far an instruction's bytes lie on with each step along an axis; regular: with each as far.
struct Steps {
    std::array<int64_t, 3> along{};
    bool regular = true;
    auto operator<=>(const Steps&) const = default;
};

class Toucher {
public:
    Toucher(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
            const std::stop_token& stop)
        : m_program(program)
        , m_launch(launch)
        , m_memory(memory)
        , m_stop(stop)
        , m_grid{launch.grid.x, launch.grid.y, launch.grid.z} {}

    std::optional<Touched> go() {
        Index middle{};
        for (size_t axis = 0; axis < m_grid.size(); ++axis)
            middle[axis] = m_grid[axis] / 2;
        auto here = ofBlock(middle);
        if (!here)
            return std::nullopt;
        std::map<uint32_t, Steps> steps;
        for (size_t axis = 0; axis < m_grid.size(); ++axis)
            if (m_grid[axis] > 1 && !findSteps(*here, middle, axis, steps))
                return std::nullopt;
        if (!addOthers(*here, steps))
            return std::nullopt;
        Touched touched;
        for (const bool writes : {false, true})
            for (const auto& [base, bytes] : ofArrays(*here, steps, writes))
                (writes ? touched.written : touched.read) += bytes;
        return m_failed || m_stop.stop_requested() ? std::nullopt : std::optional(touched);
    }

private:
    std::optional<ByInstruction> ofBlock(const Index& at) {
        Noted noted;
        simt::RunOptions options;
        options.blocks = {Dim3{at[0], at[1], at[2]}};
        options.threads = 1;
        options.watch = &noted;
        options.checkedBlocks = 1;
        options.counting = false;
        options.stop = m_stop;
        const simt::RunResult result = simt::run(m_program, m_launch, m_memory, options);
        m_requests += noted.requests();
        return result.failed || result.cancelled ? std::nullopt : std::optional(noted.take());
    }

    /// From the block before, and held against the one after and one far off. The last one of a row may do less.
    bool findSteps(const ByInstruction& here, const Index& middle, size_t axis, std::map<uint32_t, Steps>& steps) {
        Index before = middle;
        --before[axis];
        const auto there = ofBlock(before);
        if (!there)
            return false;
        for (const auto& [operation, intervals] : here) {
            const auto found = there->find(operation);
            Steps& own = steps[operation];
            if (found == there->end()) {
                own.regular = false;
                continue;
            }
            own.along[axis] = static_cast<int64_t>(intervals.front().begin - found->second.front().begin);
            own.regular &= moved(found->second, own.along[axis]) == intervals;
        }
        const uint32_t beyond = m_grid[axis] - middle[axis]; // to the end of the row
        for (const uint32_t distance : std::set<uint32_t>{1, beyond / 2}) {
            if (distance == 0 || distance + 1 >= beyond)
                continue;
            Index on = middle;
            on[axis] += distance;
            const auto next = ofBlock(on);
            if (!next)
                return false;
            for (const auto& [operation, intervals] : here) {
                const auto found = next->find(operation);
                Steps& own = steps[operation];
                own.regular &= found != next->end() && moved(intervals, own.along[axis] * distance) == found->second;
            }
        }
        return true;
    }

    /// Blocks in the middle may have nothing left to do: what the first one does, and they do not, is no regular part of a block.
    bool addOthers(ByInstruction& here, std::map<uint32_t, Steps>& steps) {
        const auto first = ofBlock({});
        if (!first)
            return false;
        for (const auto& [operation, intervals] : *first)
            if (here.try_emplace(operation, intervals).second)
                steps[operation].regular = false;
        return true;
    }

    bool isMeant(uint32_t operation, bool writes) const {
        const AccessKind kind = m_program.memoryOps[operation].kind;
        return kind == AccessKind::Atomic || (kind == AccessKind::Store) == writes;
    }

    /// Of each array, by where it begins: bytes.
    std::map<uint64_t, double> ofArrays(const ByInstruction& here, const std::map<uint32_t, Steps>& steps,
                                        bool writes) {
        struct Group {
            Intervals intervals;
            const memory::Allocation* array = nullptr;
        };
        std::map<std::pair<uint64_t, Steps>, Group> groups;
        std::set<uint64_t> irregular;
        for (const auto& [operation, intervals] : here) {
            if (!isMeant(operation, writes))
                continue;
            const auto found = steps.find(operation);
            const Steps own = found == steps.end() ? Steps{} : found->second;
            for (const Interval& each : intervals)
                if (const memory::Allocation* array = m_memory.find(each.begin)) {
                    Group& group = groups[{array->base, own}];
                    group.array = array;
                    group.intervals.push_back(each);
                    if (!own.regular)
                        irregular.insert(array->base);
                }
        }
        const uint64_t unit = writes ? oneSector : pairOfSectors;
        std::map<uint64_t, double> bytes;
        std::map<uint64_t, Intervals> all;
        std::map<uint64_t, const memory::Allocation*> arrays;
        for (auto& [key, group] : groups) {
            merge(group.intervals);
            arrays[key.first] = group.array;
            if (irregular.contains(key.first))
                continue;
            Intervals& own = all[key.first];
            const Intervals spread =
                ofGrid(std::move(group.intervals), key.second, *group.array, unit, bytes[key.first]);
            own.insert(own.end(), spread.begin(), spread.end());
        }
        for (auto& [base, intervals] : all) {
            bytes[base] += bytesOf(rounded(intervals, unit));
            bytes[base] = std::min(bytes[base], static_cast<double>((arrays[base]->bytes + unit - 1) / unit * unit));
        }
        if (!irregular.empty())
            for (const auto& [base, sampled] : ofSample(irregular, writes))
                bytes[base] = sampled;
        return bytes;
    }

    /// What lies so in each block, of all blocks. Where that would be too many pieces, the rest of their bytes is added to `more`.
    Intervals ofGrid(Intervals intervals, const Steps& steps, const memory::Allocation& array, uint64_t unit,
                     double& more) const {
        double times = 1;
        std::array<size_t, 3> axes{0, 1, 2}; // the shortest steps first: pieces grow together
        std::sort(axes.begin(), axes.end(),
                  [&](size_t a, size_t b) { return std::abs(steps.along[a]) < std::abs(steps.along[b]); });
        for (const size_t axis : axes) {
            const int64_t step = steps.along[axis];
            if (step == 0 || m_grid[axis] == 1)
                continue;
            const uint64_t most = std::max<uint64_t>(1, mostIntervals / std::max<size_t>(1, intervals.size()));
            if (m_grid[axis] > most) // the others like these
                times *= double(m_grid[axis]) / double(most);
            const auto count = static_cast<int64_t>(std::min<uint64_t>(m_grid[axis], most));
            const int64_t middle = m_grid[axis] / 2, first = std::max<int64_t>(0, middle - count / 2);
            Intervals there;
            for (int64_t n = first; n < first + count; ++n)
                for (const Interval& each : intervals)
                    if (const Interval moved = clipped(each, step * (n - middle), array); moved.begin < moved.end)
                        there.push_back(moved);
            merge(there);
            intervals = std::move(there);
        }
        more += (times - 1) * bytesOf(rounded(intervals, unit));
        return intervals;
    }
    static Interval clipped(const Interval& each, int64_t step, const memory::Allocation& array) {
        const auto at = [&](uint64_t address) {
            return std::clamp<int64_t>(static_cast<int64_t>(address) + step, static_cast<int64_t>(array.base),
                                       static_cast<int64_t>(array.end()));
        };
        return {static_cast<uint64_t>(at(each.begin)), static_cast<uint64_t>(at(each.end))};
    }

    /// Blocks all over the grid: what they have in common tells how much there is that blocks choose from.
    std::map<uint64_t, double> ofSample(const std::set<uint64_t>& arrays, bool writes) {
        const uint64_t unit = writes ? oneSector : pairOfSectors, blocks = m_launch.grid.count();
        std::map<uint64_t, Intervals> all;
        std::map<uint64_t, double> sum;
        std::set<uint64_t> done;
        const auto isEnough = [&] {
            return std::all_of(arrays.begin(), arrays.end(), [&](uint64_t base) {
                return sum[base] >= sampledShare * static_cast<double>(m_memory.find(base)->bytes);
            });
        };
        const uint64_t most = std::min(blocks, sampledBlocks), limit = m_requests + sampledRequests;
        const auto goesOn = [&] {
            return !m_failed && done.size() < most && (done.size() < 4 || (!isEnough() && m_requests < limit));
        };
        constexpr double golden = 0.6180339887498949; // its multiples lie evenly, however many there are
        for (uint64_t tried = 0; goesOn(); ++tried) {
            const double place = double(tried) * golden;
            const uint64_t n = tried < blocks ? uint64_t((place - std::floor(place)) * double(blocks)) : tried - blocks;
            if (!done.insert(n).second)
                continue;
            const auto own =
                ofBlock({static_cast<uint32_t>(n % m_grid[0]), static_cast<uint32_t>(n / m_grid[0] % m_grid[1]),
                         static_cast<uint32_t>(n / m_grid[0] / m_grid[1])});
            m_failed |= !own;
            std::map<uint64_t, Intervals> ofThis;
            for (const auto& [operation, intervals] : own ? *own : ByInstruction())
                for (const Interval& each : isMeant(operation, writes) ? intervals : Intervals())
                    if (const memory::Allocation* array = m_memory.find(each.begin))
                        if (arrays.contains(array->base))
                            ofThis[array->base].push_back(each);
            for (auto& [base, intervals] : ofThis) {
                const Intervals whole = rounded(intervals, unit);
                sum[base] += bytesOf(whole);
                all[base].insert(all[base].end(), whole.begin(), whole.end());
            }
        }
        std::map<uint64_t, double> bytes;
        for (auto& [base, intervals] : all) {
            merge(intervals);
            const auto size = static_cast<double>(m_memory.find(base)->bytes);
            bytes[base] = ofAll(bytesOf(intervals), sum[base], double(done.size()), double(blocks), size);
        }
        return bytes;
    }

    /// Blocks that each take a part of a pool at random, together have seen `together` of it after `count` of them; how much all see.
    static double ofAll(double together, double sum, double count, double blocks, double size) {
        if (count == blocks)
            return together;
        const double each = sum / count;
        if (together >= 0.999 * sum) // they never meet
            return std::min(size, each * blocks);
        double least = std::max(together, each), most = size;
        const auto seen = [&](double pool, double times) { return pool * (1 - std::pow(1 - each / pool, times)); };
        if (seen(most, count) < together)
            return std::min(size, each * blocks);
        for (int n = 0; n < 60; ++n) {
            const double pool = (least + most) / 2;
            (seen(pool, count) < together ? least : most) = pool;
        }
        return seen(most, blocks);
    }

    const simt::Program& m_program;
    const simt::Launch& m_launch;
    memory::DeviceMemory& m_memory;
    std::stop_token m_stop;
    const Index m_grid;
    uint64_t m_requests = 0;
    bool m_failed = false;
};

} // namespace

std::optional<Touched> touchedBy(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                                 const std::stop_token& stop) {
    if (simt::clusterSize(launch) > 1)
        return std::nullopt;
    return Toucher(program, launch, memory, stop).go();
}

} // namespace warplens::sim::time
