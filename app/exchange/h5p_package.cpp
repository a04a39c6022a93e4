// SPDX-License-Identifier: GPL-3.0-or-later
// H5P (h5p.org, "H5P specification"): h5p.json says which library shows the content, content/content.json is that content.
#include "app/exchange/markup_text.h"
#include "app/exchange/question_packages.h"
#include "app/lessons/judging.h"
#include "app/tongue/say.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warplens::exchange {
namespace {

using lessons::Form;
using lessons::Question;
using nlohmann::ordered_json;
using tongue::said;

constexpr int setMajor = 1, setMinor = 20, choiceMajor = 1, choiceMinor = 16;

std::string paragraph(const std::string& text) {
    return "<p>" + escapedMarkup(text) + "</p>\n";
}

/// An identifier that the same question has each time; H5P wants the form of a UUID.
std::string identifierOf(const Question& question, size_t at) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : question.text + question.code + std::to_string(at))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return fmt::format("{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}", hash >> 32, hash >> 16 & 0xffff, hash & 0xfff,
                       at & 0xfff, hash & 0xffffffffffff);
}

ordered_json answerJson(const std::string& text, bool right, const std::string& why) {
    return {{"text", "<div>" + escapedMarkup(text) + "</div>\n"},
            {"correct", right},
            {"tipsAndFeedback",
             {{"tip", ""}, {"chosenFeedback", "<div>" + escapedMarkup(why) + "</div>\n"}, {"notChosenFeedback", ""}}}};
}

// What the libraries' buttons say: without it they speak English around questions of another language.

ordered_json textsOfAChoice() {
    return {{"checkAnswerButton", said("Check")},
            {"submitAnswerButton", said("Submit")},
            {"showSolutionButton", said("Show the solution")},
            {"tryAgainButton", said("Try again")},
            {"scoreBarLabel", said(":num of :total points")},
            {"feedbackAvailable", said("There is something to read about this answer")},
            {"readFeedback", said("Read it")},
            {"wrongAnswer", said("Wrong answer")},
            {"correctAnswer", said("Right answer")},
            {"shouldCheck", said("Should have been chosen")},
            {"shouldNotCheck", said("Should not have been chosen")},
            {"noInput", said("Answer before you look at the solution")},
            {"a11yCheck", said("Check the answers: each is marked as right, wrong or missing")},
            {"a11yShowSolution", said("Show the solution: the right answers are marked")},
            {"a11yRetry", said("Try again: all answers are taken back")}};
}

ordered_json textsOfASet() {
    return {{"prevButton", said("Question before")},
            {"nextButton", said("Next question")},
            {"finishButton", said("Finish")},
            {"submitButton", said("Submit")},
            {"textualProgress", said("Question @current of @total")},
            {"jumpToQuestion", said("Question %d of %total")},
            {"questionLabel", said("Question")},
            {"readSpeakerProgress", said("Question @current of @total")},
            {"unansweredText", said("Not answered")},
            {"answeredText", said("Answered")},
            {"currentQuestionText", said("This question")},
            {"navigationLabel", said("Questions")}};
}

ordered_json endOfASet() {
    return {{"showResultPage", true},
            {"showSolutionButton", true},
            {"showRetryButton", true},
            {"noResultMessage", said("Finished")},
            {"message", said("Your result:")},
            {"scoreBarLabel", said("@finals of @totals points")},
            {"solutionButtonText", said("Show the solution")},
            {"retryButtonText", said("Try again")},
            {"finishButtonText", said("Finish")},
            {"submitButtonText", said("Submit")}};
}

