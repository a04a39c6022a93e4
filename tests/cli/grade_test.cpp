// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli grade`: a folder of answers, some of which are hostile.
#include "app/lessons/kept_answers.h"
#include "tests/cli/support.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* head = "extern \"C\" __global__ void copy(const float* from, float* to, int n)\n";

class CliGrade : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = noCompiler(); !why.empty())
            GTEST_SKIP() << why;
        m_folder = fs::path(testing::TempDir()) / ("warplens-grade-" + std::to_string(getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder / "answers");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    void hand(const std::string& student, const std::string& text) const {
        std::ofstream(m_folder / "answers" / (student + ".cu")) << text;
    }
    std::string file(const std::string& name) const { return (m_folder / name).string(); }
    static std::string read(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static std::string good() {
        return read(fs::path(WARPLENS_SOURCE_DIR) / "tests/challenges/solutions/coalesce-a-copy.cu");
    }
    static std::string flawed() {
        return read(fs::path(WARPLENS_SOURCE_DIR) / "resources/challenges/en/01-coalesce-a-copy/kernel.cu");
    }
    kernels::ProcessResult grade(std::vector<std::string> more) const {
        more.insert(more.begin(), {"grade", "--challenge", "coalesce-a-copy", file("answers")});
        return cli(more);
    }
    fs::path m_folder;
};

// It was a student without points.
TEST_F(CliGrade, AMistypedNameIsNoStudent) {
    const kernels::ProcessResult graded = cli({"grade", "--challenge", "coalesce-a-copy", file("annswers")});
    EXPECT_EQ(graded.ending.code, 2);
    EXPECT_NE(graded.errors.find("there is no file or folder"), std::string::npos) << graded.errors;
    EXPECT_TRUE(graded.output.empty()) << graded.output;
}

TEST_F(CliGrade, AFolderOfTwentyAnswers) {
    for (int i = 10; i < 22; ++i)
        hand("good" + std::to_string(i), "// by student " + std::to_string(i) + "\n" + good());
    for (int i = 10; i < 16; ++i)
        hand("flawed" + std::to_string(i), "// by student " + std::to_string(i) + "\n" + flawed());
    hand("broken", std::string(head) + "{ to[0] = nothing; }\n");
    hand("curious", "#include \"/etc/hostname\"\n" + good());
    const kernels::ProcessResult graded = grade({"--csv", file("out.csv"), "--gradescope", file("scope")});
    EXPECT_EQ(graded.ending.code, 0) << graded.errors;
    const std::string table = read(file("out.csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 21) << table;
    EXPECT_TRUE(
        table.starts_with("student,file,state,goals met,goals,score,result of to,no findings,loads of from: at most 4 "
                          "sectors per request,stores of to: at most 4 sectors per request,message\r\n"))
        << table;
    for (int i = 10; i < 22; ++i)
        EXPECT_NE(table.find("good" + std::to_string(i) + ".cu,judged,4,4,1.0000,1,1,1,1,\r\n"), std::string::npos)
            << table;
    for (int i = 10; i < 16; ++i)
        EXPECT_NE(table.find("flawed" + std::to_string(i) + ".cu,judged,2,4,0.5000,1,1,0,0,\r\n"), std::string::npos)
            << table;
    EXPECT_NE(table.find("broken.cu,refused,0,4,0.0000,0,0,0,0,"), std::string::npos) << table;
    EXPECT_NE(table.find("identifier \"\"nothing\"\" is undefined"), std::string::npos) << table;
    EXPECT_NE(table.find("curious.cu,refused,0,4,0.0000,0,0,0,0,\"line 1: this kernel stands in one file"),
              std::string::npos)
        << table;
    const json scope = json::parse(read(file("scope/flawed10.json")));
    EXPECT_EQ(scope.at("tests").size(), 4u);
    EXPECT_EQ(scope.at("tests").at(2).at("status"), "failed");
}

TEST_F(CliGrade, AHostileAnswerCostsOnlyItself) {
    hand("ann", good());
    hand("ben", std::string(head) + "{ while (from[0] < 2.0f) asm volatile(\"\" ::: \"memory\"); }\n");
    hand("cyd", "__device__ char huge[1ull << 36];\n" + std::string(head) +
                    "{ for (long i = 0; i < 1l << 36; i += 4096) huge[i] = 1; to[0] = huge[n]; }\n");
    hand("dan", "#include </dev/zero>\n" + good());
    ASSERT_EQ(mkfifo(file("answers/eve.cu").c_str(), 0600), 0);
    hand("fay", std::string(1 << 20, '('));
    fs::create_symlink("/etc/passwd", file("answers/gus.cu"));
    hand("zoe", good());
    // The loop is found by its steps; the time that a slow machine needs for them is not what is asked.
    const kernels::ProcessResult graded = grade({"--memory", "2048", "--seconds", "1500"});
    EXPECT_EQ(graded.ending.code, 0) << graded.errors;
    const std::string& table = graded.output;
    EXPECT_NE(table.find("ann.cu,judged,4,4,1.0000"), std::string::npos) << table;
    EXPECT_NE(table.find("ben.cu,judged,0,4,0.0000"), std::string::npos) << "an endless loop is a finding\n" << table;
    EXPECT_NE(table.find("cyd.cu,refused,0,4,0.0000,0,0,0,0,it needs more memory than there is"), std::string::npos)
        << table;
    EXPECT_NE(table.find("dan.cu,refused,0,4,0.0000"), std::string::npos) << table;
    EXPECT_NE(table.find("eve.cu,failed,0,4,0.0000"), std::string::npos) << table;
    EXPECT_NE(table.find("it is a pipe or a device"), std::string::npos) << table;
    EXPECT_NE(table.find("gus.cu,failed,0,4,0.0000,0,0,0,0,it is a link"), std::string::npos) << table;
    EXPECT_NE(table.find("fay.cu,"), std::string::npos) << table;
    EXPECT_EQ(table.find("fay.cu,judged"), std::string::npos) << table;
    EXPECT_NE(table.find("zoe.cu,judged,4,4,1.0000"), std::string::npos) << "after all the others\n" << table;
}

// Neither ends within hours: whatever the machine, time is over first.
TEST_F(CliGrade, WhatDoesNotEndIsEnded) {
    hand("kernel",
         std::string(head) + "{ for (long long i = 0; i < (1ll << 50); ++i) to[i % n] = from[(i * 7) % n]; }\n");
    hand("template",
         "template<int N, int M> struct G { typedef typename G<N - 1, 2 * M>::t a; typedef typename G<N - 1, 2 * M "
         "+ 1>::t b; typedef int t; };\ntemplate<int M> struct G<0, M> { typedef int t; };\n" +
             std::string(head) + "{ G<29, 1>::t x = 0; to[0] = x; }\n");
    const kernels::ProcessResult graded = grade({"--seconds", "1"});
    EXPECT_EQ(graded.ending.code, 0) << graded.errors;
    std::istringstream rows(graded.output);
    std::string row;
    ASSERT_TRUE(std::getline(rows, row));
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(std::getline(rows, row)) << graded.output;
        EXPECT_NE(row.find(",0,4,0.0000,0,0,0,0,"), std::string::npos) << row;
        EXPECT_EQ(row.find(",judged,"), std::string::npos) << row;
        EXPECT_FALSE(row.ends_with(",0,\r")) << "without a message: " << row;
    }
}

TEST_F(CliGrade, WrongUseIsSaid) {
    hand("ann", good());
    expectWrongUse({"grade", "--challenge", "coalesce-a-copi", file("answers")}, "did you mean 'coalesce-a-copy'?");
    fs::create_directories(m_folder / "empty");
    expectWrongUse({"grade", "--challenge", "coalesce-a-copy", file("empty")}, "has no .cu or .jsonl file");
    const kernels::ProcessResult lost = grade({"--csv", file("no/folder/out.csv")});
    EXPECT_EQ(lost.ending.code, 2);
    EXPECT_NE(lost.errors.find("out.csv"), std::string::npos) << lost.errors;
    // A challenge that is broken is nobody's answer.
    fs::create_directories(m_folder / "challenges/en/01-own");
    std::ofstream(m_folder / "challenges/en/01-own/kernel.cu") << "__global__ void k(int* x) { x[0] = nothing; }\n";
    std::ofstream(m_folder / "challenges/en/01-own/challenge.md")
        << "---\ntitle: Own\nlevel: 1\nlaunch: --kernel k --grid 1 --block 32 --arg i32[32]\n---\nText.\n"
           "## Goals\n- result of x\n## Hints\n- Think.\n";
    expectWrongUse({"grade", "--challenge", "own", "--course", m_folder.string(), file("answers")},
                   "own.cu:1: identifier");
    // Where there is one, nobody has to name it; where there are more, or it is another, that is said.
    expectWrongUse({"grade", "--course", m_folder.string(), file("answers")}, "own.cu:1: identifier");
    expectWrongUse({"grade", file("answers")}, "answers to which challenge?");
    expectWrongUse({"grade", "--challenge", "owl", "--course", m_folder.string(), file("answers")},
                   "did you mean 'own'?");
    // A challenge that could not be read may be the one that is meant.
    fs::create_directories(m_folder / "challenges/en/02-lost");
    std::ofstream(m_folder / "challenges/en/02-lost/challenge.md") << "no head\n";
    const kernels::ProcessResult lostOne =
        cli({"grade", "--challenge", "lost", "--course", m_folder.string(), file("answers")});
    EXPECT_EQ(lostOne.ending.code, 2);
    EXPECT_NE(lostOne.errors.find("02-lost/challenge.md:1"), std::string::npos) << lostOne.errors;
    EXPECT_NE(lostOne.errors.find("there is no challenge 'lost'"), std::string::npos) << lostOne.errors;
}

// Answers to questions, as the window keeps them: each is asked again, and judged anew.
class CliGradeQuestions : public CliGrade {
protected:
    std::string answers(const std::string& student) const { return file("answers/" + student + ".jsonl"); }
    void keep(const std::string& student, size_t number, bool right, bool claimed) const {
        const lessons::Asked asked{7, 2, "count", number};
        const lessons::Question question = lessons::generateQuestion(asked).question;
        const size_t key = question.key();
        lessons::keepAnswer(answers(student), {"2026-11-24T20:00:00Z",
                                               asked,
                                               lessons::questionMark(question),
                                               {right ? key : (key + 1) % question.choices.size()},
                                               claimed});
    }
};

TEST_F(CliGradeQuestions, EachIsAskedAgain) {
    for (size_t number = 0; number < 3; ++number)
        keep("ann", number, true, true);
    keep("ann", 0, false, false); // the first answer counts
    keep("ben", 0, false, true);  // says that it is right
    keep("ben", 1, true, true);
    std::ofstream(answers("ben"), std::ios::app) << "nonsense\n";
    std::ofstream(answers("cyd")) << "my thesis\n";
    const lessons::AskedByStep step{"matmul/06-tiled-conflicts", 1}, none{"matmul/none", 1};
    lessons::keepAnswer(answers("dan"), {"2026-11-24T20:00:00Z", step, "0123456789abcdef", {0}, true});
    lessons::keepAnswer(answers("dan"), {"2026-11-24T20:00:00Z", none, "0123456789abcdef", {0}, true});
    lessons::keepAnswer(answers("dan"), {"2026-11-24T20:00:00Z", lessons::Asked{7, 9, "count", 0}, "", {0}, true});
    const kernels::ProcessResult graded =
        cli({"grade", file("answers"), "--csv", file("out.csv"), "--gradescope", file("scope")});
    EXPECT_EQ(graded.ending.code, 0) << graded.errors;
    const std::string table = read(file("out.csv"));
    EXPECT_TRUE(table.starts_with("student,file,right,answered,score,lessons: right,lessons: answered,level 1: right,"))
        << table;
    EXPECT_NE(table.find("ann.jsonl,3,3,1.0000,0,0,0,0,3,3,0,0,0,\r\n"), std::string::npos) << table;
    EXPECT_NE(table.find("ben.jsonl,1,2,0.5000,0,0,0,0,1,2,0,0,0,1 of its lines cannot be read; 1 answers are not "
                         "what the file says of them\r\n"),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("cyd.jsonl,0,0,0.0000,"), std::string::npos) << table;
    EXPECT_NE(table.find("it is no file of answers of Warplens"), std::string::npos) << table;
    EXPECT_NE(table.find("dan.jsonl,0,0,0.0000,0,0,0,0,0,0,0,0,3,"), std::string::npos) << table;
    EXPECT_NE(graded.errors.find("ben.jsonl:4: this line is no answer"), std::string::npos) << graded.errors;
    const json scope = json::parse(read(file("scope/ben.json")));
    EXPECT_EQ(scope.at("tests").at(0).at("score"), 1);
    EXPECT_EQ(scope.at("tests").at(0).at("max_score"), 2);
    hand("eve", good());
    expectWrongUse({"grade", file("answers")}, "graded one after the other");
}

} // namespace
} // namespace warplens::tests
