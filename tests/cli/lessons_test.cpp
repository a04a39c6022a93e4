// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli lessons` and `warplens-cli questions`.
#include "tests/cli/support.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

TEST(CliLessons, AreListed) {
    const json all = answer({"lessons"});
    EXPECT_EQ(all.at("lectures").size(), 4u);
    EXPECT_GE(all.at("lessons").size(), 50u);
    EXPECT_EQ(all.at("lectures").at(0).at("minutes"), 10);
}

TEST(CliLessons, AreToldWithTheirFigures) {
    const kernels::ProcessResult told = cli({"lessons", "matmul/06-tiled-conflicts"});
    EXPECT_EQ(told.ending.code, 0) << told.errors;
    EXPECT_NE(told.output.find("warplens:matmul/06-tiled-conflicts?PAD=0&at=r3&show=banks"), std::string::npos);
    EXPECT_NE(told.output.find("32 words lie in one bank: 32 wavefronts"), std::string::npos) << told.output;
    EXPECT_NE(told.output.find("* 32 wavefronts"), std::string::npos) << told.output;
    EXPECT_EQ(told.output.find_first_of("{}"), std::string::npos) << told.output;
    const json lesson = answer({"lessons", "matmul/06-tiled-conflicts"}).at(0);
    EXPECT_EQ(lesson.at("steps").size(), 4u);
    EXPECT_EQ(lesson.at("steps").at(1).at("question").at("choices").back().at("right"), true);
}

TEST(CliLessons, SayWhereTheyCannotHold) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("warplens-lessons-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "lessons/en/matmul");
    std::filesystem::create_directories(folder / "glossary");
    std::ofstream(folder / "glossary/en.md") << "## warp\nLanes.\n";
    const std::filesystem::path file = folder / "lessons/en/matmul/one.md";
    const auto write = [&](const std::string& step) {
        std::ofstream(file) << "---\ntitle: T\nstage: matmul/07-tiled\n---\n" << step;
    };
    write("## warplens:matmul/07-tiled?at=r5\n\n{{More | wavefronts here > wavefronts ideal here}}.\n");
    kernels::ProcessResult told = cli({"lessons", "all", "--course", folder.string()});
    EXPECT_EQ(told.ending.code, 1);
    EXPECT_NE(told.errors.find("one.md:5: {{More | wavefronts here"), std::string::npos) << told.errors;
    EXPECT_NE(told.errors.find("does not hold: 1 and 1"), std::string::npos) << told.errors;
    write("## warplens:matmul/07-tiled?at=r5\n\nA {{waves here}}.\n");
    told = cli({"lessons", "all", "--course", folder.string()});
    EXPECT_EQ(told.ending.code, 1);
    EXPECT_NE(told.errors.find("a request has no 'waves'"), std::string::npos) << told.errors;
    write("## warplens:matmul/08-tiled\n\nA.\n");
    told = cli({"lessons", "all", "--course", folder.string()});
    EXPECT_EQ(told.ending.code, 2);
    EXPECT_NE(told.errors.find("one.md:5: there is no stage 'matmul/08-tiled'"), std::string::npos) << told.errors;
    std::filesystem::remove_all(folder);
    expectWrongUse({"lessons", "matmul/07-tile"}, "did you mean 'matmul/07-tiled'?");
}

TEST(CliLessons, MomentsAreLinksToBeginWith) {
    const json moments = answer({"lessons", "--moments", "matmul/06-tiled-conflicts?PAD=0"});
    EXPECT_EQ(moments.at(3).at("link"), "warplens:matmul/06-tiled-conflicts?PAD=0&at=r3");
    EXPECT_EQ(moments.at(3).at("wavefronts"), 32);
    EXPECT_EQ(moments.at(3).at("ideal"), 1);
    expectWrongUse({"lessons", "--moments", "matmul/22-cublas"}, "no block to look into");
    expectWrongUse({"lessons", "--moments", "matmul/06-tiled-conflicts?PAD=7"}, "PAD");
}

TEST(CliQuestions, AreOfEachKind) {
    const json banks = answer({"questions", "--kind", "banks", "--level", "2", "--count", "10"});
    for (const json& question : banks) {
        EXPECT_EQ(question.at("asks"), "banks");
        EXPECT_EQ(question.at("choices").size(), 32u);
        for (const json& bank : question.at("key"))
            EXPECT_EQ(question.at("choices").at(bank.get<size_t>()).at("right"), true);
    }
    const json order = answer({"questions", "--kind", "order", "--level", "3", "--count", "10"});
    for (const json& question : order) {
        EXPECT_EQ(question.at("asks"), "order");
        EXPECT_EQ(question.at("key").size(), 5u);
        EXPECT_NE(question.at("details").at(0).get<std::string>().find("recorded on NVIDIA"), std::string::npos);
    }
    const kernels::ProcessResult told = cli({"questions", "--kind", "order"});
    EXPECT_NE(told.output.find("You put the slowest first."), std::string::npos) << told.output << told.errors;
    expectWrongUse({"questions", "--kind", "colours"}, "write count, banks, line, order or all");
}

TEST(CliQuestions, AreWrittenAsPackages) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("warplens-packages-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    for (const char* name : {"q.zip", "q.h5p"}) {
        const kernels::ProcessResult told = cli({"questions", "--kind", "all", "--out", (folder / name).string()});
        EXPECT_EQ(told.ending.code, 0) << told.errors;
        std::ifstream file(folder / name, std::ios::binary);
        EXPECT_TRUE(file.get() == 'P' && file.get() == 'K') << name;
    }
    std::filesystem::remove_all(folder);
    expectWrongUse({"questions", "--out", (folder / "q.zip").string()}, "cannot write");
    expectWrongUse({"questions", "--out", "questions.txt"}, "end its name with .zip");
}

TEST(CliQuestions, HaveKeysThatCanBeCountedAgain) {
    const json questions = answer({"questions", "--seed", "11", "--level", "3", "--count", "40"});
    ASSERT_EQ(questions.size(), 40u);
    for (const json& question : questions) {
        int right = 0;
        for (const json& choice : question.at("choices"))
            right += choice.at("right").get<bool>() ? 1 : 0;
        EXPECT_EQ(right, 1) << question;
    }
    EXPECT_EQ(questions, answer({"questions", "--seed", "11", "--level", "3", "--count", "40"}));
    EXPECT_NE(questions, answer({"questions", "--seed", "12", "--level", "3", "--count", "40"}));
    const kernels::ProcessResult wrong = cli({"questions", "--level", "4"});
    EXPECT_EQ(wrong.ending.code, 2);
    EXPECT_NE(wrong.errors.find("--level: 4 is not from 1 to 3"), std::string::npos) << wrong.errors;
}

} // namespace
} // namespace warplens::tests
