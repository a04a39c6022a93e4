// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/cache/estimate.h"
#include "sim/cache/sectored_cache.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warplens::tests {
namespace {

using sim::cache::SectoredCache;

TEST(SectoredCache, FillsOnlySectorsAskedFor) {
    SectoredCache cache(1 << 16);
    EXPECT_FALSE(cache.access(100, false).hit);
    EXPECT_TRUE(cache.access(100, false).hit);
    EXPECT_FALSE(cache.access(101, false).hit) << "the same line, another sector";
    EXPECT_TRUE(cache.access(101, false).hit);
}

TEST(SectoredCache, ReadsThePairOnce) {
    SectoredCache cache(1 << 16);
    EXPECT_TRUE(cache.access(101, false).fetched);
    EXPECT_FALSE(cache.access(100, false).fetched) << "came with its neighbour";
    EXPECT_TRUE(cache.access(102, false).fetched) << "the same line, the other pair";
    EXPECT_FALSE(cache.access(102, false).fetched);
    EXPECT_FALSE(cache.access(200, true).fetched) << "what is written as a whole need not be read";
    EXPECT_FALSE(cache.access(200, false).fetched);
    EXPECT_TRUE(cache.access(201, false).fetched) << "was neither written nor read";
}

TEST(SectoredCache, ReplacesTheLineUsedLongestAgo) {
    SectoredCache cache(16 * 128); // one set
    for (uint64_t line = 0; line < 16; ++line)
        cache.access(4 * line, line == 1);
    EXPECT_TRUE(cache.access(0, false).hit);
    EXPECT_EQ(cache.access(4 * 16, false).dirtyEvicted, 1u) << "line 1 goes, which was written";
    EXPECT_TRUE(cache.access(0, false).hit);
    EXPECT_FALSE(cache.access(4, false).hit);
}

/// Each block of 32 threads loads the same 128 bytes twice and its own 128 bytes once, and stores 128 bytes.
sim::cache::Estimate run(sim::cache::Configuration configuration, uint32_t blocks = 8) {
    sim::memory::DeviceMemory memory;
    const simt::Program program = simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptxKernel(R"(
            ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;
            mad.lo.s32 %r3, %r1, 32, %r2; mul.wide.u32 %rd3, %r3, 4; mul.wide.u32 %rd4, %r2, 4;
            add.s64 %rd5, %rd2, %rd4; add.s64 %rd6, %rd2, %rd3; add.s64 %rd1, %rd1, %rd3;
            ld.global.u32 %r4, [%rd5]; ld.global.u32 %r5, [%rd5]; ld.global.u32 %r6, [%rd6+4096];
            add.s32 %r4, %r4, %r5; add.s32 %r4, %r4, %r6; st.global.u32 [%rd1], %r4; ret;)"))),
                                              "k", memory);
    const auto out = memory.allocate(1 << 16, "out"), in = memory.allocate(1 << 16, "in");
    std::memset(in.host, 0, 1 << 16);
    const simt::Launch launch = launchOf(out.base, in.base, {blocks, 1, 1});
    return sim::cache::estimate(program, launch, memory, configuration);
}

TEST(CacheEstimate, OneMultiprocessor) {
    const auto e = run({.multiprocessors = 1, .blocksEach = 2, .l1Bytes = 1 << 16, .l2Bytes = 1 << 20});
    EXPECT_TRUE(e.complete);
    EXPECT_EQ(e.blocks, 8u);
    EXPECT_EQ(e.loadSectors, 8u * 12);
    EXPECT_EQ(e.loadSectors - e.loadHits, 4u + 8 * 4) << "what all share, once; what each has, once";
    EXPECT_EQ(e.l2Reads, 36u);
    EXPECT_EQ(e.l2Writes, 32u);
    EXPECT_EQ(e.dramReadBytes, 36u * 32);
    EXPECT_EQ(e.dramWriteBytes, 0u) << "it stays in L2";
}

TEST(CacheEstimate, PairsShareWhatTheyAskForTogether) {
    const auto e = run({.multiprocessors = 4, .blocksEach = 1, .l1Bytes = 1 << 16, .l2Bytes = 1 << 20});
    EXPECT_EQ(e.loadSectors - e.loadHits, 4u * 4 + 8 * 4) << "what all share, once for each L1";
    EXPECT_EQ(e.l2Reads, 2u * 4 + 8 * 4) << "... and once for each pair in L2";
    EXPECT_EQ(e.dramReadBytes, 36u * 32);
}

TEST(CacheEstimate, WithoutL1AndWithASmallL2) {
    const auto past = run({.multiprocessors = 1, .blocksEach = 1, .l1Bytes = 0, .l2Bytes = 1 << 20});
    EXPECT_EQ(past.loadHits, 0u);
    const auto small = run({.multiprocessors = 1, .blocksEach = 1, .l1Bytes = 1 << 16, .l2Bytes = 2048}, 100);
    EXPECT_GT(small.dramWriteBytes, 100u * 128 / 2) << "what was written has to make place";
}

TEST(CacheEstimate, SaysWhenItIsNotTheWholeGrid) {
    const auto e =
        run({.multiprocessors = 1, .blocksEach = 1, .l1Bytes = 1 << 16, .l2Bytes = 1 << 20, .maximumRequests = 9});
    EXPECT_FALSE(e.complete);
    EXPECT_LT(e.blocks, 8u);
}

} // namespace
} // namespace warplens::tests
