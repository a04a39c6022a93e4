// SPDX-License-Identifier: GPL-3.0-or-later
// Every challenge that ships can be solved, and is not solved already.
#include "app/challenges/goal_text.h"
#include "app/challenges/judge.h"
#include "app/engine/kernel_file.h"
#include "app/engine/kernel_image.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

namespace warplens::challenges {
namespace {

namespace fs = std::filesystem;

const Challenges& shipped() {
    static const Challenges all = loadChallenges(kernels::resourcesDir());
    return all;
}

std::string told(const Challenge& challenge, const Verdict& verdict) {
    std::string text = verdict.problem;
    for (size_t i = 0; i < verdict.goals.size(); ++i)
        text += "\n" + sentenceOf(challenge.goals[i], verdict.goals[i], "answer.cu");
    return text;
}

class EveryChallenge : public testing::TestWithParam<Challenge> {
protected:
    void SetUp() override {
        if (!m_compiler.compiler())
            GTEST_SKIP() << m_compiler.missingReason();
    }
    kernels::StageCompiler m_compiler;
};

TEST_P(EveryChallenge, IsMetByItsSolutionAlone) {
    Judge judge(m_compiler, GetParam());
    const Verdict flawed = judge.judge(GetParam().source);
    EXPECT_EQ(flawed.problem, "");
    EXPECT_FALSE(flawed.met()) << "it is solved already" << told(GetParam(), flawed);
    const fs::path file = fs::path(WARPLENS_SOURCE_DIR) / "tests/challenges/solutions" / GetParam().fileName;
    const Verdict solved = judge.judge(engine::readTextFile(file));
    EXPECT_TRUE(solved.met()) << told(GetParam(), solved);
    EXPECT_EQ(solved.goals.size(), GetParam().goals.size());
    for (const GoalVerdict& goal : flawed.goals)
        EXPECT_TRUE(goal.met || goal.line != 0 || goal.wanted.starts_with("launch:") ||
                    goal.found == "there are no such requests")
            << "where? " << goal.wanted << " — " << goal.found;
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryChallenge, testing::ValuesIn(shipped().all), [](const auto& challenge) {
    std::string name = challenge.param.id;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(ShippedChallenges, AreReadWithoutAMistake) {
    for (const kernels::Problem& problem : shipped().problems)
        ADD_FAILURE() << kernels::problemText(problem);
    EXPECT_GE(shipped().all.size(), 16u);
    int level = 1;
    std::set<int> levelsThereAre;
    for (const Challenge& challenge : shipped().all) {
        EXPECT_GE(challenge.level, level) << challenge.id << " is easier than the one before";
        levelsThereAre.insert(level = challenge.level);
        EXPECT_GE(challenge.hints.size(), 2u) << challenge.id;
        EXPECT_EQ(shipped().find(challenge.id), &challenge);
        EXPECT_EQ(shipped().find(challenge.number + "-" + challenge.id), &challenge);
    }
    EXPECT_EQ(levelsThereAre.size(), static_cast<size_t>(levels));
}

// Another language tells the same challenge: its launch, goals and source stay.
TEST(ShippedChallenges, AreTheSameInEveryLanguage) {
    for (const tongue::LanguageKind& kind : tongue::languages) {
        if (kind.language == tongue::Language::English)
            continue;
        SCOPED_TRACE(kind.code);
        const Challenges told = loadChallenges(kernels::resourcesDir(), "en", kind.code);
        for (const kernels::Problem& problem : told.problems)
            ADD_FAILURE() << kernels::problemText(problem);
        ASSERT_EQ(told.all.size(), shipped().all.size());
        for (size_t i = 0; i < told.all.size(); ++i) {
            const Challenge &there = told.all[i], &english = shipped().all[i];
            SCOPED_TRACE(english.id);
            EXPECT_NE(there.title, english.title) << "write resources/challenges/" << kind.code << "/" << english.number
                                                  << "-" << english.id << "/challenge.md, as docs/languages.md says";
            EXPECT_EQ(there.id, english.id);
            EXPECT_EQ(there.level, english.level);
            EXPECT_EQ(there.paragraphs.size(), english.paragraphs.size());
            EXPECT_EQ(there.hints.size(), english.hints.size());
            EXPECT_EQ(there.launch.arguments, english.launch.arguments);
            EXPECT_EQ(there.others.arguments, english.others.arguments);
            EXPECT_EQ(there.source.text(), english.source.text());
            ASSERT_EQ(there.goals.size(), english.goals.size());
            for (size_t g = 0; g < english.goals.size(); ++g)
                EXPECT_EQ(there.goals[g].text, english.goals[g].text) << "what the judge reads stays";
        }
    }
}

/// Letters of names that stand in every language: of arrays, and of what has no other name.
bool hasWord(const std::string& text, const std::string& word) {
    return std::regex_search(text, std::regex("(^|[^A-Za-z])" + word + "([^A-Za-z]|$)"));
}

// In English as they are written; in another language no word of it is left.
TEST(ShippedChallenges, TellTheirGoalsInEveryLanguage) {
    for (const tongue::LanguageKind& kind : tongue::languages) {
        SCOPED_TRACE(kind.code);
        tongue::speak(kind.language, kernels::resourcesDir() / "translations");
        std::map<std::string, std::string> saidOf;
        for (const Challenge& challenge : shipped().all)
            for (const Goal& goal : challenge.goals) {
                const std::string said = goalText(goal);
                if (kind.language == tongue::Language::English) {
                    EXPECT_EQ(said, goal.text);
                    continue;
                }
                for (const char* word :
                     {"result",   "findings", "loads",   "stores",    "atomics",    "accesses",
                      "global",   "shared",   "launch",  "most",      "least",      "sectors",
                      "requests", "per",      "request", "conflicts", "wavefronts", "warp instructions",
                      "barriers", "copies"})
                    EXPECT_FALSE(hasWord(said, word)) << said << " has '" << word << "'";
                EXPECT_TRUE(goal.array.empty() || hasWord(said, goal.array)) << said << " lacks " << goal.array;
                EXPECT_TRUE(goal.kind != GoalKind::Amount || hasWord(said, fmt::format("{}", goal.limit))) << said;
                const auto [other, fresh] = saidOf.emplace(said, goal.text);
                EXPECT_TRUE(fresh || other->second == goal.text)
                    << goal.text << " and " << other->second << " are both " << said;
            }
    }
    tongue::speak(tongue::Language::English, {});
}

// The line above the timeline told in English by what a text was compiled.
TEST(ShippedChallenges, TellInEveryLanguageByWhatTheyWereCompiled) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Challenge& challenge = shipped().all.front();
    std::set<std::string> told;
    for (const tongue::LanguageKind& kind : tongue::languages) {
        tongue::speak(kind.language, kernels::resourcesDir() / "translations");
        told.insert(
            engine::imageOfText(compiler, challenge.fileName, challenge.source, challenge.launch.kernel, {}, "9.0")
                .origin);
    }
    tongue::speak(tongue::Language::English, {});
    EXPECT_EQ(told.size(), std::size(tongue::languages));
}

TEST(ShippedChallenges, DoNotShipTheirSolutions) {
    for (const auto& entry : fs::recursive_directory_iterator(kernels::resourcesDir() / "challenges"))
        if (entry.is_regular_file()) {
            const std::string name = entry.path().filename().string();
            EXPECT_TRUE(name == "challenge.md" || name == "kernel.cu" || name == "reference.cu") << entry.path();
        }
}

} // namespace
} // namespace warplens::challenges
