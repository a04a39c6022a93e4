// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic that decides nothing that is counted: which it is, and that a program which leaves it out does the rest as before.
#include "sim/simt/values.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

const std::string addresses = "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x;"
                              "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;";

/// The mnemonics that are left out, one after the other.
std::string leftOut(const std::string& body) {
    const sim::ptx::Module module = sim::ptx::parse(ptxKernel(addresses + body + "\nret;"));
    const sim::ptx::Function& function = *module.find("k");
    const std::vector<bool> left = simt::onlyValues(function);
    std::string names;
    for (size_t n = 6; n < left.size(); ++n) // behind those of the addresses
        if (left[n])
            names += (names.empty() ? "" : " ") + std::string(function.instructions[n].mnemonic());
    return names;
}

struct Ran {
    size_t leftOut = 0;
    simt::RunResult result;
    std::vector<uint32_t> stored; ///< by each lane of a warp
};

/// `k` with 64 words to write to and 64 to read, with or without values that decide nothing.
Ran run(const std::string& ptx, bool leaveOut, bool apart = false) {
    sim::memory::DeviceMemory memory;
    simt::Program program = simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptx)), "k", memory);
    Ran ran;
    if (leaveOut)
        ran.leftOut = simt::leaveOutValues(program, apart);
    const auto out = memory.allocate(256, "out"), in = memory.allocate(256, "in");
    const simt::Launch launch = launchOf(out.base, in.base);
    ran.result = simt::run(program, launch, memory, {});
    const auto* words = reinterpret_cast<const uint32_t*>(out.host);
    ran.stored.assign(words, words + 32);
    return ran;
}

TEST(Values, ThatAreOnlyStoredDecideNothing) {
    EXPECT_EQ(leftOut("ld.global.f32 %f1, [%rd5]; fma.rn.f32 %f2, %f1, %f1, %f1; st.global.f32 [%rd4], %f2;"),
              "fma.rn.f32");
    EXPECT_EQ(leftOut("ld.global.u32 %r2, [%rd5]; shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1; add.s32 %r4, %r2, %r3;"
                      "st.global.u32 [%rd4], %r4;"),
              "add.s32")
        << "lanes meet in an exchange";
    EXPECT_EQ(leftOut("mov.u32 %r2, 7; red.global.add.u32 [%rd4], %r2;"), "mov.u32");
    // Nor does an atomic whose answer nobody looks at, as atomicAdd is compiled; where it goes matters.
    EXPECT_EQ(leftOut("ld.global.f32 %f1, [%rd5]; add.f32 %f2, %f1, %f1; atom.global.add.f32 %f3, [%rd4], %f2;"),
              "add.f32");
    EXPECT_EQ(leftOut("ld.global.u32 %r2, [%rd5]; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd6, %rd4, %rd6;"
                      "atom.global.add.u32 %r3, [%rd6], 1; mov.u32 %r4, 7; st.global.u32 [%rd4], %r4;"),
              "");
}

TEST(Values, ThatReachAnAddressOrABranchDo) {
    // A loop's counter; the sum beside it does not matter.
    EXPECT_EQ(
        leftOut("mov.u32 %r2, 0; mov.f32 %f2, 0f00000000;\nagain: ld.global.f32 %f1, [%rd5]; add.f32 %f2, %f2, %f1;"
                "add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, 8; @%p1 bra again; st.global.f32 [%rd4], %f2;"),
        "mov.f32 add.f32");
    // A guard of a store.
    EXPECT_EQ(leftOut("mul.lo.s32 %r2, %r1, 3; setp.lt.s32 %p1, %r2, 8; @%p1 st.global.u32 [%rd4], %r1;"), "");
    // The shift of a carry, which no register shows.
    EXPECT_EQ(leftOut("add.cc.u32 %r2, %r1, %r1; addc.u32 %r3, 0, 0; st.global.u32 [%rd4], %r3;"), "");
}

