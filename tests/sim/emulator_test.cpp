// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow, synchronisation and mistakes: what a warp does, seen through what it leaves in memory.
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <numeric>

namespace warplens::tests {
namespace {

std::string kernel(const std::string& body, const std::string& before = "") {
    return ptxKernel(prologue + body, before);
}

TEST(Emulator, SpecialRegisters) {
    KernelSetup setup;
    setup.grid = {2, 3, 1};
    setup.block = {8, 4, 2};
    const KernelRun run = runPtx(ptxKernel(R"(
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y;
        mov.u32 %r6, %ntid.x; mov.u32 %r7, %ntid.y; mov.u32 %r8, %ntid.z; mov.u32 %r9, %nctaid.x;
        mad.lo.s32 %r10, %r3, %r7, %r2; mad.lo.s32 %r10, %r10, %r6, %r1;
        mad.lo.s32 %r11, %r5, %r9, %r4; shl.b32 %r12, %r11, 6; add.s32 %r12, %r12, %r10;
        mul.wide.u32 %rd2, %r12, 4; add.s64 %rd1, %rd1, %rd2;
        mov.u32 %r13, %laneid; mov.u32 %r14, %warpid; mad.lo.s32 %r13, %r14, 100, %r13; mad.lo.s32 %r13, %r11, 1000, %r13;
        st.global.u32 [%rd1], %r13;
        ret;)"),
                                 setup);
    for (uint32_t i = 0; i < 6 * 64; ++i)
        EXPECT_EQ(run.out[i], i / 64 * 1000 + i % 64 / 32 * 100 + i % 32);
}

TEST(Emulator, LoopsOfDifferentLengthReconverge) {
    // Lane l goes round l times; afterwards all lanes are together again.
    const KernelRun run = runPtx(kernel(R"(
        mov.u32 %r2, 0; mov.u32 %r3, 0;
    $loop:
        setp.ge.u32 %p1, %r2, %r1;
        @%p1 bra $done;
        add.s32 %r3, %r3, %r2; add.s32 %r2, %r2, 1;
        bra $loop;
    $done:
        activemask.b32 %r4;
        st.global.u32 [%rd1], %r3;
        st.global.u32 [%rd1+128], %r4;
        ret;)"));
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], l * (l - 1) / 2 * (l > 0));
        EXPECT_EQ(run.out[32 + l], 0xffffffffu);
    }
    // 31 ways back, and each time fewer lanes: the body ran 31 times for the warp.
    EXPECT_EQ(std::accumulate(run.result.counters.begin(), run.result.counters.end(), uint64_t(0),
                              [](uint64_t sum, const auto& c) { return sum + c.requests; }),
              2u);
}

TEST(Emulator, NestedBranches) {
    const KernelRun run = runPtx(kernel(R"(
        and.b32 %r2, %r1, 1; and.b32 %r3, %r1, 2; mov.u32 %r4, 0;
        setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r3, 0;
        @%p1 bra $even;
        @%p2 bra $odd0;
        add.s32 %r4, %r4, 3; bra $odd1;
    $odd0:
        add.s32 %r4, %r4, 1;
    $odd1:
        activemask.b32 %r5; bra $end;
    $even:
        add.s32 %r4, %r4, 10; activemask.b32 %r5;
    $end:
        activemask.b32 %r6;
        st.global.u32 [%rd1], %r4; st.global.u32 [%rd1+128], %r5; st.global.u32 [%rd1+256], %r6;
        ret;)"));
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], l % 2 == 0 ? 10u : l % 4 == 1 ? 1u : 3u);
        EXPECT_EQ(run.out[32 + l], l % 2 == 0 ? 0x55555555u : 0xaaaaaaaau);
        EXPECT_EQ(run.out[64 + l], 0xffffffffu);
    }
}