ordered_json questionJson(const Question& asked, size_t at) {
    const Question question = asked.form == Form::Order ? asChoice(asked) : asked;
    std::string text = paragraph(question.text);
    if (!question.code.empty())
        text += "<pre>" + escapedMarkup(question.code) + "</pre>\n";
    for (const std::string& detail : question.details)
        text += paragraph(detail);
    ordered_json answers = ordered_json::array();
    for (const lessons::Choice& choice : question.choices)
        answers.push_back(answerJson(choice.text, choice.right, choice.why));
    const bool single = question.form == Form::Choose;
    // Of one answer its own choice says why; of several there is one answer to all.
    ordered_json overall = ordered_json::array();
    if (!single) {
        overall.push_back({{"from", 0}, {"to", 99}, {"feedback", escapedMarkup(keyTold(question))}});
        overall.push_back({{"from", 100}, {"to", 100}, {"feedback", escapedMarkup(question.because)}});
    }
    return {{"library", fmt::format("H5P.MultiChoice {}.{}", choiceMajor, choiceMinor)},
            {"params",
             {{"question", text},
              {"answers", std::move(answers)},
              {"overallFeedback", std::move(overall)},
              {"UI", textsOfAChoice()},
              {"behaviour",
               {{"enableRetry", true},
                {"enableSolutionsButton", true},
                {"type", single ? "single" : "multi"},
                {"singlePoint", true},
                {"randomAnswers", false},
                {"showSolutionsRequiresInput", true},
                {"passPercentage", 100}}}}},
            {"subContentId", identifierOf(asked, at)},
            {"metadata",
             {{"contentType", "Multiple Choice"},
              {"license", "U"},
              {"title", question.code.empty() ? question.text : question.code}}}};
}

} // namespace

std::string keyTold(const Question& question) {
    return said("The answer is: {0}.", lessons::answerText(question, lessons::keyOf(question))) + ' ' +
           question.because;
}

Question asChoice(const Question& order) {
    Question choice = order;
    choice.form = Form::Choose;
    choice.choices.clear();
    choice.order.clear();
    choice.mistakes.clear();
    std::vector<lessons::Answer> offered;
    const auto add = [&](const lessons::Answer& answer) {
        if (std::find(offered.begin(), offered.end(), answer) != offered.end())
            return;
        offered.push_back(answer);
        const lessons::Judgement judged = lessons::judge(order, answer);
        choice.choices.push_back({lessons::answerText(order, answer), judged.right, judged.why});
    };
    for (const lessons::Mistake& mistake : order.mistakes)
        add(mistake.answer);
    add(order.order);
    for (size_t i = 0; i + 1 < order.order.size() && offered.size() < 4; ++i) {
        lessons::Answer swapped = order.order;
        std::swap(swapped[i], swapped[i + 1]);
        add(swapped);
    }
    // The right one does not stand where it was put.
    std::sort(choice.choices.begin(), choice.choices.end(),
              [](const auto& a, const auto& b) { return a.text < b.text; });
    return choice;
}

bool writePackage(const Pack& pack, const std::filesystem::path& file) {
    const std::string kind = file.extension().string();
    if (kind != ".zip" && kind != ".h5p")
        return false;
    writeZip(file, kind == ".h5p" ? h5pPackage(pack) : qtiPackage(pack));
    return true;
}

ZipParts h5pPackage(const Pack& pack) {
    ordered_json questions = ordered_json::array();
    for (size_t i = 0; i < pack.questions.size(); ++i)
        questions.push_back(questionJson(pack.questions[i], i));
    const ordered_json content{{"introPage", {{"showIntroPage", false}, {"introduction", ""}}},
                               {"progressType", "textual"},
                               {"passPercentage", 50},
                               {"disableBackwardsNavigation", false},
                               {"randomQuestions", false},
                               {"questions", std::move(questions)},
                               {"texts", textsOfASet()},
                               {"endGame", endOfASet()}};
    const ordered_json head{
        {"title", pack.title},
        {"language", pack.language},
        {"mainLibrary", "H5P.QuestionSet"},
        {"embedTypes", {"iframe"}},
        {"license", "U"},
        {"defaultLanguage", pack.language},
        {"preloadedDependencies",
         {{{"machineName", "H5P.QuestionSet"}, {"majorVersion", setMajor}, {"minorVersion", setMinor}},
          {{"machineName", "H5P.MultiChoice"}, {"majorVersion", choiceMajor}, {"minorVersion", choiceMinor}}}}};
    return {{"h5p.json", head.dump(2) + "\n"}, {"content/content.json", content.dump(2) + "\n"}};
}

} // namespace warplens::exchange
