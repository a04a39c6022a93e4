// SPDX-License-Identifier: GPL-3.0-or-later
// New questions: one key each, counted from the very access that the question describes; the same for the same seed.
#include "app/lessons/generator.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace warplens::lessons {
namespace {

using sim::memory::Access;

/// Counted once more, the plain way: blocks of 32 bytes.
uint64_t plainSectors(const Access& access) {
    std::set<uint64_t> sectors;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
        if (access.mask >> lane & 1)
            for (unsigned byte = 0; byte < access.bytes; ++byte)
                sectors.insert((access.address[lane] + byte) / 32);
    return sectors.size();
}

/// Of elements of 4 bytes: the most different words in one bank.
uint64_t plainWavefronts(const Access& access) {
    std::map<uint64_t, std::set<uint64_t>> banks;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
        if (access.mask >> lane & 1)
            banks[access.address[lane] / 4 % 32].insert(access.address[lane] / 4);
    uint64_t most = 0;
    for (const auto& [bank, words] : banks)
        most = std::max<uint64_t>(most, words.size());
    return most;
}

class Level : public testing::TestWithParam<int> {};

TEST_P(Level, EveryQuestionHasOneKeyAndItIsTheCount) {
    for (const Generated& made : generateQuestions(7, GetParam(), 200)) {
        const Question& question = made.question;
        SCOPED_TRACE(question.code);
        EXPECT_EQ(
            std::count_if(question.choices.begin(), question.choices.end(), [](const auto& c) { return c.right; }), 1);
        EXPECT_GE(question.choices.size(), 3u);
        std::set<std::string> texts;
        for (const Choice& choice : question.choices)
            texts.insert(choice.text);
        EXPECT_EQ(texts.size(), question.choices.size());
        const std::string& key = question.choices[question.key()].text;
        switch (made.counted) {
        case Counted::Sectors:
            EXPECT_EQ(std::stoul(key), plainSectors(made.access));
            EXPECT_EQ(made.key, plainSectors(made.access));
            break;
        case Counted::Wavefronts:
            if (made.access.bytes == 4) {
                EXPECT_EQ(std::stoul(key), plainWavefronts(made.access));
            }
            EXPECT_EQ(std::stoul(key), sim::memory::sharedCost(made.access).wavefronts);
            break;
        case Counted::Padding:
            EXPECT_EQ(key, "PAD = " + std::to_string(made.key));
            EXPECT_EQ(sim::memory::sharedCost(made.access).wavefronts,
                      sim::memory::sharedCost(made.access).wavefrontsIdeal);
            break;
        }
    }
}

TEST_P(Level, TheSeedDecides) {
    const auto first = generateQuestions(3, GetParam(), 20), again = generateQuestions(3, GetParam(), 20),
               other = generateQuestions(4, GetParam(), 20);
    size_t same = 0;
    for (size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].question.code, again[i].question.code);
        EXPECT_EQ(first[i].access.address, again[i].access.address);
        same += first[i].question.code == other[i].question.code ? 1 : 0;
    }
    EXPECT_LT(same, first.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(All, Level, testing::Range(1, levels + 1));

TEST(Questions, AreOfEveryKind) {
    std::map<int, std::set<Counted>> kinds;
    for (int level = 1; level <= levels; ++level)
        for (const Generated& made : generateQuestions(1, level, 60))
            kinds[level].insert(made.counted);
    EXPECT_EQ(kinds[1], (std::set<Counted>{Counted::Sectors, Counted::Wavefronts}));
    EXPECT_EQ(kinds[2], (std::set<Counted>{Counted::Sectors, Counted::Wavefronts}));
    EXPECT_EQ(kinds[3], (std::set<Counted>{Counted::Sectors, Counted::Wavefronts, Counted::Padding}));
    EXPECT_THROW(generateQuestions(1, 4, 1), std::invalid_argument);
}

} // namespace
} // namespace warplens::lessons