TEST(Emulator, LanesThatEndLeaveTheOthersTogether) {
    const KernelRun run = runPtx(kernel(R"(
        setp.gt.u32 %p1, %r1, 19;
        @%p1 bra $gone;
        setp.lt.u32 %p2, %r1, 5;
        @%p2 exit;
        activemask.b32 %r2;
        st.global.u32 [%rd1], %r2;
        ret;
    $gone:
        ret;)"));
    EXPECT_EQ(run.out[3], 0u);
    EXPECT_EQ(run.out[5], 0x000fffe0u);
    EXPECT_EQ(run.out[25], 0u);
    EXPECT_FALSE(run.result.failed);
}

TEST(Emulator, SharedMemoryAndBarrier) {
    KernelSetup setup;
    setup.block = {128, 1, 1};
    const KernelRun run = runPtx(kernel(R"(
        shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
        mul.lo.s32 %r5, %r1, 7; st.shared.u32 [%r4], %r5;
        bar.sync 0;
        sub.s32 %r6, 127, %r1; shl.b32 %r6, %r6, 2; add.s32 %r6, %r3, %r6;
        ld.shared.u32 %r7, [%r6];
        st.global.u32 [%rd1], %r7;
        ret;)",
                                        ".shared .align 4 .b8 tile[512];"),
                                 setup);
    for (uint32_t i = 0; i < 128; ++i)
        EXPECT_EQ(run.out[i], (127 - i) * 7);
    EXPECT_FALSE(run.result.failed);
}

// A register of 32 bits and what is added to it: the sum has 32 bits, too.
TEST(Emulator, SharedAddressesOf32BitsWrap) {
    const KernelRun run = runPtx(kernel(R"(
        shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
        st.shared.u32 [%r4], %r1;
        sub.s32 %r5, %r4, 256;
        ld.shared.u32 %r6, [%r5+256];
        st.global.u32 [%rd1], %r6;
        ret;)",
                                        ".shared .align 4 .b8 tile[128];"));
    for (uint32_t lane = 0; lane < 32; ++lane)
        EXPECT_EQ(run.out[lane], lane);
    EXPECT_FALSE(run.result.failed);
    EXPECT_TRUE(run.result.findings.empty());
}

TEST(Emulator, FindsABarrierThatNotAllThreadsReach) {
    KernelSetup setup;
    setup.block = {64, 1, 1};
    const KernelRun run = runPtx(kernel(R"(
        setp.gt.u32 %p1, %r1, 40;
        @%p1 bra $other;
        bar.sync 0;
        bra $end;
    $other:
        bar.sync 1;
    $end:
        ret;)"),
                                 setup);
    EXPECT_EQ(run.findings(), std::vector<std::string>{"divergent-barrier"});
    EXPECT_TRUE(run.result.failed);
}

TEST(Emulator, BarrierReduction) {
    KernelSetup setup;
    setup.block = {96, 1, 1};
    const KernelRun run = runPtx(kernel(R"(
        setp.lt.u32 %p1, %r1, 50;
        bar.red.popc.u32 %r2, 0, %p1;
        bar.red.or.pred %p2, 0, %p1;
        bar.red.and.pred %p3, 0, !%p1;
        selp.b32 %r3, 1, 0, %p2; selp.b32 %r4, 2, 0, %p3;
        or.b32 %r3, %r3, %r4; mad.lo.s32 %r2, %r3, 1000, %r2;
        st.global.u32 [%rd1], %r2;
        ret;)"),
                                 setup);
    for (uint32_t i = 0; i < 96; ++i)
        EXPECT_EQ(run.out[i], 1050u);
}

TEST(Emulator, FindsAccessOutOfBounds) {
    KernelSetup setup;
    setup.outWords = 30;
    const KernelRun run = runPtx(kernel("st.global.u32 [%rd1], %r1;\nret;"), setup);
    ASSERT_EQ(run.result.findings.size(), 1u);
    EXPECT_EQ(run.findings()[0], "out-of-bounds");
    EXPECT_EQ(run.result.findings[0].thread.x, 30u);
    EXPECT_NE(run.result.findings[0].message.find("0 bytes past the end of out (120 bytes)"), std::string::npos)
        << run.result.findings[0].message;
    EXPECT_EQ(run.out[29], 29u);
}

