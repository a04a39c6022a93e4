// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/work.h"
#include "kernels/data/fill.h"
#include "kernels/protocol/base64.h"
#include "kernels/reference/exact_reference.h"
#include "kernels/reference/reference.h"
#include "kernels/reference/reference_cache.h"
#include "kernels/reference/statistics.h"
#include "kernels/reference/verify.h"
#include "tests/kernels/support.h"

#include <limits>
#include <set>

namespace warplens::kernels {
namespace {

std::vector<float> randomArray(std::int64_t count, std::uint64_t seed) {
    std::vector<float> values(static_cast<std::size_t>(count));
    fillArray(ElementType::F32, {FillKind::Random, seed, {}}, std::as_writable_bytes(std::span(values)));
    return values;
}

struct Problem {
    std::int64_t m, n, k;
    std::vector<float> a = randomArray(m * k, 1), b = randomArray(k * n, 2);

    Reference reference() const {
        return findReference("matmul")->compute({{"M", m}, {"N", n}, {"K", k}}, [this](const std::string& name) {
            return std::span<const float>(name == "A" ? a : b);
        });
    }
    double element(std::int64_t row, std::int64_t column) const {
        double sum = 0.0;
        for (std::int64_t i = 0; i < k; ++i)
            sum += static_cast<double>(a[static_cast<std::size_t>(row * k + i)]) *
                   static_cast<double>(b[static_cast<std::size_t>(i * n + column)]);
        return sum;
    }
    std::vector<float> product() const {
        std::vector<float> c;
        for (std::int64_t row = 0; row < m; ++row)
            for (std::int64_t column = 0; column < n; ++column) {
                float sum = 0.0f;
                for (std::int64_t i = 0; i < k; ++i)
                    sum += a[static_cast<std::size_t>(row * k + i)] * b[static_cast<std::size_t>(i * n + column)];
                c.push_back(sum);
            }
        return c;
    }
};

TEST(Reference, EveryKindOfWorkHasOne) {
    for (const Work& work : knownWork())
        EXPECT_NE(findReference(work.name) == nullptr, findExactReference(work.name) == nullptr) << work.name;
    for (const ReferenceFunction& function : referenceFunctions())
        EXPECT_NE(findWork(function.name), nullptr) << function.name;
    EXPECT_EQ(findReference("nothing"), nullptr);
}

TEST(ExactReference, FindsTheOneWrongElement) {
    const std::vector<std::byte> a{std::byte{1}, {}, {}, {}, std::byte{2}, {}, {}, {}}; // one row of two elements
    const RawInputs inputs = [&](const std::string&) { return std::span(a); };
    std::vector<std::byte> result = a;
    const ExactReference& transpose = *findExactReference("transpose");
    EXPECT_TRUE(verifyExactly(transpose, {{"M", 1}, {"N", 2}}, inputs, result, 4).passed());
    result[7] = std::byte{1};
    const ExactVerification verification = verifyExactly(transpose, {{"M", 1}, {"N", 2}}, inputs, result, 4);
    EXPECT_EQ(verification.failureText(), "1 of 2 elements differ, the first is number 1");
    EXPECT_THROW(verifyExactly(transpose, {{"M", 2}, {"N", 2}}, inputs, result, 4), std::invalid_argument);
}

TEST(Reference, MatmulIsRightAtOddSizes) {
    for (const auto& [m, n, k] :
         {std::tuple{1, 1, 1}, {1, 7, 3}, {5, 1, 9}, {17, 33, 5}, {16, 256, 64}, {67, 301, 131}}) {
        const Problem problem{m, n, k};
        const Reference reference = problem.reference();
        ASSERT_EQ(reference.patches.size(), 1u);
        EXPECT_EQ(reference.checked(), m * n);
        const Patch& patch = reference.patches.front();
        for (std::size_t i = 0; i < patch.rows.size(); ++i)
            for (std::size_t j = 0; j < patch.columns.size(); ++j)
                ASSERT_NEAR(patch.values[i * patch.columns.size() + j],
                            problem.element(patch.rows[i], patch.columns[j]), 1e-12 * k)
                    << m << " " << n << " " << k;
    }
}

TEST(Reference, LargeProblemsAreSampled) {
    // Beyond the limit on elements, with little arithmetic.
    const Problem problem{9000, 8000, 2};
    const Reference reference = problem.reference();
    EXPECT_EQ(reference.total, 9000 * 8000);
    EXPECT_GE(reference.checked(), 65536);
    EXPECT_LT(reference.checked(), 1000000);
    std::set<std::pair<std::int64_t, std::int64_t>> seen, tiles;
    for (const Patch& patch : reference.patches)
        for (std::size_t i = 0; i < patch.rows.size(); ++i)
            for (std::size_t j = 0; j < patch.columns.size(); ++j) {
                const std::int64_t row = patch.rows[i], column = patch.columns[j];
                ASSERT_TRUE(seen.insert({row, column}).second) << "checked twice";
                tiles.insert({row / 64, column / 64});
                ASSERT_NEAR(patch.values[i * patch.columns.size() + j], problem.element(row, column), 1e-12);
            }
    for (std::int64_t row = 0; row < 9000; ++row) {
        ASSERT_TRUE(seen.count({row, 0}));
        ASSERT_TRUE(seen.count({row, 7999}));
    }
    for (std::int64_t column = 0; column < 8000; ++column) {
        ASSERT_TRUE(seen.count({0, column}));
        ASSERT_TRUE(seen.count({8999, column}));
    }
    // A block that writes nothing is noticed wherever it is.
    EXPECT_EQ(tiles.size(), 141u * 125u);
}

TEST(Reference, RefusesWhatDoesNotFit) {
    Problem problem{8, 8, 8};
    problem.a.pop_back();
    EXPECT_THROW(problem.reference(), std::invalid_argument);
    EXPECT_THROW(findReference("matmul")->compute({{"M", 1}}, {}), std::invalid_argument);
}

TEST(Reference, IsKeptForTheSameProblem) {
    static int calls = 0;
    const ReferenceFunction function{"counted", {}, "C", [](const Sizes&, const Inputs&) {
                                         ++calls;
                                         return Reference{};
                                     }};
    ReferenceCache cache;
    cache.get(function, {{"M", 1}}, {}, "x");
    cache.get(function, {{"M", 1}}, {}, "x");
    EXPECT_EQ(calls, 1);
    cache.get(function, {{"M", 2}}, {}, "x");
    cache.get(function, {{"M", 2}}, {}, "y");
    EXPECT_EQ(calls, 3);
}

TEST(Verify, AcceptsRoundingOnly) {
    const Problem problem{67, 45, 300};
    const Reference reference = problem.reference();
    std::vector<float> result = problem.product();
    Verification verification = verify(reference, result);
    EXPECT_TRUE(verification.passed());
    EXPECT_GT(verification.largestError, 0.0);
    EXPECT_LT(verification.largestError, reference.tolerance / 3); // far from the limit
    EXPECT_LE(verification.averageError, verification.largestError);
    EXPECT_EQ(verification.checked, 67 * 45);
    EXPECT_EQ(verification.total, 67 * 45);

    // One product of 300 lost in one element.
    result[45 * 3 + 7] -= problem.a[3 * 300] * problem.b[7];
    verification = verify(reference, result);
    EXPECT_FALSE(verification.passed());
    EXPECT_EQ(verification.wrong, 1);
    EXPECT_NE(verification.failureText().find("row 3, column 7"), std::string::npos) << verification.failureText();
}

TEST(Verify, NanAndInfinityFail) {
    const Problem problem{40, 40, 8};
    const Reference reference = problem.reference();
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 0.0f}) {
        std::vector<float> result = problem.product();
        result[1599] = bad;
        EXPECT_FALSE(verify(reference, result).passed()) << bad;
        EXPECT_EQ(verify(reference, result).wrong, 1);
    }
    EXPECT_EQ(verify(reference, std::vector<float>(1600, std::numeric_limits<float>::quiet_NaN())).wrong, 1600);
}

