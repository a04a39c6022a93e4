// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli lessons`: lists lessons and lectures; tells those of a stage, or all, with their figures, and checks every
// link; and lists the places of a block that a lesson can begin with.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/told.h"
#include "app/cli/verbs.h"
#include "app/lessons/course.h"
#include "app/lessons/moments.h"
#include "app/lessons/telling.h"
#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "app/model/sources.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
using lessons::Course;
using lessons::Lesson;
using nlohmann::ordered_json;

struct LessonsOptions {
    std::string which;
    std::string json;
    std::string folder;
    std::string moments;
};

std::vector<Recording> recordingsOf(const Catalogue& catalogue) {
    std::vector<Recording> recordings;
    for (auto& [file, recording] : knownRecordings(&catalogue).recordings)
        recordings.push_back(std::move(recording));
    return recordings;
}

ordered_json questionJson(const lessons::Question& question) {
    ordered_json choices = ordered_json::array();
    for (const lessons::Choice& choice : question.choices)
        choices.push_back({{"text", choice.text}, {"right", choice.right}, {"why", choice.why}});
    return {{"text", question.text}, {"code", question.code}, {"choices", std::move(choices)}, {"link", question.link}};
}

/// Whether all that the caption says holds; what does not goes to standard error with its place.
bool holds(const Lesson& lesson, const lessons::Step& step, const words::Filled& caption) {
    bool good = true;
    for (const words::Piece& piece : caption.pieces)
        if (piece.state == words::State::Broken || piece.state == words::State::Missing) {
            fmt::print(stderr, "{}:{}: {{{{{}}}}}: {}\n", lesson.file.string(), step.line, piece.marker,
                       piece.state == words::State::Missing ? "was never measured" : piece.why);
            good = false;
        }
    return good;
}

class Telling {
public:
    Telling(const Catalogue& catalogue, const std::vector<Recording>& recordings)
        : m_facts(catalogue, m_compiler, recordings)
        , m_teller(catalogue, m_compiler, m_facts) {}

    /// Returns it as JSON; prints it too, where it is wanted.
    ordered_json tell(const Lesson& lesson, bool print) {
        if (print)
            fmt::print("{}: {}\n", lesson.id, lesson.title);
        ordered_json steps = ordered_json::array();
        for (const lessons::Step& step : lesson.steps)
            steps.push_back(tell(lesson, step, print));
        if (print)
            fmt::print("\n");
        return {{"id", lesson.id},
                {"title", lesson.title},
                {"stage", lesson.stage},
                {"terms", lesson.terms},
                {"steps", std::move(steps)}};
    }
    bool good() const { return m_good; }

private:
    ordered_json tell(const Lesson& lesson, const lessons::Step& step, bool print) try {
        const lessons::ToldStep told = m_teller.tell(step, m_interruption.token());
        m_good &= holds(lesson, step, told.caption);
        if (print) {
            fmt::print("\n  {}\n", step.link);
            for (const lessons::Question& question : told.questions) {
                fmt::print("  ? {} {}\n", question.text, question.code);
                for (const lessons::Choice& choice : question.choices)
                    fmt::print("    {} {}\n", choice.right ? "*" : "-", choice.text);
            }
            fmt::print("{}\n", wrapped(told.caption.text(), 100));
        }
        ordered_json json{{"link", step.link}, {"caption", textJson(told.caption)}};
        if (!told.notes.empty())
            json["notes"] = told.notes;
        for (const lessons::Question& question : told.questions)
            json["question"] = questionJson(question);
        return json;
    } catch (const words::Stopped&) {
        throw;
    } catch (const std::exception& mistake) {
        fmt::print(stderr, "{}:{}: {}\n", lesson.file.string(), step.line, mistake.what());
        m_good = false;
        return {{"link", step.link}, {"problem", mistake.what()}};
    }

    StageCompiler m_compiler;
    words::Facts m_facts;
    lessons::Teller m_teller;
    Interruption m_interruption;
    bool m_good = true;
};

ordered_json lectureJson(const lessons::Lecture& lecture) {
    ordered_json parts = ordered_json::array();
    for (const lessons::Part& part : lecture.parts)
        parts.push_back({{"lesson", part.lesson}, {"first", part.first + 1}, {"last", part.end}});
    return {{"id", lecture.id},       {"title", lecture.title},   {"minutes", lecture.minutes},
            {"about", lecture.about}, {"steps", lecture.steps()}, {"parts", std::move(parts)}};
}

void listAll(const Course& course, const std::string& json) {
    if (!json.empty()) {
        ordered_json all{{"lectures", ordered_json::array()}, {"lessons", ordered_json::array()}};
        for (const lessons::Lecture& lecture : course.lectures)
            all["lectures"].push_back(lectureJson(lecture));
        for (const Lesson& lesson : course.lessons)
            all["lessons"].push_back({{"id", lesson.id},
                                      {"title", lesson.title},
                                      {"stage", lesson.stage},
                                      {"terms", lesson.terms},
                                      {"steps", lesson.steps.size()}});
        return writeJson(all, json);
    }
    for (const lessons::Lecture& lecture : course.lectures)
        fmt::print("lecture  {:<30} {:>2} steps, {:>2} minutes  {}\n", lecture.id, lecture.steps(), lecture.minutes,
                   lecture.title);
    for (const Lesson& lesson : course.lessons)
        fmt::print("lesson   {:<30} {:>2} steps              {}\n", lesson.id, lesson.steps.size(), lesson.title);
}