// Threads are counted over all warps of a block, in x, then y.
TEST(Emulator, AFindingNamesTheThreadOfALaterWarp) {
    KernelSetup setup;
    setup.outWords = 70;
    setup.block = {24, 4, 1};
    const KernelRun run =
        runPtx(kernel("mov.u32 %r2, %tid.y;\nmad.lo.s32 %r3, %r2, 24, %r1;\nmul.wide.u32 %rd4, %r3, 4;\n"
                      "add.s64 %rd6, %rd12, %rd4;\nst.global.u32 [%rd6], %r3;\nret;"),
               setup);
    ASSERT_EQ(run.result.findings.size(), 1u);
    EXPECT_EQ(run.findings()[0], "out-of-bounds");
    EXPECT_EQ(run.result.findings[0].thread.x, 22u); // 70 is 2 rows of 24 and 22: lane 6 of the third warp
    EXPECT_EQ(run.result.findings[0].thread.y, 2u);
}

TEST(Emulator, FindsMisalignedAndSharedOutOfBounds) {
    EXPECT_EQ(runPtx(kernel("ld.global.u64 %rd4, [%rd2+4];\nret;")).findings(), std::vector<std::string>{"misaligned"});
    EXPECT_EQ(
        runPtx(kernel("mov.u32 %r3, tile; shl.b32 %r2, %r1, 4; add.s32 %r2, %r2, %r3;\nst.shared.u32 [%r2], %r1;\nret;",
                      ".shared .align 4 .b8 tile[128];"))
            .findings(),
        std::vector<std::string>{"out-of-bounds"});
}

TEST(Emulator, FindsAnEndlessLoop) {
    KernelSetup setup;
    setup.enterBudget = 100000;
    EXPECT_EQ(runPtx(kernel("$again:\nbra $again;\nret;"), setup).findings(), std::vector<std::string>{"endless-loop"});
}

// A lane waits until another lane of the same warp has released a lock: with one program counter for the warp it would
// wait for ever.
TEST(Emulator, SpinLockWithinAWarp) {
    const KernelRun run = runPtx(kernel(R"(
    $try:
        atom.global.cas.b32 %r2, [%rd13], 0, 1;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra $try;
        ld.global.u32 %r3, [%rd13+4]; add.s32 %r3, %r3, 1; st.global.u32 [%rd13+4], %r3;
        membar.gl;
        atom.global.exch.b32 %r4, [%rd13], 0;
        ld.global.u32 %r5, [%rd13+4];
        st.global.u32 [%rd1], %r5;
        ret;)"));
    EXPECT_FALSE(run.result.failed);
    std::vector<uint32_t> seen(run.out.begin(), run.out.begin() + 32);
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen.front(), 1u);
    EXPECT_EQ(seen.back(), 32u);
}

TEST(Emulator, ShuffleVoteMatchRedux) {
    const KernelRun run = runPtx(kernel(R"(
        mul.lo.s32 %r2, %r1, 3;
        shfl.sync.bfly.b32 %r3|%p1, %r2, 5, 31, -1;
        shfl.sync.down.b32 %r4, %r2, 4, 31, -1;
        shfl.sync.up.b32 %r5, %r2, 1, 0, -1;
        shfl.sync.idx.b32 %r6, %r2, 9, 6175, -1;
        and.b32 %r7, %r1, 1; setp.eq.u32 %p2, %r7, 1;
        vote.sync.ballot.b32 %r8, %p2, -1;
        vote.sync.any.pred %p3, %p2, -1; vote.sync.all.pred %p4, %p2, -1;
        selp.b32 %r9, 1, 0, %p3; selp.b32 %r10, 2, 0, %p4; or.b32 %r9, %r9, %r10;
        shr.u32 %r11, %r1, 3;
        match.any.sync.b32 %r12, %r11, -1;
        redux.sync.add.s32 %r13, %r1, -1;
        redux.sync.max.u32 %r14, %r2, -1;
        st.global.u32 [%rd1], %r3; st.global.u32 [%rd1+128], %r4; st.global.u32 [%rd1+256], %r5;
        st.global.u32 [%rd1+384], %r6; st.global.u32 [%rd1+512], %r8; st.global.u32 [%rd1+640], %r9;
        st.global.u32 [%rd1+768], %r12; st.global.u32 [%rd1+896], %r13; st.global.u32 [%rd1+1024], %r14;
        ret;)"));
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], (l ^ 5) * 3);
        EXPECT_EQ(run.out[32 + l], (l + 4 < 32 ? l + 4 : l) * 3);
        EXPECT_EQ(run.out[64 + l], (l > 0 ? l - 1 : 0) * 3);
        EXPECT_EQ(run.out[96 + l], (l / 8 * 8 + 9 % 8) * 3) << "segments of 8";
        EXPECT_EQ(run.out[128 + l], 0xaaaaaaaau);
        EXPECT_EQ(run.out[160 + l], 1u);
        EXPECT_EQ(run.out[192 + l], 0xffu << (l / 8 * 8));
        EXPECT_EQ(run.out[224 + l], 496u);
        EXPECT_EQ(run.out[256 + l], 93u);
    }
}

