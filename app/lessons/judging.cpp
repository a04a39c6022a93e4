// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/judging.h"

#include "app/tongue/say.h"

#include <algorithm>

namespace warplens::lessons {
namespace {

using tongue::said;

Answer sorted(Answer answer) {
    std::sort(answer.begin(), answer.end());
    answer.erase(std::unique(answer.begin(), answer.end()), answer.end());
    return answer;
}

/// The first choice that was marked and should not have been, or the other way round.
std::string firstDifference(const Question& question, const Answer& answer) {
    for (size_t i = 0; i < question.choices.size(); ++i)
        if ((std::find(answer.begin(), answer.end(), i) != answer.end()) != question.choices[i].right)
            return question.choices[i].why;
    return {};
}

/// The first two neighbours of the answer that stand the wrong way round.
std::string firstSwap(const Question& question, const Answer& answer) {
    const auto rank = [&](size_t choice) {
        return std::find(question.order.begin(), question.order.end(), choice) - question.order.begin();
    };
    for (size_t i = 0; i + 1 < answer.size(); ++i)
        if (rank(answer[i]) > rank(answer[i + 1])) {
            const Choice &before = question.choices[answer[i]], &after = question.choices[answer[i + 1]];
            return said("{0} stands before {1}: {2} {3}", before.text, after.text, before.why, after.why);
        }
    return {};
}

} // namespace

Answer keyOf(const Question& question) {
    if (question.form == Form::Order)
        return question.order;
    Answer key;
    for (size_t i = 0; i < question.choices.size(); ++i)
        if (question.choices[i].right)
            key.push_back(i);
    return key;
}

std::string answerText(const Question& question, const Answer& answer) {
    std::string text;
    for (const size_t each : question.form == Form::Mark ? sorted(answer) : answer)
        text += (text.empty()                   ? ""
                 : question.form == Form::Order ? " → "
                                                : ", ") +
                (each < question.choices.size() ? question.choices[each].text : "?");
    return text.empty() ? said("none") : text;
}

Judgement judge(const Question& question, const Answer& answer) {
    const Answer key = keyOf(question);
    if (question.form == Form::Choose) {
        const Choice& right = question.choices[key.front()];
        if (answer == key)
            return {true, right.why};
        const Choice& chosen = question.choices.at(answer.at(0));
        return {false, said("You said {0}. {1}", chosen.text, chosen.why) + "\n" +
                           said("It is {0}. {1}", right.text, right.why)};
    }
    const Answer given = question.form == Form::Mark ? sorted(answer) : answer;
    if (given == key)
        return {true, question.because};
    const auto known = std::find_if(question.mistakes.begin(), question.mistakes.end(),
                                    [&](const Mistake& mistake) { return mistake.answer == given; });
    const std::string why = known != question.mistakes.end() ? known->why
                            : question.form == Form::Mark    ? firstDifference(question, given)
                                                             : firstSwap(question, given);
    return {false, why + "\n" + said("It is {0}. {1}", answerText(question, key), question.because)};
}

} // namespace warplens::lessons
