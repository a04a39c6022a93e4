// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks in time: the clock that is put into a kernel changes nothing that it computes and tells every block, and the picture
// says what the times are.
#include "app/engine/block_clock.h"
#include "app/model/blocks_picture.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace warplens;
using namespace warplens::app;
using kernels::RecordedBlocks;

namespace {

std::vector<std::vector<std::byte>> resultsOf(const engine::KernelImage& image, const engine::LaunchSpec& launch) {
    engine::Simulation simulation(image, launch);
    const sim::simt::RunResult ran = simulation.run({});
    EXPECT_TRUE(ran.findings.empty()) << image.name << ": " << ran.findings.front().message;
    std::vector<std::vector<std::byte>> results;
    for (size_t i = 0; i < launch.arguments.size(); ++i)
        if (launch.arguments[i].spec.isArray)
            results.push_back(simulation.contents(simulation.arrays()[i]));
    return results;
}

/// A kernel that needs no compiler: some of its threads return early, by a predicate; the others exit.
constexpr const char* leaving = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry leaving(.param .u64 out)
{
    .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %d<3>;
    mov.u32 %r0, %tid.x; // no ret; here
    setp.gt.u32 %p, %r0, 40;
    @%p ret;
    ld.param.u64 %d0, [out];
    mul.wide.u32 %d1, %r0, 4;
    add.u64 %d0, %d0, %d1;
    st.global.u32 [%d0], %r0;
    exit;
}
)";

KnownBlocks known(std::vector<RecordedBlocks::Block> blocks, unsigned multiprocessors) {
    return {{"some", {}, {64, 64, 64}, std::move(blocks)}, "64³", "GPU", "2026-01-02", multiprocessors};
}

} // namespace

TEST(BlockClock, ChangesNoResultAndTellsEveryBlock) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    size_t stages = 0;
    for (const kernels::Stage& stage : catalogue.stages) {
        if (!stage.kernel)
            continue;
        SCOPED_TRACE(stage.id);
        ++stages;
        const kernels::StageInstance instance = kernels::makeInstance(stage, {}, {128, 128, 128});
        engine::KernelImage image = engine::imageOfStage(tests::compiler(), stage, instance.parameters, "9.0");
        engine::LaunchSpec launch = engine::launchOfStage(instance);
        const auto before = resultsOf(image, launch);
        image.ptx = engine::withBlockClock(image.ptx, image.name);
        image.cubin.clear(); // it is another kernel's now
        launch.arguments.push_back(engine::blockClockArgument(launch.grid));
        auto after = resultsOf(image, launch);
        const auto blocks = engine::readBlockClock(after.back());
        after.pop_back();
        EXPECT_EQ(after, before);
        EXPECT_EQ(blocks.size(), size_t(launch.grid.x) * launch.grid.y * launch.grid.z);
    }
    EXPECT_GE(stages, 40u);
}

TEST(BlockClock, ThreadsThatLeaveEarlyAreToldTheirEnd) {
    const std::string ptx = engine::withBlockClock(leaving, "leaving");
    EXPECT_NE(ptx.find("@%p bra $wl_end;"), std::string::npos);
    EXPECT_NE(ptx.find("// no ret; here"), std::string::npos);
    EXPECT_EQ(ptx.find("exit"), std::string::npos);
    engine::KernelImage image;
    image.name = "leaving";
    image.ptx = ptx;
    const auto argument = [](const std::string& text) {
        return engine::NamedArgument{"out", text, kernels::parseArgumentSpec(text)};
    };
    engine::LaunchSpec launch{{3, 2, 1}, {64, 1, 1}, 0, {argument("u32[64]=zeros")}};
    launch.arguments.push_back(engine::blockClockArgument(launch.grid));
    const auto results = resultsOf(image, launch);
    EXPECT_EQ(engine::readBlockClock(results.back()).size(), 6u);
    uint32_t last = 0;
    std::memcpy(&last, results[0].data() + 40 * sizeof last, sizeof last);
    EXPECT_EQ(last, 40u);
}