// Both sides of a branch come to the same shuffle later: it waits for all the lanes that it names.
TEST(Emulator, ShuffleWaitsForTheLanesItNames) {
    const KernelRun run = runPtx(kernel(R"(
        setp.lt.u32 %p1, %r1, 16;
        @%p1 bra $low;
        mov.u32 %r2, 100; bra $meet;
    $low:
        mov.u32 %r2, 200;
    $meet:
        shfl.sync.bfly.b32 %r3, %r2, 16, 31, -1;
        st.global.u32 [%rd1], %r3;
        ret;)"));
    EXPECT_EQ(run.out[0], 100u);
    EXPECT_EQ(run.out[31], 200u);
    EXPECT_FALSE(run.result.failed);
}

TEST(Emulator, FindsAShuffleThatReadsAnInactiveLane) {
    KernelSetup setup;
    setup.watched = true;
    const KernelRun run = runPtx(kernel(R"(
        setp.gt.u32 %p1, %r1, 15;
        @%p1 bra $end;
        shfl.sync.bfly.b32 %r3, %r1, 16, 31, 0xffff;
        st.global.u32 [%rd1], %r3;
    $end:
        ret;)"),
                                 setup);
    EXPECT_EQ(run.findings(), std::vector<std::string>{"inactive-lane"});
}

TEST(Emulator, CallsAndRecursion) {
    const std::string fib = R"(
.func (.param .b32 result) fib(.param .b32 n)
{
    .reg .pred %p<3>; .reg .b32 %r<9>;
    ld.param.b32 %r1, [n];
    setp.lt.u32 %p1, %r1, 2;
    @%p1 bra $small;
    sub.s32 %r2, %r1, 1; sub.s32 %r3, %r1, 2;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), fib, (a); ld.param.b32 %r4, [b]; }
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r3; call.uni (b), fib, (a); ld.param.b32 %r5, [b]; }
    add.s32 %r6, %r4, %r5;
    st.param.b32 [result], %r6;
    ret;
$small:
    st.param.b32 [result], %r1;
    ret;
})";
    const KernelRun run = runPtx(kernel(R"(
        and.b32 %r2, %r1, 7;
        { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), fib, (a); ld.param.b32 %r3, [b]; }
        activemask.b32 %r4;
        st.global.u32 [%rd1], %r3; st.global.u32 [%rd1+128], %r4;
        ret;)",
                                        fib));
    const uint32_t expected[] = {0, 1, 1, 2, 3, 5, 8, 13};
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], expected[l % 8]);
        EXPECT_EQ(run.out[32 + l], 0xffffffffu);
    }
}