TEST(Values, NoneIsLeftOutWhereMemoryTellsTheWay) {
    const std::string sum = "add.s32 %r3, %r1, 5; st.global.u32 [%rd4], %r3;";
    EXPECT_EQ(leftOut(sum), "add.s32");
    EXPECT_EQ(leftOut("ld.global.u32 %r4, [%rd5]; setp.eq.s32 %p1, %r4, 0; @%p1 bra over;" + sum + "\nover:"), "");
    EXPECT_EQ(leftOut("ld.global.u64 %rd6, [%rd5]; ld.global.u32 %r4, [%rd6];" + sum), "");
    EXPECT_EQ(leftOut("atom.global.add.u32 %r4, [%rd5], 1; setp.eq.s32 %p1, %r4, 0; @%p1 bra over;" + sum + "\nover:"),
              "");
}

bool decides(const std::string& body) {
    return simt::memoryDecides(*sim::ptx::parse(ptxKernel(addresses + body + "\nret;")).find("k"));
}

TEST(Values, MemoryDecidesWhereItReachesAnAddressOrABranch) {
    EXPECT_FALSE(decides("st.global.u32 [%rd4], %r1;")) << "nothing to leave out, and nothing that decides";
    EXPECT_FALSE(decides("ld.global.u32 %r2, [%rd5]; add.s32 %r3, %r2, 5; st.global.u32 [%rd4], %r3;"));
    EXPECT_TRUE(decides(
        "ld.global.u32 %r4, [%rd5]; setp.eq.s32 %p1, %r4, 0; @%p1 bra over; st.global.u32 [%rd4], %r1;\nover:"));
    EXPECT_TRUE(decides("ld.global.u64 %rd6, [%rd5]; ld.global.u32 %r4, [%rd6]; st.global.u32 [%rd4], %r4;"));
}

/// The parameters whose contents decide, "?" where it cannot be told, and the mnemonics that are left out all the same.
std::string decidingOf(const std::string& body, const std::string& variables = "") {
    const sim::ptx::Module module = sim::ptx::parse(ptxKernel(addresses + body + "\nret;", variables));
    const sim::ptx::Function& function = *module.find("k");
    const auto found = simt::decidingMemory(function);
    if (!found)
        return "?";
    std::string names;
    for (size_t n = 0; n < function.params.size(); ++n)
        if (found->parameters[n])
            names += std::string(function.params[n].name) + " ";
    names += "|";
    for (size_t n = 6; n < found->values.size(); ++n)
        if (found->values[n])
            names += " " + std::string(function.instructions[n].mnemonic());
    return names;
}

// Split sums: who is last is told by a counter, whatever the numbers are.
const std::string countsItself = "ld.global.f32 %f1, [%rd5]; add.f32 %f2, %f1, %f1; st.global.f32 [%rd5], %f2;"
                                 "atom.global.add.u32 %r4, [%rd4], 1; setp.eq.s32 %p1, %r4, 0; @%p1 bra over;"
                                 "add.f32 %f3, %f1, %f1; st.global.f32 [%rd5], %f3;\nover:";

TEST(Values, OfSomeArraysAloneDecide) {
    EXPECT_EQ(decidingOf(countsItself), "out | add.f32 add.f32");
    EXPECT_EQ(decidingOf("ld.global.f32 %f1, [%rd5]; add.f32 %f2, %f1, %f1; st.global.f32 [%rd4], %f2;"), "| add.f32");
    // What is stored where something decides, decides as well.
    EXPECT_EQ(decidingOf("ld.global.u32 %r5, [%rd5]; st.global.u32 [%rd4], %r5;" + countsItself), "out in |");
    EXPECT_EQ(decidingOf("ld.global.u32 %r5, [%rd5]; atom.global.max.u32 %r6, [%rd4], %r5; setp.eq.s32 %p1, %r6, 0;"
                         "@%p1 bra over; add.s32 %r7, %r6, 1;\nover:"),
              "out in | add.s32");
    // So it does where it goes through shared memory, copied or stored, but not beside it.
    const std::string shared = ".shared .align 4 .b8 some[128]; .shared .align 4 .b8 others[128];";
    const std::string asks =
        "ld.shared.u32 %r6, [some]; setp.eq.s32 %p1, %r6, 0; @%p1 bra over; st.global.u32 [%rd4], %r1;\nover:";
    EXPECT_EQ(
        decidingOf(shared + "mov.u32 %r2, some; cp.async.ca.shared.global [%r2], [%rd5], 4; cp.async.wait_all;" + asks),
        "in |");
    EXPECT_EQ(decidingOf(shared +
                         "mov.u32 %r2, others; cp.async.ca.shared.global [%r2], [%rd5], 4; cp.async.wait_all;" + asks),
              "|");
}

