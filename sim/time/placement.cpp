// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/time/placement.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

namespace warplens::sim::time {
namespace {

/// Of the GPU whose placement was seen: eight parts of 16 multiprocessors, of which two have two more.
constexpr unsigned multiprocessorsSeen = 132, partCount = 8, apartOnes = 8, sizeOfPart = 16, largeParts = 2;
/// Blocks of the others after which half of the first part gets one for each of its multiprocessors; from the last on they are as
/// many as those, which nobody has seen.
constexpr unsigned turns[] = {0, 24, 72, 124, 196, 288, 380, 478};
constexpr unsigned othersOfARound = multiprocessorsSeen - apartOnes;

uint64_t turnAt(unsigned number) {
    constexpr auto known = static_cast<unsigned>(std::size(turns));
    return number < known ? turns[number] : turns[known - 1] + uint64_t(number - known + 1) * othersOfARound;
}

/// The multiprocessors of the parts, in the order in which they get blocks; of the first part the half that has its own turns comes
/// first. Numbers do not matter.
std::vector<std::vector<unsigned>> parts() {
    std::vector<std::vector<unsigned>> found(partCount);
    unsigned next = 0;
    for (unsigned n = 0; n < partCount; ++n)
        for (unsigned m = 0; m < sizeOfPart + (n + largeParts >= partCount ? 2 : 0); ++m)
            found[n].push_back(next++);
    return found;
}

/// Where a part has a place for each block of the grid's second round at least.
void dealInTurns(Placed& placed, uint64_t blocks, unsigned resident) {
    std::vector<std::vector<unsigned>> ring = parts();
    const std::vector<unsigned> apart(ring.front().begin(), ring.front().begin() + apartOnes);
    ring.front().erase(ring.front().begin(), ring.front().begin() + apartOnes);
    unsigned turn = 0;
    size_t part = 0;
    uint64_t others = 0, next = 0;
    const auto deal = [&](const std::vector<unsigned>& some) {
        for (const unsigned multiprocessor : some)
            if (next < blocks)
                placed[multiprocessor].push_back(next++);
    };
    while (next < blocks)
        if (turn < resident && others >= turnAt(turn)) {
            deal(apart);
            ++turn;
        } else {
            others += ring[part].size();
            deal(ring[part]);
            part = (part + 1) % ring.size();
        }
}

/// Of a grid that has two blocks for each multiprocessor at most the parts get equal shares, round by round.
void dealEvenly(Placed& placed, uint64_t blocks) {
    const std::vector<std::vector<unsigned>> all = parts();
    std::vector<uint64_t> share;
    for (const std::vector<unsigned>& part : all)
        share.push_back(blocks * part.size() / multiprocessorsSeen);
    for (uint64_t n = std::accumulate(share.begin(), share.end(), uint64_t{0}); n < blocks; ++n)
        ++share[n % share.size()];
    uint64_t next = 0;
    while (next < blocks)
        for (size_t n = 0; n < all.size(); ++n)
            for (const unsigned multiprocessor : all[n])
                if (share[n] > 0) {
                    --share[n];
                    placed[multiprocessor].push_back(next++);
                }
}

double squared(double x) {
    return x * x;
}

/// What a block wants.
using Wants = std::function<int64_t(uint64_t)>;

/// How many want what another one wants, too.
double inCommon(const std::vector<uint64_t>& blocks, const Wants& wants) {
    std::vector<int64_t> all;
    for (const uint64_t block : blocks)
        all.push_back(wants(block));
    std::sort(all.begin(), all.end());
    return double(all.end() - std::unique(all.begin(), all.end()));
}
double shareInCommon(const std::vector<uint64_t>& blocks, const Wants& wants) {
    return blocks.empty() ? 0 : inCommon(blocks, wants) / double(blocks.size());
}
double shareInCommon(const Placed& placed, const Wants& wants) {
    double sum = 0, count = 0;
    for (const std::vector<uint64_t>& blocks : placed) {
        sum += inCommon(blocks, wants);
        count += double(blocks.size());
    }
    return count > 0 ? sum / count : 0;
}

} // namespace

Placed firstBlocks(uint64_t blocks, unsigned resident, unsigned multiprocessors) {
    Placed placed(multiprocessors);
    const uint64_t most = std::min(blocks, uint64_t(resident) * multiprocessors);
    if (multiprocessors != multiprocessorsSeen || most <= multiprocessors)
        for (uint64_t n = 0; n < most; ++n)
            placed[n % multiprocessors].push_back(n);
    else if (most < 2 * uint64_t(multiprocessors))
        dealEvenly(placed, most);
    else
        dealInTurns(placed, most, resident);
    return placed;
}

std::vector<std::vector<unsigned>> partsSeen(unsigned multiprocessors) {
    return multiprocessors == multiprocessorsSeen ? parts() : std::vector<std::vector<unsigned>>();
}

size_t typicalOf(const Placed& placed, const simt::Dim3& grid) {
    const auto row = [&](uint64_t block) { return static_cast<int64_t>(block / grid.x); };
    const auto column = [&](uint64_t block) {
        return static_cast<int64_t>(block % grid.x + block / (uint64_t(grid.x) * grid.y) * grid.x);
    };
    const double rows = shareInCommon(placed, row), columns = shareInCommon(placed, column);
    size_t most = 0, found = 0;
    for (const std::vector<uint64_t>& blocks : placed)
        most = std::max(most, blocks.size());
    double least = HUGE_VAL;
    for (size_t n = 0; n < placed.size(); ++n) {
        const double off =
            squared(shareInCommon(placed[n], row) - rows) + squared(shareInCommon(placed[n], column) - columns);
        if (placed[n].size() == most && off < least) {
            least = off;
            found = n;
        }
    }
    return found;
}

Company::Company(Placed placed, std::vector<uint64_t> own, const simt::Dim3& grid)
    : m_placed(std::move(placed))
    , m_own(std::move(own))
    , m_grid(grid) {}

Company::Share Company::of(int64_t x, int64_t y) const {
    const auto [found, added] = m_known.try_emplace({x, y});
    if (added) {
        const auto wants = [&](uint64_t block) {
            const auto z = static_cast<int64_t>(block / m_grid.x / m_grid.y);
            return static_cast<int64_t>(block % m_grid.x) * x + static_cast<int64_t>(block / m_grid.x % m_grid.y) * y +
                   (z << 48); // no address reaches that
        };
        found->second = {shareInCommon(m_own, wants), shareInCommon(m_placed, wants)};
    }
    return found->second;
}

} // namespace warplens::sim::time
