// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli challenges`: lists challenges, tells one, or judges a file that solves one.
#include "app/challenges/goal_text.h"
#include "app/challenges/judge.h"
#include "app/cli/interruption.h"
#include "app/cli/limited_process.h"
#include "app/cli/told.h"
#include "app/cli/verbs.h"
#include "app/pack/shelf.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/images/compile_stage.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <optional>

namespace warplens::cli {
namespace {

using challenges::Challenge;
using challenges::Challenges;
using nlohmann::ordered_json;

struct ChallengesOptions {
    std::string name, solution, json, folder, pack, write;
    unsigned hints = 0;
    double seconds = 60;
    std::optional<std::size_t> memory;
};

ordered_json challengeJson(const Challenge& challenge) {
    ordered_json goals = ordered_json::array();
    for (const challenges::Goal& goal : challenge.goals)
        goals.push_back(goal.text);
    return {{"id", challenge.id},
            {"number", challenge.number},
            {"title", challenge.title},
            {"level", challenge.level},
            {"text", challenge.paragraphs},
            {"goals", std::move(goals)},
            {"hints", challenge.hints},
            {"kernel", challenge.launch.kernel},
            {"grid", challenge.launch.grid},
            {"block", challenge.launch.block},
            {"arguments", challenge.launch.arguments},
            {"source", challenge.source.text()}};
}

void list(const Challenges& all, const std::string& json) {
    ordered_json document = ordered_json::array();
    for (const Challenge& challenge : all.all) {
        document.push_back(challengeJson(challenge));
        if (json.empty())
            fmt::print("{}  {:<28} level {}  {}\n", challenge.number, challenge.id, challenge.level, challenge.title);
    }
    if (!json.empty())
        writeJson(document, json);
}

void tell(const Challenge& challenge, unsigned hints) {
    fmt::print("{} {} (level {})\n", challenge.number, challenge.title, challenge.level);
    for (const std::string& paragraph : challenge.paragraphs)
        fmt::print("\n{}\n", wrapped(paragraph, 100));
    fmt::print("\nLaunched with --grid {} --block {}", challenge.launch.grid, challenge.launch.block);
    if (challenge.launch.sharedBytes)
        fmt::print(" --smem {}", *challenge.launch.sharedBytes);
    for (const std::string& argument : challenge.launch.arguments)
        fmt::print(" --arg {}", argument);
    fmt::print("\nThe result has to be that of {}.\n\nGoals\n",
               challenge.reference ? "a slow kernel that is right" : "the kernel as it is given");
    for (const challenges::Goal& goal : challenge.goals)
        fmt::print("  {}\n", challenges::goalText(goal));
    if (hints > 0)
        fmt::print("\nHints\n");
    for (size_t i = 0; i < std::min<size_t>(hints, challenge.hints.size()); ++i)
        fmt::print("  {}. {}\n", i + 1, wrapped(challenge.hints[i], 96));
    if (hints < challenge.hints.size())
        fmt::print("\n{} hints: --hints 1 tells the first\n", challenge.hints.size());
    fmt::print("\n{}", challenge.source.text());
}

int judge(const Challenge& challenge, const ChallengesOptions& options) {
    if (options.memory)
        limitOwnMemory(*options.memory);
    const std::string source = kernels::readText(options.solution, kernels::sourceLimit);
    const kernels::StageCompiler compiler;
    challenges::Judge judge(compiler, challenge);
    const Interruption interruption;
    challenges::Verdict verdict;
    try {
        verdict = judge.judge(source, interruption.token(),
                              std::chrono::milliseconds(static_cast<int64_t>(options.seconds * 1000)));
    } catch (const challenges::Stopped&) {
        throw UsageError("interrupted: nothing was judged");
    }
    if (!options.json.empty())
        writeJson(challenges::verdictJson(challenge, verdict), options.json);
    if (options.json != "-") {
        for (size_t i = 0; i < verdict.goals.size(); ++i)
            fmt::print("{}\n", challenges::sentenceOf(challenge.goals[i], verdict.goals[i], options.solution));
        if (!verdict.problem.empty())
            fmt::print("not judged: {}\n", verdict.problem);
        else
            fmt::print("{}: {} of {} goals are met\n", challenge.id, verdict.goalsMet(), verdict.goals.size());
    }
    return verdict.met() ? 0 : 1;
}

int work(const ChallengesOptions& options) {
    const Challenges all = challengesFrom(options.folder, options.pack);
    for (const kernels::Problem& problem : all.problems)
        fmt::print(stderr, "{}\n", kernels::problemText(problem));
    const int bad = all.problems.empty() ? 0 : 2;
    if (options.name.empty()) {
        if (!options.solution.empty())
            throw UsageError(
                "--solution says nothing without a challenge: write warplens-cli challenges NAME --solution "
                "FILE.cu");
        list(all, options.json);
        return bad;
    }
    const Challenge* challenge = all.find(options.name);
    if (!challenge)
        throw UsageError(
            fmt::format("there is no challenge '{}'{}", options.name, kernels::suggestion(options.name, all.ids())));
    if (!options.solution.empty())
        return judge(*challenge, options);
    if (!options.write.empty())
        kernels::writeWhole(options.write, challenge->source.text());
    if (!options.json.empty())
        writeJson(challengeJson(*challenge), options.json);
    else
        tell(*challenge, options.hints);
    return bad;
}

} // namespace

Challenges challengesFrom(const std::string& course, const std::string& pack) {
    if (!pack.empty() && !course.empty())
        throw UsageError("--pack and --course are two folders: write one of them");
    if (pack.empty())
        return challenges::loadChallenges(course.empty() ? kernels::resourcesDir() : std::filesystem::path(course),
                                          "en", tongue::kindOf(tongue::spoken()).code);
    try {
        return packs::challengesOf(packs::readPack(pack));
    } catch (const packs::PackError& mistake) {
        throw UsageError(mistake.what());
    }
}

void addChallengesVerb(CommandLine& commands) {
    const auto options = std::make_shared<ChallengesOptions>();
    Verb verb =
        commands.verb("challenges", "List challenges: kernels with a flaw and goals; tell one, or judge a solution");
    verb.option("name", options->name, "A challenge, such as coalesce-a-copy");
    verb.option("--solution", options->solution,
                "Judge this FILE.cu: exit code 0 where all goals are met, 1 where they are not");
    verb.option("--hints", options->hints, "Tell so many of its hints", {.tellsDefault = true});
    verb.option("--write", options->write, "Write the kernel to begin with into this file");
    verb.option("--seconds", options->seconds, "What runs longer on the emulator is not judged",
                {.tellsDefault = true, .range = std::pair<double, double>{0.001, 86400}});
    verb.option("--memory", options->memory, "MiB of memory that judging may take; without it, what there is",
                {.range = std::pair<double, double>{256, 1 << 20}});
    verb.option("--json", options->json, "Write JSON to this file (- for the terminal)");
    verb.option("--course", options->folder, "Folder with challenges instead of the program's own");
    verb.option("--pack", options->pack, "Course pack, whose challenges are meant");
    verb.does([options] {
        const int code = work(*options);
        std::fflush(stdout);
        return code;
    });
}

} // namespace warplens::cli
