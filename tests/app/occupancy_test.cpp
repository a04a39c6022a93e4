// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of occupancy against the arithmetic of occupancy: bars, the limit, what one block more takes, and stairs.
#include "app/model/launch_limit.h"
#include "app/model/occupancy_picture.h"
#include "app/views/occupancy_view.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

using namespace warplens;
using namespace warplens::app;
using sim::memory::KernelResources;

namespace {

const sim::memory::Architecture& hopper() {
    return *sim::memory::findArchitecture("9.0");
}

} // namespace

TEST(OccupancyPicture, BarsAreWhatEachResourceAllows) {
    const KernelResources kernel{256, 96, 40'000};
    const auto o = sim::memory::occupancy(hopper(), kernel);
    const OccupancyPicture picture = occupancyPicture(hopper(), kernel, true);
    ASSERT_EQ(picture.bars.size(), 4u);
    unsigned least = ~0u;
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(picture.bars[i].blocks, o.allowed[i]);
        EXPECT_EQ(picture.bars[i].limits, o.allowed[i] == o.blocks);
        least = std::min(least, picture.bars[i].blocks);
    }
    EXPECT_EQ(picture.blocks, least);
    EXPECT_EQ(picture.warps, o.warps);
    const std::string text = plainText(picture.sentence);
    EXPECT_NE(text.find(std::to_string(o.warps) + " of 64 warps"), std::string::npos) << text;
}

// The bar said 9216 bytes of a block, and the stairs beside it 8 KiB.
TEST(OccupancyPicture, TellsTheKernelsSharedMemoryApartFromTheSystems) {
    const auto detail = [](const char* capability, uint64_t bytes) {
        return occupancyPicture(*sim::memory::findArchitecture(capability), {1024, 32, bytes}, true).bars[3].detail;
    };
    EXPECT_EQ(detail("9.0", 8192), "8192 + 1024 bytes of a block, 233472 there are");
    EXPECT_EQ(detail("7.0", 8192), "8192 bytes of a block, 98304 there are");
    EXPECT_EQ(detail("7.0", 8200), "8200 + 248 bytes of a block, 98304 there are");
}

// On compute capability 1.x a block has 512 threads at most: 32 x 32 is shown by its rules, and it is said.
TEST(LaunchLimit, OldArchitecturesRefuseLargeBlocks) {
    const auto refusal = [](const char* capability, uint64_t threads, uint64_t bytes) {
        return launchRefusal(*sim::memory::findArchitecture(capability), threads, bytes);
    };
    for (const auto& architecture : sim::memory::architectures()) {
        const bool old = architecture.number < 20;
        EXPECT_EQ(launchRefusal(architecture, 512, 4096), "") << architecture.capability;
        EXPECT_EQ(launchRefusal(architecture, 1024, 4096).empty(), !old) << architecture.capability;
    }
    const std::string text = refusal("1.0", 1024, 8448);
    EXPECT_NE(
        text.find("has 1024 threads here, and compute capability 1.0 allows 512 (CUDA C Programming Guide 4.2, F.1)"),
        std::string::npos)
        << text;
    // Whoever asks for 1.3 is told of 1.3, whose rules stand under 1.2.
    const std::string asked = launchRefusal(*sim::memory::findArchitecture("1.3"), 1024, 4096, "1.3");
    EXPECT_NE(asked.find("compute capability 1.3 allows 512"), std::string::npos) << asked;
    EXPECT_NE(refusal("1.0", 512, 16385).find("allows 16384 (CUDA"), std::string::npos);
    EXPECT_NE(refusal("3.5", 512, 49153).find("Guide 11, K.1)"), std::string::npos) << refusal("3.5", 512, 49153);
    EXPECT_NE(refusal("12.0", 1025, 0).find("Guide 13)"), std::string::npos) << refusal("12.0", 1025, 0);
    EXPECT_NE(refusal("9.0", 1025, 0).find("(device)"), std::string::npos) << refusal("9.0", 1025, 0);
    const auto& tesla = *sim::memory::findArchitecture("1.0");
    EXPECT_NE(plainText(occupancyPicture(tesla, {1024, 12, 8448}, true).sentence).find(text), std::string::npos);
}

// Windows of L2 came with 8.0, and 12.0 is younger, though its first digit is smaller.
TEST(LaunchLimit, WindowsOfL2AreKnownSinceEight) {
    const kernels::Stage& stage = *tests::catalogue().find("patterns/10-l2-window");
    const auto instance =
        kernels::makeInstance(stage, kernels::completeParameters(stage, {{"WINDOW", 1}}), {1024, 1024, 1024});
    for (const auto& architecture : sim::memory::architectures()) {
        const std::string note = windowNote(architecture, instance);
        EXPECT_EQ(note.find("has none") != std::string::npos, architecture.number < 80) << note;
    }
}

