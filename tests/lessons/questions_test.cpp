// SPDX-License-Identifier: GPL-3.0-or-later
// New questions: one key each, counted from the very access that the question describes; the same for the same seed.
#include "app/lessons/generator.h"
#include "app/lessons/kept_answers.h"
#include "app/lessons/picturing.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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
        default:
            ADD_FAILURE() << "nobody has asked for it";
        }
    }
}

// One line alone touches more sectors than its words fill, and what is said of each line is its count.
TEST_P(Level, OneLineWillNotCoalesce) {
    std::set<std::string> keys;
    std::set<uint64_t> places;
    for (const Generated& made : generateQuestions(11, GetParam(), 60, {QuestionKind::Line})) {
        const Question& question = made.question;
        ASSERT_EQ(made.counted, Counted::Line);
        ASSERT_EQ(question.choices.size(), 4u);
        ASSERT_EQ(made.lines.size(), 4u);
        std::set<std::string> texts;
        for (size_t i = 0; i < 4; ++i) {
            const Choice& choice = question.choices[i];
            SCOPED_TRACE(question.code + " " + choice.text);
            std::set<uint64_t> words;
            for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
                words.insert(made.lines[i].address[lane]);
            const uint64_t sectors = plainSectors(made.lines[i]), filled = (4 * words.size() + 31) / 32;
            EXPECT_EQ(choice.right, sectors > filled);
            EXPECT_EQ(choice.right, i == made.key);
            EXPECT_NE(choice.why.find(std::to_string(sectors) + " sector"), std::string::npos) << choice.why;
            texts.insert(choice.text);
        }
        EXPECT_EQ(texts.size(), 4u);
        EXPECT_FALSE(question.link.empty());
        keys.insert(question.choices[made.key].text);
        places.insert(made.key);
    }
    EXPECT_GE(keys.size(), 8u) << "always the same line";
    EXPECT_EQ(places.size(), 4u) << "never in some place";
}

/// The key once more: each byte that a lane wants, by bank.
std::set<size_t> plainBanks(const Access& access, size_t atLeast) {
    std::map<uint64_t, std::set<uint64_t>> words;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
        for (unsigned byte = 0; byte < access.bytes && (access.mask >> lane & 1); ++byte)
            words[(access.address[lane] + byte) / 4 % 32].insert((access.address[lane] + byte) / 4);
    std::set<size_t> found;
    for (const auto& [bank, held] : words)
        if (held.size() >= atLeast)
            found.insert(bank);
    return found;
}

// A lecture's numbers, not those of a subtraction that went below zero.
TEST_P(Level, NumbersCanBeRead) {
    for (const Generated& made : generateQuestions(3, GetParam(), 300, *questionKindsOf("line"))) {
        std::string all = made.question.code;
        for (const Choice& choice : made.question.choices)
            all += ' ' + choice.text;
        size_t digits = 0;
        for (const char each : all)
            if (digits = each >= '0' && each <= '9' ? digits + 1 : 0; digits > 6)
                FAIL() << all;
    }
}

TEST_P(Level, BanksToMarkAreThoseThatTheLanesWant) {
    const auto all = generateQuestions(5, GetParam(), 100, {QuestionKind::Banks});
    size_t mistakes = 0;
    for (const Generated& made : all) {
        SCOPED_TRACE(made.question.code);
        EXPECT_EQ(made.question.form, Form::Mark);
        ASSERT_EQ(made.question.choices.size(), 32u);
        const Answer key = keyOf(made.question);
        EXPECT_EQ(std::set<size_t>(key.begin(), key.end()), plainBanks(made.access, GetParam() == 3 ? 2 : 1));
        EXPECT_TRUE(!key.empty() && key.size() < 32);
        EXPECT_TRUE(judge(made.question, key).right);
        Answer backwards(key.rbegin(), key.rend());
        EXPECT_TRUE(judge(made.question, backwards).right) << "marks have no order";
        for (const Mistake& mistake : made.question.mistakes) {
            EXPECT_NE(mistake.answer, key);
            const Judgement judged = judge(made.question, mistake.answer);
            EXPECT_FALSE(judged.right);
            EXPECT_TRUE(judged.why.starts_with(mistake.why)) << judged.why;
            ++mistakes;
        }
        Answer less(key.begin() + 1, key.end());
        if (std::none_of(made.question.mistakes.begin(), made.question.mistakes.end(),
                         [&](const Mistake& each) { return each.answer == less; })) {
            EXPECT_TRUE(judge(made.question, less).why.starts_with("Bank " + std::to_string(key.front()) + ": lane"))
                << judge(made.question, less).why;
        }
    }
    EXPECT_GT(mistakes, all.size() / 2);
}

