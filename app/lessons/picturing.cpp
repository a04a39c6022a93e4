// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/picturing.h"

#include "app/lessons/answers.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <algorithm>
#include <map>
#include <set>

namespace warplens::lessons {
namespace {

/// The banks of which so many different words are wanted, at least.
std::vector<size_t> wantedBanks(const sim::memory::Access& access, size_t words) {
    std::map<size_t, std::set<uint64_t>> wanted;
    for (const sim::memory::BankWord& word : sim::memory::bankWords(access))
        wanted[word.bank].insert(word.word);
    std::vector<size_t> banks;
    for (const auto& [bank, held] : wanted)
        if (held.size() >= words)
            banks.push_back(bank);
    return banks;
}

/// Whether with that change the answer would be the key.
bool makesRight(const Question& question, const Answer& answer, const Drawn& change) {
    if (question.form == Form::Choose) {
        const uint64_t number = question.choices.at(answer.at(0)).number;
        return number != 0 && counted(change).cost == number;
    }
    if (question.form != Form::Mark)
        return false;
    Answer given = answer;
    std::sort(given.begin(), given.end());
    const bool conflicting = wantedBanks(question.about->access, 1) != keyOf(question);
    return wantedBanks(change.access, conflicting ? 2 : 1) == given;
}

} // namespace

Picturing::Request counted(const Drawn& drawn) {
    if (drawn.shared) {
        const sim::memory::SharedCost cost = sim::memory::sharedCost(drawn.access);
        return {drawn, cost.wavefronts, cost.wavefrontsIdeal};
    }
    const sim::memory::GlobalCost cost = sim::memory::globalCost(drawn.access);
    return {drawn, cost.sectors, cost.sectorsIdeal};
}

Picturing picturing(const Question& question, const Answer& answer) {
    Picturing shown;
    if (question.about)
        shown.requests.push_back(counted(*question.about));
    if (question.form == Form::Order) {
        for (size_t i = 0; i < answer.size(); ++i) {
            const Choice& choice = question.choices.at(answer[i]);
            shown.bars.push_back({choice.text, timeText(choice.ms), choice.ms,
                                  i < question.order.size() && question.order[i] == answer[i]});
        }
        return shown;
    }
    if (question.form == Form::Mark) {
        shown.marked = answer;
        return shown;
    }
    const Choice &chosen = question.choices.at(answer.at(0)), &right = question.choices.at(question.key());
    if (chosen.number != 0)
        shown.said = chosen.number;
    for (const Choice* choice : {&chosen, &right})
        if (choice->drawn)
            shown.requests.push_back(counted(*choice->drawn));
    return shown;
}

const Drawn* suggestedChange(const Question& question, const Answer& answer) {
    std::optional<Drawn> asked = question.about;
    if (!asked && question.form == Form::Choose)
        asked = question.choices.at(question.key()).drawn;
    if (!asked)
        return nullptr;
    const Drawn* best = nullptr;
    uint64_t least = counted(*asked).cost;
    for (const Drawn& change : question.changes) {
        if (makesRight(question, answer, change))
            return &change;
        const uint64_t cost = counted(change).cost;
        if (cost < least) {
            least = cost;
            best = &change;
        }
    }
    return best;
}

} // namespace warplens::lessons