TEST(BlockClock, WhatCannotBeToldIsSaid) {
    EXPECT_THROW(engine::withBlockClock(leaving, "leavin"), engine::EngineError);
    std::vector<uint64_t> words{1, ~uint64_t(100), 150, 0, 0, 0};
    try {
        engine::readBlockClock(std::as_bytes(std::span(words)));
        FAIL();
    } catch (const engine::EngineError& error) {
        EXPECT_NE(std::string(error.what()).find("block 1 has not told"), std::string::npos) << error.what();
    }
    words = {1, ~uint64_t(100), 150, 4, ~uint64_t(90), 250};
    const auto blocks = engine::readBlockClock(std::as_bytes(std::span(words)));
    EXPECT_EQ(blocks, (std::vector<RecordedBlocks::Block>{{0, 10, 60}, {3, 0, 160}}));
}

TEST(BlocksPicture, BlocksTakeThePlaceThatIsFree) {
    // Two at a time on multiprocessor 5; one after the other on 7. 8000 ns in all.
    const BlocksPicture picture =
        blocksPicture(known({{5, 0, 4000}, {5, 100, 3000}, {7, 0, 5000}, {5, 3100, 8000}, {7, 6000, 7000}}, 4));
    EXPECT_EQ(picture.multiprocessors, (std::vector<int64_t>{5, 7}));
    EXPECT_EQ(picture.places, 2u);
    EXPECT_EQ(picture.turns, 2u);
    EXPECT_DOUBLE_EQ(picture.end, 8);
    ASSERT_TRUE(picture.spent);
    EXPECT_DOUBLE_EQ(*picture.spent, 6);
    // 5 is busy all the time, 7 for 6 of 8 µs, two others never.
    EXPECT_DOUBLE_EQ(picture.busy, (8.0 + 6.0) / (4 * 8.0));
    std::vector<std::pair<unsigned, unsigned>> places(5);
    for (const BlocksPicture::Bar& bar : picture.bars)
        places[bar.block] = {bar.row, bar.turn};
    EXPECT_EQ(places, (std::vector<std::pair<unsigned, unsigned>>{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}}));
    EXPECT_EQ(
        plainText(picture.sentence),
        "5 blocks on 2 of 4 multiprocessors, up to 2 at a time on each: busy 44 % of 8 µs. The last one begins at "
        "6 µs: from then on no block waits, and multiprocessors run out of work.");
    EXPECT_EQ(picture.origin, "64³, measured on GPU, 2026-01-02, with the clock's own instructions in the kernel");
    EXPECT_EQ(barText(picture, picture.bars.back()),
              "block 4 on multiprocessor 7: 6 to 7 µs, after 1 other in its place");
}

TEST(BlocksPicture, OneBlockHasNobodyToWaitFor) {
    const BlocksPicture picture = blocksPicture(known({{0, 0, 1500}}, 132));
    EXPECT_FALSE(picture.spent);
    EXPECT_EQ(plainText(picture.sentence), "1 block on 1 of 132 multiprocessors: busy 0.76 % of 1.5 µs.");
}

TEST(BlocksPicture, AnotherSizeThanTheOneAskedForIsSaid) {
    KnownBlocks blocks = known({{0, 0, 1500}}, 132);
    blocks.wanted = "4096³";
    EXPECT_TRUE(plainText(blocksPicture(blocks).sentence)
                    .starts_with("Blocks of 4096³ were not recorded; these are those of 64³. 1 block on "));
}

TEST(BlocksPicture, WhatWasNotRecordedIsSaid) {
    EXPECT_NE(plainText(blocksPicture(nullptr).sentence).find("when what binds the launch is computed"),
              std::string::npos);
    const Reasons reasons{std::make_shared<const Reason>(), nullptr, {}};
    EXPECT_NE(plainText(blocksPicture(&reasons).sentence).find("was not recorded"), std::string::npos);
}