TEST(Emulator, IndirectCallsAndIndexedBranches) {
    const std::string functions = R"(
.func (.param .b32 result) twice(.param .b32 n) { .reg .b32 %r<3>; ld.param.b32 %r1, [n]; shl.b32 %r1, %r1, 1; st.param.b32 [result], %r1; ret; }
.func (.param .b32 result) plus(.param .b32 n) { .reg .b32 %r<3>; ld.param.b32 %r1, [n]; add.s32 %r1, %r1, 1000; st.param.b32 [result], %r1; ret; })";
    const KernelRun run = runPtx(kernel(R"(
        and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;
        mov.u64 %rd4, twice; mov.u64 %rd5, plus; selp.b64 %rd6, %rd4, %rd5, %p1;
        { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; 
          prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
          call (b), %rd6, (a), prototype; ld.param.b32 %r3, [b]; }
        st.global.u32 [%rd1], %r3;
        and.b32 %r4, %r1, 3;
        $T: .branchtargets $a, $b, $c, $a;
        brx.idx %r4, $T;
    $a: mov.u32 %r5, 7; bra $end;
    $b: mov.u32 %r5, 8; bra $end;
    $c: mov.u32 %r5, 9;
    $end:
        activemask.b32 %r6;
        st.global.u32 [%rd1+128], %r5; st.global.u32 [%rd1+256], %r6;
        ret;)",
                                        functions));
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], l % 2 == 0 ? 2 * l : l + 1000);
        EXPECT_EQ(run.out[32 + l], l % 4 == 1 ? 8u : l % 4 == 2 ? 9u : 7u);
        EXPECT_EQ(run.out[64 + l], 0xffffffffu);
    }
}

TEST(Emulator, StackOverflowIsAFinding) {
    const std::string deep =
        ".func deep(.param .b32 n)\n{ .reg .b32 %r<3>; .local .b8 big[4096];\n ld.param.b32 %r1, [n];\n"
        "{ .param .b32 a; st.param.b32 [a], %r1; call.uni deep, (a); } ret; }";
    EXPECT_EQ(runPtx(kernel("{ .param .b32 a; st.param.b32 [a], %r1; call.uni deep, (a); } ret;", deep)).findings(),
              std::vector<std::string>{"stack-overflow"});
}

TEST(Emulator, LocalMemoryAndGenericAddresses) {
    const KernelRun run = runPtx(kernel(R"(
        .local .align 16 .b8 __local_depot0[64];
        mov.u64 %rd4, __local_depot0; cvta.local.u64 %rd5, %rd4;
        st.u32 [%rd5+8], %r1; ld.local.u32 %r2, [%rd4+8];
        mov.u64 %rd6, tile; cvta.shared.u64 %rd7, %rd6; mul.wide.u32 %rd8, %r1, 4; add.s64 %rd7, %rd7, %rd8;
        add.s32 %r3, %r1, 500; st.u32 [%rd7], %r3; ld.u32 %r4, [%rd7];
        isspacep.shared %p1, %rd7; isspacep.global %p2, %rd1; isspacep.local %p3, %rd7;
        selp.b32 %r5, 1, 0, %p1; selp.b32 %r6, 2, 0, %p2; selp.b32 %r7, 4, 0, %p3;
        or.b32 %r5, %r5, %r6; or.b32 %r5, %r5, %r7;
        st.u32 [%rd1], %r2; st.global.u32 [%rd1+128], %r4; st.global.u32 [%rd1+256], %r5;
        ret;)",
                                        ".shared .align 4 .b8 tile[128];"));
    EXPECT_FALSE(run.result.failed);
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(run.out[l], l);
        EXPECT_EQ(run.out[32 + l], 500 + l);
        EXPECT_EQ(run.out[64 + l], 3u);
    }
}

