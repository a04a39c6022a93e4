// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the limits, without a kernel.
#include "sim/time/limits.h"
#include "sim/time/lone_warp.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warplens::sim::time {
namespace {

const Device& h200() {
    return *findDevice("NVIDIA H200");
}

Work fullGrid() {
    Work work;
    work.blocks = 132 * 10;
    work.equalBlocks = true;
    work.warpsPerBlock = 32;
    work.residentBlocks = 2;
    return work;
}

std::vector<Limit> limitsOf(const Work& work) {
    return limits(work, h200(), *ratesOf("9.0"));
}

const Limit* find(const std::vector<Limit>& all, Resource resource) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Limit& limit) { return limit.resource == resource; });
    return found == all.end() ? nullptr : &*found;
}

double millisecondsOf(const Work& work, Resource resource) {
    const std::vector<Limit> all = limitsOf(work);
    const Limit* limit = find(all, resource);
    return limit == nullptr ? 0 : limit->milliseconds;
}

TEST(Limits, AreCountsOverRates) {
    Work work = fullGrid();
    work.sharedWavefronts = 132ull * 1980 * 1000; // a millisecond of all multiprocessors
    work.l1Data = 66ull * 1980 * 1000;
    work.l1Tags = 33ull * 1980 * 1000;
    work.instructions = {4. * 132 * 1980 * 1000};
    work.byUnit[static_cast<size_t>(sass::Unit::Fma)] = 132ull * 1980 * 1000;
    work.byUnit[static_cast<size_t>(sass::Unit::Xu)] = 132ull * 1980 * 1000;
    work.l2Sectors = {160. * 1980 * 1000, Origin::Recorded};
    work.dramBytes = {4.8e9, Origin::Modelled};
    EXPECT_NEAR(millisecondsOf(work, Resource::SharedWavefronts), 1, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::L1Wavefronts), 0.5, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::L1Tags), 0.25, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::L1Data), 1.5, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::Issue), 1, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::Fma), 0.25, 1e-9) << "128 lanes";
    EXPECT_NEAR(millisecondsOf(work, Resource::Xu), 2, 1e-9) << "16 lanes";
    EXPECT_NEAR(millisecondsOf(work, Resource::L2Sectors), 1, 1e-9);
    EXPECT_NEAR(millisecondsOf(work, Resource::Dram), 1, 1e-9) << "4.8 GB at 4800 GB/s";
    EXPECT_EQ(find(limitsOf(work), Resource::Alu), nullptr) << "what a launch does not use is no limit";
}

// Of a sample's counts no limit is one.
TEST(Limits, EstimatedRequestsAreNoFloors) {
    Work work = fullGrid();
    work.sharedWavefronts = work.l1Data = work.l1Tags = 1000;
    work.instructions = {1000.};
    for (const Limit& limit : limitsOf(work))
        EXPECT_EQ(limit.floor, limit.resource != Resource::L1Data) << resourceName(limit.resource);
    work.requests = Origin::Estimated;
    for (const Limit& limit : limitsOf(work))
        EXPECT_EQ(limit.floor, limit.resource == Resource::Issue) << resourceName(limit.resource);
    ASSERT_NE(longestFloor(limitsOf(work)), nullptr);
    EXPECT_EQ(longestFloor(limitsOf(work))->resource, Resource::Issue);
}

// Two kinds of products take the sum of their times: 1024 of TF32 in a clock and 2048 of half precision.
TEST(Limits, TensorCoresAreARowWhereTheyAreUsed) {
    Work work = fullGrid();
    work.instructions = {1.};
    EXPECT_EQ(find(limitsOf(work), Resource::Tensor), nullptr);
    const double clocks = 132. * 1980 * 1000; // a millisecond of all multiprocessors
    work.tensorProducts = 1024 * clocks + 2048 * clocks;
    work.tensorClocks = 2 * clocks;
    EXPECT_NEAR(millisecondsOf(work, Resource::Tensor), 2, 1e-9);
    const std::vector<Limit> all = limitsOf(work);
    const Limit& limit = *find(all, Resource::Tensor);
    EXPECT_NEAR(limit.rate, 1536 * 132, 1e-6);
    EXPECT_TRUE(limit.floor);
    EXPECT_EQ(resourceName(limit.resource), "tensor cores");
}

