// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that are under way, found by their bytes, against a plain list of all of them.
#include "sim/check/copies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warplens::tests {
namespace {

using sim::check::Copies;
using sim::check::Copy;

/// What Copies has to answer, the long way.
struct Plain {
    std::vector<std::vector<Copy>> flying; ///< by warp
    std::vector<uint32_t> group;

    const Copy* at(uint64_t begin, uint64_t end) const {
        const Copy* found = nullptr;
        for (const auto& list : flying)
            for (const Copy& copy : list)
                if (copy.begin < copy.end && begin < copy.end && copy.begin < end)
                    found = &copy;
        return found;
    }
    template<class Done>
    std::vector<Copy> take(std::vector<Copy>& list, Done isDone) {
        std::vector<Copy> done, left;
        for (const Copy& copy : list)
            (isDone(copy) ? done : left).push_back(copy);
        list = left;
        return done;
    }
};

bool isSame(const Copy* one, const Copy* other) {
    if (one == nullptr || other == nullptr)
        return one == other;
    return one->begin == other->begin && one->end == other->end && one->op == other->op &&
           one->thread == other->thread && one->group == other->group && one->mbarrier == other->mbarrier;
}

bool areSame(const std::vector<Copy>& one, const std::vector<Copy>& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const Copy& a, const Copy& b) { return isSame(&a, &b); });
}

TEST(CopiesUnderWay, AreFoundByTheirBytesAsInAListOfAll) {
    constexpr uint32_t warps = 3;
    std::mt19937 random(20261126);
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    Copies copies;
    size_t found = 0, done = 0, pieces = 0;
    for (int block = 0; block < 40; ++block) { // what was under way at the end of one is not in the next
        copies.begin(warps);
        Plain plain{std::vector<std::vector<Copy>>(warps), std::vector<uint32_t>(warps * 32)};
        for (int step = 0; step < 400; ++step) {
            const uint32_t warp = below(warps), thread = warp * 32 + below(4);
            std::vector<Copy>& list = plain.flying[warp];
            if (const uint32_t what = below(10); what < 5) {
                constexpr uint64_t sizes[] = {0, 4, 8, 16, 16, 100, 40000};
                Copy copy{below(3) * 65536 + below(600),
                          0,
                          below(2),
                          static_cast<uint16_t>(thread),
                          plain.group[thread],
                          below(4) == 0 ? below(2) * 8 : Copies::noMbarrier};
                copy.end = copy.begin + sizes[below(std::size(sizes))];
                if (what == 0 && !list.empty()) { // the next piece of the one before
                    copy = list.back();
                    copy.begin = copy.end;
                    copy.end += below(50);
                    list.back().end = copy.end;
                    ++pieces;
                } else if (!list.empty() && list.back().end == copy.begin && list.back().op == copy.op &&
                           list.back().thread == copy.thread && list.back().group == copy.group &&
                           list.back().mbarrier == copy.mbarrier) {
                    list.back().end = copy.end;
                } else {
                    list.push_back(copy);
                }
                copies.add(warp, copy);
            } else if (what == 5) {
                const auto lanes = static_cast<uint32_t>(random());
                copies.commit(warp, lanes);
                for (uint32_t lane = 0; lane < 32; ++lane)
                    plain.group[warp * 32 + lane] += lanes >> lane & 1;
            } else if (what == 6) {
                const auto lanes = static_cast<uint32_t>(random());
                const int64_t left = int64_t(below(3)) - 1;
                const auto expected = plain.take(list, [&](const Copy& copy) {
                    return copy.mbarrier == Copies::noMbarrier && (lanes >> copy.thread % 32 & 1) != 0 &&
                           (left < 0 || copy.group + left < plain.group[copy.thread]);
                });
                done += expected.size();
                ASSERT_TRUE(areSame(copies.await(warp, lanes, left), expected));
            } else if (what == 7 && below(4) == 0) {
                const uint64_t mbarrier = below(2) * 8;
                std::vector<Copy> expected;
                for (auto& each : plain.flying) {
                    const auto some = plain.take(each, [&](const Copy& copy) { return copy.mbarrier == mbarrier; });
                    expected.insert(expected.end(), some.begin(), some.end());
                }
                done += expected.size();
                ASSERT_TRUE(areSame(copies.awaitMbarrier(mbarrier), expected));
            }
            const uint64_t begin = below(3) * 65536 + below(42000), end = begin + 1 + below(20);
            const Copy* expected = plain.at(begin, end);
            found += expected != nullptr;
            ASSERT_TRUE(isSame(copies.at(begin, end), expected)) << "block " << block << ", step " << step;
        }
    }
    EXPECT_GT(found, 1000u); // otherwise nothing was compared
    EXPECT_GT(done, 500u);
    EXPECT_GT(pieces, 200u);
}

} // namespace
} // namespace warplens::tests
