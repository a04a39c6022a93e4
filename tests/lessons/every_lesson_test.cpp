// SPDX-License-Identifier: GPL-3.0-or-later
// What the lessons that ship say: every link opens, every figure is computed, every claim holds, every question has one
// answer, which is the model's count; and what a step shows is worth showing. In every language.
#include "app/lessons/course.h"
#include "app/lessons/moments.h"
#include "app/lessons/picturing.h"
#include "app/lessons/telling.h"
#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "app/model/sources.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>

namespace warplens::lessons {
namespace {

struct Shipped {
    explicit Shipped(std::string_view spoken)
        : catalogue(kernels::loadCatalogue(kernels::stagesDir()))
        , course(loadCourse(kernels::resourcesDir(), catalogue, "en", nullptr, spoken)) {}
    kernels::Catalogue catalogue;
    Course course;
    std::vector<kernels::Recording> recordings = kernels::shippedRecordings(catalogue);
    kernels::StageCompiler compiler;
    words::Facts facts{catalogue, compiler, recordings};
    Teller teller{catalogue, compiler, facts};
};

/// In English, or in the language that is spoken from now on.
Shipped& shipped(std::string_view language = "en") {
    static std::map<std::string_view, std::unique_ptr<Shipped>> made;
    tongue::speak(*tongue::languageOf(language), kernels::resourcesDir() / "translations");
    auto& found = made[tongue::kindOf(tongue::spoken()).code];
    if (!found)
        found = std::make_unique<Shipped>(language);
    return *found;
}

/// Nothing is said but text, constants, and what was computed.
void expectHolds(const std::string& raw, const words::Filled& filled) {
    const words::Text text = words::parse(raw);
    for (const std::string& problem : text.problems)
        ADD_FAILURE() << problem;
    const bool english = tongue::spoken() == tongue::Language::English;
    for (const std::string& figure : words::plainFigures(text))
        if (english || std::isdigit(static_cast<unsigned char>(figure.front())) != 0) // its words are English ones
            ADD_FAILURE() << "'" << figure << "' is no marker: let it be computed, or write {{=" << figure << "}}";
    for (const words::Piece& piece : filled.pieces)
        EXPECT_EQ(piece.state, words::State::Known) << "{{" << piece.marker << "}}: " << piece.why;
    const std::string shown = filled.text();
    EXPECT_EQ(shown.find_first_of("{}"), std::string::npos) << shown;
    static const std::regex grammar(
        "\\b(one (wavefronts|sectors|lanes|banks|lines)|(two|three|four|eight|[2-9]|[1-9][0-9]) "
        "(wavefront|sector|lane|bank)\\b[^-])");
    // The form for two to four, where the number wants another.
    static const std::regex polish(
        "(^|[^0-9,])([0-9]*([05-9]|1[0-9]|[0-9]1)|1) (wavefronty|sektory|tory|banki|linie|bloki|kafelki)\\b");
    if (english) {
        EXPECT_FALSE(std::regex_search(shown, grammar)) << shown;
    } else if (tongue::spoken() == tongue::Language::Polish) {
        EXPECT_FALSE(std::regex_search(shown, polish)) << shown;
    }
}

class EveryLesson : public testing::TestWithParam<std::string> {
protected:
    const Lesson& lesson() const { return *shipped().course.lesson(GetParam()); }
};

/// A caption is one or two sentences: blanks in it at most; Chinese has hardly any.
ptrdiff_t longestCaption(std::string_view language) {
    return language == "pl" ? 80 : 75;
}

TEST_P(EveryLesson, SaysOnlyWhatHolds) {
    ASSERT_NE(shipped().course.lesson(GetParam()), nullptr);
    for (const Step& step : lesson().steps) {
        SCOPED_TRACE(step.link);
        const ToldStep told = shipped().teller.tell(step);
        expectHolds(step.caption, told.caption);
        const std::string caption = told.caption.text();
        EXPECT_LE(std::count(caption.begin(), caption.end(), ' '), longestCaption("en"))
            << "a caption is one or two sentences: " << caption;
        EXPECT_EQ(told.questions.size(), step.asks == Asks::Nothing ? 0u : 1u);
    }
}

// The same steps, links and questions, and figures that are computed as well: told in another language.
TEST_P(EveryLesson, IsTheSameInEveryLanguage) {
    const Lesson english = lesson();
    for (const tongue::LanguageKind& kind : tongue::languages) {
        if (kind.language == tongue::Language::English)
            continue;
        SCOPED_TRACE(kind.code);
        Shipped& there = shipped(kind.code);
        for (const kernels::Problem& problem : there.course.problems)
            ADD_FAILURE() << kernels::problemText(problem);
        const Lesson* told = there.course.lesson(GetParam());
        ASSERT_NE(told, nullptr);
        ASSERT_NE(told->file, english.file) << "it is not translated: write resources/lessons/" << kind.code << "/"
                                            << GetParam() << ".md, as docs/languages.md says";
        EXPECT_NE(told->title, english.title);
        EXPECT_EQ(told->stage, english.stage);
        EXPECT_EQ(told->terms, english.terms);
        ASSERT_EQ(told->steps.size(), english.steps.size());
        for (size_t i = 0; i < english.steps.size(); ++i) {
            const Step &step = told->steps[i], &original = english.steps[i];
            SCOPED_TRACE(step.link);
            EXPECT_EQ(step.link, original.link);
            EXPECT_EQ(step.asks, original.asks);
            EXPECT_EQ(step.parameter, original.parameter);
            EXPECT_EQ(step.notes.empty(), original.notes.empty());
            EXPECT_NE(step.caption, original.caption);
            const ToldStep filled = there.teller.tell(step);
            expectHolds(step.caption, filled.caption);
            const std::string caption = filled.caption.text();
            EXPECT_LE(std::count(caption.begin(), caption.end(), ' '), longestCaption(kind.code)) << caption;
            EXPECT_EQ(filled.questions.size(), original.asks == Asks::Nothing ? 0u : 1u);
        }
    }
}

// The place of a step is one of its block, and a request is there.
TEST_P(EveryLesson, StandsWhereItsLinkSays) {
    for (const Step& step : lesson().steps) {
        SCOPED_TRACE(step.link);
        const auto scene = shipped().teller.scene(step.shown);
        if (!scene || step.shown.page != app::Page::Pictures)
            continue;
        const app::Position position = app::positionOf(*scene, step.shown.at);
        EXPECT_EQ(app::placeOf(*scene, position), step.shown.at) << "there is no such event";
        EXPECT_TRUE(shipped().teller.request(step.shown)) << "there is a barrier";
        EXPECT_EQ(app::toLink(app::fromLink(step.link)), app::toLink(step.shown));
    }
}

// Where a block has something to see, the lesson stands at it.
TEST_P(EveryLesson, ShowsWhatIsWasted) {
    bool costly = false, shown = false;
    for (const Step& step : lesson().steps) {
        const auto scene = shipped().teller.scene(step.shown);
        if (!scene || step.shown.subject != lesson().stage)
            continue;
        for (const Notable& each : notableMoments(*scene))
            costly |= each.costly && each.times > 8;
        if (const auto request = shipped().teller.request(step.shown))
            shown |= request->cost.sectors > request->cost.sectorsIdeal ||
                     request->cost.wavefronts > request->cost.wavefrontsIdeal;
    }
    EXPECT_TRUE(shown || !costly) << "no step of " << GetParam() << " stands at a request that costs too much";
}

TEST_P(EveryLesson, EachQuestionHasOneKeyWhichIsTheModelsCount) {
    for (const Step& step : lesson().steps) {
        if (step.asks == Asks::Nothing)
            continue;
        SCOPED_TRACE(step.link);
        const Question question = questionOf(step, shipped().teller);
        EXPECT_EQ(
            std::count_if(question.choices.begin(), question.choices.end(), [](const auto& c) { return c.right; }), 1);
        ASSERT_GE(question.choices.size(), step.asks == Asks::Parameter ? 2u : 3u);
        std::set<std::string> texts;
        for (const Choice& choice : question.choices) {
            texts.insert(choice.text);
            EXPECT_FALSE(choice.why.empty());
        }
        EXPECT_EQ(texts.size(), question.choices.size()) << "two answers are the same";
        EXPECT_FALSE(question.details.empty());
        const std::string& key = question.choices[question.key()].text;
        const app::Request here = *shipped().teller.request(step.shown);
        if (step.asks != Asks::Parameter) {
            EXPECT_EQ(std::stoul(key), step.asks == Asks::Wavefronts ? here.cost.wavefronts : here.cost.sectors);
        }
    }
}

// A wrong answer has its picture: what the model counts, and what was said. What can be tried is a variant of the stage.
TEST_P(EveryLesson, AWrongAnswerHasItsPicture) {
    for (const Step& step : lesson().steps) {
        if (step.asks == Asks::Nothing)
            continue;
        SCOPED_TRACE(step.link);
        Question question = questionOf(step, shipped().teller);
        question.changes = changesOf(step, shipped().teller);
        for (size_t choice = 0; choice < question.choices.size(); ++choice) {
            const Picturing shown = picturing(question, {choice});
            ASSERT_EQ(shown.requests.size(), step.asks == Asks::Parameter ? 2u : 1u);
            const Drawn* change = suggestedChange(question, {choice});
            if (step.asks == Asks::Parameter) {
                EXPECT_EQ(shown.requests[0].drawn.name, question.choices[choice].text);
                EXPECT_EQ(change, nullptr);
                continue;
            }
            EXPECT_EQ(shown.said, question.choices[choice].number);
            EXPECT_EQ(std::to_string(shown.requests[0].cost),
                      question.choices[question.key()].text.substr(0, std::to_string(shown.requests[0].cost).size()));
            if (change && !question.choices[choice].right) {
                EXPECT_TRUE(counted(*change).cost == question.choices[choice].number ||
                            counted(*change).cost < shown.requests[0].cost)
                    << change->name;
            }
        }
        // The drawing's own case.
        if (step.shown.subject == "matmul/06-tiled-conflicts") {
            const Drawn* change = suggestedChange(question, {0});
            ASSERT_NE(change, nullptr);
            EXPECT_EQ(change->name,
                      "PAD = " + shipped().catalogue.find(step.shown.subject)->findParameter("PAD")->valueText(1));
            EXPECT_EQ(counted(*change).cost, 1u);
        }
    }
}

// Terms that a lesson promises are in what it says, so that they can be clicked.
TEST_P(EveryLesson, UsesItsTerms) {
    std::set<std::string> found;
    for (const Step& step : lesson().steps)
        for (const TermPlace& place : termsIn(shipped().teller.tell(step).caption.text(), shipped().course))
            found.insert(place.term->name);
    for (const std::string& term : lesson().terms)
        EXPECT_TRUE(found.contains(shipped().course.term(term)->name)) << term << " is in no caption";
    const kernels::Stage* stage = shipped().catalogue.find(lesson().stage);
    EXPECT_TRUE(!lesson().terms.empty() || !stage->kernel) << "nothing is explained";
}

std::vector<std::string> allLessons() {
    std::vector<std::string> ids;
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    for (const Lesson& lesson : loadCourse(kernels::resourcesDir(), catalogue).lessons)
        ids.push_back(lesson.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EveryLesson, testing::ValuesIn(allLessons()), [](const auto& each) {
    std::string name = each.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

TEST(Course, HasALessonForEveryStageAndNoMistakes) {
    for (const kernels::Problem& problem : shipped().course.problems)
        ADD_FAILURE() << kernels::problemText(problem);
    for (const kernels::Stage& stage : shipped().catalogue.stages)
        EXPECT_NE(shipped().course.lessonOf(stage.id), nullptr) << stage.id << " has no lesson";
    for (const Lesson& lesson : shipped().course.lessons) {
        EXPECT_GE(lesson.steps.size(), 2u) << lesson.id;
        EXPECT_LE(lesson.steps.size(), 4u) << lesson.id;
    }
}

TEST(Course, HasThreeLecturesAndATour) {
    ASSERT_EQ(shipped().course.lectures.size(), 4u);
    EXPECT_EQ(shipped().course.lectures[0].minutes, 10);
    for (const Lecture& lecture : shipped().course.lectures) {
        EXPECT_FALSE(lecture.about.empty()) << lecture.id;
        if (lecture.id == "90-tour")
            continue;
        // A step is a sentence or two and a picture: it takes from half a minute to a minute and a half.
        EXPECT_LE(lecture.steps(), 2u * static_cast<size_t>(lecture.minutes)) << lecture.id;
        EXPECT_GE(3 * lecture.steps(), 2u * static_cast<size_t>(lecture.minutes)) << lecture.id;
    }
}

/// At so many words a minute, 250 characters of Chinese for 150 words.
double minutesOf(const std::string& text, tongue::Language language, double words) {
    const auto spaces = 1 + std::count(text.begin(), text.end(), ' ');
    const auto ideographs =
        std::count_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xe3; });
    return language == tongue::Language::Chinese ? static_cast<double>(ideographs) / (words * 250 / 150)
                                                 : static_cast<double>(spaces) / words;
}

// What is to be said stands there for each step. Spoken slowly, with twenty seconds a step to look and a minute for each
// question, it takes the time that the lecture is called by.
TEST(Course, LecturesHaveNotesAndTakeTheirTime) {
    for (const tongue::LanguageKind& kind : tongue::languages) {
        Shipped& there = shipped(kind.code);
        for (const Lecture& lecture : there.course.lectures) {
            if (lecture.id == "90-tour")
                continue;
            SCOPED_TRACE(std::string(kind.code) + ' ' + lecture.id);
            double minutes = static_cast<double>(lecture.steps()) / 3;
            for (const Part& part : lecture.parts)
                for (size_t i = part.first; i < part.end; ++i) {
                    const Step& step = there.course.lesson(part.lesson)->steps[i];
                    EXPECT_FALSE(step.notes.empty()) << part.lesson << ", step " << i + 1 << " has no notes";
                    const std::string caption = std::regex_replace(step.caption, std::regex("\\{\\{[^}]*\\}\\}"), "1");
                    minutes += minutesOf(caption + ' ' + step.notes, kind.language, 130);
                    minutes += step.asks == Asks::Nothing ? 0 : 1;
                }
            EXPECT_GE(minutes, 0.75 * lecture.minutes);
            EXPECT_LE(minutes, 1.15 * lecture.minutes);
        }
    }
}

// Read at 150 words a minute, and with three seconds a step to look.
TEST(Course, TheTourTakesLessThanAMinute) {
    for (const tongue::LanguageKind& kind : tongue::languages) {
        SCOPED_TRACE(kind.code);
        Shipped& there = shipped(kind.code);
        const Lecture* tour = there.course.lecture("90-tour");
        ASSERT_NE(tour, nullptr);
        double seconds = 3.0 * static_cast<double>(tour->steps());
        for (const Part& part : tour->parts)
            for (size_t i = part.first; i < part.end; ++i) {
                const std::string text = there.teller.tell(there.course.lesson(part.lesson)->steps[i]).caption.text();
                seconds += 60 * minutesOf(text, kind.language, 150);
            }
        EXPECT_LT(seconds, 60);
        EXPECT_GT(seconds, 25) << "it shows nothing";
    }
}

TEST(Glossary, DefinesWhatTheProgramSays) {
    for (const char* word :
         {"thread",        "block",      "grid",       "warp",          "lane",    "request", "global memory",
          "sector",        "line",       "coalescing", "shared memory", "bank",    "word",    "wavefront",
          "bank conflict", "broadcast",  "ideal",      "padding",       "swizzle", "tile",    "barrier",
          "register",      "divergence", "atomic",     "shuffle",       "LDS.128", "LDGSTS",  "multiprocessor",
          "occupancy",     "L2",         "roofline",   "PTX",           "TF32"})
        EXPECT_NE(shipped().course.term(word), nullptr) << word << " is not defined";
    for (const Term& term : shipped().course.terms) {
        SCOPED_TRACE(term.name);
        expectHolds(term.text, shipped().teller.tell(term));
        ASSERT_FALSE(term.link.empty()) << "it is seen nowhere";
        app::Exhibit shown = app::fromLink(term.link);
        const kernels::Stage* stage = shipped().catalogue.find(shown.subject);
        ASSERT_NE(stage, nullptr) << term.link;
        EXPECT_NO_THROW(app::Sources(shipped().catalogue).settle({}, shown)) << term.link;
    }
}

// "line" has two meanings here: of a cache, and of a text.
TEST(Glossary, ANumberAfterAWordIsAFormOfItsOwn) {
    const Course& course = shipped().course;
    const auto names = [&](std::string_view text) {
        std::string all;
        for (const TermPlace& place : termsIn(text, course))
            all += fmt::format("{}[{}] ", place.term->name, text.substr(place.at, place.length));
        return all;
    };
    EXPECT_EQ(names("32 sectors, 32 lines"), "sector[sectors] line[lines] ");
    EXPECT_EQ(names("32 lanes act at line 16"), "lane[lanes] source line[line 16] ");
    EXPECT_EQ(names("line 0x7f2a00000000, of line 7"), "line[line] source line[line 7] ");
    EXPECT_EQ(names("line 7: of one line"), "source line[line 7] line[line] ");
    EXPECT_EQ(names("in front: the line of the source"), "source line[line of the source] ");
    EXPECT_EQ(termAt("of line 19", 4, course)->name, "source line");
    EXPECT_EQ(termAt("of line 0x19", 4, course)->name, "line");
    EXPECT_EQ(names("ld.shared.v4.f32 {%f1}"), "LDS.128[ld.shared.v4] ");
    const Course& chinese = shipped("zh").course;
    EXPECT_EQ(termAt("32 个字", std::string("32 个").size(), chinese)->name, "字");
    EXPECT_EQ(termAt("32 字节", 3, chinese)->name, "字节");
    EXPECT_EQ(termAt("数字是通道", 0, chinese), nullptr);
    EXPECT_EQ(termAt("数字是通道", std::string("数").size(), chinese), nullptr);
    EXPECT_EQ(names("a red bar of atoms"), "") << "opcodes are told by their dots";
}

// Every term and every lecture of the English course, with links that show the same.
TEST(Course, IsWholeInEveryLanguage) {
    const Course english = shipped().course;
    for (const tongue::LanguageKind& kind : tongue::languages) {
        if (kind.language == tongue::Language::English)
            continue;
        SCOPED_TRACE(kind.code);
        Shipped& there = shipped(kind.code);
        EXPECT_EQ(there.course.terms.size(), english.terms.size());
        for (const Term& term : english.terms) {
            SCOPED_TRACE(term.name);
            const Term* told = there.course.term(term.name); // by its English name, too: lessons name it so
            ASSERT_NE(told, nullptr) << "it is not in resources/glossary/" << kind.code << ".md";
            EXPECT_EQ(told->link, term.link);
            EXPECT_NE(told->text, term.text);
            expectHolds(told->text, there.teller.tell(*told));
        }
        ASSERT_EQ(there.course.lectures.size(), english.lectures.size());
        for (size_t i = 0; i < english.lectures.size(); ++i) {
            const Lecture &told = there.course.lectures[i], &original = english.lectures[i];
            EXPECT_EQ(told.id, original.id);
            EXPECT_NE(told.title, original.title)
                << "write resources/lectures/" << kind.code << "/" << original.id << ".md";
            EXPECT_NE(told.about, original.about);
            EXPECT_EQ(told.minutes, original.minutes);
            EXPECT_EQ(told.steps(), original.steps());
        }
    }
}

// The page for authors lists what a caption can ask for.
TEST(Course, ThePageForAuthorsListsEveryQuantity) {
    std::ifstream in(WARPLENS_SOURCE_DIR "/docs/lessons.md");
    const std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    for (const HereQuantity& row : hereQuantities()) {
        const std::string line = "| `" + std::string(row.name) + " here` | " + std::string(row.meaning) + " |";
        EXPECT_NE(page.find(line), std::string::npos) << "docs/lessons.md lacks: " << line;
    }
}

} // namespace
} // namespace warplens::lessons
