// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests for the same sectors reach L2: the rule against what an H100 did (tests/data/merge-h100.csv), and what follows of it.
#include "kernels/files/bounded_file.h"
#include "sim/time/together.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace warplens::sim::time {
namespace {

// All 132 multiprocessors ask for 64 lines, each delayed by chance; parts of the GPU have 16 of them, or 18.
TEST(Together, RequestsAreThoseOfTheGpu) {
    std::istringstream rows(
        kernels::readText(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/merge-h100.csv", kernels::dataLimit));
    std::mt19937 random(1);
    unsigned compared = 0;
    for (std::string row; std::getline(rows, row);) {
        unsigned spread = 0, lines = 0, sectors = 0;
        int a = 0, b = 0;
        if (std::sscanf(row.c_str(), "spread,132,%d,%d,%u,%u,%u", &a, &b, &spread, &lines, &sectors) != 5 || spread < 2)
            continue;
        double modelled = 0;
        for (unsigned n = 0; n < 200; ++n)
            for (const unsigned members : {16, 16, 16, 16, 16, 16, 18, 18}) {
                std::vector<double> clocks;
                for (unsigned m = 0; m < members; ++m)
                    clocks.push_back(random() % spread);
                modelled += members * requestsEach(clocks) / 200;
            }
        EXPECT_NEAR(modelled, sectors / 4. / lines, 0.1 * modelled) << row;
        ++compared;
    }
    EXPECT_EQ(compared, 7u);
}

Crowd crowdOf(double waves, double clocks, unsigned resident = 2) {
    return {.grid = {32, 32, 1},
            .multiprocessors = 132,
            .resident = resident,
            .waves = waves,
            .clocks = clocks,
            .blockLaunch = 157};
}
LoadingStep commonToRow() {
    return {.misses = 1000, .others = 0, .x = 0, .y = 4096, .regular = true};
}

TEST(Together, FourGetALineWithOneRequestWhileTheyAreInStep) {
    EXPECT_NEAR(askedTogether(std::vector{commonToRow()}, crowdOf(1, 1000)), 0.27, 0.02);
    EXPECT_EQ(askedTogether(std::vector<LoadingStep>{}, crowdOf(1, 1000)), 1);
}

TEST(Together, WhatNobodyElseWantsOrWhatIsNotKnownIsAskedForByEach) {
    LoadingStep own = commonToRow();
    own.x = 4;
    EXPECT_EQ(askedTogether(std::vector{own}, crowdOf(1, 1000)), 1);
    LoadingStep unknown = commonToRow();
    unknown.regular = false;
    EXPECT_EQ(askedTogether(std::vector{unknown}, crowdOf(1, 1000)), 1);
    // Half of the misses are of each kind.
    EXPECT_NEAR(askedTogether(std::vector{commonToRow(), own}, crowdOf(1, 1000)), 0.635, 0.01);
}

TEST(Together, ALineThatIsAskedForInPiecesIsAskedForByEach) {
    LoadingStep pieces = commonToRow();
    pieces.pieces = pieces.misses;
    EXPECT_EQ(askedTogether(std::vector{pieces}, crowdOf(1, 1000)), 1);
    pieces.pieces = pieces.misses / 2;
    EXPECT_NEAR(askedTogether(std::vector{pieces}, crowdOf(1, 1000)), 0.635, 0.01);
    pieces.pieces = 2 * pieces.misses; // counted with an instruction of another kind
    EXPECT_EQ(askedTogether(std::vector{pieces}, crowdOf(1, 1000)), 1);
}

TEST(Together, TheyDriftApartWithTimeWithBlocksAndWithManyBlocksAtATime) {
    const auto asked = [](const Crowd& crowd) { return askedTogether(std::vector{commonToRow()}, crowd); };
    EXPECT_LT(asked(crowdOf(1, 1e5)), asked(crowdOf(1, 1e6)));
    EXPECT_LT(asked(crowdOf(1, 1e6)), asked(crowdOf(1, 1e8)));
    EXPECT_LT(asked(crowdOf(1, 1e5)), asked(crowdOf(4, 4e5))) << "blocks as long, that follow one another";
    EXPECT_LT(asked(crowdOf(1, 1e6, 1)), asked(crowdOf(1, 1e6, 2)));
    EXPECT_LT(asked(crowdOf(1, 1e6, 2)), asked(crowdOf(1, 1e6, 8)));
    EXPECT_NEAR(asked(crowdOf(1, 1e6, 1)), asked(crowdOf(1, 1e3, 1)), 1e-9) << "alone, a block has its pace";
    EXPECT_GT(asked(crowdOf(60, 1e9)), 0.95);
    EXPECT_LE(asked(crowdOf(60, 1e9)), 1);
}

TEST(Together, BlocksThatFollowOthersInL1DriftLessWhereAllReadTheSame) {
    LoadingStep all = commonToRow();
    all.y = 0;
    EXPECT_GT(askedTogether(std::vector{all}, crowdOf(4, 1e6)), 0.5);
    all.others = 9000;
    EXPECT_NEAR(askedTogether(std::vector{all}, crowdOf(4, 1e6)), 0.25, 0.02);
    LoadingStep rows = commonToRow();
    rows.others = 9000;
    EXPECT_EQ(askedTogether(std::vector{rows}, crowdOf(4, 1e6)),
              askedTogether(std::vector{commonToRow()}, crowdOf(4, 1e6)));
}

// 03-naive-1d: a row of C is four blocks long, which read the same row of A and four parts of B, and the next row the same parts.
TEST(Together, RowsThatBeginAnewAreFound) {
    std::vector<LoadingStep> steps(3);
    steps[1].x = 8; // B; 0 is A, and 2 another array, of which each block reads what is its own
    steps[2].x = 8;
    std::vector<Beginnings> blocks;
    for (const int64_t block : {0, 1, 2, 131, 264, 399, 530})
        blocks.push_back({uint64_t(block), {1000 + block / 4 * 128, 5000 + block % 4 * 8, 9000 + block * 8}});
    findPeriod(steps, blocks);
    EXPECT_EQ(steps[0].period, 4u);
    EXPECT_EQ(steps[0].anew, 128);
    EXPECT_EQ(steps[1].period, 4u);
    EXPECT_EQ(steps[1].anew, 0);
    EXPECT_EQ(steps[2].period, 0u);
    // As blocks of a grid with four in x, which read the same.
    Crowd crowd = crowdOf(3, 1e5), rows = crowd;
    crowd.grid = {1024, 1, 1};
    rows.grid = {4, 256, 1};
    for (LoadingStep& step : steps)
        step.misses = 1000;
    const LoadingStep a{.misses = 1000, .x = 0, .y = 128, .regular = true},
        b{.misses = 1000, .x = 8, .y = 0, .regular = true};
    EXPECT_LT(askedTogether(std::vector{a, b}, rows), 0.8);
    EXPECT_NEAR(askedTogether(std::span(steps).first(2), crowd), askedTogether(std::vector{a, b}, rows), 1e-9);
    EXPECT_EQ(askedTogether(std::span(steps).last(1), crowd), 1);
    blocks.back().at[1] = 5004; // somewhere else
    std::vector<LoadingStep> others(3);
    others[1].x = 8;
    findPeriod(others, blocks);
    EXPECT_EQ(others[0].period, 0u);
    EXPECT_EQ(others[1].period, 0u);
}

// As an H200 placed them (`warplens-cli blocks`): of 64 blocks the first part has 12, of 32 it has 11 and the others three each.
TEST(Together, OfFewBlocksTheFirstPartHasMost) {
    Crowd few = crowdOf(1, 1000, 1);
    few.grid = {8, 8, 1};
    const LoadingStep column{.misses = 1000, .others = 0, .x = 16, .y = 0, .regular = true};
    EXPECT_NEAR(askedTogether(std::vector{commonToRow()}, few), 0.35, 0.02);
    EXPECT_NEAR(askedTogether(std::vector{column}, few), 1 - 4 / 64., 0.02) << "four columns twice, on the first part";
    few.grid = {
        8, 4,
        1}; // the first part has a row of eight and three of the next, then threes: columns meet on the first part
    EXPECT_NEAR(askedTogether(std::vector{column}, few), 1 - 3 / 32., 0.02);
    few.grid = {4, 4, 1}; // a part has two rows, the others one block each
    EXPECT_NEAR(askedTogether(std::vector{commonToRow()}, few), (2 + 8) / 16., 0.06);
    few.grid = {8, 16, 1}; // one on each multiprocessor: two rows of blocks on a part
    EXPECT_NEAR(askedTogether(std::vector{column}, few), 0.56, 0.02);
}

} // namespace
} // namespace warplens::sim::time
