// SPDX-License-Identifier: GPL-3.0-or-later
// The step figure of a product: sums of C that grow product by product and tile by tile.
#include "app/model/running_sums.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

using app::RunningSums;

TEST(RunningSums, GrowByOneProductAfterTheOther) {
    const auto scene = sceneOf("matmul/07-tiled", {{"TILE", 2}}, 4);
    const auto sums = RunningSums::of(*scene);
    ASSERT_TRUE(sums);
    const size_t last = scene->trace.events.size() - 1;
    for (int64_t row = 0; row < 2; ++row)
        for (int64_t column = 0; column < 2; ++column) {
            const auto* terms = sums->terms(row, column);
            ASSERT_NE(terms, nullptr);
            ASSERT_EQ(terms->size(), 4u);
            EXPECT_FALSE(sums->sum(row, column, 0)) << "nothing is multiplied before the tiles are there";
            float expected = 0;
            size_t in = 0;
            uint32_t before = 0;
            for (const RunningSums::Term& term : *terms) {
                EXPECT_EQ(term.a, sums->input(0, row, term.k));
                EXPECT_EQ(term.b, sums->input(1, term.k, column));
                EXPECT_EQ(term.k, static_cast<int64_t>(in)) << "k by k";
                EXPECT_GT(term.event, before) << "each with the factor that is read last";
                before = term.event;
                expected += term.a * term.b;
                const auto sum = sums->sum(row, column, term.event);
                ASSERT_TRUE(sum);
                EXPECT_GE(sum->terms, ++in);
                EXPECT_EQ(sum->all, 4u);
            }
            EXPECT_FLOAT_EQ(sums->sum(row, column, last)->value, expected);
            // The first tile's products are there before the second tile is loaded, and no others.
            const uint32_t barrier = scene->trace.intervalBegins[2];
            EXPECT_EQ(sums->sum(row, column, barrier - 1)->terms, 2u);
            // With the tile's last load, and not before, its last product is there.
            size_t load = barrier - 1;
            while (!isShared(scene->trace.events[load].kind) || !isLoad(scene->trace.events[load].kind))
                --load;
            EXPECT_EQ((*terms)[1].event, load);
        }
    EXPECT_EQ(sums->terms(3, 3), nullptr) << "another block computes it";
}

TEST(RunningSums, KnowWhatATileHolds) {
    const auto scene = sceneOf("matmul/07-tiled", {{"TILE", 2}}, 4);
    const auto sums = RunningSums::of(*scene);
    ASSERT_TRUE(sums);
    const size_t last = scene->trace.events.size() - 1;
    EXPECT_FALSE(sums->shared(0, 0, 0, 0));
    for (int64_t row = 0; row < 2; ++row)
        for (int64_t column = 0; column < 2; ++column) {
            EXPECT_EQ(sums->shared(0, row, column, last), sums->input(0, row, 2 + column)) << "the second tile of A";
            EXPECT_EQ(sums->shared(1, row, column, last), sums->input(1, 2 + row, column));
            const uint32_t second = scene->trace.intervalBegins[1];
            EXPECT_EQ(sums->shared(0, row, column, second), sums->input(0, row, column)) << "the first one";
        }
}

TEST(RunningSums, AreThereForTransposedTilesAndWithoutTiles) {
    for (const char* stage : {"matmul/02-naive", "matmul/05-tiled-uncoalesced", "matmul/06-tiled-conflicts"}) {
        const auto scene = sceneOf(stage, {}, 8);
        const auto sums = RunningSums::of(*scene);
        ASSERT_TRUE(sums) << stage;
        float expected = 0;
        for (int64_t k = 0; k < 8; ++k)
            expected += sums->input(0, 3, k) * sums->input(1, k, 5);
        const auto sum = sums->sum(3, 5, scene->trace.events.size() - 1);
        ASSERT_TRUE(sum) << stage;
        EXPECT_EQ(sum->terms, 8u) << stage;
        EXPECT_FLOAT_EQ(sum->value, expected) << stage;
    }
}

TEST(RunningSums, AreNotClaimedWhereTheyCannotBeKnown) {
    EXPECT_FALSE(RunningSums::of(*sceneOf("matmul/07-tiled", {{"TILE", 8}}, 32))) << "too large to be read";
    EXPECT_FALSE(RunningSums::of(*sceneOf("matmul/15-thread-tile", {}, 8))) << "a thread has many elements";
    EXPECT_FALSE(RunningSums::of(*sceneOf("transpose/04-tiled", {}, 8))) << "no product";
}

} // namespace
} // namespace warplens::tests
