// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a course are read, or refused with file and line.
#include "app/lessons/course.h"
#include "app/lessons/walk.h"
#include "kernels/catalogue/paths.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

const kernels::Catalogue& catalogue() {
    static const kernels::Catalogue made = kernels::loadCatalogue(kernels::stagesDir());
    return made;
}

class Reader : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(testing::TempDir()) / ("warplens-course-" + std::to_string(getpid()));
        fs::remove_all(m_folder);
        write("glossary/en.md", "# Glossary\n\n## warp, warps\n32 lanes.\n\n## bank conflict, conflicts\nSeveral.\n\n"
                                "## bank, banks\nwarplens:matmul/07-tiled?show=banks\nA part.\n");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name) << text;
    }
    Course load() const { return loadCourse(m_folder, catalogue()); }
    /// What is wrong with a lesson of that text; empty: nothing.
    std::string lessonProblem(const std::string& text) const {
        write("lessons/en/matmul/07-tiled.md", text);
        return problem();
    }
    std::string lectureProblem(const std::string& text) const {
        write("lessons/en/matmul/07-tiled.md", good);
        write("lectures/en/one.md", text);
        return problem();
    }
    std::string problem() const {
        const Course course = load();
        return course.problems.empty() ? std::string() : kernels::problemText(course.problems.front());
    }

    static constexpr const char* good =
        "---\ntitle: The tile\nstage: matmul/07-tiled\nterms: warp\n---\n\n"
        "## warplens:matmul/07-tiled?at=w1.r2&show=banks\n\nA caption\nof {{banks}}.\n\n"
        "? wavefronts\n\n> Say it.\n\n## warplens:matmul/07-tiled?TILE=16\n\nAnother.\n";
    fs::path m_folder;
};

TEST_F(Reader, ReadsALesson) {
    ASSERT_EQ(lessonProblem(good), "");
    const Course course = load();
    const Lesson* lesson = course.lesson("matmul/07-tiled");
    ASSERT_NE(lesson, nullptr);
    EXPECT_EQ(course.lessonOf("matmul/07-tiled"), lesson);
    EXPECT_EQ(lesson->title, "The tile");
    EXPECT_EQ(lesson->terms, std::vector<std::string>{"warp"});
    ASSERT_EQ(lesson->steps.size(), 2u);
    EXPECT_EQ(lesson->steps[0].caption, "A caption of {{banks}}.");
    EXPECT_EQ(lesson->steps[0].notes, "Say it.");
    EXPECT_EQ(lesson->steps[0].asks, Asks::Wavefronts);
    EXPECT_EQ(lesson->steps[0].shown.at, (app::Place{1, 2, 0}));
    EXPECT_EQ(lesson->steps[0].line, 7);
    EXPECT_EQ(lesson->steps[1].shown.parameters, (kernels::ParameterValues{{"TILE", 16}}));
}

TEST_F(Reader, RefusesWithFileAndLine) {
    const auto expect = [&](const std::string& text, int line, const std::string& part) {
        const std::string problem = lessonProblem(text);
        const std::string place = "07-tiled.md:" + std::to_string(line) + ":";
        EXPECT_NE(problem.find(place), std::string::npos) << problem << "\nfor\n" << text;
        EXPECT_NE(problem.find(part), std::string::npos) << problem;
    };
    const std::string head = "---\ntitle: T\nstage: matmul/07-tiled\n---\n";
    expect("no header", 1, "begins without a header");
    expect("---\ntitle: T\n", 1, "no end");
    expect("---\ntitel: T\n---\n", 2, "there is no 'titel' in a header");
    expect("---\nstage: matmul/07-tiled\n---\n## warplens:matmul/07-tiled\nA.\n", 1, "no 'title'");
    expect("---\ntitle: T\nstage: matmul/07-tile\n---\n", 3, "did you mean 'matmul/07-tiled'?");
    expect(head + "text\n", 5, "before the first step");
    expect(head, 5, "at least one step");
    expect(head + "## matmul/07-tiled\nA.\n", 5, "no link");
    expect(head + "\n## warplens:matmul/07-tild\nA.\n", 6, "there is no stage 'matmul/07-tild'");
    expect(head + "## warplens:matmul/07-tiled?PAD=1\nA.\n", 5, "PAD");
    expect(head + "## warplens:matmul/07-tiled?TILE=5\nA.\n", 5, "TILE");
    expect(head + "## warplens:matmul/07-tiled?where=3\nA.\n", 5, "a link knows no 'where'");
    expect(head + "## warplens:matmul/07-tiled?with=matmul/99\nA.\n", 5, "matmul/99");
    expect(head + "## warplens:matmul/07-tiled\n\n## warplens:matmul/07-tiled\nA.\n", 5, "without a text");
    expect(head + "## warplens:matmul/07-tiled\nA {{sectors.\n", 5, "a }} is missing");
    expect(head + "## warplens:matmul/07-tiled\nA.\n? lines\n", 7, "cannot be asked for");
    expect(head + "## warplens:matmul/07-tiled\nA.\n? sectors\n? sectors\n", 8, "one question");
    expect("---\ntitle: T\nstage: matmul/07-tiled\nterms: wrap\n---\n## warplens:matmul/07-tiled\nA.\n", 1,
           "no term 'wrap'");
}

