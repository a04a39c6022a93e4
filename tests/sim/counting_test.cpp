// SPDX-License-Identifier: GPL-3.0-or-later
// The short way of counting against the general rules, sampling against the whole grid.
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"
#include "sim/trace/block_trace.h"
#include "sim/trace/counts.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <random>

namespace warplens::tests {
namespace {

using sim::memory::Access;

/// Each thread loads words of shared and global memory at places that `in` says; the same kernel for all widths.
std::string gather(unsigned bytes) {
    const std::string type = bytes == 16  ? "v4.b32 {%r10,%r11,%r12,%r13}"
                             : bytes == 8 ? "b64 %rd20"
                             : bytes == 4 ? "b32 %r10"
                             : bytes == 2 ? "u16 %rs1"
                                          : "u8 %rs1";
    return ptxKernel(std::string(prologue) + "ld.global.u32 %r2, [%rd2];\nmul.lo.s32 %r3, %r2, " +
                         std::to_string(bytes) + ";\nmov.u32 %r4, tile; add.s32 %r4, %r4, %r3;\nld.shared." + type +
                         ", [%r4];\ncvt.u64.u32 %rd5, %r3; add.s64 %rd6, %rd12, %rd5;\nld.global." + type +
                         ", [%rd6];\nret;",
                     ".shared .align 16 .b8 tile[8192];");
}

TEST(Counting, TheShortWayCountsWhatTheRulesSay) {
    std::mt19937 random(17);
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u})
        for (int round = 0; round < 60; ++round) {
            KernelSetup setup;
            setup.block = {256, 1, 1};
            setup.outWords = 2048;
            const unsigned stride = random() % 40, start = random() % 8, spread = 1 + random() % 512;
            sim::memory::SharedCost shared;
            sim::memory::GlobalCost global;
            for (unsigned warp = 0; warp < 8; ++warp) {
                Access access;
                access.bytes = static_cast<uint8_t>(bytes);
                access.mask = sim::memory::allLanes;
                for (unsigned lane = 0; lane < 32; ++lane) {
                    const uint32_t index = (round % 3 == 0   ? start + lane * stride
                                            : round % 3 == 1 ? random() % spread
                                                             : start + lane + warp) %
                                           (8192 / bytes);
                    setup.in[warp * 32 + lane] = index;
                    access.address[lane] = uint64_t(index) * bytes; // arrays are aligned to 512 bytes
                }
                shared.wavefronts += sharedCost(access).wavefronts;
                shared.wavefrontsIdeal += sharedCost(access).wavefrontsIdeal;
                const auto g = globalCost(access);
                global.sectors += g.sectors;
                global.sectorsIdeal += g.sectorsIdeal;
                global.lines += g.lines;
            }
            const KernelRun run = runPtx(gather(bytes), setup);
            ASSERT_TRUE(run.result.findings.empty());
            const auto& memory = run.program.memoryOps; // [0] is the load of the index
            ASSERT_EQ(memory.size(), 3u);
            const auto& s = run.result.counters[1];
            const auto& g = run.result.counters[2];
            EXPECT_EQ(s.wavefronts, shared.wavefronts) << bytes;
            EXPECT_EQ(s.wavefrontsIdeal, shared.wavefrontsIdeal);
            EXPECT_EQ(g.sectors, global.sectors);
            EXPECT_EQ(g.sectorsIdeal, global.sectorsIdeal);
            EXPECT_EQ(g.lines, global.lines);
            EXPECT_EQ(s.requests, 8u);
            EXPECT_EQ(g.bytesAsked, 256u * bytes);
        }
}

