// SPDX-License-Identifier: GPL-3.0-or-later
// Every lane's arithmetic, in the order of the GPU: the kernels that add up one product after the other give the bits
// of a chain of fused multiply-adds. On an H200 they gave the same bits (warplens-cli check).
#include "app/engine/simulation.h"
#include "sim/trace/counts.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

using namespace warplens;

namespace {

std::vector<float> floats(const std::vector<std::byte>& bytes) {
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

struct Case {
    std::string stage;
    kernels::ParameterValues parameters;
    kernels::Size size;
};

std::unique_ptr<engine::Simulation> simulationOf(const Case& c) {
    const kernels::Stage& stage = *tests::catalogue().find(c.stage);
    const auto instance = kernels::makeInstance(stage, c.parameters, c.size);
    const auto image = engine::imageOfStage(tests::compiler(), stage, instance.parameters, "9.0");
    return std::make_unique<engine::Simulation>(image, engine::launchOfStage(instance));
}

/// The elements of one of its matrices, without padding.
std::vector<float> matrixOf(const Case& c, engine::Simulation& simulation, const char* name) {
    const kernels::Stage& stage = *tests::catalogue().find(c.stage);
    const auto instance = kernels::makeInstance(stage, c.parameters, c.size);
    const kernels::ArgumentSpec spec = kernels::parseArgumentSpec(instance.findArgument(name)->spec());
    return floats(kernels::withoutPadding(spec.type, spec.fill, simulation.contents(simulation.array(name))));
}

class Products : public testing::TestWithParam<Case> {};

/// How many slices of k are added up apart: up to four by the warps of a block, more by several blocks.
size_t slicesOf(const Case& c) {
    for (const kernels::ParameterValue& value : c.parameters)
        if (value.name == "SLICES")
            return static_cast<size_t>(value.value);
    return 1;
}

} // namespace

TEST_P(Products, AreTheBitsOfAChainOfFusedMultiplyAdds) {
    const Case& c = GetParam();
    const auto simulation = simulationOf(c);
    const std::vector<float> a = matrixOf(c, *simulation, "A");
    const std::vector<float> b = matrixOf(c, *simulation, "B");
    const sim::simt::RunResult result = simulation->run({});
    ASSERT_TRUE(result.findings.empty()) << result.findings.front().message;
    const std::vector<float> product = matrixOf(c, *simulation, "C");
    const auto m = static_cast<size_t>(c.size.m), n = static_cast<size_t>(c.size.n), k = static_cast<size_t>(c.size.k);
    ASSERT_EQ(product.size(), m * n);
    size_t different = 0;
    for (size_t row = 0; row < m; ++row)
        for (size_t column = 0; column < n; ++column) {
            // A block has one part of k; its slices take eight k each in turn, and each adds up some rows of a tile.
            const size_t slices = std::min<size_t>(4, slicesOf(c)), blocks = slicesOf(c) / slices, depth = 8 * slices;
            const size_t share = blocks == 1 ? k : (k - 1) / (depth * blocks) * depth + depth;
            const size_t owner = row % 64 * slices / 64;
            float sum = 0;
            for (size_t block = 0; block < blocks; ++block) {
                std::vector<float> sums(slices, 0.0f);
                for (size_t i = block * share; i < std::min(k, (block + 1) * share); ++i) {
                    float& part = sums[(i - block * share) / 8 % slices];
                    part = std::fma(a[row * k + i], b[i * n + column], part);
                }
                float all = sums[owner];
                for (size_t step = 1; step < slices; ++step)
                    all += sums[(owner + step) % slices];
                sum = block == 0 ? all : sum + all;
            }
            different += std::memcmp(&sum, &product[row * n + column], sizeof(float)) != 0;
        }
    EXPECT_EQ(different, 0u) << "of " << product.size() << " elements";
}

namespace {

/// Every variant of every kernel of the product that adds up in the order of k, at awkward sizes.
std::vector<Case> allProducts() {
    std::vector<Case> cases{{"matmul/07-tiled", {{"TILE", 32}}, {509, 487, 501}},
                            {"matmul/02-naive", {}, {128, 128, 128}}};
    for (const kernels::Stage& stage : tests::catalogue().stages) {
        if (stage.computes != "matmul" || !stage.kernel || stage.rounding)
            continue;
        for (const kernels::ParameterValues& values : kernels::allVariants(stage)) {
            const bool compensated =
                std::any_of(values.begin(), values.end(), [](const kernels::ParameterValue& value) {
                    return value.name == "KAHAN" && value.value == 1;
                });
            if (compensated)
                continue; // another sum, nearer to the truth
            for (const kernels::Size& size : {kernels::Size{1, 1, 1}, kernels::Size{101, 67, 83},
                                              kernels::Size{3, 130, 40}, kernels::Size{64, 32, 96}})
                cases.push_back({stage.id, values, size});
        }
    }
    return cases;
}

std::string nameOf(const testing::TestParamInfo<Case>& test) {
    const Case& c = test.param;
    std::string name = c.stage;
    for (const std::string& part : {kernels::variantText(c.parameters), kernels::sizeText(c.size)})
        name.append("_").append(part);
    for (char& letter : name)
        letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
    return name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Ladder, Products, testing::ValuesIn(allProducts()), nameOf);

TEST(Compensation, MakesTheErrorSmaller) {
    const auto largestError = [](int64_t kahan) {
        const Case c{"matmul/03-naive-1d", {{"KAHAN", kahan}}, {16, 16, 4096}};
        const auto simulation = simulationOf(c);
        const std::vector<float> a = floats(simulation->contents(simulation->array("A")));
        const std::vector<float> b = floats(simulation->contents(simulation->array("B")));
        simulation->run({});
        const std::vector<float> product = floats(simulation->contents(simulation->array("C")));
        double largest = 0;
        for (size_t row = 0; row < 16; ++row)
            for (size_t column = 0; column < 16; ++column) {
                double sum = 0;
                for (size_t i = 0; i < 4096; ++i)
                    sum += double(a[row * 4096 + i]) * double(b[i * 16 + column]);
                largest = std::max(largest, std::abs(product[row * 16 + column] - sum) / sum);
            }
        return largest;
    };
    EXPECT_LT(10 * largestError(1), largestError(0));
}

// What an H200 counted under Nsight Compute; see resources/recordings for all of it.
TEST(Wavefronts, OfALaunchEqualTheHardwares) {
    const auto wavefronts = [](const Case& c) {
        const auto simulation = simulationOf(c);
        const sim::simt::RunResult result = simulation->runSample({});
        EXPECT_TRUE(result.exact);
        return sim::trace::totals(simulation->program(), result).shared.sum().wavefronts;
    };
    const kernels::Size size{512, 512, 512};
    EXPECT_EQ(wavefronts({"matmul/06-tiled-conflicts", {{"PAD", 0}}, size}), 39'976'960u);
    EXPECT_EQ(wavefronts({"matmul/06-tiled-conflicts", {{"PAD", 1}}, size}), 8'650'752u);
    EXPECT_EQ(wavefronts({"matmul/07-tiled", {{"TILE", 32}}, size}), 6'553'600u);
}
