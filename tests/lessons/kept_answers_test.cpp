// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that are kept: what is written is read again, and nothing that somebody has is ever lost.
#include "app/lessons/kept_answers.h"
#include "kernels/files/bounded_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

class KeptAnswersTest : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(testing::TempDir()) / ("warplens-answers-" + std::to_string(getpid()));
        fs::remove_all(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    fs::path file() const { return m_folder / "deep" / "answers.jsonl"; }
    static std::string read(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& text) const {
        fs::create_directories(file().parent_path());
        std::ofstream(file(), std::ios::binary) << text;
    }
    fs::path m_folder;
};

const KeptAnswer practice{
    "2026-11-24T20:00:00Z", Asked{18446744073709551615u, 2, "all", 3}, "0123456789abcdef", {2}, true};
const KeptAnswer lesson{
    "2026-11-24T20:01:00Z", AskedByStep{"matmul/06-tiled-conflicts", 1}, "fedcba9876543210", {0}, false};

TEST_F(KeptAnswersTest, WhatIsKeptIsReadAgain) {
    keepAnswer(file(), practice);
    keepAnswer(file(), lesson);
    const KeptAnswers all = readAnswers(file());
    EXPECT_EQ(all.answers, (std::vector{practice, lesson}));
    EXPECT_TRUE(all.problems.empty());
    EXPECT_TRUE(read(file()).starts_with("{\"format\":\"warplens answers\",\"version\":1}\n{\"date\":"));
}

// A program that was ended in the middle of a line, a line that somebody has broken by hand.
TEST_F(KeptAnswersTest, DamagedLinesStayAndAreNamed) {
    keepAnswer(file(), practice);
    const std::string before = read(file()) + "nonsense\n{\"date\":\"2026\",\"seed\":-1}\n{\"date\":\"20";
    write(before);
    keepAnswer(file(), lesson);
    EXPECT_TRUE(read(file()).starts_with(before + "\n{\"date\":")) << "what was there is changed";
    const KeptAnswers all = readAnswers(file());
    EXPECT_EQ(all.answers, (std::vector{practice, lesson}));
    ASSERT_EQ(all.problems.size(), 3u);
    EXPECT_NE(all.problems[0].find("answers.jsonl:3: this line is no answer"), std::string::npos) << all.problems[0];
    EXPECT_NE(all.problems[2].find(":5: "), std::string::npos) << all.problems[2];
}

TEST_F(KeptAnswersTest, AForeignFileIsLeftAsItIs) {
    for (const char* text : {"my thesis\n", "{\"format\":\"something\"}\n", "[1,2]", "\x7f\x45LF\0x",
                             "{\"format\":\"warplens answers\",\"version\":2}\n"}) {
        write(text);
        for (const bool keeping : {true, false})
            try {
                if (keeping)
                    keepAnswer(file(), practice);
                else
                    readAnswers(file());
                ADD_FAILURE() << text;
            } catch (const kernels::FileError& error) {
                EXPECT_NE(std::string(error.what()).find("answers.jsonl"), std::string::npos) << error.what();
                EXPECT_TRUE(error.reason.find("name another one") != std::string::npos ||
                            error.reason.find("newer version") != std::string::npos)
                    << error.reason;
            }
        EXPECT_EQ(read(file()), text);
    }
    write("");
    keepAnswer(file(), practice); // an empty one is nobody's
    EXPECT_EQ(readAnswers(file()).answers.size(), 1u);
    EXPECT_THROW(keepAnswer(m_folder / "deep", practice), kernels::FileError) << "a folder";
}

// The same whatever language the choices are told in; another one where the key is.
TEST(QuestionMark, IsOfWhatIsAsked) {
    const std::vector<Generated> all = generateQuestions(4, 1, 20, {QuestionKind::Count, QuestionKind::Line});
    Question question = all[0].question;
    const std::string mark = questionMark(question);
    question.text = "¿?";
    for (Choice& choice : question.choices)
        choice.text += " …";
    EXPECT_EQ(questionMark(question), mark);
    std::swap(question.choices[0].right, question.choices[1].right);
    if (question.choices[0].right != question.choices[1].right) {
        EXPECT_NE(questionMark(question), mark);
    }
    for (size_t i = 1; i < all.size(); ++i)
        EXPECT_NE(questionMark(all[i].question), mark);
}

} // namespace
} // namespace warplens::lessons