/// Walks along an array: in each of 200 rounds every lane loads at `step` bytes further than before.
std::string walk(unsigned bytes, unsigned laneBytes, unsigned step) {
    const std::string type = bytes == 4 ? "b32 %r10" : bytes == 2 ? "u16 %rs1" : "u8 %rs1";
    return ptxKernel(std::string(prologue) + "mul.wide.u32 %rd5, %r1, " + std::to_string(laneBytes) +
                     ";\nadd.s64 %rd6, %rd12, %rd5;\nmov.u32 %r2, 0;\nL:\nld.global." + type +
                     ", [%rd6];\nadd.s64 %rd6, %rd6, " + std::to_string(step) +
                     ";\nadd.s32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 200;\n@%p1 bra L;\nret;");
}

// The cost of a pattern at each place that it comes to is kept, and has to be that of this place.
TEST(Counting, APatternThatWalksIsPricedWhereItIs) {
    struct Row {
        unsigned bytes, laneBytes, step;
    };
    for (const Row& row :
         {Row{4, 0, 4}, {4, 4, 4}, {4, 4, 132}, {4, 8, 36}, {4, 20, 4}, {2, 0, 2}, {2, 2, 2}, {1, 1, 1}, {1, 3, 5}}) {
        sim::memory::GlobalCost expected;
        for (unsigned round = 0; round < 200; ++round) {
            Access access;
            access.bytes = static_cast<uint8_t>(row.bytes);
            access.mask = sim::memory::allLanes;
            for (unsigned lane = 0; lane < 32; ++lane)
                access.address[lane] = uint64_t(lane) * row.laneBytes + round * row.step;
            const auto cost = globalCost(access);
            expected.sectors += cost.sectors;
            expected.sectorsIdeal += cost.sectorsIdeal;
            expected.lines += cost.lines;
        }
        KernelSetup setup;
        setup.outWords = 8192;
        const KernelRun run = runPtx(walk(row.bytes, row.laneBytes, row.step), setup);
        ASSERT_TRUE(run.result.findings.empty());
        ASSERT_EQ(run.program.memoryOps.size(), 1u);
        EXPECT_EQ(run.result.counters[0].requests, 200u);
        EXPECT_EQ(run.result.counters[0].sectors, expected.sectors) << row.bytes << " " << row.laneBytes;
        EXPECT_EQ(run.result.counters[0].sectorsIdeal, expected.sectorsIdeal);
        EXPECT_EQ(run.result.counters[0].lines, expected.lines);
    }
}

TEST(Counting, CanBeLeftOut) {
    const auto run = [](bool counting) {
        sim::memory::DeviceMemory memory;
        const std::string ptx = ptxKernel(
            std::string(prologue) + "shl.b32 %r2, %r1, 2; st.shared.b32 [%r2], %r1; ld.shared.b32 %r3, [%r2];\n"
                                    "st.global.b32 [%rd1], %r3; atom.global.add.u32 %r4, [%rd12], 1;\nret;",
            ".shared .align 4 .b8 tile[128];");
        const simt::Program program =
            simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
        const auto out = memory.allocate(128, "out"), in = memory.allocate(128, "in");
        const simt::Launch launch = launchOf(out.base, in.base, {1, 1, 1});
        simt::RunOptions options;
        options.counting = counting;
        const simt::RunResult result = simt::run(program, launch, memory, options);
        EXPECT_EQ(result.counted, counting);
        uint64_t requests = 0;
        for (const simt::MemoryCounters& counters : result.counters)
            requests += counters.requests + counters.sectors + counters.wavefronts + counters.bytesAsked;
        EXPECT_EQ(requests != 0, counting);
        return std::pair(std::vector<std::byte>(out.host, out.host + 128),
                         sim::trace::totals(program, result).warpInstructions);
    };
    EXPECT_EQ(run(true), run(false)) << "what the kernel does and how many instructions it has are the same";
}

