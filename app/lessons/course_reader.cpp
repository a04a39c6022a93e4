// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/course_reader.h"

#include "app/model/exhibit_text.h"
#include "app/words/headed_text.h"
#include "app/words/text.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

using words::joinLine;
using words::listed;
using words::trimmed;
using words::wholeNumber;
using Lines = words::HeadedText;

/// Only parameters that the stage has, values that they can have, and a comparison that there is.
void checkExhibit(const app::Exhibit& shown, const app::Sources& sources, int line) {
    const kernels::Stage* stage = sources.catalogue().find(shown.subject);
    if (!stage || stage->id != shown.subject) {
        const std::vector<std::string> known = sources.catalogue().ids();
        throw CourseMistake(
            line, fmt::format("there is no stage '{}'{}", shown.subject, kernels::suggestion(shown.subject, known)));
    }
    try {
        app::Exhibit whole = shown;
        kernels::completeParameters(*stage, shown.parameters);
        sources.settle({}, whole);
    } catch (const std::exception& mistake) {
        throw CourseMistake(line, mistake.what());
    }
}

void readQuestion(const std::string& what, Step& step, const kernels::Catalogue& catalogue, int line) {
    if (step.asks != Asks::Nothing)
        throw CourseMistake(line, "a step asks one question");
    const kernels::Stage* stage = catalogue.find(step.shown.subject);
    if (what == "wavefronts") {
        step.asks = Asks::Wavefronts;
    } else if (what == "sectors") {
        step.asks = Asks::Sectors;
    } else if (stage->findParameter(what)) {
        step.asks = Asks::Parameter;
        step.parameter = what;
    } else {
        throw CourseMistake(
            line,
            fmt::format("'{}' cannot be asked for: write wavefronts, sectors or a parameter of {}", what, stage->id));
    }
}

void checkText(const std::string& text, int line, const char* what) {
    if (text.empty())
        throw CourseMistake(line, fmt::format("{} without a text", what));
    const words::Text read = words::parse(text);
    if (!read.problems.empty())
        throw CourseMistake(line, read.problems.front());
}

} // namespace

Lesson readLesson(const fs::path& file, const app::Sources& sources) {
    Lines lines(file, {"title", "stage", "terms"});
    Lesson lesson;
    lesson.file = file;
    lesson.id = (file.parent_path().filename() / file.stem()).generic_string();
    lesson.title = lines.required("title");
    lesson.stage = lines.required("stage");
    if (lines.header.contains("terms"))
        lesson.terms = listed(lines.header.at("terms").first);
    app::Exhibit about;
    about.subject = lesson.stage;
    checkExhibit(about, sources, lines.lineOf("stage"));
    for (; lines.next < lines.all.size(); ++lines.next) {
        const std::string& line = lines.all[lines.next];
        if (line.empty())
            continue;
        if (line.starts_with("## ")) {
            if (!lesson.steps.empty())
                checkText(lesson.steps.back().caption, lesson.steps.back().line, "a step");
            Step step;
            step.line = lines.number();
            step.link = trimmed(line.substr(3));
            try {
                step.shown = app::fromLink(step.link);
            } catch (const app::ExhibitError& mistake) {
                throw CourseMistake(step.line, mistake.what());
            }
            checkExhibit(step.shown, sources, step.line);
            lesson.steps.push_back(std::move(step));
        } else if (lesson.steps.empty()) {
            throw CourseMistake(lines.number(), "stands before the first step: a step begins with ## and a link");
        } else if (line.starts_with("> ")) {
            joinLine(lesson.steps.back().notes, trimmed(line.substr(2)));
        } else if (line.starts_with("? ")) {
            readQuestion(trimmed(line.substr(2)), lesson.steps.back(), sources.catalogue(), lines.number());
        } else {
            joinLine(lesson.steps.back().caption, line);
        }
    }
    if (lesson.steps.empty())
        throw CourseMistake(lines.number(), "a lesson has at least one step: write ## and a link");
    checkText(lesson.steps.back().caption, lesson.steps.back().line, "a step");
    return lesson;
}

Lecture readLecture(const fs::path& file, const Course& course) {
    Lines lines(file, {"title", "minutes"});
    Lecture lecture;
    lecture.id = file.stem().string();
    lecture.title = lines.required("title");
    const std::optional<size_t> minutes = wholeNumber(lines.required("minutes"));
    if (!minutes || *minutes == 0 || *minutes > 600)
        throw CourseMistake(lines.lineOf("minutes"), "'minutes' is a whole number from 1 to 600");
    lecture.minutes = static_cast<int>(*minutes);
    std::vector<std::string> known;
    for (const Lesson& lesson : course.lessons)
        known.push_back(lesson.id);
    for (; lines.next < lines.all.size(); ++lines.next) {
        const std::string& line = lines.all[lines.next];
        if (line.empty())
            continue;
        if (!line.starts_with("- ")) {
            joinLine(lecture.about, line);
            continue;
        }
        const std::string item = trimmed(line.substr(2));
        const size_t space = item.find(' ');
        const std::string id = item.substr(0, space);
        const Lesson* lesson = course.lesson(id);
        if (!lesson)
            throw CourseMistake(lines.number(),
                                fmt::format("there is no lesson '{}'{}", id, kernels::suggestion(id, known)));
        Part part{id, 0, lesson->steps.size()};
        if (space != std::string::npos) {
            const std::string range = trimmed(item.substr(space));
            const size_t dash = range.find('-');
            const auto first = wholeNumber(range.substr(0, dash));
            const auto last = dash == std::string::npos ? first : wholeNumber(range.substr(dash + 1));
            if (!first || !last || *first < 1 || *first > *last || *last > lesson->steps.size())
                throw CourseMistake(lines.number(), fmt::format("'{}' are no steps of {}: it has {}, write 1 or 1-{}",
                                                                range, id, lesson->steps.size(), lesson->steps.size()));
            part.first = *first - 1;
            part.end = *last;
        }
        lecture.parts.push_back(part);
    }
    if (lecture.parts.empty())
        throw CourseMistake(lines.number(), "a lecture has at least one lesson: write - and its name");
    return lecture;
}

std::vector<Term> readGlossary(const fs::path& file) {
    Lines lines(file, {});
    std::vector<Term> terms;
    for (; lines.next < lines.all.size(); ++lines.next) {
        const std::string& line = lines.all[lines.next];
        if (line.empty() || line.starts_with("# "))
            continue;
        if (line.starts_with("## ")) {
            Term term;
            term.line = lines.number();
            term.forms = listed(line.substr(3));
            if (term.forms.empty())
                throw CourseMistake(term.line, "a term without a name");
            term.name = term.forms.front();
            term.forms.erase(term.forms.begin());
            for (const Term& other : terms)
                if (other.name == term.name)
                    throw CourseMistake(term.line, fmt::format("'{}' is defined twice", term.name));
            terms.push_back(std::move(term));
        } else if (terms.empty()) {
            throw CourseMistake(lines.number(), "stands before the first term: a term begins with ## and its name");
        } else if (app::isLink(line)) {
            try {
                app::fromLink(line);
            } catch (const app::ExhibitError& mistake) {
                throw CourseMistake(lines.number(), mistake.what());
            }
            terms.back().link = line;
        } else {
            joinLine(terms.back().text, line);
        }
    }
    for (const Term& term : terms)
        checkText(term.text, term.line, "a term");
    const auto letters = [](const Term& term) {
        std::string name = term.name;
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
        return name;
    };
    std::sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) { return letters(a) < letters(b); });
    return terms;
}

} // namespace warplens::lessons
