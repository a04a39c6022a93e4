// SPDX-License-Identifier: GPL-3.0-or-later
// A challenge is read, or refused with file and line.
#include "app/challenges/challenge.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::challenges {
namespace {

namespace fs = std::filesystem;

class ChallengeReader : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(testing::TempDir()) / ("warplens-challenges-" + std::to_string(getpid()) + "-" +
                                                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(m_folder);
        write("01-one/kernel.cu", "__global__ void k(const float* x, float* y, int n)\n{\n}\n");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    void write(const std::string& name, const std::string& text) const {
        const fs::path file = m_folder / "challenges/en" / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    Challenges load() const { return loadChallenges(m_folder); }
    std::string problem(const std::string& text) const {
        write("01-one/challenge.md", text);
        const Challenges all = load();
        return all.problems.empty() ? std::string() : kernels::problemText(all.problems.front());
    }

    static constexpr const char* head = "---\ntitle: One\nlevel: 2\nlaunch: --kernel k --grid 2 --block 32 "
                                        "--arg f32[64]=random:1 --arg f32[64] --arg i32=64\n---\n";
    static constexpr const char* rest =
        "\nA text\nof two lines.\n\nAnother.\n\n## Goals\n\n- result of y\n- no findings\n\n"
        "## Hints\n\n- First\n  and more.\n- Second.\n";
    fs::path m_folder;
};

TEST_F(ChallengeReader, ReadsAChallenge) {
    ASSERT_EQ(problem(head + std::string(rest)), "");
    const Challenges all = load();
    ASSERT_EQ(all.all.size(), 1u);
    const Challenge& one = all.all.front();
    EXPECT_EQ(one.id, "one");
    EXPECT_EQ(one.number, "01");
    EXPECT_EQ(one.level, 2);
    EXPECT_EQ(one.paragraphs, (std::vector<std::string>{"A text of two lines.", "Another."}));
    EXPECT_EQ(one.goals.size(), 2u);
    EXPECT_EQ(one.goals[0].line, 14);
    EXPECT_EQ(one.hints, (std::vector<std::string>{"First and more.", "Second."}));
    EXPECT_EQ(one.arguments, (std::vector<std::string>{"x", "y", "n"}));
    EXPECT_EQ(one.launch, one.others);
    EXPECT_FALSE(one.reference);
    EXPECT_EQ(all.find("one"), &one);
    EXPECT_EQ(all.find("two"), nullptr);
}

TEST_F(ChallengeReader, RefusesWithFileAndLine) {
    const auto expect = [&](const std::string& text, int line, const std::string& part) {
        const std::string told = problem(text);
        EXPECT_NE(told.find("challenge.md:" + std::to_string(line) + ":"), std::string::npos) << told;
        EXPECT_NE(told.find(part), std::string::npos) << told;
        EXPECT_TRUE(load().all.empty());
    };
    const std::string good = head + std::string(rest);
    const auto with = [&](const std::string& what, const std::string& by) {
        std::string text = good;
        return text.replace(text.find(what), what.size(), by);
    };
    expect("text", 1, "begins without a header");
    expect(with("level: 2", "level: 4"), 3, "from 1 to 3");
    expect(with("level: 2", "levle: 2"), 3, "there is no 'levle'");
    expect(with("title: One\n", ""), 1, "no 'title'");
    expect(with("--grid 2", "--grid two"), 4, "--grid");
    expect(with("--grid 2", "--grids 2"), 4, "a launch has no '--grids'");
    expect(with("--arg i32=64", "--arg"), 4, "--arg has no value");
    expect(with(" --arg i32=64", ""), 4, "takes 3 arguments, and 2 are given");
    expect(with("--arg f32[64]=random:1", "--arg f33[64]=random:1"), 4, "f33");
    expect(with("--kernel k", "--kernel kk"), 4, "no kernel 'kk'");
    expect(with("## Goals", "## Goal"), 12, "there is no section 'Goal'");
    expect(with("- result of y", "- result of z"), 14, "the kernel has no array 'z'");
    expect(with("- result of y", "- result of n"), 14, "the kernel has no array 'n'");
    expect(with("- result of y\n", ""), 14, "no goal asks for a result");
    expect(with("- result of y", "result of y"), 14, "each begins with -");
    expect(with("- no findings", "- no finding"), 15, "is no goal");
    expect(with("- First\n  and more.\n- Second.\n", ""), 19, "without a hint");
    expect(with("\nA text\nof two lines.\n\nAnother.\n", "\n"), 18, "without a text");
}

TEST_F(ChallengeReader, RefusesFoldersAndFilesToo) {
    ASSERT_EQ(problem(head + std::string(rest)), "");
    write("one/challenge.md", head + std::string(rest));
    write("02-one/challenge.md", head + std::string(rest));
    write("02-one/kernel.cu", "__global__ void k(const float* x, float* y, int n) {}");
    write("03-two/challenge.md", head + std::string(rest));
    write("04-three/kernel.cu", "");
    const Challenges all = load();
    EXPECT_EQ(all.all.size(), 1u);
    std::string told;
    for (const kernels::Problem& each : all.problems)
        told += kernels::problemText(each) + "\n";
    EXPECT_EQ(all.problems.size(), 4u) << told;
    EXPECT_NE(told.find("there is another challenge 'one'"), std::string::npos) << told;
    EXPECT_NE(told.find("03-two/kernel.cu"), std::string::npos) << told;
    EXPECT_NE(told.find("04-three/challenge.md"), std::string::npos) << told;
    EXPECT_NE(told.find("'one' has no number"), std::string::npos) << told;
}

} // namespace
} // namespace warplens::challenges
