// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/together.h"

#include "sim/time/placement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace warplens::sim::time {
namespace {

/// Measured on an H100 (tests/hardware/why/merge.cu): clocks after the first request, and multiprocessors that one request serves.
constexpr double window = 57;
constexpr unsigned served = 4;
/// Multiprocessors of a part of the GPU (an H100 has eight, of 16 to 18), and the blocks of a small grid that the first one gets
/// before the others (`warplens-cli blocks`, H200).
constexpr unsigned partSize = 16, firstOnes = 8;
/// Three figures of how far apart multiprocessors are that began together: clocks, from the beginning on; by what part of a clock
/// paces differ where two blocks share a quarter, of more blocks the variances add up; and what part of how unevenly a round takes
/// warps of one multiprocessor differs between multiprocessors. Chosen with the products that ncu has counted (docs/caches.md).
constexpr double apartFromBeginning = 20, paceOfTwo = 0.001, ofUneven = 0.3;
/// Where all blocks read the same. Variance, in squared clocks: for each clock and block that a multiprocessor holds, and for each
/// block that has begun in a place where another one was. Chosen likewise, earlier.
constexpr double driftOfClock = 0.06, driftOfBlock = 250.0 * 250.0;
/// Where all blocks read the same: how much less those drift that find in L1 what others have brought, as a power.
constexpr int following = 3;

constexpr unsigned moments = 8; ///< of a launch, at which it is told how far apart multiprocessors are

/// The places of one multiprocessor whose blocks want the same sectors; of all multiprocessors of the part that have some.
using Places = std::vector<unsigned>;
using Members = std::vector<Places>;

/// How far apart they ask: clocks.
struct Apart {
    double deviation = 0;         ///< by chance
    double launch = 0, limit = 0; ///< the blocks of a multiprocessor, one after the other; not further than the limit
    double ofPlace(unsigned place) const { return std::min(place * launch, limit); }
};

double distributed(const Members& members, const Apart& apart) {
    std::mt19937 random(1); // the same answer each time
    const auto uniform = [&] { return (double(random()) + 0.5) / 4294967296.0; };
    const auto normal = [&] {
        return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
    };
    const size_t samples = std::max<size_t>(8, 400 / members.size());
    std::vector<double> clocks(members.size());
    double sum = 0;
    for (size_t n = 0; n < samples; ++n) {
        for (size_t m = 0; m < members.size(); ++m) {
            clocks[m] = HUGE_VAL; // the first of its blocks asks for all
            for (const unsigned place : members[m])
                clocks[m] = std::min(clocks[m], apart.ofPlace(place) + apart.deviation * normal());
        }
        sum += requestsEach(clocks);
    }
    return sum / double(samples);
}

using Part = std::vector<uint64_t>; ///< the first block of each of its multiprocessors

/// How the first blocks of a grid lie on the parts of the GPU: one after the other, as many as a part has multiprocessors. Of a
/// grid of few blocks the first part gets some, and all parts get of the rest what is theirs, one for each pair.
std::vector<Part> partsOf(const Crowd& crowd) {
    const uint64_t blocks = crowd.grid.count();
    const unsigned count = std::max(1u, crowd.multiprocessors / partSize);
    std::vector<unsigned> sizes(count, partSize);
    for (unsigned left = crowd.multiprocessors - std::min(crowd.multiprocessors, count * partSize), n = count; left > 0;
         left -= std::min(left, 2u))
        sizes[n = n == 0 ? count - 1 : n - 1] += std::min(left, 2u);
    if (2 * blocks <= crowd.multiprocessors) {
        std::vector<unsigned> few(count, 0);
        for (uint64_t n = firstOnes, part = 0; n < blocks; ++part)
            if (unsigned& own = few[part % count]; own < (partSize - (part % count == 0 ? firstOnes : 0)) / 2) {
                ++own;
                ++n;
            } else if (part > count * partSize) {
                break;
            }
        few.front() += static_cast<unsigned>(std::min<uint64_t>(blocks, firstOnes));
        sizes = few;
    }
    std::vector<Part> parts(count);
    uint64_t next = 0;
    for (unsigned n = 0; n < count; ++n)
        for (unsigned m = 0; m < sizes[n] && next < blocks; ++m)
            parts[n].push_back(next++);
    return parts;
}

using Held = std::vector<std::vector<uint64_t>>; ///< of a part, by multiprocessor: its first blocks

std::vector<Held> heldBy(const Crowd& crowd) {
    const uint64_t blocks = crowd.grid.count();
    std::vector<Held> held;
    const std::vector<std::vector<unsigned>> seen = partsSeen(crowd.multiprocessors);
    if (!seen.empty() && 2 * blocks > crowd.multiprocessors) {
        const Placed placed = firstBlocks(blocks, crowd.resident, crowd.multiprocessors);
        for (const std::vector<unsigned>& part : seen) {
            held.emplace_back();
            for (const unsigned multiprocessor : part)
                held.back().push_back(placed[multiprocessor]);
        }
        return held;
    }
    for (const Part& part : partsOf(crowd)) {
        held.emplace_back();
        for (const uint64_t member : part) {
            held.back().emplace_back();
            for (uint64_t block = member; block < blocks && held.back().back().size() < crowd.resident;
                 block += crowd.multiprocessors)
                held.back().back().push_back(block);
        }
    }
    return held;
}

int64_t addressOf(const LoadingStep& step, int64_t x, int64_t y) {
    if (step.period == 0)
        return x * step.x + y * step.y;
    const auto period = static_cast<int64_t>(step.period);
    return x % period * step.x + x / period * step.anew;
}

/// How far one row is from the one before if rows are so many blocks long: nothing where they are not.
std::optional<int64_t> anewOf(const LoadingStep& step, size_t n, const std::vector<Beginnings>& blocks,
                              uint64_t period) {
    std::optional<int64_t> anew;
    for (const Beginnings& each : blocks) {
        if (!each.at[n])
            continue;
        const auto row = static_cast<int64_t>(each.block / period), column = static_cast<int64_t>(each.block % period);
        const int64_t left = *each.at[n] - *blocks.front().at[n] - column * step.x;
        if (row == 0 ? left != 0 : left % row != 0 || (anew && *anew != left / row))
            return std::nullopt;
        if (row != 0)
            anew = left / row;
    }
    return anew;
}

/// Who of a part of the GPU wants the same sectors, and how often it is so.
std::map<Members, unsigned> sharers(const LoadingStep& step, const Crowd& crowd, const std::vector<Held>& parts) {
    std::map<Members, unsigned> found;
    for (const Held& part : parts) {
        std::map<std::pair<int64_t, uint64_t>, std::map<size_t, Places>> byAddress;
        for (size_t member = 0; member < part.size(); ++member)
            for (unsigned place = 0; place < part[member].size(); ++place) {
                const uint64_t block = part[member][place];
                const auto x = static_cast<int64_t>(block % crowd.grid.x),
                           y = static_cast<int64_t>(block / crowd.grid.x % crowd.grid.y);
                const uint64_t z = block / crowd.grid.x / crowd.grid.y;
                byAddress[{addressOf(step, x, y), z}][member].push_back(place);
            }
        for (const auto& [address, wanting] : byAddress) {
            Members members;
            for (const auto& [member, places] : wanting)
                members.push_back(places);
            std::sort(members.begin(), members.end());
            ++found[members];
        }
    }
    return found;
}

double squareOf(double x) {
    return x * x;
}

/// Blocks of a multiprocessor that have a warp in the same quarter.
double ofAQuarter(const Crowd& crowd) {
    const unsigned quarters = 4;
    return std::max(1.0, std::ceil(crowd.resident * std::min(crowd.warps, quarters) / double(quarters)));
}

/// How far multiprocessors are apart when this part of the launch is gone. `common`: all blocks read the same.
Apart apartAt(double gone, const Crowd& crowd, bool common) {
    const bool held = crowd.waits > crowd.uneven;
    const double ofRound = squareOf(ofUneven * crowd.uneven);
    const double always = squareOf(apartFromBeginning) + squareOf(crowd.queued * (1 - 1.0 / crowd.resident));
    Apart apart{0, crowd.blockLaunch, held ? std::sqrt(always + ofRound) : HUGE_VAL};
    if (common) {
        apart.deviation = std::sqrt(driftOfClock * crowd.resident * gone * crowd.clocks +
                                    driftOfBlock * std::floor(gone * crowd.waves));
        return apart;
    }
    const double waves = std::max(1.0, crowd.waves), block = crowd.clocks / waves;
    const double ended = std::floor(gone * waves), under = gone * waves - ended;
    const double pace = squareOf(paceOfTwo * block) * (ofAQuarter(crowd) - 1);
    const double ofThis = pace * squareOf(under);
    apart.deviation = std::sqrt(always + (held ? std::min(ofThis, ofRound) : ofThis) + pace * ended);
    return apart;
}

double askedByStep(const LoadingStep& step, const Crowd& crowd, const std::vector<Held>& parts) {
    if (!step.regular && step.period == 0)
        return 1;
    const bool common = step.period == 0 && step.x == 0 && step.y == 0; // to all blocks
    const double found = double(step.others) / double(std::max<uint64_t>(1, step.others + step.misses));
    const double drift = common ? std::pow(1 - found, following) : 1;
    double asked = 0, wanted = 0;
    for (const auto& [members, often] : sharers(step, crowd, parts)) {
        const auto count = double(members.size()) * often;
        wanted += count;
        if (members.size() == 1) {
            asked += count;
            continue;
        }
        for (unsigned n = 0; n < moments; ++n) {
            Apart apart = apartAt((n + 0.5) / moments, crowd, common);
            for (double* each : {&apart.deviation, &apart.launch, &apart.limit})
                *each *= drift;
            asked += count / moments * distributed(members, apart);
        }
    }
    return wanted > 0 ? asked / wanted : 1;
}

} // namespace