/// The places of a block, as links: what an author chooses from.
void listMoments(const Catalogue& catalogue, const std::string& link, const std::string& json) {
    const StageCompiler compiler;
    const std::vector<Recording> none;
    words::Facts facts(catalogue, compiler, none);
    lessons::Teller teller(catalogue, compiler, facts);
    app::Exhibit shown;
    std::shared_ptr<const app::Scene> scene;
    try {
        shown = app::isLink(link) ? app::fromLink(link) : app::fromLink("warplens:" + link);
        scene = teller.scene(shown);
    } catch (const app::ExhibitError& mistake) {
        throw UsageError(mistake.what());
    }
    if (!scene)
        throw UsageError(fmt::format("'{}' has no block to look into: it runs on the CPU or in a library", link));
    ordered_json all = ordered_json::array();
    for (const lessons::Notable& moment : lessons::notableMoments(*scene)) {
        const app::Request request = app::lookAt(*scene, moment.event);
        shown.at = app::placeOf(*scene, {moment.event, 0});
        const bool shared = isShared(request.kind);
        const app::MovedIn unit = scene->movedIn();
        const unsigned cost = shared ? request.cost.wavefronts : app::told<unsigned>(unit, request.cost.sectors),
                       ideal =
                           shared ? request.cost.wavefrontsIdeal : app::told<unsigned>(unit, request.cost.sectorsIdeal);
        const bool bytes = unit == app::MovedIn::Bytes;
        if (json.empty())
            fmt::print("{:<68} line {:>3}  {:<9} {:<22} {:>3} {} (ideal {}), {} lanes, {} times\n", app::toLink(shown),
                       request.line, request.instruction, request.element, cost,
                       shared  ? "wavefronts"
                       : bytes ? "bytes moved"
                               : "sectors",
                       ideal, request.activeLanes(), moment.times);
        all.push_back({{"link", app::toLink(shown)},
                       {"line", request.line},
                       {"instruction", request.instruction},
                       {"element", request.element},
                       {shared  ? "wavefronts"
                        : bytes ? "bytes_moved"
                                : "sectors",
                        cost},
                       {"ideal", ideal},
                       {"lanes", request.activeLanes()},
                       {"times", moment.times}});
    }
    if (!json.empty())
        writeJson(all, json);
}

int work(const LessonsOptions& options) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    if (!options.moments.empty()) {
        listMoments(catalogue, options.moments, options.json);
        return 0;
    }
    const Course course =
        lessons::loadCourse(options.folder.empty() ? resourcesDir() : std::filesystem::path(options.folder), catalogue,
                            "en", nullptr, tongue::kindOf(tongue::spoken()).code);
    for (const Problem& problem : course.problems)
        fmt::print(stderr, "{}\n", problemText(problem));
    const int bad = course.problems.empty() ? 0 : 2;
    if (options.which.empty()) {
        listAll(course, options.json);
        return bad;
    }
    std::vector<const Lesson*> wanted;
    std::vector<std::string> known;
    for (const Lesson& lesson : course.lessons) {
        known.push_back(lesson.id);
        if (options.which == "all" || lesson.id == options.which || lesson.stage == options.which)
            wanted.push_back(&lesson);
    }
    if (wanted.empty() && options.which != "all")
        throw UsageError(fmt::format("there is no lesson '{}'{}", options.which, suggestion(options.which, known)));
    const std::vector<Recording> recordings = recordingsOf(catalogue);
    Telling telling(catalogue, recordings);
    ordered_json all = ordered_json::array();
    for (const Lesson* lesson : wanted)
        all.push_back(telling.tell(*lesson, options.json.empty()));
    if (!options.json.empty())
        writeJson(all, options.json);
    return bad != 0 ? bad : telling.good() ? 0 : 1;
}

} // namespace

void addLessonsVerb(CommandLine& commands) {
    const auto options = std::make_shared<LessonsOptions>();
    Verb verb = commands.verb("lessons", "List lessons and lectures, or tell some with their figures, links checked");
    verb.option("which", options->which, "A lesson, a stage, or all");
    verb.option("--json", options->json, "Write JSON to this file (- for the terminal)");
    verb.option("--course", options->folder, "Folder with lessons, lectures and glossary instead of the program's own");
    verb.option("--moments", options->moments,
                "Instead: the places of a block that a step can stand at, as links; a link, such as "
                "matmul/06-tiled-conflicts?PAD=0");
    verb.does([options] {
        const int code = work(*options);
        std::fflush(stdout);
        return code;
    });
}

} // namespace warplens::cli
