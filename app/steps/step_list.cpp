// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/step_list.h"

#include "app/export/saying.h"
#include "app/lessons/telling.h"
#include "app/model/place_in_scene.h"
#include "app/paint/drawing.h"
#include "app/views/stage_pane.h"
#include "app/words/facts.h"
#include "kernels/catalogue/nearest.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

constexpr double wordsPerSecond = 2.5; ///< 150 a minute, as slow as one reads what is new
constexpr double leastSeconds = 4;     ///< of a step of a lesson, which has a picture beside its words

/// The range with its end, from 0 and without its last: of so many steps.
std::pair<size_t, size_t> within(const StepRange& range, size_t count, const QString& of) {
    const size_t last = range.last.value_or(count);
    if (range.first > count || last > count)
        refuseExport(exportText("there is no step %1: the last of %2 is %3, so write --steps 1..%3 or a part of it")
                         .arg(range.first > count ? range.first : last)
                         .arg(of)
                         .arg(count));
    if (last - range.first + 1 > mostSteps)
        refuseExport(
            exportText("%1 steps are too many, %2 go into one file: write a shorter range, or larger steps (--by tile)")
                .arg(last - range.first + 1)
                .arg(mostSteps));
    return {range.first - 1, last};
}

std::vector<CaptionPiece> captionOf(const Sentence& sentence) {
    std::vector<CaptionPiece> caption;
    for (const Phrase& phrase : sentence)
        caption.push_back({toQString(phrase.text), phrase.tone});
    return caption;
}

std::vector<CaptionPiece> captionOf(const words::Filled& filled) {
    std::vector<CaptionPiece> caption;
    bool code = false;
    for (const words::Piece& piece : filled.pieces) {
        const QStringList parts = toQString(piece.text).split('`');
        for (qsizetype i = 0; i < parts.size(); ++i) {
            if (i > 0)
                code = !code;
            if (!parts[i].isEmpty())
                caption.push_back({parts[i], Tone::Plain, piece.kind == words::Kind::Figure, code});
        }
    }
    return caption;
}

double readingTime(const std::vector<CaptionPiece>& caption) {
    QString all;
    for (const CaptionPiece& piece : caption)
        all += piece.text;
    const double seconds = static_cast<double>(all.simplified().count(' ') + 1) / wordsPerSecond;
    return std::max(leastSeconds, std::ceil(2 * seconds) / 2);
}

/// How many steps of a kind a block has, and each of them.
struct Steps {
    size_t count = 0;
    std::function<Position(size_t)> at;
};

Steps countedSteps(const Scene& scene, StepUnit unit) {
    const Navigator& navigator = *scene.navigator;
    if (unit == StepUnit::Instruction)
        return {navigator.count(), [](size_t i) { return Position{i, 0}; }};
    if (unit == StepUnit::Wavefront)
        return {navigator.duration(), [&navigator](size_t i) { return navigator.atTime(i); }};
    std::vector<Position> all{Position{}};
    for (Position next = navigator.forward({}, unit); next > all.back(); next = navigator.forward(next, unit))
        all.push_back(next);
    return {all.size(), [all](size_t i) { return all[i]; }};
}

QString headingOf(const Scene& scene, Position position, StepUnit unit, size_t number, size_t of) {
    const size_t wavefronts = scene.navigator->wavefronts(position.event);
    QString heading = exportText("step %1 of %2").arg(position.event + 1).arg(scene.navigator->count());
    if (unit == StepUnit::Wavefront && wavefronts > 1)
        heading += exportText(", wavefront %1 of %2").arg(position.wavefront + 1).arg(wavefronts);
    if (unit == StepUnit::Tile)
        heading = exportText("tile %1 of %2, %3")
                      .arg(scene.navigator->tileOf(position.event) + 1)
                      .arg(scene.navigator->tiles())
                      .arg(heading);
    else if (unit == StepUnit::Access || unit == StepUnit::Barrier)
        heading = exportText("stop %1 of %2, %3").arg(number).arg(of).arg(heading);
    return heading;
}

/// A step of a lesson, as it is walked through.
struct Walked {
    const lessons::Lesson* lesson;
    size_t step;
};

} // namespace

StepRange stepRangeOf(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(\\d*)(\\.\\.(\\d*))?$"));
    const auto match = form.match(text.trimmed());
    const auto wrong = [&] {
        refuseExport(exportText("'%1' is no range of steps: write --steps 3..7, 3.. or ..7, counted from 1").arg(text));
    };
    if (!match.hasMatch() || (match.captured(1).isEmpty() && match.captured(3).isEmpty()))
        wrong();
    const auto number = [&](const QString& digits) {
        bool good = false;
        const qulonglong value = digits.toULongLong(&good);
        if (!good || value == 0)
            wrong();
        return static_cast<size_t>(value);
    };
    StepRange range;
    if (!match.captured(1).isEmpty())
        range.first = number(match.captured(1));
    if (match.captured(2).isEmpty())
        range.last = range.first;
    else if (!match.captured(3).isEmpty())
        range.last = number(match.captured(3));
    if (range.last && *range.last < range.first)
        wrong();
    return range;
}