TEST(Emulator, Atomics) {
    KernelSetup setup;
    setup.block = {64, 1, 1};
    setup.in.assign(64, 0);
    const KernelRun run = runPtx(kernel(R"(
        atom.global.add.u32 %r2, [%rd12], 1;
        red.global.max.s32 [%rd12+4], %r1;
        red.global.xor.b32 [%rd12+8], %r1;
        cvt.rn.f32.u32 %f1, %r1; red.global.add.f32 [%rd12+12], %f1;
        atom.global.inc.u32 %r3, [%rd12+16], 9;
        mul.wide.u32 %rd4, %r2, 4; add.s64 %rd4, %rd12, %rd4; st.global.u32 [%rd4+128], 1;
        ret;)"),
                                 setup);
    EXPECT_EQ(run.out[0], 64u);
    EXPECT_EQ(run.out[1], 63u);
    EXPECT_EQ(run.out[2], 0u);
    float sum;
    std::memcpy(&sum, &run.out[3], 4);
    EXPECT_EQ(sum, 2016.0f);
    EXPECT_EQ(run.out[4], 64u % 10);
    for (uint32_t i = 0; i < 64; ++i)
        EXPECT_EQ(run.out[32 + i], 1u);
}

TEST(Emulator, RefusesWhatItDoesNotKnow) {
    const auto message = [](const std::string& body) {
        try {
            runPtx(kernel(body));
        } catch (const sim::ptx::PtxError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(message("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1}];\nret;")
                  .find("references to textures are no longer part"),
              std::string::npos);
    EXPECT_NE(message("add.rn.s32 %r1, %r1, %r1;\nret;").find(".rn"), std::string::npos);
    EXPECT_NE(message("add.s32 %r1, %rd1, %r1;\nret;").find("does not fit"), std::string::npos);
    EXPECT_NE(message("bra $nowhere;\nret;").find("$nowhere does not exist"), std::string::npos);
    EXPECT_NE(message("mov.u64 %rd4, nothing;\nret;").find("declared nowhere"), std::string::npos);
}

// What is not known is refused by its text, its line of the PTX and the line of the source that the user wrote, also
// where it came out of a header.
TEST(Refusal, NamesInstructionAndLines) {
    const std::string ptx =
        ptxKernel("txq.width.b32 %r1, [%rd1];\nret;", ".file 1 \"mine.cu\"\n.file 2 \"library.h\"\n");
    const size_t at = ptx.find("txq");
    const std::string located =
        ptx.substr(0, at) + ".loc 1 7 5\n.loc 2 30 1, function_name here, inlined_at 1 7 5\n" + ptx.substr(at);
    try {
        runPtx(located);
        FAIL() << "it was not refused";
    } catch (const sim::ptx::PtxError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("mine.cu:7"), std::string::npos) << text;
        EXPECT_NE(text.find("txq.width.b32"), std::string::npos) << text;
        EXPECT_NE(text.find("PTX line " + std::to_string(error.line)), std::string::npos) << text;
    }
}

std::string refusalOf(const std::string& body) {
    try {
        runPtx(ptxKernel(body + "\nret;"));
    } catch (const sim::ptx::PtxError& error) {
        return error.what();
    }
    return "";
}

/// Found by feeding PTX: `createpolicy;` was lowered without any operand being there.
TEST(Refusal, InstructionsWithoutOperandsAreLoweredOrRefused) {
    for (const sim::ptx::OpcodeInfo& info : sim::ptx::opcodeTable())
        for (const char* modifiers :
             {"", ".u32", ".b64", ".f16", ".global.u32", ".shared.b64", ".sync.b32", ".param.b32",
              ".fractional.L2::evict_last.b64", ".sync.aligned.m8n8.x1.shared.b16"}) {
            const std::string body = std::string(info.mnemonic) + modifiers + ";";
            sim::memory::DeviceMemory memory;
            try {
                simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptxKernel(body + "\nret;"))), "k",
                            memory);
            } catch (const sim::ptx::PtxError& error) {
                EXPECT_STRNE(error.what(), "") << body;
            }
        }
}

