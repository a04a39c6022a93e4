// SPDX-License-Identifier: GPL-3.0-or-later
// The cache lines that the innermost loop of each order walks through.
#include "app/model/loop_walk.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

using app::LoopWalk;

LoopWalk walkOf(int64_t order) {
    const auto walk = app::loopWalk(*catalogue().find("matmul/00-cpu-loops"), {{"ORDER", order}});
    EXPECT_TRUE(walk) << order;
    return walk.value_or(LoopWalk());
}

TEST(LoopWalk, CountsTheLinesOfEveryOrder) {
    struct Expected {
        int64_t order, a, b, c;
        const char* name;
    };
    // Of 32 elements along a row two lines, down a column one for each.
    for (const Expected& e : {Expected{123, 2, 32, 1, "ijk"},
                              {132, 1, 2, 2, "ikj"},
                              {213, 2, 32, 1, "jik"},
                              {231, 32, 1, 32, "jki"},
                              {312, 1, 2, 2, "kij"},
                              {321, 32, 1, 32, "kji"},
                              {1230, 2, 2, 1, "ijk, B transposed"}}) {
        const LoopWalk walk = walkOf(e.order);
        EXPECT_EQ(walk.order, e.name);
        EXPECT_EQ(walk.arrays[0].lines, e.a) << e.name;
        EXPECT_EQ(walk.arrays[1].lines, e.b) << e.name;
        EXPECT_EQ(walk.arrays[2].lines, e.c) << e.name;
        EXPECT_EQ(walk.lines, e.a + e.b + e.c) << e.name;
    }
}

TEST(LoopWalk, SaysWhatIsFetchedAndWhatIsUsed) {
    const LoopWalk walk = walkOf(123);
    int used = 0, fetched = 0;
    for (int64_t row = 0; row < LoopWalk::edge; ++row)
        for (int64_t column = 0; column < LoopWalk::edge; ++column) {
            used += walk.arrays[1].isTouched(row, column);
            fetched += walk.arrays[1].isFetched(row, column / LoopWalk::lineElements);
        }
    EXPECT_EQ(used, LoopWalk::edge);
    EXPECT_EQ(fetched, LoopWalk::edge * LoopWalk::lineElements) << "of 16 elements one is used";
    EXPECT_EQ(app::plainText(walk.sentence()), "ijk: 35 lines of 64 bytes for 32 products, 1.09 a product.");
    EXPECT_EQ(walk.how(1), "down a column: 32 lines, for 32 products");
    EXPECT_EQ(walkOf(1230).arrays[1].name, "B transposed");
}

TEST(LoopWalk, IsOfNothingElse) {
    EXPECT_FALSE(app::loopWalk(*catalogue().find("matmul/07-tiled"), {{"TILE", 32}}));
    EXPECT_FALSE(app::loopWalk(*catalogue().find("matmul/00-cpu-loops"), {{"ORDER", 122}}));
    EXPECT_FALSE(app::loopWalk(*catalogue().find("matmul/00-cpu-loops"), {}));
}

} // namespace
} // namespace warplens::tests
