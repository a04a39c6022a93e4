// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests for the same sectors reach L2: the rules against what an H100 and an H200 did (tests/data/merge-*.csv), and what
// follows of them.
#include "kernels/files/bounded_file.h"
#include "sim/time/multiprocessor.h"
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

/// Of the sectors of 64 lines that a warp loads or copies, each line in so many requests, those that are copied as single ones.
double singlesOf(unsigned requests, bool copies) {
    Scheduled ask;
    ask.does = copies ? Does::Copy : Does::GlobalLoad;
    ask.pipe = Pipe::Memory;
    ask.busy = 1;
    ask.stall = 4;
    ask.reachesMemory = true;
    const std::vector<Scheduled> code(requests, ask);
    BlockWork work;
    work.complete = work.known = true;
    work.patterns.emplace_back();
    for (int64_t sector = 0; sector < 4 / int64_t(requests); ++sector)
        work.patterns.front().push_back(sector);
    WarpWork& warp = work.warps.emplace_back();
    for (uint64_t line = 0; line < 64; ++line) {
        warp.runs.push_back({0, requests, ~0u});
        for (uint32_t n = 0; n < requests; ++n, ++warp.instructions) {
            Request request;
            request.at = warp.instructions;
            request.step = n;
            request.begin = line * 4 + n * (4 / requests);
            request.sectors = static_cast<uint16_t>(4 / requests);
            request.lines = request.tags = 1;
            warp.requests.push_back(request);
        }
    }
    work.instructions = warp.instructions;
    Machine machine;
    machine.l1 = 30;
    machine.l2 = 300;
    machine.l1Bytes = 128 << 10;
    const Ran ran = runBlocks(code, machine, {&work}, 1, {});
    double singles = 0, misses = 0;
    for (const Ran::Loaded& loaded : ran.loadedAt) {
        singles += double(loaded.singles);
        misses += double(loaded.misses);
    }
    EXPECT_EQ(misses, 256);
    return singles;
}

// merge.cu has the multiprocessors 0 to n - 1, two of each part after the other, ask for the same 64 lines, as a whole or in halves or
// quarters, or the second one later than the first.
TEST(Together, CopiesOfSingleSectorsAreNotGotTogether) {
    std::istringstream rows(
        kernels::readText(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/merge-copies-h200.csv", kernels::dataLimit));
    unsigned compared = 0;
    for (std::string row; std::getline(rows, row);) {
        char kind[20] = {};
        unsigned count = 0, delay = 0, lines = 0, requests = 0, sectors = 0;
        int a = 0, b = 0;
        if (std::sscanf(row.c_str(), "%19[^,],%u,%d,%d,%u,%u,%u,%u", kind, &count, &a, &b, &delay, &lines, &requests,
                        &sectors) != 8)
            continue;
        const std::string name = kind;
        if (name.ends_with("-spread") || delay == 50) // as chance has it; just at the end of the window
            continue;
        const bool copies = name.starts_with("copies");
        const unsigned pieces = name.starts_with("halves")   ? 2
                                : name.starts_with("pieces") ? 4
                                                             : unsigned(name[7] - '0');
        std::vector<std::vector<double>> parts(8);
        for (unsigned n = 0; n < count; ++n)
            parts[n / 2 % 8].push_back(n == 1 ? delay : 0);
        double together = 0;
        for (std::vector<double>& part : parts)
            if (!part.empty())
                together += double(part.size()) * requestsEach(part);
        const double alone = singlesOf(pieces, copies);
        // Of all multiprocessors some ask for the second half too late.
        const double within = name == "copies-2" && count == 132 ? 0.23 : 0.11;
        EXPECT_NEAR(alone * count + (256 - alone) * together, sectors, within * sectors) << row;
        ++compared;
    }
    EXPECT_EQ(compared, 42u);
}

Crowd crowdOf(double waves, double clocks, unsigned resident = 2) {
    return {.grid = {32, 32, 1},
            .multiprocessors = 132,
            .resident = resident,
            .warps = 8,
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

TEST(Together, CopiesOfSingleSectorsAreAskedForByEach) {
    LoadingStep copies = commonToRow();
    copies.singles = copies.misses;
    EXPECT_EQ(askedTogether(std::vector{copies}, crowdOf(1, 1000)), 1);
    copies.singles = copies.misses / 2;
    EXPECT_NEAR(askedTogether(std::vector{copies}, crowdOf(1, 1000)), 0.635, 0.01);
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

// Two blocks of two warps have four quarters: their warps wait for nobody.
TEST(Together, BlocksThatShareNoQuarterGoOnTogether) {
    const auto asked = [](unsigned resident, unsigned warps) {
        Crowd crowd = crowdOf(1, 1e6, resident);
        crowd.warps = warps;
        return askedTogether(std::vector{commonToRow()}, crowd);
    };
    EXPECT_NEAR(asked(2, 2), 0.27, 0.02);
    EXPECT_NEAR(asked(4, 1), 0.27, 0.02);
    EXPECT_GT(asked(4, 2), 0.6);
    EXPECT_NEAR(asked(4, 2), asked(2, 4), 0.1) << "two share a quarter";
    EXPECT_GT(asked(8, 2), asked(4, 2));
}

TEST(Together, BlocksThatWaitLongerThanARoundSetsThemApartGoOnTogether) {
    const auto asked = [](double uneven, double waits) {
        Crowd crowd = crowdOf(1, 1e6, 8);
        crowd.uneven = uneven;
        crowd.waits = waits;
        return askedTogether(std::vector{commonToRow()}, crowd);
    };
    const double apart = asked(0, 0);
    EXPECT_GT(apart, 0.75);
    EXPECT_NEAR(asked(10, 1000), 0.27, 0.02);
    EXPECT_LT(asked(100, 1000), asked(300, 1000));
    EXPECT_LT(asked(300, 1000), apart);
    EXPECT_EQ(asked(300, 200), apart) << "they do not wait for one another";
    EXPECT_NEAR(asked(1e6, 2e6), apart, 1e-9) << "they are no further apart than their paces have them";
}

TEST(Together, RequestsThatWaitBehindThoseOfOthersComeApart) {
    const auto asked = [](unsigned resident, double queued) {
        Crowd crowd = crowdOf(1, 1000, resident);
        crowd.queued = queued;
        return askedTogether(std::vector{commonToRow()}, crowd);
    };
    EXPECT_LT(asked(2, 0), asked(2, 200));
    EXPECT_LT(asked(2, 200), asked(2, 2000));
    EXPECT_EQ(asked(1, 2000), asked(1, 0)) << "a block alone has a queue that is the same everywhere";
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
    EXPECT_NEAR(askedTogether(std::vector{column}, few), 0.53, 0.02);
}

} // namespace
} // namespace warplens::sim::time
