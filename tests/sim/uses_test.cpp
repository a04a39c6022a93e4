// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the values of a function's instructions: each question with a text that answers yes, and one beside it that does not.
#include "sim/check/uses.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

using sim::ptx::Opcode;

struct Text {
    sim::ptx::Module module;
    sim::check::Uses uses;

    explicit Text(const std::string& body)
        : module(sim::ptx::parse(ptxKernel(prologue + body)))
        , uses(*module.functions.front()) {}

    /// The only one of this opcode behind the beginning that all have, or the n-th.
    uint32_t number(Opcode opcode, size_t n = 0) const {
        const auto& all = module.functions.front()->instructions;
        for (uint32_t i = 0; i < all.size(); ++i)
            if (all[i].opcode == opcode && !all[i].has(sim::ptx::Mod::param) && n-- == 0)
                return i;
        ADD_FAILURE() << "no such instruction";
        return 0;
    }
};

TEST(Uses, AnAnswerThatNobodyReadsIsNotLookedAt) {
    const Text text(
        "atom.global.add.u32 %r2, [%rd1], 1;\natom.global.add.u32 %r3, [%rd1], 1;\nst.global.u32 [%rd2], %r3;\nret;");
    EXPECT_FALSE(text.uses.isLookedAt(text.number(Opcode::atom_, 0)));
    EXPECT_TRUE(text.uses.isLookedAt(text.number(Opcode::atom_, 1)));
    // What it itself reads again in the next round, nobody else does.
    const Text round("$again: atom.global.add.u32 %r2, [%rd1], %r2;\nbra $again;");
    EXPECT_FALSE(round.uses.isLookedAt(round.number(Opcode::atom_)));
}

TEST(Uses, AValueThatIsComparedForBeingEqual) {
    const auto asked = [](const std::string& comparison) {
        const Text text("ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\n" + comparison +
                        "\n@%p1 st.global.u32 [%rd2], %r3;\nret;");
        return text.uses.isAskedToBeEqual(text.number(Opcode::ld_));
    };
    EXPECT_TRUE(asked("setp.eq.u32 %p1, %r3, 7;"));
    EXPECT_TRUE(asked("setp.ne.u32 %p1, %r2, 7;"));
    EXPECT_FALSE(asked("setp.lt.u32 %p1, %r3, 7;"));
    EXPECT_FALSE(asked("setp.eq.u32 %p1, %r1, 7;")) << "another value is";
}

TEST(Uses, AGuessIsCheckedByASwapAtItsPlace) {
    const auto guess = [](const std::string& rest) {
        const Text text("ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\n" + rest + "\nret;");
        return text.uses.isGuess(text.number(Opcode::ld_));
    };
    EXPECT_TRUE(guess("atom.global.cas.b32 %r4, [%rd1], %r2, %r3;"));
    EXPECT_TRUE(guess("setp.lt.u32 %p1, %r2, 9;\n@%p1 bra $end;\natom.global.cas.b32 %r4, [%rd1], %r2, %r3;\n$end:"));
    EXPECT_FALSE(guess("atom.global.exch.b32 %r4, [%rd1], %r3;")) << "no swap that compares";
    EXPECT_FALSE(guess("atom.global.exch.b32 %r4, [%rd1], %r3;\natom.global.cas.b32 %r5, [%rd1], %r1, %r1;"))
        << "one that compares with something else";
    EXPECT_FALSE(guess("atom.global.cas.b32 %r4, [%rd2], %r2, %r3;")) << "at another place";
    EXPECT_FALSE(guess("atom.global.cas.b32 %r4, [%rd1], %r2, %r3;\nst.global.u32 [%rd2], %r3;")) << "it is used, too";
}

TEST(Uses, BitsOfAFieldGoBackToTheirPlace) {
    const auto field = [](const std::string& rest) {
        const Text text("ld.global.u32 %r2, [%rd1];\n" + rest + "\nret;");
        return text.uses.isForBitField(text.number(Opcode::ld_));
    };
    EXPECT_TRUE(field("and.b32 %r3, %r2, -8;\nor.b32 %r4, %r3, %r1;\nst.global.u32 [%rd1], %r4;"));
    EXPECT_TRUE(field("bfi.b32 %r3, %r1, %r2, 4, 3;\nst.global.u32 [%rd1], %r3;"));
    EXPECT_FALSE(field("and.b32 %r3, %r2, -8;\nor.b32 %r4, %r3, %r1;\nst.global.u32 [%rd2], %r4;")) << "elsewhere";
    EXPECT_FALSE(field("or.b32 %r4, %r2, %r1;\nst.global.u32 [%rd1], %r4;")) << "no bit is made anew";
    EXPECT_FALSE(field("and.b32 %r3, %r2, %r1;\nst.global.u32 [%rd1], %r3;")) << "no mask that is known";
    EXPECT_FALSE(field("and.b32 %r3, %r2, -8;\nadd.u32 %r4, %r3, %r1;\nst.global.u32 [%rd1], %r4;")) << "a sum";
    EXPECT_FALSE(field("and.b32 %r3, %r2, -8;")) << "it goes nowhere";
}

