// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/telling.h"

#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "app/model/sources.h"
#include "app/tongue/say.h"
#include "app/words/quantities.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace warplens::lessons {
namespace {

using app::Request;
using words::Expression;

constexpr size_t scenesKept = 4;

double distinct(const Request& request, uint64_t (*of)(const sim::memory::BankWord&)) {
    std::set<uint64_t> all;
    for (const sim::memory::BankWord& word : request.words)
        all.insert(of(word));
    return static_cast<double>(all.size());
}

constexpr std::array quantities{
    HereQuantity{
        "wavefronts", "wavefronts of the request; ideal: without conflicts",
        [](const Request& r, bool ideal) -> double { return ideal ? r.cost.wavefrontsIdeal : r.cost.wavefronts; }},
    HereQuantity{"sectors", "sectors that the request touches; ideal: that its bytes fill",
                 [](const Request& r, bool ideal) -> double { return ideal ? r.cost.sectorsIdeal : r.cost.sectors; }},
    HereQuantity{"lines", "lines that the request touches",
                 [](const Request& r, bool) -> double { return r.cost.lines; }},
    HereQuantity{"lanes", "lanes that take part", [](const Request& r, bool) -> double { return r.activeLanes(); }},
    HereQuantity{"bytes", "bytes that each lane asks for",
                 [](const Request& r, bool) -> double { return r.access.bytes; }},
    HereQuantity{"asked", "bytes that the lanes ask for, each place once",
                 [](const Request& r, bool) { return static_cast<double>(r.distinctBytes()); }},
    HereQuantity{"moved", "bytes of the sectors that the request touches",
                 [](const Request& r, bool) -> double { return 32.0 * r.cost.sectors; }},
    HereQuantity{"words", "different words of shared memory that the lanes want",
                 [](const Request& r, bool) { return distinct(r, [](const auto& word) { return word.word; }); }},
    HereQuantity{
        "banks", "banks that these words lie in",
        [](const Request& r, bool) { return distinct(r, [](const auto& word) -> uint64_t { return word.bank; }); }},
    HereQuantity{"line", "the line of the source", [](const Request& r, bool) -> double { return r.line; }},
    HereQuantity{"warp", "the number of the warp", [](const Request& r, bool) -> double { return r.warp; }},
};

bool isHere(const words::Phrase& phrase) {
    return std::find(phrase.subjects.begin(), phrase.subjects.end(), "here") != phrase.subjects.end();
}

bool asksHere(const Expression& expression) {
    if (expression.kind == Expression::Kind::Phrase)
        return isHere(expression.phrase);
    return (expression.left && asksHere(*expression.left)) || (expression.right && asksHere(*expression.right));
}

double valueHere(const words::Phrase& phrase, const std::optional<Request>& request) {
    if (!request)
        throw words::BadMarker(fmt::format("'{}': this step stands at no request", phrase.text));
    std::vector<std::string> known;
    for (const HereQuantity& each : quantities) {
        if (each.name == phrase.quantity)
            return each.of(*request, phrase.ideal);
        known.emplace_back(each.name);
    }
    throw words::BadMarker(
        fmt::format("a request has no '{}'{}", phrase.quantity, kernels::suggestion(phrase.quantity, known)));
}

/// With numbers for what the request says.
Expression withHere(const Expression& expression, const std::optional<Request>& request) {
    Expression made = expression;
    if (expression.kind == Expression::Kind::Phrase && isHere(expression.phrase)) {
        made = Expression{};
        made.number = valueHere(expression.phrase, request);
    }
    if (expression.left)
        made.left = std::make_shared<const Expression>(withHere(*expression.left, request));
    if (expression.right)
        made.right = std::make_shared<const Expression>(withHere(*expression.right, request));
    return made;
}

bool asksHere(const words::Segment& segment) {
    return asksHere(segment.figure) ||
           std::any_of(segment.conditions.begin(), segment.conditions.end(), [](const words::Condition& condition) {
               return asksHere(condition.left) || asksHere(condition.right);
           });
}

} // namespace

std::span<const HereQuantity> hereQuantities() {
    return quantities;
}

std::shared_ptr<const app::Scene> Teller::scene(const app::Exhibit& shown, const std::stop_token& stop) {
    app::Sources sources(m_catalogue);
    app::Exhibit whole = shown;
    sources.settle({}, whole);
    const app::SceneRequest request = sources.request(whole);
    if (!request.stage.kernel)
        return nullptr;
    const std::string key = request.key();
    const auto known =
        std::find_if(m_scenes.begin(), m_scenes.end(), [&](const auto& each) { return each.first == key; });
    if (known != m_scenes.end()) {
        m_scenes.splice(m_scenes.begin(), m_scenes, known);
        return m_scenes.front().second;
    }
    try {
        m_scenes.emplace_front(key, app::buildScene(m_compiler, request, stop));
    } catch (const app::Abandoned&) {
        throw words::Stopped();
    }
    if (m_scenes.size() > scenesKept)
        m_scenes.pop_back();
    return m_scenes.front().second;
}

std::optional<Request> Teller::request(const app::Exhibit& shown, const std::stop_token& stop) {
    const auto block = scene(shown, stop);
    if (!block || block->trace.events.empty())
        return std::nullopt;
    const size_t event = app::positionOf(*block, shown.at).event;
    if (!block->trace.events[event].isRequest())
        return std::nullopt;
    return app::lookAt(*block, event);
}

words::Filled Teller::fill(const std::string& text, const app::Exhibit& shown, const std::stop_token& stop) {
    words::Text read = words::parse(text);
    std::vector<std::pair<size_t, std::string>> broken; ///< segments, and why
    std::optional<Request> at;
    bool asked = false;
    for (size_t i = 0; i < read.segments.size(); ++i) {
        words::Segment& segment = read.segments[i];
        if (!asksHere(segment))
            continue;
        try {
            if (!asked)
                at = request(shown, stop);
            asked = true;
            segment.figure = withHere(segment.figure, at);
            for (words::Condition& condition : segment.conditions) {
                condition.left = withHere(condition.left, at);
                condition.right = withHere(condition.right, at);
            }
        } catch (const words::Stopped&) {
            throw;
        } catch (const std::exception& mistake) {
            broken.emplace_back(i, mistake.what());
            segment.kind = words::Kind::Constant;
            segment.words = "(?)";
        }
    }
    const kernels::Stage* stage = m_catalogue.find(shown.subject);
    words::Filled filled = words::fill(read, stage ? *stage : m_catalogue.stages.front(), m_facts, stop);
    for (const auto& [segment, why] : broken)
        for (words::Piece& piece : filled.pieces)
            if (piece.marker == read.segments[segment].marker) {
                piece.state = words::State::Broken;
                piece.why = why;
            }
    if (asked && at)
        filled.origins.push_back(tongue::said("modelled at the request that is shown"));
    return filled;
}

ToldStep Teller::tell(const Step& step, const std::stop_token& stop) {
    ToldStep told;
    told.caption = fill(step.caption, step.shown, stop);
    if (!step.notes.empty())
        told.notes = fill(step.notes, step.shown, stop).text();
    if (step.asks != Asks::Nothing)
        told.questions.push_back(questionOf(step, *this, stop));
    return told;
}

words::Filled Teller::tell(const Term& term, const std::stop_token& stop) {
    app::Exhibit shown;
    if (!term.link.empty())
        shown = app::fromLink(term.link);
    return fill(term.text, shown, stop);
}

} // namespace warplens::lessons
