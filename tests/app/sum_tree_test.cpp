// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of a sum, as the block adds it up.
#include "app/model/sum_tree.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

using app::SumTree;

TEST(SumTree, HalvesFromStepToStep) {
    const auto tree = app::sumTree(*sceneOf("reduction/07-tree-halving", {{"THREADS", 256}}, 4096));
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->leaves, 256);
    ASSERT_EQ(tree->steps.size(), 8u);
    size_t sums = 128;
    for (const SumTree::Step& step : tree->steps) {
        EXPECT_EQ(step.joins.size(), sums);
        EXPECT_EQ(step.warps, std::max<size_t>(1, sums / 32)) << "whole warps fall idle";
        EXPECT_EQ(step.conflicts, 0u);
        for (const SumTree::Join& join : step.joins)
            EXPECT_TRUE(std::find(join.from.begin(), join.from.end(), join.to + static_cast<int64_t>(sums)) !=
                        join.from.end())
                << join.to;
        sums /= 2;
    }
    EXPECT_EQ(tree->steps.back().joins.front().to, 0);
}

TEST(SumTree, OfMaskedThreadsHasNoConflictsAndOfStridedOnesHas) {
    const auto conflicts = [](int64_t strided) {
        const auto tree = app::sumTree(*sceneOf("reduction/06-tree-doubling", {{"STRIDED", strided}}, 4096));
        EXPECT_TRUE(tree && tree->steps.size() == 8);
        unsigned all = 0;
        for (const SumTree::Step& step : tree->steps)
            all += step.conflicts;
        return all;
    };
    EXPECT_EQ(conflicts(0), 0u);
    EXPECT_GT(conflicts(1), 0u);
    const auto masked = app::sumTree(*sceneOf("reduction/06-tree-doubling", {{"STRIDED", 0}}, 4096));
    EXPECT_EQ(masked->steps.front().warps, 8u) << "all warps run, with half of their lanes";
    EXPECT_EQ(masked->steps.front().joins[1].to, 2);
}

// A warp that adds without barriers takes as many steps as with them: "62 sums" in one had been told.
TEST(SumTree, AWarpsOwnStepsAreToldApart) {
    const auto tree = app::sumTree(*sceneOf("reduction/08-tree-unrolled", {{"THREADS", 512}}, 4096));
    ASSERT_TRUE(tree);
    ASSERT_EQ(tree->steps.size(), 8u) << "what is left after 2 sums is added in registers";
    size_t sums = 256, end = 0;
    for (const SumTree::Step& step : tree->steps) {
        EXPECT_EQ(step.joins.size(), sums);
        EXPECT_EQ(step.warps, std::max<size_t>(1, sums / 32));
        EXPECT_LE(end, step.begin);
        for (const SumTree::Join& join : step.joins)
            EXPECT_TRUE(step.begin <= join.event && join.event < step.end);
        end = step.end;
        sums /= 2;
    }
}

TEST(SumTree, IsSeenOnlyWhereThereIsOne) {
    EXPECT_FALSE(app::sumTree(*sceneOf("matmul/07-tiled")));
    EXPECT_FALSE(app::sumTree(*sceneOf("matmul/04-shared-row"))) << "nothing is added up there";
    EXPECT_FALSE(app::sumTree(*sceneOf("reduction/03-interleaved", {}, 4096)));
}

} // namespace
} // namespace warplens::tests