// A kernel whose blocks differ at the edges, and one whose blocks differ by what they read.
TEST(Counting, SampleEqualsAll) {
    const auto both = [](const std::string& body, simt::Dim3 grid, std::vector<uint32_t> data) {
        sim::memory::DeviceMemory memory;
        const simt::Program program =
            simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptxKernel(body))), "k", memory);
        const auto out = memory.allocate(1 << 22, "out"), in = memory.allocate(data.size() * 4, "in");
        std::memcpy(in.host, data.data(), data.size() * 4);
        const simt::Launch launch = launchOf(out.base, in.base, grid);
        return std::pair(simt::run(program, launch, memory, {}), simt::runSample(program, launch, memory, {}));
    };
    const std::string edges = R"(
        ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.s32 %r3, %r1, 27, %r2;
        setp.gt.u32 %p1, %r3, 12000; @%p1 bra $end;
        mul.wide.u32 %rd2, %r3, 4; add.s64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r3;
        setp.ne.u32 %p2, %r1, 0; @%p2 bra $end; st.global.u32 [%rd1+256], %r3;
    $end: ret;)";
    const auto [all, sample] = both(edges, {440, 1, 1}, {0});
    EXPECT_EQ(sample.counters, all.counters);
    EXPECT_EQ(sample.executions, all.executions);
    EXPECT_TRUE(sample.exact);
    EXPECT_LT(sample.blocksRun, all.blocksRun);

    const std::string byData = R"(
        ld.param.u64 %rd1, [in]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;
        ld.global.u32 %r2, [%rd1]; mov.u32 %r3, 0;
    $loop: add.s32 %r3, %r3, 1; ld.global.u32 %r4, [%rd1]; setp.lt.u32 %p1, %r3, %r2; @%p1 bra $loop;
        ret;)";
    std::mt19937 random(1);
    std::vector<uint32_t> data(600);
    for (uint32_t& value : data)
        value = random() % 9;
    const auto [allData, sampleData] = both(byData, {600, 1, 1}, data);
    EXPECT_EQ(sampleData.counters, allData.counters) << "a small grid is run as a whole where blocks differ";
    EXPECT_TRUE(sampleData.exact);
}

// What a mistake has ended is not the whole launch: "8 blocks of 8" stood above the counts of three.
TEST(Counting, ALaunchThatFailsIsNotCountedWhole) {
    sim::memory::DeviceMemory memory;
    const simt::Program program = simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptxKernel(R"(
        ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 2; @%p1 bra $end;
        mov.u64 %rd1, 0;
    $end: st.global.u32 [%rd1], %r1; ret;)"))),
                                              "k", memory);
    const auto out = memory.allocate(4096, "out"), in = memory.allocate(4096, "in");
    const simt::Launch launch = launchOf(out.base, in.base, {8, 1, 1});
    simt::RunOptions options;
    options.threads = 1;
    for (const simt::RunResult& result :
         {simt::run(program, launch, memory, options), simt::runSample(program, launch, memory, options)}) {
        EXPECT_TRUE(result.failed);
        EXPECT_FALSE(result.exact);
        EXPECT_LT(result.blocksRun, 8u);
        EXPECT_GE(result.blocksRun, 1u);
        EXPECT_EQ(result.blocksTotal, 8u);
    }
}