double requestsEach(std::span<double> clocks) {
    std::sort(clocks.begin(), clocks.end());
    double first = -HUGE_VAL;
    unsigned together = 0, requests = 0;
    for (const double at : clocks)
        if (at - first > window || together == served) {
            ++requests;
            first = at;
            together = 1;
        } else {
            ++together;
        }
    return clocks.empty() ? 1 : double(requests) / double(clocks.size());
}

void findPeriod(std::vector<LoadingStep>& steps, const std::vector<Beginnings>& blocks) {
    if (blocks.size() < 3)
        return;
    std::vector<size_t> odd; // those that do not follow `x` alone
    for (size_t n = 0; n < steps.size(); ++n) {
        const auto& first = blocks.front().at[n];
        const auto follows = [&](const Beginnings& each) {
            return !each.at[n] || *each.at[n] - *first == static_cast<int64_t>(each.block) * steps[n].x;
        };
        if (first && !std::all_of(blocks.begin(), blocks.end(), follows))
            odd.push_back(n);
    }
    uint64_t last = 0;
    for (const Beginnings& each : blocks)
        last = std::max(last, each.block);
    for (uint64_t period = 2; !odd.empty() && period <= last; ++period) {
        std::vector<int64_t> anew;
        for (const size_t n : odd)
            if (const auto found = anewOf(steps[n], n, blocks, period))
                anew.push_back(*found);
            else
                break;
        if (anew.size() < odd.size())
            continue;
        for (size_t n = 0; n < odd.size(); ++n) {
            steps[odd[n]].period = period;
            steps[odd[n]].anew = anew[n];
        }
        return;
    }
}

double askedTogether(std::span<const LoadingStep> steps, const Crowd& crowd) {
    double asked = 0, missed = 0;
    const std::vector<Held> parts = heldBy(crowd);
    // Steps that lie alike are alike.
    std::map<std::tuple<int64_t, int64_t, bool, uint64_t, int64_t>, LoadingStep> kinds;
    for (const LoadingStep& step : steps) {
        LoadingStep& kind = kinds[{step.x, step.y, step.regular, step.period, step.anew}];
        kind.misses += step.misses;
        kind.others += step.others;
        kind.singles += step.singles;
        kind.x = step.x;
        kind.y = step.y;
        kind.regular = step.regular;
        kind.period = step.period;
        kind.anew = step.anew;
    }
    for (const auto& [place, kind] : kinds) {
        if (kind.misses == 0)
            continue;
        // A line may be asked for by instructions of two kinds.
        const auto alone = double(std::min(kind.singles, kind.misses));
        asked += alone + (double(kind.misses) - alone) * askedByStep(kind, crowd, parts);
        missed += double(kind.misses);
    }
    return missed > 0 ? asked / missed : 1;
}

} // namespace warplens::sim::time
