// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/together.h"

#include "sim/time/multiprocessor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace warplens::sim::time {
namespace {

/// Measured on an H100 (tests/hardware/why/merge.cu): clocks after the first request, and multiprocessors that one request serves.
constexpr double window = lineWindow;
constexpr unsigned served = 4;
/// Multiprocessors of a part of the GPU (an H100 has eight, of 16 to 18).
constexpr unsigned partSize = 16;
/// Variance, in squared clocks: for each clock and block that a multiprocessor holds, and for each block that has begun in a
/// place where another one was. Chosen with every other launch that ncu has counted on the H100 (docs/caches.md).
constexpr double driftOfClock = 0.06, driftOfBlock = 250.0 * 250.0;
/// Where all blocks read the same: how much less those drift that find in L1 what others have brought, as a power.
constexpr int following = 3;

constexpr unsigned moments = 8; ///< of a launch, at which it is told how far apart multiprocessors are

/// The places of one multiprocessor whose blocks want the same sectors; of all multiprocessors of the part that have some.
using Places = std::vector<unsigned>;
using Members = std::vector<Places>;

double distributed(const Members& members, double sigma, double blockLaunch) {
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
                clocks[m] = std::min(clocks[m], place * blockLaunch + sigma * normal());
        }
        sum += requestsEach(clocks);
    }
    return sum / double(samples);
}

/// Who of a part of the GPU wants the same sectors, and how often it is so.
std::map<Members, unsigned> sharers(const LoadingStep& step, const Crowd& crowd) {
    const uint64_t blocks = crowd.grid.count();
    // A grid of few blocks has one on each pair of multiprocessors.
    const bool pairs = 2 * blocks <= crowd.multiprocessors;
    const unsigned size = pairs ? partSize / 2 : partSize;
    const uint64_t round = pairs ? crowd.multiprocessors / 2 : crowd.multiprocessors;
    std::map<std::pair<int64_t, uint64_t>, std::map<unsigned, Places>> byAddress;
    for (unsigned member = 0; member < size; ++member)
        for (unsigned place = 0; place < crowd.resident; ++place) {
            const uint64_t block = place * round + member;
            if (block >= blocks)
                break;
            const auto x = static_cast<int64_t>(block % crowd.grid.x),
                       y = static_cast<int64_t>(block / crowd.grid.x % crowd.grid.y);
            const uint64_t z = block / crowd.grid.x / crowd.grid.y;
            byAddress[{x * step.x + y * step.y, z}][member].push_back(place);
        }
    std::map<Members, unsigned> found;
    for (const auto& [address, wanting] : byAddress) {
        Members members;
        for (const auto& [member, places] : wanting)
            members.push_back(places);
        std::sort(members.begin(), members.end());
        ++found[members];
    }
    return found;
}

double askedByStep(const LoadingStep& step, const Crowd& crowd) {
    if (!step.regular)
        return 1;
    const bool common = step.x == 0 && step.y == 0; // to all blocks
    const double found = double(step.others) / double(std::max<uint64_t>(1, step.others + step.misses));
    const double drift = common ? std::pow(1 - found, following) : 1;
    double asked = 0, wanted = 0;
    for (const auto& [members, often] : sharers(step, crowd)) {
        const auto count = double(members.size()) * often;
        wanted += count;
        if (members.size() == 1) {
            asked += count;
            continue;
        }
        for (unsigned n = 0; n < moments; ++n) {
            const double gone = (n + 0.5) / moments;
            const double variance =
                driftOfClock * crowd.resident * gone * crowd.clocks + driftOfBlock * std::floor(gone * crowd.waves);
            asked += count / moments * distributed(members, drift * std::sqrt(variance), drift * crowd.blockLaunch);
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

double askedTogether(std::span<const LoadingStep> steps, const Crowd& crowd) {
    double asked = 0, missed = 0;
    // Steps that lie alike are alike.
    std::map<std::tuple<int64_t, int64_t, bool>, LoadingStep> kinds;
    for (const LoadingStep& step : steps) {
        LoadingStep& kind = kinds[{step.x, step.y, step.regular}];
        kind.misses += step.misses;
        kind.others += step.others;
        kind.pieces += step.pieces;
        kind.x = step.x;
        kind.y = step.y;
        kind.regular = step.regular;
    }
    for (const auto& [place, kind] : kinds) {
        if (kind.misses == 0)
            continue;
        // A line may be asked for by instructions of two kinds.
        const auto alone = double(std::min(kind.pieces, kind.misses));
        asked += alone + (double(kind.misses) - alone) * askedByStep(kind, crowd);
        missed += double(kind.misses);
    }
    return missed > 0 ? asked / missed : 1;
}

} // namespace warplens::sim::time