TEST(Counting, TraceHasEveryRequest) {
    KernelSetup setup;
    const std::string ptx = ptxKernel(std::string(prologue) + R"(
        mov.u32 %r3, tile; shl.b32 %r2, %r1, 5; and.b32 %r2, %r2, 508; add.s32 %r4, %r3, %r2;
        st.shared.u32 [%r4], %r1;
        bar.sync 0;
        ld.shared.u32 %r5, [%r4];
        st.global.u32 [%rd1], %r5;
        ret;)",
                                      ".shared .align 4 .b8 tile[512];");
    sim::memory::DeviceMemory memory;
    const simt::Program program =
        simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
    const auto out = memory.allocate(4096, "out"), in = memory.allocate(4096, "in");
    const simt::Launch launch = launchOf(out.base, in.base, {1, 1, 1}, {96, 1, 1});
    const sim::trace::BlockTrace trace = sim::trace::record(program, launch, memory, {0, 0, 0}, {});
    EXPECT_EQ(trace.warps, 3u);
    ASSERT_EQ(trace.events.size(), 12u) << "store, barrier, load, store of three warps";
    EXPECT_EQ(trace.intervals(), 2u);
    EXPECT_EQ(trace.intervalBegins[1], 6u);
    uint64_t wavefronts = 0;
    for (const auto& event : trace.events)
        if (isShared(event.kind))
            wavefronts += trace.shapeOf(event).wavefronts;
    const simt::RunResult run = simt::run(program, launch, memory, {});
    EXPECT_EQ(wavefronts, sim::trace::totals(program, run).shared.sum().wavefronts);
    EXPECT_EQ(trace.accessOf(trace.events[0]).address[1], 32u);
    EXPECT_EQ(trace.events[3].kind, sim::trace::EventKind::Barrier);

    EXPECT_TRUE(trace.valueOf(trace.events[0], 0).empty()) << "values are kept only where they are asked for";

    sim::trace::TraceOptions few;
    few.maximumEvents = 5;
    const auto cut = sim::trace::record(program, launch, memory, {0, 0, 0}, few);
    EXPECT_TRUE(cut.truncated);
    EXPECT_EQ(cut.events.size(), 5u);
}

// As an H100 counts them (tests/runtime/programs/distributed.cu): lanes that reach another block's shared memory take no
// wavefront, those that come to their own that way take theirs.
TEST(Counting, LanesThatReachAnotherBlockTakeNoWavefront) {
    const std::string ptx = ptxKernel(std::string(prologue) + R"(
        .shared .align 4 .b8 own[4096];
        mov.u32 %r3, %tid.x; mov.u32 %r4, own; shl.b32 %r5, %r3, 7; add.u32 %r4, %r4, %r5;
        st.shared.u32 [%r4], %r3;
        barrier.cluster.arrive; barrier.cluster.wait;
        mov.u32 %r6, %cluster_ctarank; setp.lt.u32 %p1, %r3, 8; selp.b32 %r7, 0, 1, %p1; xor.b32 %r6, %r6, %r7;
        mapa.shared::cluster.u32 %r8, %r4, %r6;
        ld.shared::cluster.u32 %r9, [%r8];
        barrier.cluster.arrive; barrier.cluster.wait;
        ret;)");
    sim::memory::DeviceMemory memory;
    const simt::Program program =
        simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
    const auto out = memory.allocate(4096, "out"), in = memory.allocate(4096, "in");
    simt::Launch launch = launchOf(out.base, in.base, {2, 1, 1}, {32, 1, 1});
    launch.cluster = {2, 1, 1};
    uint64_t wavefronts = 0;
    for (const uint32_t block : {0u, 1u}) {
        const sim::trace::BlockTrace trace = sim::trace::record(program, launch, memory, {block, 0, 0}, {});
        ASSERT_EQ(trace.events.size(), 2u);
        const auto &stores = trace.shapeOf(trace.events[0]), &loads = trace.shapeOf(trace.events[1]);
        EXPECT_EQ(stores.away, 0u);
        EXPECT_EQ(stores.wavefronts, 32);
        EXPECT_EQ(loads.away, 0xffffff00u) << block;
        EXPECT_EQ(loads.wavefronts, 8) << block;
        EXPECT_EQ(loads.wavefrontsIdeal, 1) << block;
        wavefronts += stores.wavefronts + loads.wavefronts;
    }
    const auto counts = sim::trace::totals(program, simt::run(program, launch, memory, {})).shared;
    EXPECT_EQ(counts.sum().wavefronts, wavefronts);
    EXPECT_EQ(counts.store.instructions, 2u);
    EXPECT_EQ(counts.load.instructions, 0u) << "a generic one in machine code";
    EXPECT_EQ(counts.load.requests, 2u);
}

