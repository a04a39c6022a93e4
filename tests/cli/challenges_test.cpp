// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli challenges`.
#include "tests/cli/support.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class CliChallenges : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(testing::TempDir()) / ("warplens-cli-challenges-" + std::to_string(getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    std::string file(const std::string& name) const { return (m_folder / name).string(); }
    static std::string solution(const std::string& name) {
        return std::string(WARPLENS_SOURCE_DIR) + "/tests/challenges/solutions/" + name + ".cu";
    }
    fs::path m_folder;
};

TEST_F(CliChallenges, AreListedAndTold) {
    const json all = answer({"challenges"});
    ASSERT_GE(all.size(), 16u);
    EXPECT_EQ(all.at(0).at("id"), "coalesce-a-copy");
    const kernels::ProcessResult told = cli({"challenges", "07-pad-the-tile", "--hints", "1"});
    EXPECT_EQ(told.ending.code, 0) << told.errors;
    for (const char* part :
         {"07 Remove conflicts by padding (level 2)", "--grid 2,2 --block 32,32", "that of the kernel as it is given",
          "\n  shared accesses: at most 0 conflicts\n", "\n  1. In which bank", "__shared__ float tile[32][32];"})
        EXPECT_NE(told.output.find(part), std::string::npos) << part << "\n" << told.output;
    EXPECT_EQ(told.output.find("r * 33"), std::string::npos) << "the second hint was not asked for";
    EXPECT_NE(cli({"challenges", "missing-barrier"}).output.find("that of a slow kernel that is right"),
              std::string::npos);
}

TEST_F(CliChallenges, AreJudged) {
    if (const std::string why = noCompiler(); !why.empty())
        GTEST_SKIP() << why;
    const kernels::ProcessResult written = cli({"challenges", "coalesce-a-copy", "--write", file("copy.cu")});
    EXPECT_EQ(written.ending.code, 0) << written.errors;
    kernels::ProcessResult judged = cli({"challenges", "coalesce-a-copy", "--solution", file("copy.cu")});
    EXPECT_EQ(judged.ending.code, 1) << judged.errors;
    EXPECT_NE(judged.output.find("✗ loads of from: at most 4 sectors per request — 32 sectors per request (16384 "
                                 "sectors in 512 requests) (" +
                                 file("copy.cu") + ":7)"),
              std::string::npos)
        << judged.output;
    EXPECT_NE(judged.output.find("coalesce-a-copy: 2 of 4 goals are met"), std::string::npos) << judged.output;
    judged = cli({"challenges", "coalesce-a-copy", "--solution", solution("coalesce-a-copy")});
    EXPECT_EQ(judged.ending.code, 0) << judged.output << judged.errors;
    EXPECT_EQ(judged.output.find("✗"), std::string::npos) << judged.output;
    const json verdict = answer({"challenges", "coalesce-a-copy", "--solution", solution("coalesce-a-copy")});
    EXPECT_EQ(verdict.at("met"), true);
    EXPECT_EQ(verdict.at("goals").size(), 4u);
    EXPECT_EQ(verdict.at("goals").at(2).at("found"), "4 sectors per request (2048 sectors in 512 requests)");
}

TEST_F(CliChallenges, SayWhatCannotBeJudged) {
    if (const std::string why = noCompiler(); !why.empty())
        GTEST_SKIP() << why;
    std::ofstream(file("broken.cu")) << "extern \"C\" __global__ void copy(\n";
    const kernels::ProcessResult judged = cli({"challenges", "coalesce-a-copy", "--solution", file("broken.cu")});
    EXPECT_EQ(judged.ending.code, 1);
    EXPECT_TRUE(judged.output.starts_with("not judged: coalesce-a-copy.cu:")) << judged.output;
    expectWrongUse({"challenges", "coalesce-a-copy", "--solution", file("missing.cu")}, "missing.cu");
    expectWrongUse({"challenges", "coalesce-a-copi"}, "did you mean 'coalesce-a-copy'?");
    expectWrongUse({"challenges", "--solution", file("broken.cu")}, "without a challenge");
}

TEST_F(CliChallenges, OfAFolderAreReadOrRefusedWithTheirPlace) {
    fs::create_directories(m_folder / "challenges/en/01-own");
    std::ofstream(m_folder / "challenges/en/01-own/kernel.cu") << "__global__ void k(int* x) {}\n";
    std::ofstream(m_folder / "challenges/en/01-own/challenge.md")
        << "---\ntitle: Own\nlevel: 1\nlaunch: --kernel k --grid 1 --block 32 --arg i32[32]\n---\nText.\n"
           "## Goals\n- result of y\n## Hints\n- Think.\n";
    const kernels::ProcessResult told = cli({"challenges", "--course", m_folder.string()});
    EXPECT_EQ(told.ending.code, 2);
    EXPECT_NE(told.errors.find("01-own/challenge.md:8: the kernel has no array 'y'"), std::string::npos) << told.errors;
}

} // namespace
} // namespace warplens::tests
