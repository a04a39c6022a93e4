// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli questions`: new questions from a seed, with their keys.
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/exchange/question_packages.h"
#include "app/lessons/generator.h"
#include "app/lessons/judging.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;

struct QuestionsOptions {
    unsigned seed = 1;
    unsigned level = 1;
    unsigned count = 5;
    std::string kind = "count";
    std::string json, package;
};

std::vector<lessons::QuestionKind> kindsOf(const std::string& name) {
    if (auto kinds = lessons::questionKindsOf(name))
        return *kinds;
    throw UsageError("there is no kind '" + name + "': write count, banks, line, order or all");
}

std::vector<lessons::Generated> questionsOf(const QuestionsOptions& options) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    std::vector<kernels::Recording> recordings;
    if (options.kind == "order" || options.kind == "all")
        for (auto& [file, recording] : knownRecordings(&catalogue).recordings)
            recordings.push_back(std::move(recording));
    try {
        return lessons::generateQuestions(options.seed, static_cast<int>(options.level), options.count,
                                          kindsOf(options.kind), {&catalogue, &recordings});
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

ordered_json addressesOf(const sim::memory::Access& access) {
    ordered_json addresses = ordered_json::array();
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
        if (access.mask >> lane & 1)
            addresses.push_back(access.address[lane]);
    return addresses;
}

/// With the addresses of the lanes, so that anybody can count again: `warplens-cli access` reads such rows.
ordered_json questionJson(const lessons::Generated& made) {
    constexpr const char* counted[] = {"sectors", "wavefronts", "padding", "banks", "line", "order"};
    const lessons::Question& question = made.question;
    ordered_json choices = ordered_json::array();
    for (size_t i = 0; i < question.choices.size(); ++i) {
        const lessons::Choice& choice = question.choices[i];
        choices.push_back({{"text", choice.text}, {"right", choice.right}, {"why", choice.why}});
        if (i < made.lines.size())
            choices.back()["addresses"] = addressesOf(made.lines[i]);
    }
    ordered_json json{{"text", question.text},
                      {"code", question.code},
                      {"details", question.details},
                      {"asks", counted[static_cast<int>(made.counted)]},
                      {"key", made.key},
                      {"choices", std::move(choices)}};
    if (question.form != lessons::Form::Choose) {
        ordered_json mistakes = ordered_json::array();
        for (const lessons::Mistake& mistake : question.mistakes)
            mistakes.push_back({{"answer", mistake.answer}, {"why", mistake.why}});
        json["key"] = lessons::keyOf(question);
        json["because"] = question.because;
        json["mistakes"] = std::move(mistakes);
    }
    if (question.form != lessons::Form::Order) {
        json["bytes"] = made.access.bytes;
        json["addresses"] = addressesOf(made.access);
    }
    if (!question.link.empty())
        json["link"] = question.link;
    return json;
}

void writePackage(const QuestionsOptions& options, const std::vector<lessons::Generated>& all) {
    exchange::Pack pack{fmt::format("Warplens: level {}, seed {}", options.level, options.seed), "en", {}};
    for (const lessons::Generated& made : all)
        pack.questions.push_back(made.question);
    try {
        if (!exchange::writePackage(pack, options.package))
            throw UsageError("'" + options.package +
                             "' is no package of questions: end its name with .zip for QTI 2.1 or .h5p for H5P");
    } catch (const exchange::ZipError& error) {
        throw UsageError(error.what());
    }
}

void printKey(const lessons::Question& question) {
    if (question.form == lessons::Form::Order)
        for (const lessons::Choice& choice : question.choices)
            fmt::print("     {}\n", choice.text);
    fmt::print("   * {}\n     {}\n", lessons::answerText(question, lessons::keyOf(question)), question.because);
    for (const lessons::Mistake& mistake : question.mistakes)
        fmt::print("   - {}\n     {}\n", lessons::answerText(question, mistake.answer), mistake.why);
}

} // namespace

void addQuestionsVerb(CommandLine& commands) {
    const auto options = std::make_shared<QuestionsOptions>();
    Verb verb =
        commands.verb("questions", "Make new questions about accesses, with answers that the model has counted");
    verb.option("--seed", options->seed, "The same seed gives the same questions", {.tellsDefault = true});
    verb.option("--level", options->level, "1, 2 or 3",
                {.tellsDefault = true, .range = std::pair<double, double>{1, lessons::levels}});
    verb.option("--count", options->count, "How many",
                {.tellsDefault = true, .range = std::pair<double, double>{1, 10000}});
    verb.option("--kind", options->kind,
                "count, banks to be marked, line (which will not coalesce), stages to be put in order by speed, or all",
                {.tellsDefault = true});
    verb.option("--out", options->package, "Write a package for a course's site: FILE.zip is QTI 2.1, FILE.h5p is H5P");
    verb.option("--json", options->json, "Write JSON to this file (- for the terminal)");
    verb.does([options] {
        const std::vector<lessons::Generated> all = questionsOf(*options);
        if (!options->package.empty())
            writePackage(*options, all);
        if (!options->json.empty()) {
            ordered_json document = ordered_json::array();
            for (const lessons::Generated& made : all)
                document.push_back(questionJson(made));
            writeJson(document, options->json);
            return 0;
        }
        for (size_t i = 0; i < all.size(); ++i) {
            const lessons::Question& question = all[i].question;
            fmt::print("{}. {}\n     {}\n", i + 1, question.text, question.code);
            for (const std::string& detail : question.details)
                fmt::print("     {}\n", detail);
            if (question.form == lessons::Form::Choose)
                for (const lessons::Choice& choice : question.choices)
                    fmt::print("   {} {:<16} {}\n", choice.right ? "*" : " ", choice.text, choice.why);
            else
                printKey(question);
            fmt::print("\n");
        }
        std::fflush(stdout);
        return 0;
    });
}

} // namespace warplens::cli