/// Two halves of a warp write different things and meet again; every fourth lane ends early.
TEST(Counting, TraceKeepsValuesAndTellsWhereLanesPart) {
    KernelSetup setup;
    const std::string ptx = ptxKernel(R"(
        ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;
        and.b32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 3; @%p1 exit;
        setp.lt.u32 %p2, %r1, 16; @%p2 bra $low;
        mov.u32 %r3, 7; st.global.u32 [%rd1], %r3; bra $meet;
    $low: mov.u32 %r3, 1000; add.s32 %r3, %r3, %r1; st.global.u32 [%rd1], %r3;
    $meet: st.global.u32 [%rd1+256], %r3;
    ret;)");
    sim::memory::DeviceMemory memory;
    const simt::Program program =
        simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
    const auto out = memory.allocate(4096, "out"), in = memory.allocate(4096, "in");
    const simt::Launch launch = launchOf(out.base, in.base);
    sim::trace::TraceOptions options;
    options.maximumValueBytes = 12 * 4 * 2 + 24 * 4;
    options.divergence = true;
    const auto trace = sim::trace::record(program, launch, memory, {0, 0, 0}, options);
    ASSERT_EQ(trace.events.size(), 3u);
    const auto value = [&](size_t event, unsigned lane) {
        const auto bytes = trace.valueOf(trace.events[event], lane);
        uint32_t number = 0xffffffff;
        if (bytes.size() == 4)
            std::memcpy(&number, bytes.data(), 4);
        return number;
    };
    constexpr uint32_t fourth = 0x88888888, low = 0x0000ffff & ~fourth, high = 0xffff0000 & ~fourth;
    for (const size_t side : {0u, 1u}) {
        const bool first = trace.events[side].mask == low;
        EXPECT_EQ(trace.events[side].mask, first ? low : high);
        EXPECT_EQ(value(side, first ? 5 : 21), first ? 1005u : 7u);
        EXPECT_EQ(value(side, first ? 21 : 5), 0xffffffffu) << "takes no part";
        const auto* parted = trace.divergenceOf(side);
        ASSERT_NE(parted, nullptr);
        EXPECT_EQ(parted->active, first ? low : high);
        ASSERT_EQ(parted->others.size(), 2u);
        uint32_t ended = 0, others = 0;
        for (const auto& group : parted->others)
            (group.state == sim::trace::LaneGroup::Ended ? ended : others) |= group.mask;
        EXPECT_EQ(ended, fourth);
        EXPECT_EQ(others, first ? high : low);
        const auto& other = parted->others[parted->others[0].mask == others ? 0 : 1];
        EXPECT_EQ(other.state, side == 0 ? sim::trace::LaneGroup::Later : sim::trace::LaneGroup::Joining);
        EXPECT_NE(parted->reconverge, sim::trace::Divergence::nowhere);
    }
    EXPECT_EQ(trace.events[2].mask, ~fourth) << "together again";
    ASSERT_NE(trace.divergenceOf(2), nullptr) << "but for those that ended";
    EXPECT_EQ(trace.divergenceOf(2)->others.size(), 1u);
    EXPECT_EQ(value(2, 5), 1005u);

    options.maximumValueBytes -= 1;
    const auto shorter = sim::trace::record(program, launch, memory, {0, 0, 0}, options);
    EXPECT_TRUE(shorter.valueOf(shorter.events[2], 5).empty()) << "the last request does not fit any more";
    EXPECT_EQ(shorter.valueOf(shorter.events[1], 21).size() + shorter.valueOf(shorter.events[1], 5).size(), 4u);

    options.valuesOf = {false, false, true};
    const auto some = sim::trace::record(program, launch, memory, {0, 0, 0}, options);
    EXPECT_TRUE(some.valueOf(some.events[1], 21).empty() && some.valueOf(some.events[1], 5).empty()) << "not asked for";
    EXPECT_EQ(some.valueOf(some.events[2], 5).size(), 4u) << "there is room for those that are";
}

} // namespace
} // namespace warplens::tests