TEST_F(Reader, RefusesLecturesAndGlossariesToo) {
    const std::string head = "---\ntitle: L\nminutes: 10\n---\n";
    EXPECT_EQ(lectureProblem(head + "About.\n- matmul/07-tiled 2\n- matmul/07-tiled\n"), "");
    EXPECT_EQ(load().lecture("one")->steps(), 3u);
    const auto expect = [&](const std::string& text, const std::string& place, const std::string& part) {
        const std::string problem = lectureProblem(text);
        EXPECT_NE(problem.find("one.md:" + place), std::string::npos) << problem;
        EXPECT_NE(problem.find(part), std::string::npos) << problem;
    };
    expect("---\ntitle: L\nminutes: ten\n---\n- matmul/07-tiled\n", "3", "whole number");
    expect(head, "5", "at least one lesson");
    expect(head + "- matmul/07-tile\n", "5", "did you mean 'matmul/07-tiled'?");
    expect(head + "- matmul/07-tiled 2-3\n", "5", "it has 2");
    expect(head + "- matmul/07-tiled 0\n", "5", "no steps");
    fs::remove_all(m_folder / "lectures");
    write("glossary/en.md", "## warp\nA.\n## warp\nB.\n");
    EXPECT_NE(problem().find("en.md:3: 'warp' is defined twice"), std::string::npos) << problem();
    write("glossary/en.md", "## warp\n## bank\nB.\n");
    EXPECT_NE(problem().find("en.md:1: a term without a text"), std::string::npos) << problem();
}

TEST_F(Reader, FindsTermsInASentence) {
    ASSERT_EQ(lessonProblem(good), "");
    const Course course = load();
    const std::string text = "Banks and warps: a bank conflict, databank, more banks.";
    const std::vector<TermPlace> places = termsIn(text, course);
    ASSERT_EQ(places.size(), 3u);
    EXPECT_EQ(text.substr(places[0].at, places[0].length), "Banks");
    EXPECT_EQ(places[1].term->name, "warp");
    EXPECT_EQ(text.substr(places[2].at, places[2].length), "bank conflict");
    EXPECT_EQ(course.term("WARPS")->name, "warp");
    EXPECT_EQ(course.term("lane"), nullptr);
    EXPECT_EQ(termAt(text, text.find("conflict"), course)->name, "bank conflict");
    EXPECT_EQ(termAt(text, text.find("more banks") + 6, course)->name, "bank");
    EXPECT_EQ(termAt(text, text.find("databank") + 5, course), nullptr);
}

TEST_F(Reader, AWalkAsksFirstAndShowsThen) {
    ASSERT_EQ(lectureProblem("---\ntitle: L\nminutes: 10\n---\n- matmul/07-tiled 2\n- matmul/07-tiled\n"), "");
    const Course course = load();
    Walk walk(course, *course.lecture("one"));
    EXPECT_EQ(walk.size(), 3u);
    EXPECT_FALSE(walk.isAsking());
    EXPECT_EQ(walk.following(), &course.lesson("matmul/07-tiled")->steps[0]);
    EXPECT_FALSE(walk.back());
    ASSERT_TRUE(walk.forward());
    EXPECT_TRUE(walk.isAsking());
    ASSERT_TRUE(walk.forward());
    EXPECT_FALSE(walk.isAsking());
    EXPECT_EQ(walk.at(), 1u) << "the same step, answered";
    ASSERT_TRUE(walk.forward());
    EXPECT_EQ(walk.at(), 2u);
    EXPECT_FALSE(walk.forward()) << "the end";
    ASSERT_TRUE(walk.back());
    EXPECT_FALSE(walk.isAsking()) << "it was answered before";
}

} // namespace
} // namespace warplens::lessons
