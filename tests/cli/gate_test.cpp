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

TEST_F(Gate, RacesThatChangeNothingCountUnlessTheyAreAllowed) {
    const auto budget = [](const std::string& file) {
        return "[[budget]]\nfile = \"" + file + "\"\ngrid = 1\nblock = 64\nargs = [\"i32[64]\"]\nfindings = 0\n";
    };
    std::ofstream(m_folder / "same.cu") << "extern \"C\" __global__ void kernel(int* out) { out[0] = 7; }\n";
    const auto counted = gate(budget("same.cu"));
    EXPECT_EQ(counted.ending.code, 1) << counted.output << counted.errors;
    EXPECT_NE(counted.output.find("mistakes found: 1, and 0 are allowed"), std::string::npos) << counted.output;
    const auto allowed = gate(budget("same.cu"), {"--allow-benign"});
    EXPECT_EQ(allowed.ending.code, 0) << allowed.output << allowed.errors;
    EXPECT_NE(allowed.output.find("1 of 1 limits hold"), std::string::npos) << allowed.output;
    std::ofstream(m_folder / "other.cu") << "extern \"C\" __global__ void kernel(int* out) { out[0] = threadIdx.x; }\n";
    const auto changes = gate(budget("other.cu"), {"--allow-benign"});
    EXPECT_EQ(changes.ending.code, 1) << "this one changes something: " << changes.output << changes.errors;
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
    // Its only limit cannot be read: that is what is wrong with it, and not that it has none.
    for (const char* limit :
         {"sectors = \"64\"", "sectors = []", "registers = true", "sectros = 64", "occupancy = inf"})
        EXPECT_EQ(gate(of(limit)).errors.find("limits nothing"), std::string::npos) << limit;
    refuses(of("sectors = \"64\""), "budgets.toml:7: 'sectors' has to be a whole number from 0");
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

// The line above moves it, and the padding is gone.
TEST_F(Gate, SaysWhatHasChangedSinceAnAnswerByLine) {
    const std::string kept = m_folder / "kept.json", budget = of("wavefronts = 2000");
    std::string padded = budget, text = kernel;
    padded.replace(padded.find("PAD = 0"), 7, "PAD = 1");
    ASSERT_EQ(gate(padded, {"--json", kept}).ending.code, 0);
    auto same = gate(padded, {"--since", kept});
    EXPECT_EQ(same.ending.code, 0) << same.errors;
    EXPECT_NE(same.output.find("kept.json: nothing has changed"), std::string::npos) << same.output;

    text.insert(text.find("    tile["), "    // A line more.\n");
    text.replace(text.find("__syncthreads();"), 16, "");
    std::ofstream(m_folder / "strided.cu") << text;
    const auto result = gate(budget, {"--since", kept});
    EXPECT_EQ(result.ending.code, 0) << result.errors; // limits decide
    EXPECT_NE(result.output.find("shared wavefronts: 64 → 1056 (+1550.0 %)\n"
                                 "        strided.cu:7 (it was line 6): 32 → 1024"),
              std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find("mistakes found: 0 → 1"), std::string::npos) << result.output;
    EXPECT_EQ(result.output.find("global sectors"), std::string::npos) << result.output;

    const json answer = json::parse(gate(budget, {"--since", kept, "--json", "-"}).output);
    const json& changes = answer["since"][0]["changes"];
    EXPECT_EQ(changes[0]["limit"], "wavefronts");
    EXPECT_EQ(changes[0]["now"], 1056);
    EXPECT_EQ(changes[0]["lines"][0]["line_before"], 6);
    EXPECT_EQ(changes[0]["lines"][0]["line"], 7);
}

// A load that stands where another stood, one that is new and one that is gone.
TEST_F(Gate, SaysOfLinesWhetherTheyAreNewGoneOrRewritten) {
    const std::string kept = m_folder / "kept.json", budget = of("wavefronts = 2000");
    ASSERT_EQ(gate(budget, {"--json", kept}).ending.code, 0);
    std::string text = kernel;
    text.replace(text.find("tile[threadIdx.x][threadIdx.y];"), 31, "tile[threadIdx.y][threadIdx.x];");
    text.insert(text.find("    __syncthreads"), "    tile[31 - threadIdx.y][threadIdx.x] = in[threadIdx.x];\n");
    std::ofstream(m_folder / "strided.cu") << text;
    const auto rewritten = gate(budget, {"--since", kept});
    EXPECT_NE(rewritten.output.find("strided.cu:7 (in the place of line 6): 1024 → 32"), std::string::npos)
        << rewritten.output;
    EXPECT_NE(rewritten.output.find("strided.cu:5 (new): 0 → 32"), std::string::npos) << rewritten.output;

    ASSERT_EQ(gate(budget, {"--json", kept}).ending.code, 0);
    std::ofstream(m_folder / "strided.cu") << kernel;
    const auto gone = gate(budget, {"--since", kept});
    EXPECT_NE(gone.output.find("strided.cu: line 5 of before, which is gone: 32 → 0"), std::string::npos)
        << gone.output;
}

TEST_F(Gate, SaysWhatHasChangedSinceACommit) {
    const auto git = [&](std::vector<std::string> words) {
        std::vector<std::string> command{"git", "-C", m_folder, "-c", "user.name=x", "-c", "user.email=x@y.z"};
        command.insert(command.end(), words.begin(), words.end());
        return kernels::runProcess(command, {}).ending.code;
    };
    fs::create_directory(m_folder / "src");
    fs::rename(m_folder / "strided.cu", m_folder / "src/strided.cu");
    ASSERT_EQ(git({"init", "-q"}), 0);
    ASSERT_EQ(git({"add", "src"}), 0);
    ASSERT_EQ(git({"commit", "-q", "-m", "first"}), 0);
    std::string text = kernel, budget = of("wavefronts = 2000");
    text.replace(text.find("[32 + PAD]"), 10, "[33]");
    std::ofstream(m_folder / "src/strided.cu") << text;
    budget.replace(budget.find("strided.cu"), 10, "src/strided.cu");
    const auto result = gate(budget, {"--since", "HEAD"});
    EXPECT_EQ(result.ending.code, 0) << result.errors;
    EXPECT_NE(result.output.find("since HEAD:\n      shared wavefronts: 1056 → 64 (-93.9 %)\n"
                                 "        strided.cu:6: 1024 → 32"),
              std::string::npos)
        << result.output;
    // The work tree stays as it is.
    EXPECT_EQ(git({"diff", "--quiet"}), 1);

    // What the commit has not: told, and no reason to fail.
    std::ofstream(m_folder / "src/other.cu") << kernel;
    std::string other = budget;
    other.replace(other.find("src/strided.cu"), 14, "src/other.cu");
    const auto added = gate(other, {"--since", "HEAD"});
    EXPECT_EQ(added.ending.code, 0) << added.errors;
    EXPECT_NE(added.output.find("not compared: it is new: the commit has no src/other.cu"), std::string::npos)
        << added.output;
    std::ofstream(m_folder.string() + "-outside.cu") << kernel;
    std::string outside = budget;
    outside.replace(outside.find("src/strided.cu"), 14, "../" + m_folder.filename().string() + "-outside.cu");
    const auto beside = gate(outside, {"--since", "HEAD"});
    fs::remove(m_folder.string() + "-outside.cu");
    EXPECT_NE(beside.output.find("is no part of the repository"), std::string::npos) << beside.output << beside.errors;
    const auto stage =
        gate("[[budget]]\nstage = \"matmul/07-tiled\"\nsize = 32\nregisters = 255\n", {"--since", "HEAD"});
    EXPECT_NE(stage.output.find("not compared: a stage belongs to Warplens"), std::string::npos) << stage.output;

    const auto unknown = gate(budget, {"--since", "no-such"});
    EXPECT_EQ(unknown.ending.code, 2);
    EXPECT_NE(unknown.errors.find("git knows no such commit"), std::string::npos) << unknown.errors;
    EXPECT_EQ(gate(budget, {"--since", "--output=x"}).ending.code, 2);
}

TEST_F(Gate, RefusesAPastThatIsNone) {
    const std::string budget = of("wavefronts = 2000");
    std::ofstream(m_folder / "none.json") << "{\"measured\": [{\"subject\": 3}]}";
    for (const std::string past : {"none.json", "strided.cu"}) {
        const auto result = gate(budget, {"--since", m_folder / past});
        EXPECT_EQ(result.ending.code, 2) << past;
        EXPECT_NE(result.errors.find("is no answer of `warplens-cli gate --json`"), std::string::npos) << result.errors;
    }
    const auto result = gate(budget, {"--since", "HEAD"});
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_NE(result.errors.find("is in no repository of git"), std::string::npos) << result.errors;
}

} // namespace
} // namespace warplens::tests
