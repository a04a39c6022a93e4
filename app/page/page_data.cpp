// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page/page_data.h"

#include "app/lessons/moments.h"
#include "app/model/exhibit_text.h"
#include "app/model/focus.h"
#include "app/model/place_in_scene.h"
#include "app/model/reason.h"
#include "app/model/replay.h"
#include "app/model/sentence.h"
#include "app/page/page_words.h"
#include "app/page/picture_data.h"
#include "app/page/question_data.h"
#include "app/tongue/say.h"
#include "app/words/fill.h"
#include "kernels/build_info/build_info.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace warplens::page {
namespace {

using namespace app;
using Json = nlohmann::ordered_json;

constexpr int format = 1;        ///< of the data, which the script checks
constexpr size_t mostSteps = 24; ///< of a block that no lesson tells of
constexpr std::array known{"tiles", "global", "banks", "source", "warp"};

bool isDrawn(const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
}

/// The pictures of an exhibit; what no page draws is named apart.
struct Pictures {
    std::vector<std::string> drawn, left;
};

Pictures picturesOf(const Exhibit& shown, const Moment& moment) {
    Pictures pictures;
    for (std::string name : shown.pictures) {
        if (name.starts_with('+'))
            name.erase(0, 1);
        (isDrawn(name) ? pictures.drawn : pictures.left).push_back(name);
    }
    const bool banks = moment.shared.has_value();
    if (pictures.drawn.empty() || std::all_of(shown.pictures.begin(), shown.pictures.end(),
                                              [](const std::string& name) { return name.starts_with('+'); })) {
        const std::vector<std::string> suiting{
            moment.sharedIsNow || (banks && !moment.globalIsNow) ? "banks" : "global", "source"};
        for (const std::string& name : suiting)
            if (std::find(pictures.drawn.begin(), pictures.drawn.end(), name) == pictures.drawn.end())
                pictures.drawn.push_back(name);
    }
    return pictures;
}

/// "Tiled, coalesced, conflicting, PAD off": switches, and what differs from the defaults.
std::string titleOf(const kernels::Stage& stage, const Exhibit& shown) {
    std::string title = stage.title;
    for (const kernels::ParameterValue& value : shown.parameters) {
        const kernels::Parameter* parameter = stage.findParameter(value.name);
        if (parameter && (parameter->isSwitch || value.value != parameter->defaultValue))
            title += ", " + labelOf(stage, value);
    }
    return title;
}

std::string originOf(const Sources& sources, const kernels::Stage& stage, const Exhibit& shown) {
    if (shown.isFile() || shown.isKept())
        return tongue::said("block ({0}, {1}), modelled, compute capability {2}", shown.block.x, shown.block.y,
                            shown.architecture);
    const int dimensions = sources.catalogue().track(stage.track).dimensions;
    const std::string size = fmt::format("{}{}", sources.pictureSize(shown, stage),
                                         dimensions == 3   ? "³"
                                         : dimensions == 2 ? "²"
                                                           : "");
    return tongue::said("size {0}, block ({1}, {2}), modelled, compute capability {3}", size, shown.block.x,
                        shown.block.y, shown.architecture);
}

Json captionData(const words::Filled& filled) {
    Json pieces = Json::array();
    for (const words::Piece& piece : filled.pieces) {
        if (piece.text.empty())
            continue;
        Json each{{"text", piece.text}};
        if (piece.kind == words::Kind::Figure || piece.kind == words::Kind::Claim)
            each["origin"] = piece.origin;
        pieces.push_back(std::move(each));
    }
    return pieces;
}

Json chartData(const Chart& chart) {
    const auto axis = [](const Chart::Axis& each) { return Json{{"text", each.text}, {"log", each.logarithmic}}; };
    Json series = Json::array();
    for (const Chart::Series& each : chart.series) {
        Json points = Json::array();
        for (const Chart::Point& point : each.points) {
            Json made{{"x", point.x}, {"y", point.y}, {"text", point.text}, {"tip", point.tip}};
            if (point.low != 0 || point.high != 0)
                made["spread"] = {point.low, point.high};
            if (point.current)
                made["current"] = true;
            points.push_back(std::move(made));
        }
        series.push_back({{"name", each.name},
                          {"tone", each.tone},
                          {"form", each.form},
                          {"outlined", each.outlined},
                          {"points", std::move(points)}});
    }
    return {{"title", chart.title},
            {"origin", chart.origin},
            {"note", chart.note},
            {"x", axis(chart.x)},
            {"y", axis(chart.y)},
            {"categories", chart.categories},
            {"oneBarEach", chart.oneBarEach},
            {"series", std::move(series)}};
}

} // namespace

