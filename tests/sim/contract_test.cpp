// SPDX-License-Identifier: GPL-3.0-or-later
// Products and sums that ptxas joins: the rules, and every kernel that comes with its machine code.
#include "sim/simt/contract.h"
#include "tests/sim/bytes_of.h"
#include "tests/sim/machine_arithmetic.h"
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>

namespace warplens::tests {
namespace {

TEST(Contraction, IsThatOfTheMachineCodeOfEveryStage) {
    size_t kernels = 0, instructions = 0, joined = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(WARPLENS_SOURCE_DIR "/resources/ptx")) {
        if (entry.path().extension() != ".ptx")
            continue;
        auto cubin = entry.path();
        cubin.replace_extension(".cubin");
        const ArithmeticComparison compared = compareArithmetic(bytesOf(entry.path()), bytesOf(cubin));
        EXPECT_EQ(compared.differences, "") << entry.path();
        ++kernels;
        instructions += compared.instructions;
        joined += compared.joined;
    }
    EXPECT_GT(kernels, 50u);
    EXPECT_GT(instructions, 60u);
    EXPECT_GE(joined, 15u); // of the compensated sums
}

/// A letter for each floating-point instruction: m FMUL, a FADD, f FFMA, - gone.
std::string shape(const std::string& body) {
    const sim::ptx::Module module = sim::ptx::parse(ptxKernel(body + "\nret;"));
    const sim::ptx::Function& function = *module.find("k");
    const auto made = simt::contractions(function, simt::flowGraph(function));
    std::string letters;
    for (uint32_t i = 0; i < function.instructions.size(); ++i) {
        using sim::ptx::Opcode;
        const auto& in = function.instructions[i];
        const auto product = made.products.find(i);
        if (in.opcode == Opcode::mul_ && sim::ptx::isFloat(in.type()))
            letters += product != made.products.end() && product->second.gone ? '-' : 'm';
        else if ((in.opcode == Opcode::add_ || in.opcode == Opcode::sub_) && sim::ptx::isFloat(in.type()))
            letters += made.sums.contains(i) ? 'f' : 'a';
    }
    return letters;
}

// What `ptxas -arch=sm_90` of CUDA 13.0 makes of these, as its machine code says.
TEST(Contraction, FollowsTheRulesOfPtxas) {
    const std::string m1 = "mul.f32 %f10, %f0, %f1;\n", m2 = "mul.f32 %f12, %f2, %f3;\n";
    const std::string use = "st.global.f32 [%rd1], %f11;\n";
    const auto check = [&](const std::string& body, const char* expected) {
        EXPECT_EQ(shape(body + use), expected) << body;
    };
    check(m1 + "add.f32 %f11, %f10, %f2;", "-f");
    check(m1 + "add.f32 %f11, %f2, %f10;", "-f");
    check(m1 + "sub.f32 %f11, %f10, %f2;", "-f");
    check(m1 + "sub.f32 %f11, %f2, %f10;", "-f");
    // Of two products the first operand.
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;", "-mf");
    check(m1 + m2 + "sub.f32 %f11, %f12, %f10;", "m-f");
    // A product that something else needs stays by itself, unless the sums are all that needs it.
    check(m1 + "add.f32 %f11, %f10, %f2;\nst.global.f32 [%rd1+4], %f10;", "ma");
    check(m1 + "add.f32 %f11, %f10, %f2;\nadd.f32 %f12, %f10, %f3;\nst.global.f32 [%rd1+4], %f12;", "-ff");
    check(m1 + "add.f32 %f11, %f10, %f2;\nfma.rn.f32 %f12, %f3, %f4, %f10;\nst.global.f32 [%rd1+4], %f12;", "ma");
    check(m1 + "add.f32 %f11, %f10, %f10;", "ma");
    check(m1 + "add.f32 %f11, %f10, %f2;\nsetp.gt.f32 %p1, %f10, %f3;\n@%p1 st.global.f32 [%rd1+4], %f3;", "ma");
    // Who comes first when several could.
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;\nadd.f32 %f14, %f12, %f4;\nst.global.f32 [%rd1+4], %f14;", "-mfa");
    check(m1 + m2 + "add.f32 %f14, %f12, %f4;\nadd.f32 %f11, %f10, %f12;\nst.global.f32 [%rd1+4], %f14;", "-maf");
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;\nadd.f32 %f14, %f10, %f4;\nst.global.f32 [%rd1+4], %f14;", "m-fa");
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;\nsub.f32 %f14, %f12, %f10;\nst.global.f32 [%rd1+4], %f14;", "-mff");
    const std::string others = "st.global.f32 [%rd1+4], %f14;\nst.global.f32 [%rd1+8], %f15;\n";
    check(m1 + m2 + "add.f32 %f11, %f10, %f4;\nadd.f32 %f14, %f10, %f12;\nadd.f32 %f15, %f12, %f5;\n" + others,
          "-mffa");
    check(m1 + m2 + "add.f32 %f11, %f10, %f4;\nadd.f32 %f14, %f12, %f10;\nadd.f32 %f15, %f12, %f5;\n" + others,
          "m-fff");
    check(m1 + m2 + "add.f32 %f11, %f12, %f10;\nadd.f32 %f14, %f10, %f4;\nadd.f32 %f15, %f12, %f5;\n" + others,
          "m-faf");
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;\nsub.f32 %f14, %f10, %f12;\nadd.f32 %f15, %f10, %f5;\n" + others,
          "m-ffa");
    check(m1 + m2 + "add.f32 %f11, %f10, %f12;\nsub.f32 %f14, %f12, %f10;\nadd.f32 %f15, %f12, %f5;\n" + others,
          "-mffa");
    // Modifiers.
    check("mul.rn.f32 %f10, %f0, %f1;\nadd.f32 %f11, %f10, %f2;", "ma");
    check(m1 + "add.rn.f32 %f11, %f10, %f2;", "ma");
    check("mul.ftz.f32 %f10, %f0, %f1;\nadd.ftz.f32 %f11, %f10, %f2;", "-f");
    check("mul.ftz.f32 %f10, %f0, %f1;\nadd.f32 %f11, %f10, %f2;", "ma");
    check(m1 + "add.ftz.f32 %f11, %f10, %f2;", "ma");
    check(m1 + "add.sat.f32 %f11, %f10, %f2;", "-f");
    check("mul.sat.f32 %f10, %f0, %f1;\nadd.f32 %f11, %f10, %f2;", "ma");
    // Moves and changes of sign in between.
    check(m1 + "neg.f32 %f12, %f10;\nadd.f32 %f11, %f12, %f2;", "-f");
    check(m1 + "mov.f32 %f12, %f10;\nadd.f32 %f11, %f12, %f2;", "-f");
    check(m1 + "abs.f32 %f12, %f10;\nadd.f32 %f11, %f12, %f2;", "ma");
    check(m1 + "neg.f32 %f12, %f10;\nadd.f32 %f11, %f12, %f2;\nst.global.f32 [%rd1+4], %f12;", "ma");
    // Predicates.
    check(m1 + "@%p1 add.f32 %f11, %f10, %f2;", "-f");
    check("@%p1 mul.f32 %f10, %f0, %f1;\n@%p1 add.f32 %f11, %f10, %f2;", "ma");
    // Within a basic block, and on one side of what is made of several.
    check(m1 + "@%p1 bra L;\nst.global.u32 [%rd1+16], %r1;\nL:\nadd.f32 %f11, %f10, %f2;", "ma");
    check("@%p1 bra L;\n" + m1 + "add.f32 %f11, %f10, %f2;\nL:\n", "-f");
    check(m1 + "L:\nadd.f32 %f11, %f10, %f11;\n@%p1 bra L;", "ma");
    check("L:\nmul.f32 %f10, %f0, %f11;\nadd.f32 %f11, %f10, %f1;\n@%p1 bra L;", "-f");
    for (const char* whole : {"div.full.f32 %f9, %f2, %f3;", "sqrt.approx.f32 %f9, %f2;", "rcp.rn.f32 %f9, 0f40400000;",
                              "div.u32 %r3, %r1, %r2;", "bar.sync 0;", "shfl.sync.down.b32 %r3, %r1, 1, 31, -1;",
                              "@%p1 mov.f32 %f9, %f4;", "atom.shared.add.f32 %f9, [%r1], %f2;"})
        check(m1 + whole + "\nadd.f32 %f11, %f10, %f2;", "-f");
    for (const char* several :
         {"div.rn.f32 %f9, %f2, %f3;", "div.rz.ftz.f32 %f9, %f2, 0f40400000;", "sqrt.rn.f32 %f9, %f2;",
          "rcp.rn.f32 %f9, %f2;", "div.s32 %r3, %r1, 7;", "rem.u64 %rd9, %rd1, %rd2;", "rsqrt.approx.f64 %fd3, %fd2;",
          "membar.gl;", "@%p1 st.global.f32 [%rd1+4], %f2;", "@%p1 ld.global.f32 %f9, [%rd1+32];",
          "bfind.u64 %r3, %rd2;"})
        check(m1 + several + "\nadd.f32 %f11, %f10, %f2;", "ma");
    check("mul.f64 %fd3, %fd1, %fd2;\nsub.f64 %fd4, %fd1, %fd3;\nst.global.f64 [%rd1], %fd4;", "-f");
}