TEST(OccupancyPicture, OneBlockMoreIsNoPromiseThatIsNotKept) {
    const std::regex registers("with (\\d+) registers a thread instead of"),
        shared("with (\\d+) bytes of shared memory");
    size_t said = 0;
    for (const KernelResources& kernel : {KernelResources{256, 96, 0}, KernelResources{256, 32, 60'000},
                                          KernelResources{1024, 48, 0}, KernelResources{128, 255, 100'000}}) {
        const unsigned blocks = sim::memory::occupancy(hopper(), kernel).blocks;
        const OccupancyPicture picture = occupancyPicture(hopper(), kernel, true);
        EXPECT_FALSE(picture.more.empty());
        for (const std::string& line : picture.more) {
            std::smatch match;
            KernelResources fewer = kernel, one = kernel;
            if (std::regex_search(line, match, registers)) {
                fewer.registers = static_cast<unsigned>(std::stoul(match[1]));
                one.registers = fewer.registers + 1;
            } else if (std::regex_search(line, match, shared)) {
                fewer.sharedBytes = std::stoul(match[1]);
                one.sharedBytes = fewer.sharedBytes + 128;
            } else {
                continue;
            }
            ++said;
            EXPECT_GT(sim::memory::occupancy(hopper(), fewer).blocks, blocks) << line;
            EXPECT_EQ(sim::memory::occupancy(hopper(), one).blocks, blocks) << line << " says more than it takes";
        }
    }
    EXPECT_GE(said, 3u);
}

TEST(OccupancyPicture, TheKernelStandsOnItsStairs) {
    const auto scene = tests::sceneOf("matmul/15-thread-tile");
    const OccupancyPicture picture = occupancyPicture(*scene);
    ASSERT_EQ(picture.stairs.size(), 3u);
    EXPECT_EQ(picture.warps, scene->simulation->occupancy()->warps);
    for (const OccupancyPicture::Stairs& stairs : picture.stairs) {
        ASSERT_GE(stairs.steps.size(), 2u);
        // The step at or after it: shared memory is drawn by the KiB.
        const auto at = std::find_if(stairs.steps.begin(), stairs.steps.end(),
                                     [&](const auto& step) { return step.x >= stairs.now; });
        ASSERT_NE(at, stairs.steps.end());
        EXPECT_LE(at->warps, picture.warps) << stairs.name;
        EXPECT_TRUE(at->x != stairs.now || at->warps == picture.warps) << stairs.name;
        EXPECT_TRUE(std::is_sorted(stairs.steps.begin(), stairs.steps.end(),
                                   [](const auto& a, const auto& b) { return a.x < b.x; }));
    }
    EXPECT_GE(picture.stairs[1].steps.front().warps, picture.stairs[1].steps.back().warps)
        << "more registers, fewer warps";
}

TEST(OccupancyPicture, WithoutMachineCodeItSaysSo) {
    const OccupancyPicture picture = occupancyPicture(hopper(), {256, 0, 0}, false);
    EXPECT_NE(plainText(picture.sentence).find("not known"), std::string::npos);
    EXPECT_EQ(picture.stairs.size(), 2u);
    const OccupancyPicture none = occupancyPicture(hopper(), {256, 32, 1'000'000}, true);
    EXPECT_NE(plainText(none.sentence).find("does not fit"), std::string::npos);
}

TEST(OccupancyGeometry, NothingLiesOutside) {
    for (const QRectF& area : {QRectF(14, 34, 340, 200), QRectF(14, 34, 700, 520), QRectF(0, 0, 1200, 900)})
        for (const double scale : {1.0, 1.43, 2.0}) {
            const OccupancyGeometry g = layOutOccupancy(area, scale, 4, 3, 48 * scale, 90 * scale);
            const QRectF around = area.adjusted(-1, -1, 1, 1);
            for (const auto& parts : {g.names, g.details, g.stairs})
                for (const QRectF& part : parts)
                    EXPECT_TRUE(around.contains(part)) << area.width() << ' ' << scale;
            EXPECT_TRUE(g.more.isEmpty() || around.contains(g.more));
            for (const QRectF& stairs : g.stairs)
                for (const QRectF& details : g.details)
                    EXPECT_FALSE(stairs.intersects(details));
        }
}

// Type of 200 % on a screen of 1280×720 leaves this much: what each resource allows goes before what it is made of.
TEST(OccupancyGeometry, LargeTypeHasAllBars) {
    const QRectF area(14, 34, 1226, 205);
    const OccupancyGeometry g = layOutOccupancy(area, 2.0, 4, 3, 40, 200);
    ASSERT_EQ(g.tracks.size(), 4u);
    ASSERT_EQ(g.details.size(), 4u) << "beside them, since no stairs stand there";
    EXPECT_TRUE(g.stairs.empty());
    for (size_t n = 0; n < 4; ++n) {
        EXPECT_GE(g.names[n].height(), 14.5 * 2.0 - 0.01) << "as high as its letters";
        EXPECT_TRUE(area.contains(g.tracks[n]) && area.contains(g.details[n]));
        EXPECT_FALSE(g.tracks[n].intersects(g.details[n]));
        EXPECT_TRUE(n == 0 || !g.names[n].intersects(g.names[n - 1]));
    }
    // With room for them they are as ever.
    EXPECT_GT(layOutOccupancy(QRectF(14, 34, 1226, 600), 2.0, 4, 3, 40, 200).details.front().top(),
              layOutOccupancy(QRectF(14, 34, 1226, 600), 2.0, 4, 3, 40, 200).names.front().top());
    // A narrow one tells no details before all bars stand there.
    const OccupancyGeometry narrow = layOutOccupancy(QRectF(0, 0, 700, 205), 2.0, 4, 3, 40, 200);
    EXPECT_EQ(narrow.tracks.size(), 4u);
    EXPECT_TRUE(narrow.details.empty());
}
