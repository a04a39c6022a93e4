// SPDX-License-Identifier: GPL-3.0-or-later
// Where the first blocks of a grid go: the rule against every block that an H200 was recorded to place.
#include "app/engine/calibrations.h"
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"
#include "sim/time/placement.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warplens::sim::time {
namespace {

constexpr unsigned multiprocessors = 132;
constexpr int64_t together = 1000; // ns: what begins before has waited for no other block

/// The sets of blocks that share a multiprocessor.
std::vector<std::vector<uint64_t>> groupsOf(Placed placed) {
    std::sort(placed.begin(), placed.end());
    return placed;
}

TEST(Placement, BlocksThatShareAMultiprocessorAreThoseThatWereRecorded) {
    const kernels::Recording recording =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json");
    unsigned exact = 0, looked = 0;
    for (const kernels::RecordedBlocks& row : recording.blocks) {
        Placed recorded(multiprocessors);
        uint64_t first = 0;
        for (const auto& block : row.blocks)
            if (block.begin < together) {
                ASSERT_LT(block.multiprocessor, int64_t{multiprocessors});
                recorded[size_t(block.multiprocessor)].push_back(first++);
            }
        if (first <= multiprocessors)
            continue;
        size_t most = 0;
        for (const auto& blocks : recorded)
            most = std::max(most, blocks.size());
        const Placed rule = firstBlocks(first, unsigned(most), multiprocessors);
        ++looked;
        exact += groupsOf(rule) == groupsOf(recorded);
        // How many are in a column with another one of their multiprocessor, in grids as wide as those of products.
        for (const uint32_t width : {16u, 32u, 64u}) {
            const simt::Dim3 grid{width, uint32_t(first / width + 1), 1};
            const auto columns = [&](const Placed& placed) { return Company(placed, placed[0], grid).of(1, 0).usual; };
            EXPECT_NEAR(columns(rule), columns(recorded), 0.04) << row.stage << ' ' << first << ' ' << width;
        }
    }
    EXPECT_GE(looked, 13u);
    EXPECT_GE(exact, 6u);
}

/// When the first block of each place ends, by the timeline: its warps' places are empty then for as long as the next one takes.
std::vector<double> firstEnds(const Timeline& timeline) {
    constexpr float empty = 200;
    std::vector<float> ends(size_t(timeline.places) * timeline.warpsPerBlock, 0);
    std::vector<bool> over(ends.size());
    for (const Timeline::Span& span : timeline.spans) {
        over[span.row] = over[span.row] || (ends[span.row] > 0 && span.begin > ends[span.row] + empty);
        if (!over[span.row])
            ends[span.row] = span.end;
    }
    std::vector<double> found(timeline.places);
    for (size_t row = 0; row < ends.size(); ++row)
        found[row / timeline.warpsPerBlock] = std::max<double>(found[row / timeline.warpsPerBlock], ends[row]);
    std::sort(found.begin(), found.end());
    return found;
}

// Which of the blocks that begin together ends when, as the H200 was recorded. Until 2026-11-27 the youngest warp was issued first, and
// all eight ended within 6 % of one another.
TEST(Placement, BlocksThatBeginTogetherEndAsRecorded) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::StageCompiler compiler;
    const engine::Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const kernels::Recording recording =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json");
    constexpr double clocksOfNs = 1.98, allowed = 0.08;
    unsigned looked = 0;
    for (const kernels::RecordedBlocks& row : recording.blocks) {
        if (row.stage != "matmul/07-tiled" || row.size.m != 1024)
            continue;
        std::vector<std::vector<double>> ends(multiprocessors);
        for (const auto& block : row.blocks)
            if (block.begin < together)
                ends[size_t(block.multiprocessor)].push_back(double(block.end) * clocksOfNs);
        std::vector<double> recorded(ends[0].size());
        for (const auto& some : ends) {
            ASSERT_EQ(some.size(), recorded.size());
            for (size_t n = 0; n < some.size(); ++n)
                recorded[n] += some[n] / multiprocessors;
        }
        const kernels::StageInstance instance =
            kernels::makeInstance(*catalogue.find(row.stage), row.parameters, row.size);
        engine::WhyFacts facts;
        facts.leastBytes = engine::leastBytes(instance);
        const engine::Why why =
            engine::explain(engine::imageOfStage(compiler, *catalogue.find(row.stage), instance.parameters, "9.0"),
                            engine::launchOfStage(instance), *findDevice("NVIDIA H200"), facts,
                            {.calibrations = &calibrations, .timeline = 1'000'000, .stop = {}});
        const std::vector<double> modelled = firstEnds(why.estimated->time.timeline);
        ASSERT_EQ(modelled.size(), recorded.size());
        for (size_t n = 0; n < modelled.size(); ++n)
            EXPECT_NEAR(modelled[n], recorded[n], allowed * recorded[n]) << row.blocks.size() << " blocks, " << n;
        ++looked;
    }
    EXPECT_EQ(looked, 2u);
}

TEST(Placement, OtherGpusAndFewBlocksGoRoundInOrder) {
    const Placed few = firstBlocks(100, 8, multiprocessors);
    EXPECT_EQ(few[99], std::vector<uint64_t>{99});
    EXPECT_TRUE(few[100].empty());
    const Placed other = firstBlocks(1000, 4, 46);
    EXPECT_EQ(other[3], (std::vector<uint64_t>{3, 49, 95, 141}));
}

TEST(Placement, EachMultiprocessorGetsAsManyAsItHolds) {
    for (const unsigned resident : {2u, 3u, 5u, 8u, 16u, 32u}) {
        for (const std::vector<uint64_t>& blocks : firstBlocks(1 << 20, resident, multiprocessors))
            EXPECT_EQ(blocks.size(), resident);
        const Placed placed = firstBlocks(1 << 20, resident, multiprocessors);
        EXPECT_EQ(placed[typicalOf(placed, {64, 1 << 14, 1})].size(), resident);
    }
}

TEST(Placement, ColumnsInCommonAreCounted) {
    const Company company({{0, 4, 5}, {1, 2}}, {0, 4, 5}, {4, 4, 1}); // places 0,0 0,1 1,1 and 1,0 2,0
    EXPECT_NEAR(company.of(1, 0).own, 1 / 3., 1e-9) << "two stand in a column";
    EXPECT_NEAR(company.of(1, 0).usual, 1 / 5., 1e-9);
    EXPECT_NEAR(company.of(0, 1).own, 1 / 3., 1e-9) << "two stand in a row";
    EXPECT_NEAR(company.of(0, 1).usual, 2 / 5., 1e-9);
    EXPECT_NEAR(company.of(0, 0).own, 2 / 3., 1e-9) << "all want the same";
    EXPECT_EQ(company.of(1, 4).own, 0) << "each its own";
}

} // namespace
} // namespace warplens::sim::time