TEST(Refusal, SaysWhatWarplensLacks) {
    const auto expect = [](const std::string& body, const std::string& part) {
        const std::string text = refusalOf(body);
        EXPECT_NE(text.find(part), std::string::npos) << text;
        EXPECT_NE(text.find("PTX line"), std::string::npos) << text;
    };
    expect("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2}], [%r3];",
           "no tensors");
    expect("add.u32 %r1, %r2.b0, %r3;", "only video instructions take a part of a register");
    expect("wgmma.fence.sync.aligned;", "with mma and wmma only");
    expect("ld.global.u32 %r1, [%rd1, {%r2}];", "only tensors and textures have coordinates");
    expect("multimem.red.relaxed.sys.global.add.u32 [%rd1], %r1;", "on one GPU only");
    expect("ld.global.s4 %r1, [%rd1];", "Warplens knows .s4 in products of matrices only");
    expect("mma.sync.aligned.m16n8k64.row.col.s32.b1.b1.s32 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, "
           "{%r1,%r2,%r3,%r4};",
           ".xor.popc or .and.popc");
    expect("mma.sync.aligned.m16n8k256.row.col.s32.s8.s8.s32 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, "
           "{%r1,%r2,%r3,%r4};",
           "this shape and type");
}

// Each block stores its number, waits for its cluster, and reads what the next block of the cluster has stored.
TEST(Clusters, ReachTheSharedMemoryOfOneAnother) {
    KernelSetup setup;
    setup.grid = {4, 2, 1};
    setup.block = {1, 1, 1};
    setup.cluster = {2, 2, 1};
    const KernelRun run = runPtx(ptxKernel(std::string(prologue) + R"(
        .shared .align 4 .b32 own;
        mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mad.lo.u32 %r3, %r2, 4, %r1;
        mul.wide.u32 %rd4, %r3, 20; add.s64 %rd1, %rd1, %rd4;
        st.shared.u32 [own], %r3;
        barrier.cluster.arrive; barrier.cluster.wait;
        mov.u32 %r4, %cluster_ctarank; add.u32 %r5, %r4, 1; and.b32 %r5, %r5, 3;
        mov.u32 %r6, own; mapa.shared::cluster.u32 %r7, %r6, %r5; ld.shared::cluster.u32 %r8, [%r7];
        st.global.u32 [%rd1], %r8;
        st.global.u32 [%rd1+4], %r4;
        mov.u32 %r9, %clusterid.x; st.global.u32 [%rd1+8], %r9;
        mov.u32 %r9, %cluster_nctarank; st.global.u32 [%rd1+12], %r9;
        getctarank.shared::cluster.u32 %r9, %r7; st.global.u32 [%rd1+16], %r9;
        barrier.cluster.arrive; barrier.cluster.wait;
        ret;)"),
                                 setup);
    EXPECT_TRUE(run.findings().empty());
    for (uint32_t y = 0; y < 2; ++y)
        for (uint32_t x = 0; x < 4; ++x) {
            const uint32_t rank = 2 * y + x % 2, next = (rank + 1) % 4;
            const uint32_t number = next / 2 * 4 + x / 2 * 2 + next % 2;
            const auto at = run.out.begin() + 5 * (4 * y + x);
            EXPECT_EQ(std::vector(at, at + 5), (std::vector<uint32_t>{number, rank, x / 2, 4, next})) << x << ',' << y;
        }
}

// Cooperative groups of several warps meet in memory that the system has set aside; nobody writes it first.
TEST(SharedMemory, TheSystemsPartIsReady) {
    const KernelRun run = runPtx(ptxKernel(std::string(prologue) + R"(
        .shared .align 4 .b32 own;
        mov.u32 %r1, %reserved_smem_offset_1; ld.shared.u32 %r2, [%r1]; st.global.u32 [%rd1], %r2;
        mov.u32 %r3, own; mov.u32 %r4, %reserved_smem_offset_end; sub.u32 %r3, %r3, %r4; st.global.u32 [%rd1+4], %r3;
        mov.u32 %r5, %reserved_smem_offset_cap; st.global.u32 [%rd1+8], %r5;
        ret;)"));
    EXPECT_TRUE(run.findings().empty());
    EXPECT_EQ(std::vector(run.out.begin(), run.out.begin() + 3), (std::vector<uint32_t>{0, 0, 1024}));
}

TEST(SystemCalls, AllocateAligned) {
    KernelSetup setup;
    setup.block = {1, 1, 1};
    const KernelRun run = runPtx(ptxKernel(std::string(prologue) + R"(
        .param .b64 size; .param .b64 alignment; .param .b64 result;
        st.param.b64 [size], 40; st.param.b64 [alignment], 256;
        call.uni (result), __cuda_syscall_aligned_malloc, (size, alignment);
        ld.param.b64 %rd5, [result]; and.b64 %rd6, %rd5, 255; st.global.u64 [%rd1], %rd6;
        call.uni (result), __cuda_syscall_aligned_malloc, (size, alignment);
        ld.param.b64 %rd7, [result]; sub.u64 %rd8, %rd7, %rd5; st.global.u64 [%rd1+8], %rd8;
        st.u32 [%rd7+36], 5;
        ret;)",
                                           ".extern .func (.param .b64 r) __cuda_syscall_aligned_malloc "
                                           "(.param .b64 s, .param .b64 a);\n"),
                                 setup);
    EXPECT_TRUE(run.findings().empty());
    EXPECT_EQ(std::vector(run.out.begin(), run.out.begin() + 4), (std::vector<uint32_t>{0, 0, 256, 0}));
}