TEST(Uses, ANumberIsComputedWith) {
    const auto number = [](const std::string& rest) {
        const Text text("ld.global.u32 %r2, [%rd1];\n" + rest + "\nret;");
        return text.uses.isOneNumber(text.number(Opcode::ld_));
    };
    for (const char* one :
         {"add.u32 %r3, %r2, 1;", "sub.u32 %r3, %r2, 1;", "mul.lo.u32 %r3, %r2, 3;", "mad.lo.u32 %r3, %r2, 3, 1;",
          "setp.lt.u32 %p1, %r2, 3;", "min.u32 %r3, %r2, 1;", "max.u32 %r3, %r2, 1;"})
        EXPECT_TRUE(number(one)) << one;
    for (const char* none :
         {"mov.u32 %r3, %r2;", "shr.u32 %r3, %r2, 8;", "and.b32 %r3, %r2, 255;", "st.global.u32 [%rd2], %r2;"})
        EXPECT_FALSE(number(none)) << none;
}

TEST(Uses, ASumIsPutWhereItsAddendWas) {
    const auto sum = [](const std::string& body, Opcode last) {
        const Text text(body + "\nret;");
        return text.uses.isSum(text.number(last));
    };
    const std::string read = "ld.global.f32 %f1, [%rd1];\n";
    EXPECT_TRUE(sum(read + "add.f32 %f2, %f1, %f9;\nst.global.f32 [%rd1], %f2;", Opcode::st_));
    EXPECT_TRUE(sum(read + "fma.rn.f32 %f2, %f8, %f9, %f1;\nst.global.f32 [%rd1], %f2;", Opcode::st_));
    EXPECT_FALSE(sum(read + "add.f32 %f2, %f1, %f9;\nst.global.f32 [%rd2], %f2;", Opcode::st_)) << "elsewhere";
    EXPECT_FALSE(sum(read + "max.f32 %f2, %f1, %f9;\nst.global.f32 [%rd1], %f2;", Opcode::st_)) << "exact in any order";
    EXPECT_FALSE(sum(read + "add.f32 %f2, %f8, %f9;\nst.global.f32 [%rd1], %f2;", Opcode::st_)) << "of something else";
    EXPECT_FALSE(sum("ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\nst.global.u32 [%rd1], %r3;", Opcode::st_))
        << "whole numbers";
    // A swap brings what was there, and tries again; an exchange puts there what it was given.
    const std::string again = "atom.global.cas.b32 %r2, [%rd1], %r2, %r3;\nmov.b32 %f1, %r2;\nadd.f32 %f2, %f1, %f9;\n"
                              "mov.b32 %r3, %f2;\nbra $again;";
    EXPECT_TRUE(sum("$again: " + again, Opcode::atom_));
    const std::string exchanged = "atom.global.exch.b32 %r2, [%rd1], %r3;\nmov.b32 %f1, %r2;\nadd.f32 %f2, %f1, %f9;\n"
                                  "mov.b32 %r3, %f2;\nbra $again;";
    EXPECT_FALSE(sum("$again: " + exchanged, Opcode::atom_));
}

TEST(Uses, WhoAddsNothingOnlyLooks) {
    const auto looks = [](const std::string& body) {
        const Text text(body + "\nst.global.u32 [%rd2], %r2;\nret;");
        return text.uses.onlyLooks(text.number(Opcode::atom_));
    };
    EXPECT_TRUE(looks("atom.global.add.u32 %r2, [%rd1], 0;"));
    EXPECT_TRUE(looks("atom.global.or.b32 %r2, [%rd1], 0;"));
    EXPECT_TRUE(looks("mov.u32 %r3, 0;\natom.global.xor.b32 %r2, [%rd1], %r3;"));
    EXPECT_FALSE(looks("atom.global.add.u32 %r2, [%rd1], 1;"));
    EXPECT_FALSE(looks("atom.global.exch.b32 %r2, [%rd1], 0;"));
    EXPECT_FALSE(looks("atom.global.add.u32 %r2, [%rd1], %r1;")) << "the number of a thread";
    EXPECT_FALSE(looks("mov.u32 %r3, 0;\n@%p1 mov.u32 %r3, 1;\natom.global.add.u32 %r2, [%rd1], %r3;"));
    EXPECT_FALSE(looks("atom.global.add.u32 %r2, [%rd1], %r9;")) << "what nobody has written";
}

} // namespace
} // namespace warplens::tests
