// SPDX-License-Identifier: GPL-3.0-or-later
// Which loads of a function are flags: their values only say where lanes go.
#include "sim/simt/loops.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

/// Of the first load that is volatile.
bool isFlag(const std::string& body) {
    sim::memory::DeviceMemory memory;
    const simt::Program program =
        simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(ptxKernel(prologue + body))), "k", memory);
    const simt::FunctionLoops loops(program, 0);
    const auto& all = program.functions.front().source->instructions;
    for (uint32_t i = 0; i < all.size(); ++i)
        if (all[i].opcode == sim::ptx::Opcode::ld_ && all[i].has(sim::ptx::Mod::volatile_))
            return loops.isFlag(i);
    ADD_FAILURE() << "no load is volatile";
    return false;
}

const std::string load = "ld.volatile.global.u32 %r2, [%rd1];\n";
const std::string decide = "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra $end;\nst.global.u32 [%rd2], %r1;\n$end: ret;";

TEST(Loops, ALoadThatOnlyDecidesIsAFlag) {
    EXPECT_TRUE(isFlag(load + decide));
    EXPECT_FALSE(isFlag(load + "st.global.u32 [%rd2], %r2;\nret;")) << "nothing is decided";
    EXPECT_FALSE(isFlag(load + "st.global.u32 [%rd2+4], %r2;\n" + decide)) << "it is passed on, too";
    EXPECT_FALSE(isFlag(load + "@%p2 add.u32 %r3, %r2, 1;\n" + decide)) << "some lanes compute with it";
}

// `*sense = !*sense`: what goes back to its own place through a store that is volatile stays a flag.
TEST(Loops, AFlagMayBePutBackChanged) {
    EXPECT_TRUE(isFlag(load + "xor.b32 %r3, %r2, 1;\nst.volatile.global.u32 [%rd1], %r3;\n" + decide));
    EXPECT_FALSE(isFlag(load + "xor.b32 %r3, %r2, 1;\nst.global.u32 [%rd1], %r3;\n" + decide)) << "not volatile";
    EXPECT_FALSE(isFlag(load + "xor.b32 %r3, %r2, 1;\nst.volatile.global.u32 [%rd2], %r3;\n" + decide)) << "elsewhere";
    EXPECT_FALSE(isFlag(load + "xor.b32 %r3, %r2, 1;\natom.global.exch.b32 %r4, [%rd1], %r3;\n" + decide))
        << "no store";
}

// Whoever looks at one place until something is there: whatever else is done with it.
TEST(Loops, ALoadThatALoopWaitsForIsAFlag) {
    const std::string wait = "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra $again;\nst.global.u32 [%rd2], %r2;\nret;";
    EXPECT_TRUE(isFlag("$again: " + load + wait));
    EXPECT_FALSE(isFlag("$again: " + load + "add.s64 %rd1, %rd1, 4;\n" + wait)) << "at another place each time";
    EXPECT_FALSE(isFlag("$again: " + load +
                        "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 9;\n@%p1 bra $again;\n"
                        "st.global.u32 [%rd2], %r2;\nret;"))
        << "something else ends the loop";
}

} // namespace
} // namespace warplens::tests