const char* stepUnitWord(StepUnit unit) {
    constexpr const char* words[] = {"wavefront", "instruction", "access", "tile", "barrier"};
    return words[static_cast<size_t>(unit)];
}

StepUnit stepUnitOf(const QString& text) {
    for (const StepUnit unit :
         {StepUnit::Wavefront, StepUnit::Instruction, StepUnit::Access, StepUnit::Tile, StepUnit::Barrier})
        if (text == QLatin1String(stepUnitWord(unit)))
            return unit;
    refuseExport(
        exportText("there are no steps by '%1': write --by wavefront, instruction, access, tile or barrier").arg(text));
}

size_t stepCount(const Scene& scene, StepUnit unit) {
    return countedSteps(scene, unit).count;
}

std::vector<Position> stepsOf(const Scene& scene, StepUnit unit, const StepRange& range) {
    const Steps steps = countedSteps(scene, unit);
    const auto [first, end] = within(range, steps.count, exportText("this block"));
    std::vector<Position> positions;
    for (size_t i = first; i < end; ++i)
        positions.push_back(steps.at(i));
    return positions;
}

StepList blockSteps(ExhibitArtist& artist, const Sources& sources, Exhibit shown, StepUnit unit,
                    const StepRange& range) {
    if (shown.page == Page::Charts)
        refuseExport(exportText("a chart has no steps: leave page= out of the link, or leave out --steps"));
    if (shown.page == Page::Difference)
        refuseExport(exportText("the difference of two sources has no steps: leave page= out of the link"));
    const std::shared_ptr<const Scene> scene = artist.panes(shown).pane().player()->shown().scene;
    if (!scene || scene->trace.events.empty())
        refuseExport(exportText("%1 has no steps: no warp of it can be looked at").arg(exhibitTitle(sources, shown)));
    const size_t count = stepCount(*scene, unit);
    StepList list{exhibitTitle(sources, shown), {}};
    size_t number = range.first;
    for (const Position position : stepsOf(*scene, unit, range)) {
        TakenStep step;
        step.number = number;
        step.shown = shown;
        step.shown.at = placeOf(*scene, position);
        step.heading = headingOf(*scene, position, unit, number++, count);
        step.caption = captionOf(momentAt(*scene, *scene->navigator, position).sentence);
        list.steps.push_back(std::move(step));
    }
    return list;
}

StepList lessonSteps(const Sources& sources, const lessons::Course& course,
                     const std::vector<kernels::Recording>& recordings, const std::string& id, bool isLecture,
                     const StepRange& range, const std::stop_token& stop) {
    const kernels::Catalogue& catalogue = sources.catalogue();
    StepList list;
    std::vector<Walked> walked;
    if (isLecture) {
        if (const lessons::Lecture* lecture = course.lecture(id)) {
            list.title = toQString(lecture->title);
            for (const lessons::Part& part : lecture->parts)
                if (const lessons::Lesson* lesson = course.lesson(part.lesson))
                    for (size_t i = part.first; i < part.end; ++i)
                        walked.push_back({lesson, i});
        }
    } else if (const lessons::Lesson* lesson = course.lesson(id)) {
        list.title = toQString(lesson->title);
        for (size_t i = 0; i < lesson->steps.size(); ++i)
            walked.push_back({lesson, i});
    }
    if (walked.empty()) {
        std::vector<std::string> known;
        if (isLecture)
            for (const lessons::Lecture& each : course.lectures)
                known.push_back(each.id);
        else
            for (const lessons::Lesson& each : course.lessons)
                known.push_back(each.id);
        refuseExport((isLecture ? exportText("there is no lecture '%1'%2: `warplens-cli lessons` lists them")
                                : exportText("there is no lesson '%1'%2: `warplens-cli lessons` lists them"))
                         .arg(toQString(id), toQString(kernels::suggestion(id, known))));
    }
    const kernels::StageCompiler compiler;
    words::Facts facts(catalogue, compiler, recordings);
    lessons::Teller teller(catalogue, compiler, facts);
    const auto [first, end] = within(range, walked.size(), toQString(id));
    for (size_t i = first; i < end; ++i) {
        const lessons::Lesson& lesson = *walked[i].lesson;
        TakenStep step;
        step.number = i + 1;
        step.shown = lesson.steps[walked[i].step].shown;
        step.heading = exportText("%1, %2 of %3").arg(toQString(lesson.title)).arg(i + 1).arg(walked.size());
        step.caption = captionOf(teller.tell(lesson.steps[walked[i].step], stop).caption);
        step.seconds = readingTime(step.caption);
        list.steps.push_back(std::move(step));
    }
    return list;
}

} // namespace warplens::app
