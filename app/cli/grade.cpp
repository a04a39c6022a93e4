// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli grade`: judges the answers of a course to a challenge, each in a process of its own, so that one that is
// endless, huge or breaks the compiler costs only itself.
#include "app/challenges/grade.h"

#include "app/challenges/judge.h"
#include "app/cli/grade_answers.h"
#include "app/cli/gradescope_files.h"
#include "app/cli/interruption.h"
#include "app/cli/limited_process.h"
#include "app/cli/verbs.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"
#include "kernels/images/compile_stage.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace warplens::cli {
namespace {

namespace fs = std::filesystem;
using challenges::Challenge;
using challenges::Grade;
using nlohmann::ordered_json;

struct GradeOptions {
    std::string challenge, csv, gradescope, folder, pack;
    std::vector<std::string> answers;
    double seconds = 60;
    std::size_t memory = 4096;
};

/// Files as they are, and of a folder all that are kernels.
std::vector<std::string> filesOf(const std::vector<std::string>& answers) {
    std::vector<std::string> files;
    for (const std::string& answer : answers) {
        std::error_code error;
        if (fs::symlink_status(answer, error).type() ==
            fs::file_type::not_found) // else a mistyped name would be a student who has no points
            throw UsageError(fmt::format("there is no file or folder '{}'", answer));
        if (!fs::is_directory(answer, error)) {
            files.push_back(answer);
            continue;
        }
        std::vector<std::string> inside;
        for (const auto& entry : fs::directory_iterator(answer, error))
            if (entry.path().extension() == ".cu" || isFileOfAnswers(entry.path().string()))
                inside.push_back(entry.path().string());
        std::sort(inside.begin(), inside.end());
        if (inside.empty())
            throw UsageError(fmt::format("the folder {} has no .cu or .jsonl file", answer));
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

/// The last line of what was said, without the program's name.
std::string lastLine(std::string errors) {
    while (!errors.empty() && errors.back() == '\n')
        errors.pop_back();
    errors = errors.substr(errors.rfind('\n') + 1);
    const std::string name = "warplens-cli: ";
    return errors.starts_with(name) ? errors.substr(name.size()) : errors;
}

void judge(Grade& grade, const GradeOptions& options, std::stop_token stop) {
    std::vector<std::string> command{fs::read_symlink("/proc/self/exe").string(),
                                     "challenges",
                                     options.challenge,
                                     "--solution=" + grade.file,
                                     "--json",
                                     "-",
                                     fmt::format("--seconds={}", options.seconds),
                                     fmt::format("--memory={}", options.memory)};
    if (!options.folder.empty())
        command.push_back("--course=" + options.folder);
    if (!options.pack.empty())
        command.push_back("--pack=" + options.pack);
    // The emulator's own limit comes first; the compiler has none, so it gets as long again and is ended.
    const auto limit = std::chrono::milliseconds(static_cast<int64_t>(2000 * options.seconds) + 2000);
    const LimitedResult result = runLimited(command, limit, stop);
    if (!result.ending) {
        grade.state = Grade::State::TimedOut;
        grade.message = fmt::format("its process was ended after {:g} s", static_cast<double>(limit.count()) / 1000);
    } else if (result.ending->signal == 0 && result.ending->code <= 1) {
        try {
            challenges::takeVerdict(grade, ordered_json::parse(result.output));
        } catch (const nlohmann::json::exception& error) {
            grade.state = Grade::State::Crashed;
            grade.message =
                fmt::format("its process answered what is no verdict: {}", kernels::jsonProblem(error.what()));
        }
    } else {
        const std::string said = lastLine(result.errors);
        grade.state = result.ending->signal == 0 && !said.empty() ? Grade::State::Failed : Grade::State::Crashed;
        grade.message =
            grade.state == Grade::State::Failed
                ? said
                : fmt::format("its process {}{}{}: more than {} MiB of memory, or a text that breaks the "
                              "compiler?",
                              result.ending->text(), said.empty() ? "" : ", saying: ", said, options.memory);
    }
}

/// Where there is one, nobody has to name it.
const Challenge& findChallenge(const challenges::Challenges& all, const std::string& name) {
    if (name.empty() && all.all.size() == 1)
        return all.all.front();
    if (name.empty())
        throw UsageError(fmt::format("answers to which challenge? Write --challenge and one of them{}",
                                     kernels::suggestion(name, all.ids())));
    if (const Challenge* found = all.find(name))
        return *found;
    for (const kernels::Problem& problem : all.problems)
        fmt::print(stderr, "{}\n", kernels::problemText(problem));
    throw UsageError(fmt::format("there is no challenge '{}'{}", name, kernels::suggestion(name, all.ids())));
}

/// What is wrong with the challenge or with this machine is nobody's answer.
void checkChallenge(const Challenge& challenge, std::stop_token stop) {
    const kernels::StageCompiler compiler;
    try {
        challenges::Judge(compiler, challenge).judge(challenge.source, stop);
    } catch (const challenges::Stopped&) {
        throw UsageError("interrupted: nothing was written");
    }
}

int work(const GradeOptions& given) {
    const std::vector<std::string> files = filesOf(given.answers);
    const std::vector<std::string> students = challenges::studentsOf(files);
    if (const auto questions = std::count_if(files.begin(), files.end(), isFileOfAnswers); questions != 0) {
        if (static_cast<size_t>(questions) != files.size())
            throw UsageError("kernels (.cu) and answers to questions (.jsonl) are graded one after the other");
        return gradeAnswers({files, students, given.csv, given.gradescope});
    }
    const challenges::Challenges all = challengesFrom(given.folder, given.pack);
    const Challenge& challenge = findChallenge(all, given.challenge);
    GradeOptions options = given;
    options.challenge = challenge.id;
    const Interruption interruption;
    checkChallenge(challenge, interruption.token());
    std::vector<Grade> grades;
    for (size_t i = 0; i < files.size(); ++i) {
        Grade grade;
        grade.student = students[i];
        grade.file = files[i];
        for (const challenges::Goal& goal : challenge.goals)
            grade.goals.push_back({goal.text, {}, false, 0});
        if (fs::is_symlink(grade.file)) { // what a compiler says of a file of ours is nothing for who hands in its name
            grade.state = Grade::State::Failed;
            grade.message = "it is a link: an answer is a file of its own";
        } else {
            judge(grade, options, interruption.token());
        }
        if (interruption.token().stop_requested())
            throw UsageError("interrupted: nothing was written");
        fmt::print(stderr, "{}: {} of {} goals{}\n", grade.student, grade.goalsMet(), grade.goals.size(),
                   grade.message.empty() ? ""
                                         : fmt::format(" ({}: {})", challenges::stateName(grade.state), grade.message));
        grades.push_back(std::move(grade));
    }
    const std::string csv = challenges::gradesCsv(challenge, grades);
    if (options.csv.empty() || options.csv == "-")
        fmt::print("{}", csv);
    else
        kernels::writeWhole(options.csv, csv);
    std::vector<StudentResult> results;
    for (const Grade& grade : grades)
        results.push_back({grade.student, challenges::gradescopeJson(grade)});
    if (!options.gradescope.empty())
        writeGradescope(results, options.gradescope);
    return 0;
}

} // namespace

void addGradeVerb(CommandLine& commands) {
    const auto options = std::make_shared<GradeOptions>();
    Verb verb = commands.verb(
        "grade", "Judge the answers of a course to a challenge, or to questions: a table, a row for each student");
    verb.option("answers", options->answers,
                "Files, named by their students, or folders of such: kernels (.cu), or answers that were kept (.jsonl)",
                {.required = true});
    verb.option("--challenge", options->challenge,
                "Which one, such as coalesce-a-copy; of a pack that has one alone it goes without saying");
    verb.option("--csv", options->csv, "Write the table to this file instead of the terminal");
    verb.option("--gradescope", options->gradescope,
                "Write what Gradescope's autograder reads: of one answer a file, of several a folder of them");
    verb.option("--seconds", options->seconds, "How long an answer may run on the emulator",
                {.tellsDefault = true, .range = std::pair<double, double>{0.001, 86400}});
    verb.option("--memory", options->memory, "MiB of memory that judging an answer may take",
                {.tellsDefault = true, .range = std::pair<double, double>{256, 1 << 20}});
    verb.option("--course", options->folder, "Folder with challenges instead of the program's own");
    verb.option("--pack", options->pack, "Course pack, whose challenges are meant");
    verb.does([options] {
        const int code = work(*options);
        std::fflush(stdout);
        return code;
    });
}

} // namespace warplens::cli