/// One of those that are shown, where it stands.
struct PageMaker::Block {
    kernels::Stage stage;
    std::shared_ptr<const Scene> scene; ///< nullptr: it has none
    Position position;
};

std::shared_ptr<const Scene> PageMaker::sceneOf(const Exhibit& shown, const std::stop_token& stop) {
    if (!shown.isFile() && !shown.isKept())
        return m_teller.scene(shown, stop);
    try {
        return buildScene(m_compiler, m_sources.request(shown), stop);
    } catch (const Abandoned&) {
        throw words::Stopped();
    }
}

Json PageMaker::pane(const Exhibit& shown, const Block& block) {
    Json made{{"title", titleOf(block.stage, shown)}, {"link", toLink(shown)}};
    if (!block.scene || block.scene->trace.events.empty()) {
        made["origin"] = "";
        made["sentence"] = sentenceData(
            block.scene ? sentence("This block touches no memory.")
            : block.stage.cpu
                ? sentence("This runs on one thread of the CPU: there is no warp to look at.")
                : sentence("This calls a library, whose inside is not known: there is no warp to look at."));
        made["pictures"] = {"source"};
        made["source"] = sourceData(block.stage);
        return made;
    }
    const Scene& scene = *block.scene;
    const Moment moment = momentAt(scene, *scene.navigator, block.position);
    Replay replay(block.scene);
    const Seen seen{scene, moment, replay.at(moment.position.event + 1)};
    const Pictures pictures = picturesOf(shown, moment);
    made["origin"] = originOf(m_sources, block.stage, shown);
    made["now"] = focusOnEvent(scene, moment.position.event).text;
    made["event"] = moment.position.event;
    made["wavefront"] = moment.position.wavefront;
    made["sentence"] = sentenceData(moment.sentence);
    made["pictures"] = pictures.drawn;
    made["left"] = pictures.left;
    for (const std::string& name : pictures.drawn)
        made[name] = name == "tiles"    ? tilesData(seen)
                     : name == "global" ? globalData(seen)
                     : name == "banks"  ? banksData(seen)
                     : name == "warp"   ? warpData(seen)
                                        : sourceData(seen, shown.heat);
    made["counts"] = countsData(seen.state.soFar, seen.scene.movedIn());
    return made;
}

void PageMaker::addSeen(Json& step, Exhibit shown, const std::stop_token& stop) {
    m_sources.settle({}, shown);
    if (shown.page == Page::Charts) {
        try {
            if (!m_charts)
                throw std::runtime_error(
                    "Charts are made by the program with the window: it writes this page with them.");
            step["chart"] = chartData(m_charts(shown));
        } catch (const words::Stopped&) {
            throw;
        } catch (const std::exception& problem) {
            step["chart"] = {{"missing", problem.what()}};
        }
        return;
    }
    Block block{m_sources.stage(shown), sceneOf(shown, stop), {}};
    if (block.scene)
        block.position = positionOf(*block.scene, shown.at);
    step["panes"] = Json::array({pane(shown, block)});
    auto other = m_sources.compared(shown);
    if (!other)
        return;
    Block beside{m_sources.stage(*other), sceneOf(*other, stop), {}};
    if (block.scene && beside.scene) // in lockstep, as the window has it
        beside.position = beside.scene->navigator->atTime(block.scene->navigator->timeOf(block.position));
    other->pictures = shown.pictures;
    step["panes"].push_back(pane(*other, beside));
}

Json PageMaker::lessonSteps(const lessons::Lesson& lesson, size_t first, size_t end, const std::stop_token& stop) {
    Json steps = Json::array();
    for (size_t i = first; i < std::min(end, lesson.steps.size()); ++i) {
        const lessons::Step& step = lesson.steps[i];
        const lessons::ToldStep told = m_teller.tell(step, stop);
        Json made{{"lesson", lesson.title}, {"caption", captionData(told.caption)}, {"origins", told.caption.origins}};
        for (const lessons::Question& question : told.questions)
            made["question"] = questionData(question);
        addSeen(made, step.shown, stop);
        steps.push_back(std::move(made));
    }
    return steps;
}

