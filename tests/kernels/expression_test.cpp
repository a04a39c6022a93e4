// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/expression.h"
#include "tests/kernels/support.h"

#include <thread>

// The compiler evaluates the same text as C++, and it has opinions on some of it.
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wbool-operation"

namespace warplens::kernels {
namespace {

using tests::messageOf;

ExpressionError errorOf(const std::string& text, const Variables& variables = {{"M", 3}, {"N", 4}}) {
    try {
        const auto value = evaluate(text, variables);
        ADD_FAILURE() << text << " = " << value;
    } catch (const ExpressionError& error) {
        return error;
    }
    return {"", -1};
}

#define EXPECT_AS_IN_C(...)                                                                                            \
    EXPECT_EQ(evaluate(#__VA_ARGS__, variables), static_cast<std::int64_t>(__VA_ARGS__)) << #__VA_ARGS__

TEST(Expression, MeansWhatItMeansInC) {
    for (const std::int64_t a : {-7, -1, 0, 1, 6, 33}) {
        for (const std::int64_t b : {-5, 1, 2, 4, 32}) {
            for (const std::int64_t c : {0, 1, 3, 17}) {
                const Variables variables{{"a", a}, {"b", b}, {"c", c}};
                EXPECT_AS_IN_C(a + b * c);
                EXPECT_AS_IN_C(a * b + c);
                EXPECT_AS_IN_C((a + b) * c);
                EXPECT_AS_IN_C(a - b - c);
                EXPECT_AS_IN_C(a / b);
                EXPECT_AS_IN_C(a % b);
                EXPECT_AS_IN_C(a / b * b + a % b);
                EXPECT_AS_IN_C(a * b / b);
                EXPECT_AS_IN_C(-a);
                EXPECT_AS_IN_C(-a * b);
                EXPECT_AS_IN_C(-a % b);
                EXPECT_AS_IN_C(a - -b);
                EXPECT_AS_IN_C(!a);
                EXPECT_AS_IN_C(!!a);
                EXPECT_AS_IN_C(!a == b);
                EXPECT_AS_IN_C(~a);
                EXPECT_AS_IN_C(~a & 31);
                EXPECT_AS_IN_C(a >> c);
                EXPECT_AS_IN_C(c << 2 + 1);
                EXPECT_AS_IN_C(c << 2 < b);
                EXPECT_AS_IN_C(a < b == c);
                EXPECT_AS_IN_C(a <= b != c);
                EXPECT_AS_IN_C(a > b);
                EXPECT_AS_IN_C(a >= b);
                EXPECT_AS_IN_C(a == b);
                EXPECT_AS_IN_C(a & b == c);
                EXPECT_AS_IN_C(a & b);
                EXPECT_AS_IN_C(a ^ b);
                EXPECT_AS_IN_C(a | b ^ c & 5);
                EXPECT_AS_IN_C(a ^ b | c);
                EXPECT_AS_IN_C(a & b ^ c);
                EXPECT_AS_IN_C(a && b || c);
                EXPECT_AS_IN_C(a || b && c);
                EXPECT_AS_IN_C(a | b && c);
                EXPECT_AS_IN_C(a && b | c);
                EXPECT_AS_IN_C(a ? b : c);
                EXPECT_AS_IN_C(a < 0 ? b : c == 0 ? 5 : 6);
                EXPECT_AS_IN_C(a ? b ? 1 : 2 : 3);
                EXPECT_AS_IN_C(a + b ? c : b);
                EXPECT_AS_IN_C(a || b ? c + 1 : b);
                EXPECT_AS_IN_C((c % 8) * 33 + c / 8);
                EXPECT_AS_IN_C(c ^ c / 8 % 4);
                EXPECT_AS_IN_C(a != 0 && b / a > 1);
                EXPECT_AS_IN_C(a == 0 || b / a > 1);
                EXPECT_AS_IN_C(c ? 100 / c : -1);
                EXPECT_AS_IN_C(0x1F & a);
            }
        }
    }
}

TEST(Expression, Functions) {
    EXPECT_EQ(evaluate("ceil_div(512, 32)", {}), 16);
    EXPECT_EQ(evaluate("ceil_div(513, 32)", {}), 17);
    EXPECT_EQ(evaluate("ceil_div(-7, 2)", {}), -3);
    EXPECT_EQ(evaluate("round_up(33, 32)", {}), 64);
    EXPECT_EQ(evaluate("round_up(64, 32)", {}), 64);
    EXPECT_EQ(evaluate("min(3, -4) + max(3, -4) * 10", {}), 26);
    EXPECT_EQ(evaluate("min(ceil_div(N, 8), 4)", {{"N", 100}}), 4);
}

TEST(Expression, IsExactUpTo2To53) {
    EXPECT_EQ(evaluate("9007199254740992 - 1", {}), 9007199254740991);
    EXPECT_EQ(evaluate("94906265 * 94906265", {}), 94906265LL * 94906265LL);
    EXPECT_NE(errorOf("94906267 * 94906267").what(), std::string());
    EXPECT_NE(errorOf("1 << 60").what(), std::string());
    EXPECT_NE(errorOf("M * M", {{"M", 3037000499}}).what(), std::string());
    EXPECT_NE(errorOf("M", {{"M", (std::int64_t{1} << 53) + 1}}).what(), std::string());
    EXPECT_EQ(errorOf("9007199254740993").position(), 0);
}

TEST(Expression, DivisionByZeroIsAnError) {
    for (const char* text : {"1 / 0", "1 % 0", "5 + 1 / (M - 3)", "ceil_div(1, 0)", "round_up(1, 0)", "1 / 0 ? 3 : 4",
                             "1 / 0 || 1", "1 / 0 && 0", "1 && 1 / 0", "(1 / 0) * 0"})
        EXPECT_NE(std::string(errorOf(text).what()).find("division by zero"), std::string::npos) << text;
    EXPECT_NE(errorOf("1 << -1").what(), std::string());
}

TEST(Expression, WhatIsNotEvaluatedInCDoesNotFail) {
    EXPECT_EQ(evaluate("0 && 1 / 0", {}), 0);
    EXPECT_EQ(evaluate("1 || 1 / 0", {}), 1);
    EXPECT_EQ(evaluate("1 ? 7 : 1 / 0", {}), 7);
    EXPECT_EQ(evaluate("0 ? 1 / 0 : 7", {}), 7);
}

TEST(Expression, MistakesHaveAPosition) {
    EXPECT_EQ(errorOf("M + FOO").position(), 4);
    EXPECT_NE(std::string(errorOf("M + FOO").what()).find("FOO"), std::string::npos);
    EXPECT_EQ(errorOf("M $ N").position(), 2);
    EXPECT_EQ(errorOf("M + ").position(), 4);
    EXPECT_EQ(errorOf("(M + N").position(), 6);
    EXPECT_EQ(errorOf("M N").position(), 2);
    EXPECT_EQ(errorOf("M = 3").position(), 2);
    EXPECT_EQ(errorOf("M + 1.5").position(), 4);
    EXPECT_EQ(errorOf("010").position(), 0);
    for (const char* text : {"", "  ", "1,2", "min(1)", "min(1, 2, 3)", "sin(1)", "M ? 1", "- -3", "\"text\"", "_pi",
                             "1e3", "0x", "ceil_div", "M(3)", "(2)(3)", "3 !", "a*"})
        EXPECT_GE(errorOf(text).position(), 0) << text;
}

TEST(Expression, IsParsedOnceAndEvaluatedOften) {
    const Expression expression("(lane % 8) * 33 + lane / 8", {"lane"});
    for (std::int64_t lane = 0; lane < 32; ++lane)
        EXPECT_EQ(expression.evaluate(std::vector{lane}), lane % 8 * 33 + lane / 8);
    EXPECT_THROW(expression.evaluate(std::vector<std::int64_t>{1, 2}), std::invalid_argument);
    EXPECT_EQ(expression.text(), "(lane % 8) * 33 + lane / 8");
}

TEST(Expression, FailureDoesNotStick) {
    const Expression expression("100 / n", {"n"});
    EXPECT_THROW(expression.evaluate(std::vector<std::int64_t>{0}), ExpressionError);
    EXPECT_EQ(expression.evaluate(std::vector<std::int64_t>{7}), 14);
}

TEST(Expression, ObjectsOfTheirOwnWorkInThreads) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t] {
            const Expression expression("x / y", {"x", "y"});
            for (std::int64_t i = 0; i < 2000; ++i) {
                if (i % 3 == t % 3)
                    EXPECT_THROW(expression.evaluate(std::vector<std::int64_t>{i, 0}), ExpressionError);
                else
                    EXPECT_EQ(expression.evaluate(std::vector<std::int64_t>{i, 2}), i / 2);
            }
        });
}

} // namespace
} // namespace warplens::kernels