/// The words that a kernel stores: thread 0 of `body`, which stores them itself.
std::vector<uint32_t> words(const std::string& body, std::vector<float> in) {
    KernelSetup setup;
    setup.block = {1, 1, 1};
    for (size_t i = 0; i < in.size(); ++i)
        setup.in[i] = std::bit_cast<uint32_t>(in[i]);
    std::string loads = prologue;
    for (size_t i = 0; i < in.size(); ++i)
        loads += fmt::format("ld.global.f32 %f{}, [%rd2+{}];\n", i, 4 * i);
    return runPtx(ptxKernel(loads + body + "\nret;"), setup).out;
}

TEST(Contraction, RoundsOnce) {
    const float a = 1.0f + 0x1p-12f, b = 1.0f - 0x1p-13f, c = -1.0f;
    const auto bits = [](float x) { return std::bit_cast<uint32_t>(x); };
    const auto out = words("mul.f32 %f10, %f0, %f1;\nadd.f32 %f11, %f10, %f2;\nst.global.f32 [%rd1], %f11;\n"
                           "mul.f32 %f12, %f0, %f1;\nsub.f32 %f13, %f12, %f2;\nst.global.f32 [%rd1+4], %f13;\n"
                           "mul.f32 %f14, %f0, %f1;\nsub.f32 %f15, %f2, %f14;\nst.global.f32 [%rd1+8], %f15;\n"
                           "mul.f32 %f16, %f0, %f1;\nneg.f32 %f17, %f16;\nsub.f32 %f18, %f17, %f2;\n"
                           "st.global.f32 [%rd1+12], %f18;\n"
                           "mul.rn.f32 %f19, %f0, %f1;\nadd.f32 %f20, %f19, %f2;\nst.global.f32 [%rd1+16], %f20;\n",
                           {a, b, c});
    EXPECT_EQ(out[0], bits(std::fma(a, b, c)));
    EXPECT_EQ(out[1], bits(std::fma(a, b, -c)));
    EXPECT_EQ(out[2], bits(std::fma(-a, b, c)));
    EXPECT_EQ(out[3], bits(std::fma(-a, b, -c)));
    const float product = a * b;
    EXPECT_EQ(out[4], bits(product + c));
    EXPECT_NE(out[0], out[4]); // or the test says nothing
}

// The factors are those of the product, also where their registers have another value by then.
TEST(Contraction, KeepsFactorsThatAreWrittenInBetween) {
    const float a = 1.0f + 0x1p-12f, b = 1.0f - 0x1p-13f, c = -1.0f;
    const auto out = words("mul.f32 %f0, %f0, %f1;\nmov.f32 %f1, 0f41200000;\nadd.f32 %f0, %f0, %f2;\n"
                           "st.global.f32 [%rd1], %f0;\nst.global.f32 [%rd1+4], %f1;\n",
                           {a, b, c});
    EXPECT_EQ(out[0], std::bit_cast<uint32_t>(std::fma(a, b, c)));
    EXPECT_EQ(out[1], std::bit_cast<uint32_t>(10.0f));
}

} // namespace
} // namespace warplens::tests
