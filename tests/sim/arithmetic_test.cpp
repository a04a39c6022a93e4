// SPDX-License-Identifier: GPL-3.0-or-later
// Values of lane instructions against what C++ says, on all sets of handlers that this processor runs.
#include "tests/sim/ptx_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <random>

namespace warplens::tests {
namespace {

constexpr uint32_t canonicalNaN = 0x7fffffff;

uint32_t bits(float x) {
    return std::isnan(x) ? canonicalNaN : std::bit_cast<uint32_t>(x);
}
float number(uint32_t x) {
    return std::bit_cast<float>(x);
}

/// Runs an instruction on pairs of words and holds each result against what is expected.
void check(const std::string& instruction, const std::function<uint32_t(uint32_t, uint32_t)>& expected, bool floats,
           const std::string& more = "") {
    KernelSetup setup;
    setup.block = {512, 1, 1};
    std::mt19937 random(11);
    const uint32_t special[] = {0,          1,          0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000,
                                0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x80000001,
                                0x007fffff, 0x7f7fffff, 31,         32};
    for (size_t i = 0; i < setup.in.size(); ++i)
        setup.in[i] = i % 3 == 0             ? special[random() % 16]
                      : floats && i % 3 == 1 ? std::bit_cast<uint32_t>(static_cast<float>(random() % 2000) / 7 - 100)
                                             : static_cast<uint32_t>(random());
    const KernelRun run = runPtx(ptxKernel(std::string(prologue) +
                                           "ld.global.b32 %r2, [%rd2]; ld.global.b32 %r3, [%rd2+2048];\n"
                                           "mov.b32 %f2, %r2; mov.b32 %f3, %r3;\n" +
                                           more + instruction + (floats ? "\nmov.b32 %r4, %f4;" : "") +
                                           "\nst.global.b32 [%rd1], %r4;\nret;"),
                                 setup);
    for (uint32_t i = 0; i < 512; ++i)
        ASSERT_EQ(run.out[i], expected(setup.in[i], setup.in[i + 512]))
            << instruction << " of " << std::hex << setup.in[i] << " and " << setup.in[i + 512];
}

using S = int32_t;
using U = uint32_t;

TEST(Arithmetic, Integers) {
    check(
        "add.s32 %r4, %r2, %r3;", [](U a, U b) { return a + b; }, false);
    check(
        "sub.s32 %r4, %r2, %r3;", [](U a, U b) { return a - b; }, false);
    check(
        "mul.lo.s32 %r4, %r2, %r3;", [](U a, U b) { return a * b; }, false);
    check(
        "mul.hi.s32 %r4, %r2, %r3;", [](U a, U b) { return U((int64_t(S(a)) * S(b)) >> 32); }, false);
    check(
        "mul.hi.u32 %r4, %r2, %r3;", [](U a, U b) { return U((uint64_t(a) * b) >> 32); }, false);
    check(
        "mad.lo.s32 %r4, %r2, %r3, %r2;", [](U a, U b) { return a * b + a; }, false);
    check(
        "add.sat.s32 %r4, %r2, %r3;",
        [](U a, U b) {
            const int64_t s = int64_t(S(a)) + S(b);
            return U(S(s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s));
        },
        false);
    check(
        "min.s32 %r4, %r2, %r3;", [](U a, U b) { return U(std::min(S(a), S(b))); }, false);
    check(
        "max.u32 %r4, %r2, %r3;", [](U a, U b) { return std::max(a, b); }, false);
    check(
        "div.u32 %r4, %r2, %r3;", [](U a, U b) { return b ? a / b : 0xffffffffu; }, false);
    check(
        "rem.s32 %r4, %r2, %r3;", [](U a, U b) { return b == 0             ? a
                                                        : b == 0xffffffffu ? 0u
                                                                           : U(S(a) % S(b)); }, false);
    check(
        "sad.u32 %r4, %r2, %r3, 5;", [](U a, U b) { return 5 + (a > b ? a - b : b - a); }, false);
    check(
        "abs.s32 %r4, %r2;", [](U a, U) { return S(a) < 0 ? 0 - a : a; }, false);
    check(
        "neg.s32 %r4, %r2;", [](U a, U) { return 0 - a; }, false);
}

TEST(Arithmetic, Bits) {
    check(
        "and.b32 %r4, %r2, %r3;", [](U a, U b) { return a & b; }, false);
    check(
        "xor.b32 %r4, %r2, %r3;", [](U a, U b) { return a ^ b; }, false);
    check(
        "not.b32 %r4, %r2;", [](U a, U) { return ~a; }, false);
    check(
        "shl.b32 %r4, %r2, %r3;", [](U a, U b) { return b > 31 ? 0 : a << b; }, false);
    check(
        "shr.u32 %r4, %r2, %r3;", [](U a, U b) { return b > 31 ? 0 : a >> b; }, false);
    check(
        "shr.s32 %r4, %r2, %r3;", [](U a, U b) { return U(S(a) >> std::min(b, 31u)); }, false);
    check(
        "popc.b32 %r4, %r2;", [](U a, U) { return U(std::popcount(a)); }, false);
    check(
        "clz.b32 %r4, %r2;", [](U a, U) { return U(std::countl_zero(a)); }, false);
    check(
        "brev.b32 %r4, %r2;",
        [](U a, U) {
            U r = 0;
            for (int i = 0; i < 32; ++i)
                r |= (a >> i & 1) << (31 - i);
            return r;
        },
        false);
    check(
        "bfind.s32 %r4, %r2;",
        [](U a, U) {
            const U x = S(a) < 0 ? ~a : a;
            return x == 0 ? 0xffffffffu : 31 - U(std::countl_zero(x));
        },
        false);
    check(
        "bfe.s32 %r4, %r2, 28, 8;", [](U a, U) { return U(S(a) >> 28); }, false);
    check(
        "bfe.u32 %r4, %r2, 5, 7;", [](U a, U) { return a >> 5 & 127; }, false);
    check(
        "bfi.b32 %r4, %r2, %r3, 8, 12;", [](U a, U b) { return (b & ~0xfff00u) | (a << 8 & 0xfff00u); }, false);
    check(
        "lop3.b32 %r4, %r2, %r3, 0x0f0f0f0f, 0x96;", [](U a, U b) { return a ^ b ^ 0x0f0f0f0fu; }, false);
    check(
        "prmt.b32 %r4, %r2, %r3, 0x7531;",
        [](U a, U b) { return (a >> 8 & 255) | (a >> 24) << 8 | (b >> 8 & 255) << 16 | (b >> 24) << 24; }, false);
    check(
        "shf.l.wrap.b32 %r4, %r2, %r3, 9;", [](U a, U b) { return U((uint64_t(b) << 32 | a) << 9 >> 32); }, false);
    check(
        "cnot.b32 %r4, %r2;", [](U a, U) { return a == 0 ? 1u : 0u; }, false);
}

TEST(Arithmetic, Carry) {
    check(
        "add.cc.u32 %r5, %r2, %r3; addc.u32 %r4, 0, 0;", [](U a, U b) { return U((uint64_t(a) + b) >> 32); }, false);
    check(
        "sub.cc.u32 %r5, %r2, %r3; subc.u32 %r4, 0, 0;", [](U a, U b) { return a < b ? 0xffffffffu : 0u; }, false);
    check(
        "mad.lo.cc.u32 %r5, %r2, %r3, %r2; madc.hi.u32 %r4, %r2, %r3, 0;",
        [](U a, U b) { return U((uint64_t(a) * b + a) >> 32); }, false);
}

TEST(Arithmetic, Floats) {
    check(
        "add.f32 %f4, %f2, %f3;", [](U a, U b) { return bits(number(a) + number(b)); }, true);
    check(
        "sub.rn.f32 %f4, %f2, %f3;", [](U a, U b) { return bits(number(a) - number(b)); }, true);
    check(
        "mul.f32 %f4, %f2, %f3;", [](U a, U b) { return bits(number(a) * number(b)); }, true);
    check(
        "div.rn.f32 %f4, %f2, %f3;", [](U a, U b) { return bits(number(a) / number(b)); }, true);
    check(
        "fma.rn.f32 %f4, %f2, %f3, %f2;", [](U a, U b) { return bits(std::fma(number(a), number(b), number(a))); },
        true);
    check(
        "sqrt.rn.f32 %f4, %f2;", [](U a, U) { return bits(std::sqrt(number(a))); }, true);
    check(
        "neg.f32 %f4, %f2;", [](U a, U) { return a ^ 0x80000000u; }, true);
    check(
        "max.f32 %f4, %f2, %f3;",
        [](U a, U b) {
            const float x = number(a), y = number(b);
            if (std::isnan(x) || std::isnan(y))
                return bits(std::isnan(x) ? y : x);
            return x == y ? a & b : bits(std::max(x, y));
        },
        true);
    check(
        "add.sat.f32 %f4, %f2, %f3;",
        [](U a, U b) {
            const float s = number(a) + number(b);
            return bits(s > 0 ? std::min(s, 1.0f) : 0.0f);
        },
        true);
    check(
        "mul.ftz.f32 %f4, %f2, %f3;",
        [](U a, U b) {
            const auto flush = [](float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; };
            return bits(flush(flush(number(a)) * flush(number(b))));
        },
        true);
}

TEST(Arithmetic, DirectedRounding) {
    // The exact result lies between what rounding down and up give, and those are neighbours or equal.
    const auto value = [](const std::string& op, U a, U b) {
        KernelSetup setup;
        setup.in.assign(1024, 0);
        setup.in[0] = a;
        setup.in[512] = b;
        return number(
            runPtx(ptxKernel(std::string(prologue) + "ld.global.f32 %f2, [%rd2]; ld.global.f32 %f3, [%rd2+2048];\n" +
                             op + " %f4, %f2, %f3;\nst.global.f32 [%rd1], %f4;\nret;"),
                   setup)
                .out[0]);
    };
    std::mt19937 random(5);
    for (int i = 0; i < 60; ++i) {
        const float a = static_cast<float>(random()) / 3, b = static_cast<float>(random() % 1000) / 7 + 0.1f;
        const U x = std::bit_cast<U>(a), y = std::bit_cast<U>(b);
        for (const std::string op : {"add", "mul", "div"}) {
            const double exact = op == "add" ? double(a) + b : op == "mul" ? double(a) * b : double(a) / b;
            const float down = value(op + ".rm.f32", x, y), up = value(op + ".rp.f32", x, y),
                        zero = value(op + ".rz.f32", x, y);
            EXPECT_LE(down, exact);
            EXPECT_GE(up, exact);
            EXPECT_EQ(zero, down) << "of a positive number";
            EXPECT_TRUE(up == down || up == std::nextafter(down, INFINITY));
        }
    }
}

TEST(Arithmetic, Conversions) {
    check(
        "cvt.rn.f32.s32 %f4, %r2;", [](U a, U) { return bits(static_cast<float>(S(a))); }, true);
    check(
        "cvt.rn.f32.u32 %f4, %r2;", [](U a, U) { return bits(static_cast<float>(a)); }, true);
    check(
        "cvt.rzi.s32.f32 %r4, %f2;",
        [](U a, U) {
            const float x = number(a);
            return std::isnan(x) ? 0u : x >= 2147483648.0f ? 0x7fffffffu : x <= -2147483648.0f ? 0x80000000u : U(S(x));
        },
        false);
    check(
        "cvt.rni.u32.f32 %r4, %f2;",
        [](U a, U) {
            const double x = std::nearbyint(double(number(a)));
            return std::isnan(x) || x <= 0 ? 0u : x >= 4294967295.0 ? 0xffffffffu : U(x);
        },
        false);
    check(
        "cvt.s32.s8 %r4, %r2;", [](U a, U) { return U(S(static_cast<int8_t>(a))); }, false);
    check(
        "cvt.u32.u16 %r4, %r2;", [](U a, U) { return a & 0xffff; }, false);
    check(
        "cvt.sat.s16.s32 %rs1, %r2; cvt.s32.s16 %r4, %rs1;", [](U a, U) { return U(std::clamp(S(a), -32768, 32767)); },
        false);
    check(
        "cvt.f64.f32 %fd1, %f2; cvt.rn.f32.f64 %f4, %fd1;",
        [](U a, U) { return std::isnan(number(a)) ? a | 0x400000u : a; }, true);
    check(
        "cvt.rmi.f32.f32 %f4, %f2;", [](U a, U) { return bits(std::floor(number(a))); }, true);
    check(
        "cvt.u64.u32 %rd4, %r2; shl.b64 %rd4, %rd4, 20; cvt.u32.u64 %r4, %rd4;", [](U a, U) { return a << 20; }, false);
}

TEST(Arithmetic, HalfPrecision) {
    // Every half comes back from single precision as it went.
    KernelSetup setup;
    setup.block = {1024, 1, 1};
    setup.in.resize(65536);
    for (U i = 0; i < 65536; ++i)
        setup.in[i] = i;
    setup.outWords = 65536;
    setup.grid = {64, 1, 1};
    const KernelRun run = runPtx(ptxKernel(R"(
        ld.param.u64 %rd10, [out]; ld.param.u64 %rd11, [in];
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r1, %r2, 1024, %r1; mul.wide.u32 %rd3, %r1, 4;
        add.s64 %rd1, %rd10, %rd3; add.s64 %rd2, %rd11, %rd3;
        ld.global.u16 %rs1, [%rd2]; cvt.f32.f16 %f1, %rs1; cvt.rn.f16.f32 %rs2, %f1;
        add.f16 %rs3, %rs1, %rs1; cvt.u32.u16 %r3, %rs2; cvt.u32.u16 %r4, %rs3; shl.b32 %r4, %r4, 16; or.b32 %r3, %r3, %r4;
        st.global.u32 [%rd1], %r3; ret;)"),
                                 setup);
    for (U i = 0; i < 65536; ++i) {
        const bool nan = (i & 0x7c00) == 0x7c00 && (i & 0x3ff) != 0;
        ASSERT_EQ(run.out[i] & 0xffff, nan ? 0x7fffu : i);
        if (!nan && (i & 0x7c00) != 0 && (i & 0x7c00) < 0x7800) {
            ASSERT_EQ(run.out[i] >> 16, i + 0x400) << "twice a number is one more in the exponent";
        }
    }
}

TEST(Arithmetic, Predicates) {
    check(
        "setp.lt.and.s32 %p1|%p2, %r2, %r3, %p0; selp.b32 %r4, 1, 0, %p1; selp.b32 %r5, 2, 0, %p2; or.b32 %r4, %r4, "
        "%r5;",
        [](U a, U b) { return S(a) < S(b) ? 1u : 2u; }, false, "setp.eq.u32 %p0, 0, 0;\n");
    check(
        "setp.geu.f32 %p1, %f2, %f3; selp.b32 %r4, 1, 0, %p1;",
        [](U a, U b) { return !(number(a) < number(b)) ? 1u : 0u; }, false);
    check(
        "set.gt.u32.u32 %r4, %r2, %r3;", [](U a, U b) { return a > b ? 0xffffffffu : 0u; }, false);
    check(
        "slct.b32.s32 %r4, %r2, %r3, %r2;", [](U a, U b) { return S(a) >= 0 ? a : b; }, false);
    check(
        "setp.ne.s32 %p1, %r2, %r3; @%p1 mov.u32 %r4, 5;", [](U a, U b) { return a != b ? 5u : 9u; }, false,
        "mov.u32 %r4, 9;\n");
}

} // namespace
} // namespace warplens::tests