TEST(SystemCalls, AGapInTheHeapThatIsJustLargeEnoughIsTaken) {
    simt::Heap heap(16 + 3 * 32); // nothing begins at 0, which means failure
    const auto first = heap.allocate(32), second = heap.allocate(32), third = heap.allocate(32);
    ASSERT_TRUE(first && second && third);
    EXPECT_FALSE(heap.allocate(16));
    EXPECT_EQ(heap.free(*second), simt::Heap::Freed::Now);
    EXPECT_FALSE(heap.allocate(48));
    EXPECT_EQ(heap.allocate(32), second);
}

TEST(Clusters, AreSingleBlocks) {
    KernelSetup setup;
    setup.grid = {3, 1, 1};
    setup.block = {1, 1, 1};
    const KernelRun run = runPtx(ptxKernel(std::string(prologue) + R"(
        mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd4, %r2, 24; add.s64 %rd1, %rd1, %rd4;
        mov.u32 %r3, %clusterid.x; st.global.u32 [%rd1], %r3;
        mov.u32 %r3, %nclusterid.x; st.global.u32 [%rd1+4], %r3;
        mov.u32 %r3, %cluster_ctaid.x; st.global.u32 [%rd1+8], %r3;
        mov.u32 %r3, %cluster_nctaid.x; st.global.u32 [%rd1+12], %r3;
        mov.u32 %r3, %cluster_ctarank; st.global.u32 [%rd1+16], %r3;
        mov.u32 %r3, %cluster_nctarank; st.global.u32 [%rd1+20], %r3;
        ret;)"),
                                 setup);
    for (uint32_t block = 0; block < 3; ++block)
        EXPECT_EQ(std::vector(run.out.begin() + 6 * block, run.out.begin() + 6 * block + 6),
                  (std::vector<uint32_t>{block, 3, 0, 1, 0, 1}));
}

TEST(SystemCalls, PrintWhatTheFormatSays) {
    const KernelRun run = runPtx(ptxKernel(
        std::string(prologue) +
            ".local .align 8 .b8 list[24];\n.reg .b64 %q<4>;\nst.local.b32 [list], 42;\nst.local.f64 [list+8], "
            "0d3ff8000000000000;\nmov.u64 %q0, list;\ncvta.local.u64 %q0, %q0;\nmov.u64 %q1, "
            "text;\ncvta.global.u64 %q1, %q1;\nsetp.ne.u32 %p1, %r1, 3;\n@%p1 exit;\n{\n.param .b64 f;\n.param .b64 "
            "a;\n.param .b32 r;\nst.param.b64 [f], %q1;\nst.param.b64 [a], %q0;\ncall.uni (r), vprintf, (f, a);\n}\n"
            "ret;",
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        // "%d, %5.2f%%\n"
        ".global .align 1 .b8 text[13] = {37, 100, 44, 32, 37, 53, 46, 50, 102, 37, 37, 10, 0};"));
    EXPECT_EQ(run.result.output, "42,  1.50%\n");
}

} // namespace
} // namespace warplens::tests