TEST(Verify, AnEmptyReferenceProvesNothing) {
    EXPECT_FALSE(verify(Reference{}, {}).passed());
    const Problem problem{4, 4, 4};
    EXPECT_THROW(verify(problem.reference(), std::vector<float>(15)), std::invalid_argument);
}

TEST(Statistics, QuartilesAreInterpolated) {
    const Summary summary = summarise({4, 1, 3, 2});
    EXPECT_DOUBLE_EQ(summary.median, 2.5);
    EXPECT_DOUBLE_EQ(summary.q1, 1.75);
    EXPECT_DOUBLE_EQ(summary.q3, 3.25);
    EXPECT_DOUBLE_EQ(summary.minimum, 1.0);
    EXPECT_DOUBLE_EQ(summary.maximum, 4.0);
    EXPECT_DOUBLE_EQ(summarise({7}).q3, 7.0);
    EXPECT_THROW(summarise({}), std::invalid_argument);
}

TEST(Base64, IsTheStandardOne) {
    const std::vector<std::pair<std::string, std::string>> vectors{
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [plain, encoded] : vectors) {
        EXPECT_EQ(base64Encoded(plain), encoded);
        EXPECT_EQ(base64Decoded(encoded), plain);
    }
    std::string all;
    for (int i = 0; i < 256; ++i)
        all += static_cast<char>(i);
    EXPECT_EQ(base64Decoded(base64Encoded(all)), all);
    for (const char* bad : {"Z", "Zg=", "Zm9$", "Zg==Zg==", "====", "Z==="})
        EXPECT_FALSE(base64Decoded(bad)) << bad;
}

} // namespace
} // namespace warplens::kernels