TEST(Limits, IntegerProductsHaveHalfTheLanes) {
    Work work = fullGrid();
    work.byUnit[static_cast<size_t>(sass::Unit::Fma)] = 1000000;
    const double floats = millisecondsOf(work, Resource::Fma);
    work.integerMultiplies = 1000000;
    EXPECT_NEAR(millisecondsOf(work, Resource::Fma), 2 * floats, 1e-12);
    work.integerMultiplies = 400000;
    EXPECT_NEAR(millisecondsOf(work, Resource::Fma), floats, 1e-12) << "the others fill the rest of the lanes";
}

TEST(Limits, BlocksThatDoNotFillTheGpuTakeLonger) {
    Work work = fullGrid();
    work.sharedWavefronts = 132ull * 1980 * 1000;
    const double full = millisecondsOf(work, Resource::SharedWavefronts);
    work.blocks = 133; // the last one alone
    EXPECT_NEAR(fillOf(work, h200()), 133. / 264, 1e-12);
    EXPECT_NEAR(millisecondsOf(work, Resource::SharedWavefronts), full * 264 / 133, 1e-9);
    work.equalBlocks = false; // nothing is known of the last one
    EXPECT_NEAR(millisecondsOf(work, Resource::SharedWavefronts), full, 1e-9);
    work.blocks = 66;
    EXPECT_NEAR(millisecondsOf(work, Resource::SharedWavefronts), 2 * full, 1e-9) << "half of them have nothing to do";
    EXPECT_NEAR(wavesOf(work, h200()), 0.25, 1e-12);
}

// Whatever grows, no limit gets shorter; and the longest stands first.
TEST(Limits, GrowWithTheWork) {
    Work work = fullGrid();
    work.instructions = {1e6};
    work.sharedWavefronts = work.l1Tags = work.l1Data = 100000;
    work.l2Sectors = {1e6, Origin::Estimated};
    work.dramBytes = {1e6, Origin::Estimated};
    work.warpCycles = {1000, Origin::Estimated};
    const std::vector<Limit> before = limitsOf(work);
    ASSERT_EQ(before.size(), 8u);
    EXPECT_TRUE(std::is_sorted(before.begin(), before.end(),
                               [](const Limit& a, const Limit& b) { return a.milliseconds > b.milliseconds; }));
    work.instructions.value *= 2;
    work.sharedWavefronts *= 3;
    work.l1Tags *= 4;
    work.l1Data *= 4;
    work.l2Sectors->value *= 5;
    work.dramBytes->value *= 6;
    work.warpCycles->value *= 7;
    for (const Limit& limit : before)
        EXPECT_GT(millisecondsOf(work, limit.resource), 1.9 * limit.milliseconds) << resourceName(limit.resource);
}

TEST(Limits, OnlyExactCountsAreFloors) {
    Work work = fullGrid();
    work.instructions = {1e6, Origin::Estimated};
    work.sharedWavefronts = 10;
    work.l2Sectors = {1e9, Origin::Recorded};
    work.dramBytes = {1e9, Origin::Estimated};
    work.warpCycles = {1e9, Origin::Estimated};
    const std::vector<Limit> all = limitsOf(work);
    for (const Limit& limit : all)
        EXPECT_EQ(limit.floor, limit.resource == Resource::SharedWavefronts) << resourceName(limit.resource);
    EXPECT_EQ(longestFloor(all)->resource, Resource::SharedWavefronts);
}

TEST(Devices, AreFoundByAPartOfTheirName) {
    EXPECT_EQ(findDevice("h200"), &h200());
    EXPECT_EQ(findDevice("nvidia"), nullptr) << "several";
    EXPECT_EQ(findDevice("no such thing"), nullptr);
    for (const Device& device : devices()) {
        EXPECT_NE(ratesOf(device.capability), nullptr) << device.name;
        EXPECT_FALSE(device.source.empty());
    }
}

} // namespace
} // namespace warplens::sim::time
