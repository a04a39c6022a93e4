// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli pack check FOLDER`: looks at a course pack before others do: its files, what its lessons say, and that its
// challenges can be solved.
#include "app/challenges/judge.h"
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/lessons/telling.h"
#include "app/model/exhibit_text.h"
#include "app/model/sources.h"
#include "app/pack/shelf.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace warplens::cli {
namespace {

namespace fs = std::filesystem;
using kernels::Problem;
using nlohmann::ordered_json;

struct PackOptions {
    std::string action, folder, answers, json;
};

std::string counted(size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

bool isIn(const fs::path& file, const packs::Pack& pack) {
    const std::string text = file.lexically_relative(pack.folder).generic_string();
    return !text.empty() && !text.starts_with("..");
}

/// All that is told of a pack.
class Check {
public:
    explicit Check(const packs::Pack& pack)
        : m_pack(pack)
        , m_catalogue(packs::catalogueWith(kernels::stagesDir(), &pack))
        , m_course(packs::courseWith(m_catalogue, &pack))
        , m_challenges(packs::challengesOf(pack))
        , m_recordings(recordings(m_catalogue))
        , m_facts(m_catalogue, m_compiler, m_recordings)
        , m_teller(m_catalogue, m_compiler, m_facts) {
        for (const auto* problems : {&m_catalogue.problems, &m_course.problems, &m_challenges.problems})
            for (const Problem& problem : *problems)
                m_problems.push_back(problem);
    }

    void run(const std::string& answers) {
        for (const kernels::Stage& stage : m_catalogue.stages)
            if (isIn(stage.tomlFile, m_pack))
                checkStage(stage);
        for (const lessons::Lesson& lesson : m_course.lessons)
            if (isIn(lesson.file, m_pack))
                checkLesson(lesson);
        for (const lessons::Lecture& lecture : m_course.lectures)
            m_lectures += fs::exists(m_pack.folder / "lectures" / m_pack.language / (lecture.id + ".md"));
        for (const challenges::Challenge& challenge : m_challenges.all)
            checkChallenge(challenge, answers);
    }
    const std::vector<Problem>& problems() const { return m_problems; }
    ordered_json json() const {
        ordered_json mistakes = ordered_json::array();
        for (const Problem& problem : m_problems)
            mistakes.push_back({{"file", problem.file}, {"line", problem.line}, {"message", problem.message}});
        return {{"title", m_pack.title},
                {"author", m_pack.author},
                {"language", m_pack.language},
                {"stages", m_stages},
                {"lessons", m_lessons},
                {"lectures", m_lectures},
                {"challenges", m_challenges.all.size()},
                {"mistakes", std::move(mistakes)}};
    }
    std::string summary() const {
        return fmt::format("{}, by {} ({}): {}, {}, {}, {}; {}", m_pack.title, m_pack.author, m_pack.language,
                           counted(m_stages, "stage"), counted(m_lessons, "lesson"), counted(m_lectures, "lecture"),
                           counted(m_challenges.all.size(), "challenge"),
                           m_problems.empty() ? "no mistakes" : counted(m_problems.size(), "mistake"));
    }

private:
    static std::vector<kernels::Recording> recordings(const kernels::Catalogue& catalogue) {
        std::vector<kernels::Recording> all;
        for (auto& [file, recording] : knownRecordings(&catalogue).recordings)
            all.push_back(std::move(recording));
        return all;
    }
    void complain(const fs::path& file, int line, const std::string& message) {
        m_problems.push_back({file.string(), line, 0, message});
    }
    void attempt(const fs::path& file, int line, const std::function<void()>& work) {
        try {
            work();
        } catch (const words::Stopped&) {
            throw UsageError("interrupted: the pack was not checked to its end");
        } catch (const challenges::Stopped&) {
            throw UsageError("interrupted: the pack was not checked to its end");
        } catch (const std::exception& mistake) {
            complain(file, line, mistake.what());
        }
    }

    /// That it compiles and runs, and that its texts hold.
    void checkStage(const kernels::Stage& stage) {
        ++m_stages;
        attempt(stage.sourceFile, 0, [&] {
            app::Exhibit shown;
            shown.subject = stage.id;
            m_teller.scene(shown, m_interruption.token());
        });
        for (const std::string& text : {stage.idea, stage.lookAt})
            attempt(stage.tomlFile, 0, [&] {
                report(words::fill(words::parse(text), stage, m_facts, m_interruption.token()), stage.tomlFile, 0);
            });
    }
    void report(const words::Filled& filled, const fs::path& file, int line) {
        for (const words::Piece& piece : filled.pieces)
            if (piece.state == words::State::Broken || piece.state == words::State::Missing)
                complain(file, line,
                         fmt::format("{{{{{}}}}}: {}", piece.marker,
                                     piece.state == words::State::Missing ? "was never measured" : piece.why));
    }
    void checkLesson(const lessons::Lesson& lesson) {
        ++m_lessons;
        for (const lessons::Step& step : lesson.steps)
            attempt(lesson.file, step.line,
                    [&] { report(m_teller.tell(step, m_interruption.token()).caption, lesson.file, step.line); });
    }
    void checkChallenge(const challenges::Challenge& challenge, const std::string& answers) {
        const fs::path file = challenge.folder / "challenge.md";
        attempt(file, 0, [&] {
            challenges::Judge judge(m_compiler, challenge);
            const challenges::Verdict flawed = judge.judge(challenge.source, m_interruption.token());
            if (!flawed.problem.empty())
                complain(challenge.folder / "kernel.cu", 0, flawed.problem);
            else if (flawed.met())
                complain(file, 0, "the kernel as it is given meets all goals: there is nothing to do");
            if (answers.empty())
                return;
            const fs::path answer = fs::path(answers) / (challenge.id + ".cu");
            const challenges::Verdict solved =
                judge.judge(kernels::readText(answer, kernels::sourceLimit), m_interruption.token());
            if (!solved.problem.empty())
                complain(answer, 0, solved.problem);
            for (const challenges::GoalVerdict& goal : solved.goals)
                if (!goal.met)
                    complain(answer, static_cast<int>(goal.line),
                             fmt::format("does not meet '{}': {}", goal.wanted, goal.found));
        });
    }

    const packs::Pack& m_pack;
    const Interruption m_interruption;
    const kernels::Catalogue m_catalogue;
    const lessons::Course m_course;
    const challenges::Challenges m_challenges;
    const std::vector<kernels::Recording> m_recordings;
    const kernels::StageCompiler m_compiler;
    words::Facts m_facts;
    lessons::Teller m_teller;
    std::vector<Problem> m_problems;
    size_t m_stages = 0, m_lessons = 0, m_lectures = 0;
};

int work(const PackOptions& options) {
    if (options.action != "check")
        throw UsageError(
            fmt::format("'{}' cannot be done with a pack: write warplens-cli pack check FOLDER", options.action));
    packs::Pack pack;
    try {
        pack = packs::readPack(options.folder);
    } catch (const packs::PackError& mistake) {
        fmt::print(stderr, "{}\n", mistake.what());
        return 2;
    }
    Check check(pack);
    check.run(options.answers);
    for (const Problem& problem : check.problems())
        fmt::print(stderr, "{}\n", kernels::problemText(problem));
    if (!options.json.empty())
        writeJson(check.json(), options.json);
    else
        fmt::print("{}\n", check.summary());
    return check.problems().empty() ? 0 : 1;
}

} // namespace

void addPackVerb(CommandLine& commands) {
    const auto options = std::make_shared<PackOptions>();
    Verb verb = commands.verb("pack", "Check a course pack: stages, lessons and challenges of a teacher's own");
    verb.option("action", options->action, "check", {.required = true});
    verb.option("folder", options->folder, "Its folder, in which pack.toml lies", {.required = true});
    verb.option("--answers", options->answers,
                "Folder with NAME.cu for each challenge, which has to meet its goals; keep it out of the pack");
    verb.option("--json", options->json, "Write JSON to this file (- for the terminal)");
    verb.does([options] {
        const int code = work(*options);
        std::fflush(stdout);
        return code;
    });
}

} // namespace warplens::cli