TEST(Values, OfWhichItCannotBeToldWhereTheyLieMayDecide) {
    // A pointer that was loaded; a number as an address; a function that is called.
    EXPECT_EQ(
        decidingOf("ld.global.u64 %rd6, [%rd5]; ld.global.u32 %r4, [%rd6]; setp.eq.s32 %p1, %r4, 0; @%p1 bra over;"
                   "st.global.u32 [%rd4], %r1;\nover:"),
        "?");
    EXPECT_EQ(decidingOf("mov.u64 %rd6, 4096; ld.global.u32 %r4, [%rd6]; setp.eq.s32 %p1, %r4, 0; @%p1 bra over;"
                         "st.global.u32 [%rd4], %r1;\nover:"),
              "?");
    // What is stored through such a pointer may reach what decides.
    EXPECT_EQ(decidingOf("ld.global.u64 %rd6, [%rd5]; add.s32 %r5, %r1, 5; st.global.u32 [%rd6], %r5;" + countsItself),
              "out in |");
}

TEST(Values, AProgramCountsAsBeforeWhereAnArrayDecides) {
    const std::string ptx = ptxKernel(addresses + countsItself + "ret;");
    const Ran whole = run(ptx, false), some = run(ptx, true, true);
    EXPECT_EQ(run(ptx, true).leftOut, 0u) << "arrays may be the same";
    EXPECT_EQ(some.leftOut, 2u);
    EXPECT_EQ(whole.stored, some.stored) << "the counters themselves";
    EXPECT_EQ(whole.result.executions, some.result.executions);
    EXPECT_EQ(whole.result.counters, some.result.counters);
}

TEST(Values, AProgramWithoutThemCountsAsBefore) {
    const std::string ptx = ptxKernel(
        addresses + "mov.u32 %r2, 0; mov.u32 %r5, 1;\nagain: ld.global.u32 %r3, [%rd5]; mad.lo.s32 %r5, %r3, %r5, %r1;"
                    "xor.b32 %r5, %r5, 77; add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, 8; @%p1 bra again;"
                    "st.global.u32 [%rd4], %r5; ret;");
    const Ran whole = run(ptx, false), some = run(ptx, true);
    EXPECT_EQ(some.leftOut, 3u);
    EXPECT_NE(whole.stored, some.stored) << "nothing was left out";
    EXPECT_EQ(whole.result.executions, some.result.executions);
    EXPECT_EQ(whole.result.counters, some.result.counters);
}

// Loads and stores need move nothing then, but for what is constant, which may be part of an address.
TEST(Values, WhatIsConstantIsReadAllTheSame) {
    const std::string ptx =
        ptxKernel(addresses + "ld.const.u32 %r6, [apart]; mul.wide.u32 %rd6, %r6, 4; add.s64 %rd7, %rd5, %rd6;"
                              "ld.global.u32 %r3, [%rd7]; add.s32 %r4, %r3, 1; st.global.u32 [%rd4], %r4; ret;",
                  ".const .align 4 .u32 apart[1] = {8};\n");
    const Ran whole = run(ptx, false), some = run(ptx, true);
    EXPECT_GT(some.leftOut, 0u);
    EXPECT_EQ(whole.result.counters, some.result.counters) << "32 bytes on, a request lies on two lines";
}

} // namespace
} // namespace warplens::tests
