// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/made_questions.h"
#include "app/tongue/say.h"
#include "sim/memory/shared_cost.h"

#include <bit>
#include <map>
#include <set>

namespace warplens::lessons {
namespace {

using sim::memory::banks;
using sim::memory::BankWord;
using tongue::counted;
using tongue::said;

/// Each different word that is wanted, by bank, and the lane that asks for it first.
using Wanted = std::map<unsigned, std::map<uint64_t, unsigned>>;

Wanted wantedOf(const sim::memory::Access& access) {
    Wanted wanted;
    for (const BankWord& word : sim::memory::bankWords(access))
        wanted[word.bank].try_emplace(word.word, word.lane);
    return wanted;
}

std::string whyOf(unsigned bank, const Wanted& wanted, bool conflicting) {
    const auto found = wanted.find(bank);
    if (found == wanted.end())
        return said("Bank {0} has none of the words: no lane's address / 4 mod 32 is {0}.", bank);
    const auto [word, lane] = *found->second.begin();
    std::string why = said("Bank {0}: lane {1} wants word {2}, and {2} mod 32 is {0}.", bank, lane, word);
    if (conflicting)
        why += " " + counted("{0} different word(s) of it (is|are) wanted.", found->second.size());
    return why;
}

void addMistake(Question& question, const std::set<unsigned>& banksSaid, const std::set<unsigned>& key,
                std::string why) {
    if (banksSaid == key || banksSaid.empty())
        return;
    Mistake mistake{{}, std::move(why)};
    for (const unsigned bank : banksSaid)
        mistake.answer.push_back(bank);
    for (const Mistake& known : question.mistakes)
        if (known.answer == mistake.answer)
            return;
    question.mistakes.push_back(std::move(mistake));
}

} // namespace

// All banks or none are no question.
Generated banksQuestion(Dice& dice, int level) {
    for (;;) {
        const Described about = sharedAccess(dice, level);
        const Wanted wanted = wantedOf(about.access);
        const bool conflicting = level == 3;
        std::set<unsigned> key, touched;
        for (const auto& [bank, words] : wanted) {
            touched.insert(bank);
            if (!conflicting || words.size() > 1)
                key.insert(bank);
        }
        if (key.empty() || key.size() == banks)
            continue;
        Generated made;
        made.counted = Counted::Banks;
        made.access = about.access;
        Question& question = made.question;
        question.form = Form::Mark;
        question.text = conflicting ? said("Mark the banks of which this load of a warp wants more than one word.")
                                    : said("Mark the banks of which this load of a warp wants a word.");
        question.code = about.code;
        question.details = about.details;
        question.details.push_back(said("the bank of a word is its address / 4 mod 32; the array begins in bank 0"));
        question.link = about.link;
        question.about = Drawn{about.code, about.access, true};
        question.changes = about.changes;
        for (unsigned bank = 0; bank < banks; ++bank)
            question.choices.push_back({std::to_string(bank), key.contains(bank), whyOf(bank, wanted, conflicting)});
        for (const unsigned bank : key)
            made.key |= uint64_t{1} << bank;
        std::set<unsigned> lanes, elements, firstWords;
        for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
            if (!(about.access.mask >> lane & 1))
                continue;
            lanes.insert(lane);
            elements.insert(static_cast<unsigned>(about.access.address[lane] / about.access.bytes % banks));
            firstWords.insert(static_cast<unsigned>(about.access.address[lane] / 4 % banks));
        }
        if (conflicting)
            addMistake(
                question, touched, key,
                said("These are all banks that are wanted: only those conflict of which two different words are."));
        addMistake(question, lanes, key,
                   said("You gave each lane its own bank: that is so where lanes want words side by side."));
        if (about.access.bytes > 4) {
            addMistake(question, elements, key,
                       said("You took the element's number for its bank: an element of {0} bytes is several words.",
                            about.access.bytes));
            addMistake(question, firstWords, key,
                       said("You counted the first word of each element: each lane wants all words of its element."));
        }
        question.because = counted("{0} different word(s) (is|are) wanted, ",
                                   [&] {
                                       uint64_t words = 0;
                                       for (const auto& [bank, held] : wanted)
                                           words += held.size();
                                       return words;
                                   }()) +
                           counted("in {0} bank(s).", wanted.size());
        return made;
    }
}

} // namespace warplens::lessons
