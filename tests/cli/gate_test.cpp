// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli gate`: budgets that hold, that do not, and files that are none.
#include "tests/cli/support.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// 32 stores of one wavefront and 32 loads of 32: 1056; 128 sectors in, 128 out.
const char* const kernel = R"(extern "C" __global__ void strided(const float* in, float* out)
{
    __shared__ float tile[32][32 + PAD];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
)";
const char* const launch = R"(file = "strided.cu"
parameters = { PAD = 0 }
grid = 1
block = [32, 32]
args = ["f32[1024]=random:1", "f32[1024]"]
)";

class Gate : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = noCompiler(); !reason.empty())
            GTEST_SKIP() << reason;
    }
    Gate() {
        std::string name = fs::temp_directory_path() / "warplens-XXXXXX";
        m_folder = ::mkdtemp(name.data());
        std::ofstream(m_folder / "strided.cu") << kernel;
    }
    ~Gate() override { fs::remove_all(m_folder); }

    kernels::ProcessResult gate(const std::string& budgets, const std::vector<std::string>& more = {}) {
        std::ofstream(m_folder / "budgets.toml") << budgets;
        std::vector<std::string> arguments{"gate", m_folder / "budgets.toml"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return cli(arguments);
    }
    std::string of(const std::string& limits) const { return std::string("[[budget]]\n") + launch + limits + "\n"; }

    fs::path m_folder;
};

TEST_F(Gate, WhatIsAllowedPasses) {
    const auto result = gate(of("wavefronts = 1056\nsectors = 256\nfindings = 0\nregisters = 255\noccupancy = 0.5"));
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_NE(result.output.find("5 of 5 limits hold"), std::string::npos) << result.output;
    EXPECT_EQ(result.output.find("OVER"), std::string::npos) << result.output;
}

TEST_F(Gate, WhatIsTooMuchIsToldByHowMuchAndByLine) {
    const auto result = gate(of("wavefronts = 100\nsectors = 255\nregisters = 1"));
    EXPECT_EQ(result.ending.code, 1);
    EXPECT_NE(result.output.find("shared wavefronts: 1056, and 100 are allowed: 956 too many (+956.0 %)"),
              std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find("strided.cu:6: 1024, 32 would do\n      strided.cu:4: 32, 32 would do"),
              std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find("global sectors: 256, and 255 are allowed: 1 too many (+0.4 %)"), std::string::npos);
    EXPECT_NE(result.output.find("0 of 3 limits hold"), std::string::npos) << result.output;
    // Padding is the repair.
    std::string repaired = of("wavefronts = 100");
    repaired.replace(repaired.find("PAD = 0"), 7, "PAD = 1");
    EXPECT_EQ(gate(repaired).ending.code, 0);
}

TEST_F(Gate, MistakesAreCounted) {
    std::string text = kernel;
    text.replace(text.find("__syncthreads();"), 16, "");
    std::ofstream(m_folder / "strided.cu") << text;
    const auto result = gate(of("findings = 0"));
    EXPECT_EQ(result.ending.code, 1) << result.output << result.errors;
    EXPECT_NE(result.output.find("mistakes found: 1, and 0 are allowed: 1 too many"), std::string::npos)
        << result.output;
}

TEST_F(Gate, OtherProgramsReadIt) {
    const std::string sarif = m_folder / "out.sarif", junit = m_folder / "out.xml";
    const auto result =
        gate(of("wavefronts = 100\nsectors = 256"), {"--sarif", sarif, "--junit", junit, "--json", "-", "--annotate"});
    EXPECT_EQ(result.ending.code, 1);
    std::ifstream in(sarif);
    const json document = json::parse(in);
    ASSERT_EQ(document["runs"][0]["results"].size(), 1u);
    const json& found = document["runs"][0]["results"][0];
    EXPECT_EQ(found["ruleId"], "budget-wavefronts");
    EXPECT_EQ(document["runs"][0]["tool"]["driver"]["rules"][found["ruleIndex"].get<size_t>()]["id"], found["ruleId"]);
    EXPECT_EQ(found["locations"][0]["physicalLocation"]["region"]["startLine"], 6);
    std::ifstream xml(junit);
    const std::string tests{std::istreambuf_iterator<char>(xml), {}};
    EXPECT_NE(tests.find("tests=\"2\" failures=\"1\""), std::string::npos) << tests;
    const json answer = json::parse(result.output);
    EXPECT_EQ(answer["budgets"][0]["value"], 1056);
    EXPECT_EQ(answer["budgets"][0]["holds"], false);
    EXPECT_EQ(answer["budgets"][1]["holds"], true);
    EXPECT_NE(result.errors.find("strided.cu,line=6,title="), std::string::npos) << result.errors;
    EXPECT_TRUE(result.errors.starts_with("::error file=")) << result.errors;
}

TEST_F(Gate, StagesHaveBudgetsToo) {
    const std::string budget = "[[budget]]\nname = \"tiles\"\nstage = \"matmul/06-tiled-conflicts\"\nsize = 64\n"
                               "parameters = { PAD = 1 }\noccupancy = 1.0\nwavefronts = 0\n";
    const auto result = gate(budget);
    EXPECT_EQ(result.ending.code, 1) << result.errors;
    EXPECT_NE(result.output.find("OVER  tiles  shared wavefronts: "), std::string::npos) << result.output;
}

TEST_F(Gate, BadBudgetsAreNamedByLine) {
    const auto refuses = [&](const std::string& text, const std::string& sentence) {
        const auto result = gate(text);
        EXPECT_EQ(result.ending.code, 2) << text << result.output;
        EXPECT_NE(result.errors.find(sentence), std::string::npos) << result.errors;
    };
    refuses("", "budgets.toml:1: there is no budget");
    refuses("[[budget]\n", "budgets.toml:1: ");
    refuses("[[budget]]\nstage = 3\nfindings = 0\n", "budgets.toml:2: 'stage' has to be a text");
    refuses("[[budget]]\nfindings = 0\n", "budgets.toml:1: a budget is for one thing");
    refuses("[[budget]]\nstage = \"a/b\"\nfile = \"c\"\nfindings = 0\n", "a budget is for one thing");
    refuses("[[budget]]\nstage = \"matmul/07-tiled\"\n", "this budget limits nothing");
    refuses(of("wavefront = 3\nfindings = 0"), "budgets.toml:7: unknown key 'wavefront': did you mean wavefronts?");
    refuses(of("wavefronts = -1"), "budgets.toml:7: 'wavefronts' has to be a whole number from 0");
    refuses(of("sectors = 1.5"), "'sectors' has to be a whole number from 0");
    refuses(of("occupancy = 3"), "'occupancy' has to be a share from 0 to 1");
    refuses(of("occupancy = nan"), "'occupancy' has to be a share from 0 to 1");
    refuses("budget = 7\n", "budgets.toml:1: ");
    refuses("[[budget]]\nstage = \"matmul/no-such\"\nfindings = 0\n", "budgets.toml:1: there is no stage");
    refuses("[[budget]]\nfile = \"nowhere.cu\"\nfindings = 0\n", "budgets.toml:1: cannot read");
    EXPECT_EQ(cli({"gate", m_folder / "none.toml"}).ending.code, 2);
    EXPECT_EQ(cli({"gate", "/dev/zero"}).ending.code, 2);
}

TEST_F(Gate, OneBrokenBudgetHidesNoOther) {
    const auto result = gate("[[budget]]\nstage = \"matmul/no-such\"\nfindings = 0\n" + of("sectors = 256"));
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.output.find("1 of 1 limits hold"), std::string::npos) << result.output;
}

} // namespace
} // namespace warplens::tests
