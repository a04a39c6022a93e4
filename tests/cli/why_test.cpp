// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli why`.
#include "tests/cli/support.h"

#include <fstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

const json* limit(const json& document, const std::string& resource) {
    for (const json& each : document.at("limits"))
        if (each.at("resource") == resource)
            return &each;
    return nullptr;
}

TEST(CliWhy, SaysWhatBindsAndWhatPaddingLeaves) {
    const std::vector<std::string> arguments{"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=0"};
    const json document = answer(arguments);
    EXPECT_EQ(document.at("gpu"), "NVIDIA H200");
    EXPECT_EQ(document.at("binds"), "shared memory wavefronts");
    EXPECT_EQ(document.at("measured").at("origin"), "recorded");
    const json* wavefronts = limit(document, "shared memory wavefronts");
    ASSERT_NE(wavefronts, nullptr);
    EXPECT_EQ(wavefronts->at("amount"), 39'976'960) << "what an H200 counts";
    EXPECT_EQ(wavefronts->at("amount_origin"), "modelled");
    EXPECT_EQ(wavefronts->at("rate_origin"), "quoted");
    EXPECT_TRUE(wavefronts->at("floor").get<bool>());
    const double floor = document.at("floor_ms").get<double>();
    EXPECT_EQ(floor, wavefronts->at("ms"));
    EXPECT_LE(floor, document.at("measured_ms").get<double>());
    EXPECT_NEAR(document.at("unexplained_ms").get<double>(), document.at("measured_ms").get<double>() - floor, 1e-12);
    EXPECT_LT(document.at("changes").at(0).at("floor_ms").get<double>(), floor);
    for (const json& each : document.at("limits"))
        for (const char* text : {"unit", "amount_origin", "rate_unit", "rate_origin"})
            EXPECT_FALSE(each.at(text).get<std::string>().empty()) << each;

    const auto text = cli(arguments);
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("without bank conflicts"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("06-tiled-conflicts.cu:23"), std::string::npos) << text.output;
    const json padded = answer({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=1"});
    EXPECT_LT(padded.at("floor_ms").get<double>(), 0.5 * floor);
}

TEST(CliWhy, AnyKernelAndOtherGpus) {
    const std::string file = ::testing::TempDir() + "/why_own.cu";
    std::ofstream(file) << "__global__ void twice(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";
    const std::vector<std::string> launch{
        "why", file, "--grid", "1024", "--block", "256", "--arg", "f32[262144]=random:1", "--gpu", "RTX 4090"};
    const json document = answer(launch);
    EXPECT_EQ(document.at("gpu"), "NVIDIA GeForce RTX 4090");
    EXPECT_EQ(document.at("compute_capability"), "8.9");
    EXPECT_TRUE(document.at("measured_ms").is_null());
    EXPECT_TRUE(document.at("limits").at(0).at("share").is_null()) << "of a time that nobody knows";
    EXPECT_NE(document.at("verdict").get<std::string>().find("no time of this launch is recorded"), std::string::npos);
    EXPECT_EQ(limit(document, "DRAM"), nullptr) << "not known without the caches";
    ASSERT_NE(limit(document, "L1 lines"), nullptr);
    EXPECT_EQ(limit(document, "L1 lines")->at("amount"), 1024 * 8 * 2);
}

TEST(CliWhy, ATableOfWhatWasRecorded) {
    const json document = answer({"why", "transpose/04-tiled", "--all", "--size", "2048"});
    ASSERT_EQ(document.at("launches").size(), 2u);
    for (const json& launch : document.at("launches")) {
        EXPECT_EQ(launch.at("stage"), "transpose/04-tiled");
        EXPECT_LE(launch.at("floor_ms").get<double>(), launch.at("measured_ms").get<double>());
    }
    const auto text = cli({"why", "transpose/04-tiled", "--all", "--size", "2048"});
    EXPECT_NE(text.output.find("2 of 2 recorded times are no shorter"), std::string::npos) << text.output;
}

TEST(CliWhy, SaysWhatToWriteInstead) {
    expectWrongUse({"why"}, "name a stage or a file");
    expectWrongUse({"why", "matmul/07-tiled", "--gpu", "nvidia"}, "is no single GPU");
    expectWrongUse({"why", "matmul/07-tiled", "--arch", "7.0"}, "write --gpu with one of");
    expectWrongUse({"why", "matmul/07-tiled", "--cache", "lukewarm"}, "write warm or cold");
    expectWrongUse({"why", "matmul/21-cublas"}, "no kernel of its own");
    expectWrongUse({"why", "matmul/07-tiled", "--all", "--size", "77"}, "leave --all out");
}

} // namespace
} // namespace warplens::tests
