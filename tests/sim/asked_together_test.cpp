// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that ask one another by an atomic's answer: those that ask at the same place are run together, some groups stand for all, and
// what is counted is what a run of the whole grid counts.
#include "sim/simt/asked_together.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

/// Blocks along z share the counter of their x and y; the last of them does more: a store of each lane.
std::string lastOfTile(const std::string& tile, const char* last = "3") {
    return ptxKernel("ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y;"
                     "mov.u32 %r3, %nctaid.x; mov.u32 %r7, %tid.x;" +
                     tile +
                     "mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3; setp.ne.u32 %p1, %r7, 0; mov.u32 %r5, 0;"
                     "@%p1 bra asked; atom.global.inc.u32 %r5, [%rd4], " +
                     last + ";\nasked: shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; setp.ne.u32 %p2, %r6, " + last +
                     "; @%p2 bra done; mul.wide.u32 %rd5, %r7, 4; add.s64 %rd6, %rd1, %rd5;"
                     "st.global.u32 [%rd6], %r1;\ndone: ret;");
}
const std::string byRow = "mad.lo.u32 %r4, %r2, %r3, %r1;";

struct Both {
    simt::RunResult whole;
    std::optional<simt::RunResult> groups; ///< that stand for all
};
Both both(const std::string& ptx, const simt::Dim3& grid) {
    const auto run = [&](auto way) {
        sim::memory::DeviceMemory memory;
        simt::Program program =
            simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
        const auto out = memory.allocate(4096, "out"), in = memory.allocate(1 << 20, "in");
        const simt::Launch launch = launchOf(out.base, in.base, grid);
        simt::RunOptions options;
        options.threads = 1;
        options.classes = true;
        return way(program, launch, memory, options);
    };
    return {run([](const auto& program, const auto& launch, auto& memory, const auto& options) {
                return simt::run(program, launch, memory, options);
            }),
            run(simt::runGroups)};
}

TEST(AskedTogether, SomeGroupsStandForAll) {
    const auto [whole, groups] = both(lastOfTile(byRow), {64, 48, 4});
    ASSERT_TRUE(groups);
    EXPECT_TRUE(groups->exact);
    EXPECT_LT(groups->blocksRun, whole.blocksRun / 10);
    EXPECT_EQ(groups->counters, whole.counters);
    EXPECT_EQ(groups->executions, whole.executions);
    // A quarter of the blocks comes last; three have to run before such a block, and none before another one.
    ASSERT_EQ(groups->classes.size(), 2u);
    EXPECT_EQ(groups->classes[0].blocks, 64u * 48 * 3);
    EXPECT_EQ(groups->classes[1].blocks, 64u * 48);
    EXPECT_EQ(groups->classes[1].before.size(), 3u);
    EXPECT_TRUE(groups->classes[0].before.empty());
}

TEST(AskedTogether, OtherGroupsCannotBeTold) {
    const struct {
        const char* what;
        std::string tile;
    } kernels[] = {{"neighbours share a counter", "shr.u32 %r4, %r1, 1;"},
                   {"every 32nd block shares one", "and.b32 %r4, %r1, 31;"},
                   {"all share one", "mov.u32 %r4, 0;"},
                   {"a counter told by memory", "ld.global.u32 %r4, [%rd2+4096]; and.b32 %r4, %r4, 7;"}};
    for (const auto& [what, tile] : kernels)
        EXPECT_FALSE(both(lastOfTile(tile), {1024, 1, 1}).groups) << what;
    EXPECT_FALSE(both(lastOfTile(byRow), {8, 4, 4}).groups) << "few blocks are all run";
}

// Whoever asks for counts without more has all blocks run, which is what counters are compared with.
TEST(AskedTogether, ASampleIsTheWholeGrid) {
    sim::memory::DeviceMemory memory;
    const simt::Program program =
        simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(lastOfTile(byRow))), "k", memory);
    const auto out = memory.allocate(4096, "out"), in = memory.allocate(1 << 20, "in");
    const simt::Launch launch = launchOf(out.base, in.base, {64, 12, 4});
    const simt::RunResult sample = simt::runSample(program, launch, memory, {});
    EXPECT_EQ(sample.blocksRun, launch.grid.count());
    EXPECT_TRUE(sample.exact);
}

} // namespace
} // namespace warplens::tests
