// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a course's answers.
#include "app/challenges/grade.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warplens::challenges {
namespace {

using nlohmann::ordered_json;

Challenge two() {
    Challenge challenge;
    challenge.goals = {parseGoal("result of y", 1), parseGoal("no findings", 2)};
    return challenge;
}

Grade gradeOf(const std::string& student) {
    Grade grade;
    grade.student = student;
    grade.file = student + ".cu";
    grade.goals = {{"result of y", "", false, 0}, {"no findings", "", false, 0}};
    return grade;
}

TEST(Grade, TakesOverAVerdict) {
    Grade grade = gradeOf("ann");
    takeVerdict(grade,
                ordered_json::parse(R"({"goals": [{"goal": "result of y", "met": true, "found": "same", "line": null},
        {"goal": "no findings", "met": false, "found": "race", "line": 7}]})"));
    EXPECT_EQ(grade.goalsMet(), 1u);
    EXPECT_EQ(grade.goals[1].line, 7u);
    EXPECT_EQ(grade.state, Grade::State::Judged);
    const ordered_json scope = gradescopeJson(grade);
    EXPECT_EQ(scope.at("output"), "1 of 2 goals are met");
    EXPECT_EQ(scope.at("tests").at(0).at("score"), 1);
    EXPECT_EQ(scope.at("tests").at(1).at("score"), 0);
    EXPECT_EQ(scope.at("tests").at(1).at("output"), "race (line 7)");
    takeVerdict(grade, ordered_json{{"problem", "does not compile"}});
    EXPECT_EQ(grade.state, Grade::State::Refused);
    EXPECT_EQ(gradescopeJson(grade).at("output"), "refused: does not compile");
    Grade other = gradeOf("ben");
    EXPECT_THROW(takeVerdict(other, ordered_json::parse(R"({"goals": []})")), nlohmann::json::exception);
    EXPECT_THROW(takeVerdict(other, ordered_json::parse("3")), nlohmann::json::exception);
}

TEST(Grade, ATableHasNoFormulasAndKeepsItsColumns) {
    Grade good = gradeOf("ann"), odd = gradeOf("=HYPERLINK(\"x\")");
    good.goals[0].met = good.goals[1].met = true;
    odd.state = Grade::State::Refused;
    odd.message = "one, \"two\"\nthree";
    EXPECT_EQ(gradesCsv(two(), {good, odd}),
              "student,file,state,goals met,goals,score,result of y,no findings,message\r\n"
              "ann,ann.cu,judged,2,2,1.0000,1,1,\r\n"
              "\"'=HYPERLINK(\"\"x\"\")\",\"'=HYPERLINK(\"\"x\"\").cu\",refused,0,2,0.0000,0,0,"
              "\"one, \"\"two\"\"\nthree\"\r\n");
}

TEST(Grade, StudentsAreNamedByTheirFiles) {
    EXPECT_EQ(studentsOf({"a/ann.cu", "a/ben.cu"}), (std::vector<std::string>{"ann", "ben"}));
    EXPECT_EQ(studentsOf({"ann/answer.cu", "ben/answer.cu", "cyd.cu"}),
              (std::vector<std::string>{"ann/answer", "ben/answer", "cyd"}));
}

} // namespace
} // namespace warplens::challenges