Json PageMaker::momentSteps(const Exhibit& wanted, bool fromHere, const std::stop_token& stop) {
    Exhibit shown = wanted;
    m_sources.settle({}, shown);
    Json steps = Json::array();
    const auto add = [&](const Exhibit& each) {
        Json made{{"caption", Json::array()}, {"origins", Json::array()}};
        addSeen(made, each, stop);
        steps.push_back(std::move(made));
    };
    if (shown.page == Page::Difference)
        throw PageError("the difference of two sources is no picture: leave page= out of the link");
    if (fromHere || shown.page == Page::Charts)
        add(shown);
    // A lesson says in its place what a chart lacks; of a chart alone nothing would be left.
    if (shown.page == Page::Charts && steps.front().at("chart").contains("missing"))
        throw PageError(steps.front().at("chart").at("missing").get<std::string>());
    const auto scene = shown.page == Page::Charts ? nullptr : sceneOf(shown, stop);
    if (!scene) {
        if (steps.empty())
            add(shown);
        return steps;
    }
    const size_t here = positionOf(*scene, shown.at).event;
    for (const lessons::Notable& moment : lessons::notableMoments(*scene)) {
        if (steps.size() >= mostSteps)
            break;
        if (fromHere && moment.event <= here)
            continue;
        Exhibit next = shown;
        next.at = placeOf(*scene, {moment.event, 0});
        if (next.pictures.empty()) // each with the memory that it is of
            next.pictures = {isShared(scene->trace.events[moment.event].kind) ? "banks" : "global", "source"};
        add(next);
    }
    if (steps.empty())
        add(shown);
    return steps;
}

Json PageMaker::termsData(const std::vector<std::string>& terms, const std::stop_token& stop) {
    Json made = Json::array();
    for (const std::string& name : terms)
        if (const lessons::Term* term = m_course.term(name))
            made.push_back({{"name", term->name}, {"text", m_teller.tell(*term, stop).text()}});
    return made;
}

Json PageMaker::of(const std::string& what, const std::stop_token& stop) {
    Json page{{"format", format}, {"title", ""}, {"about", what}};
    if (nlohmann::ordered_json words = pageWords(); !words.empty()) {
        page["language"] = tongue::kindOf(tongue::spoken()).code;
        page["words"] = std::move(words);
    }
    page["program"] = fmt::format("Warplens {}, commit {}", kernels::buildVersion(), kernels::buildCommit());
    const lessons::Lesson* lesson = m_course.lesson(what);
    if (const kernels::Stage* stage = lesson ? nullptr : m_sources.catalogue().find(what)) {
        lesson = m_course.lessonOf(stage->id);
        if (!lesson) {
            Exhibit shown;
            shown.subject = stage->id;
            page["title"] = stage->title;
            page["terms"] = Json::array();
            page["steps"] = momentSteps(shown, false, stop);
            return page;
        }
    }
    if (lesson) {
        page["title"] = lesson->title;
        page["terms"] = termsData(lesson->terms, stop);
        page["steps"] = lessonSteps(*lesson, 0, lesson->steps.size(), stop);
        return page;
    }
    if (const lessons::Lecture* lecture = m_course.lecture(what)) {
        page["title"] = lecture->title;
        std::vector<std::string> terms;
        page["terms"] = Json::array();
        page["steps"] = Json::array();
        for (const lessons::Part& part : lecture->parts)
            if (const lessons::Lesson* each = m_course.lesson(part.lesson)) {
                for (const std::string& term : each->terms)
                    if (std::find(terms.begin(), terms.end(), term) == terms.end())
                        terms.push_back(term);
                for (Json& step : lessonSteps(*each, part.first, part.end, stop))
                    page["steps"].push_back(std::move(step));
            }
        page["terms"] = termsData(terms, stop);
        return page;
    }
    if (isLink(what)) {
        Exhibit shown = fromLink(what);
        page["steps"] = momentSteps(shown, true, stop);
        m_sources.settle({}, shown);
        page["title"] = titleOf(m_sources.stage(shown), shown);
        page["terms"] = Json::array();
        return page;
    }
    std::vector<std::string> ids = m_sources.catalogue().ids();
    for (const lessons::Lesson& each : m_course.lessons)
        ids.push_back(each.id);
    for (const lessons::Lecture& each : m_course.lectures)
        ids.push_back(each.id);
    const std::string nearest = kernels::nearestWord(what, ids);
    throw PageError(
        nearest.empty()
            ? fmt::format("there is no lesson, lecture or stage '{}': `warplens-cli lessons` lists them; or "
                          "write a link (warplens:…)",
                          what)
            : fmt::format("there is no lesson, lecture or stage '{}': did you mean '{}'?", what, nearest));
}

} // namespace warplens::page