const kernels::Catalogue& catalogue() {
    static const kernels::Catalogue loaded = kernels::loadCatalogue(WARPLENS_SOURCE_DIR "/kernels/stages");
    return loaded;
}

/// "1.23 ms" or "45.6 µs", at the end of what is said of a stage.
double saidTime(const std::string& why) {
    const size_t takes = why.rfind("takes ");
    const double number = std::stod(why.substr(takes + 6));
    return why.find("ms.") != std::string::npos ? 1000 * number : number;
}

TEST_P(Level, StagesAreOrderedByTheirRecordedTimes) {
    const std::vector<kernels::Recording> recorded = kernels::shippedRecordings(catalogue());
    const auto all = generateQuestions(5, GetParam(), 40, {QuestionKind::Order}, {&catalogue(), &recorded});
    size_t byTheLadder = 0;
    for (const Generated& made : all) {
        const Question& question = made.question;
        SCOPED_TRACE(question.details.front() + question.because);
        ASSERT_EQ(question.choices.size(), static_cast<size_t>(2 + GetParam()));
        EXPECT_EQ(std::set<size_t>(question.order.begin(), question.order.end()).size(), question.choices.size());
        // Each time stands in a recording, at that size, and they ascend.
        for (size_t i = 0; i < question.order.size(); ++i) {
            const std::string& why = question.choices[question.order[i]].why;
            if (i > 0) {
                EXPECT_GT(saidTime(why), 1.1 * saidTime(question.choices[question.order[i - 1]].why));
            }
            EXPECT_TRUE(std::any_of(recorded.begin(), recorded.end(), [&](const kernels::Recording& each) {
                return !each.provenance.quoted &&
                       question.details.front().find(each.provenance.gpu) != std::string::npos &&
                       std::any_of(each.results.begin(), each.results.end(), [&](const kernels::RecordedResult& row) {
                           return row.median &&
                                  std::abs(1000 * *row.median - saidTime(why)) <= 0.0051 * saidTime(why) &&
                                  catalogue().find(row.stage) != nullptr &&
                                  catalogue().find(row.stage)->title == question.choices[question.order[i]].text;
                       });
            })) << why;
        }
        EXPECT_TRUE(judge(question, question.order).right);
        Answer swapped = question.order;
        std::swap(swapped[0], swapped[1]);
        EXPECT_FALSE(judge(question, swapped).right);
        EXPECT_NE(judge(question, swapped).why.find(question.choices[question.order[0]].text), std::string::npos);
        byTheLadder += question.mistakes.size() > 1;
    }
    EXPECT_GT(byTheLadder, 0u);
    EXPECT_THROW(generateQuestions(5, GetParam(), 1, {QuestionKind::Order}), std::invalid_argument);
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

// What is tried is the same load with one thing changed, and it is offered where it makes the answer right or costs less.
TEST_P(Level, AWrongAnswerIsShownWithWhatCanBeTried) {
    size_t offered = 0, made = 0;
    for (const Generated& each : generateQuestions(3, GetParam(), 120, *questionKindsOf("count"))) {
        SCOPED_TRACE(each.question.code);
        const Question& question = each.question;
        for (size_t choice = 0; choice < question.choices.size(); ++choice) {
            const Picturing shown = picturing(question, {choice});
            ASSERT_FALSE(shown.empty());
            if (each.counted == Counted::Padding) {
                ASSERT_EQ(shown.requests.size(), 2u);
                EXPECT_EQ(shown.requests[0].drawn.name, question.choices[choice].text);
                EXPECT_EQ(shown.requests[1].drawn.name, "PAD = " + std::to_string(each.key));
                EXPECT_EQ(shown.requests[1].cost, shown.requests[1].ideal);
            } else {
                ASSERT_EQ(shown.requests.size(), 1u);
                EXPECT_EQ(shown.requests[0].cost, each.key);
                EXPECT_EQ(shown.said, std::stoull(question.choices[choice].text));
            }
            const Drawn* change = suggestedChange(question, {choice});
            if (!change || question.choices[choice].right)
                continue;
            ++offered;
            const uint64_t cost = change->shared && change->access.bytes == 4 ? plainWavefronts(change->access)
                                  : change->shared                            ? counted(*change).cost
                                                                              : plainSectors(change->access);
            EXPECT_EQ(cost, counted(*change).cost);
            EXPECT_TRUE(cost == question.choices[choice].number || cost < each.key) << change->name << " " << cost;
            made += cost == question.choices[choice].number;
        }
    }
    EXPECT_GT(offered, 60u);
    EXPECT_GT(made, 20u);
}

TEST_P(Level, AnotherLikeThisCountsTheSameAndIsAnother) {
    for (const Generated& each :
         generateQuestions(21, GetParam(), 30, {QuestionKind::Count, QuestionKind::Banks, QuestionKind::Line})) {
        const Asked asked = anotherLike(each.question, each.counted, 77, GetParam());
        const Generated other = generateQuestion(asked);
        EXPECT_EQ(other.counted, each.counted);
        EXPECT_NE(questionMark(other.question), questionMark(each.question));
        EXPECT_EQ(asked.level, GetParam());
        EXPECT_EQ(questionMark(generateQuestion(asked).question), questionMark(other.question)) << "of a seed";
    }
}

// Stages stand in the order that was given, each with its time; there is nothing to be tried.
TEST(Pictures, OfAnOrderAreItsTimes) {
    Question question;
    question.form = Form::Order;
    question.choices = {{"A", false, "", 0, std::nullopt, 3}, {"B", false, "", 0, std::nullopt, 1}};
    question.order = {1, 0};
    const Picturing shown = picturing(question, {0, 1});
    ASSERT_EQ(shown.bars.size(), 2u);
    EXPECT_EQ(shown.bars[0].text + shown.bars[0].time, "A3.00 ms");
    EXPECT_FALSE(shown.bars[0].inPlace || shown.bars[1].inPlace);
    EXPECT_TRUE(picturing(question, {1, 0}).bars[0].inPlace);
    EXPECT_EQ(suggestedChange(question, {0, 1}), nullptr);
}

// A column of 32 words in rows of 32: the case that the drawing has.
TEST(Pictures, TheBanksThatWereMarkedMakeAChangeRight) {
    const std::vector<Generated> all = generateQuestions(5, 2, 60, {QuestionKind::Banks});
    size_t found = 0;
    for (const Generated& each : all)
        for (const Mistake& mistake : each.question.mistakes) {
            const Picturing shown = picturing(each.question, mistake.answer);
            ASSERT_EQ(shown.requests.size(), 1u);
            EXPECT_EQ(shown.marked, mistake.answer);
            if (const Drawn* change = suggestedChange(each.question, mistake.answer)) {
                const std::set<size_t> banks = plainBanks(change->access, 1);
                const bool right = std::vector<size_t>(banks.begin(), banks.end()) == mistake.answer;
                EXPECT_TRUE(right || counted(*change).cost < shown.requests[0].cost) << each.question.code;
                found += right;
            }
        }
    EXPECT_GT(found, 5u);
}

} // namespace
} // namespace warplens::lessons
