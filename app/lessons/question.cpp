// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that steps ask. Keys are what the model counts; wrong answers are what typical mistakes give.
#include "app/lessons/answers.h"
#include "app/lessons/telling.h"
#include "app/model/exhibit_text.h"
#include "app/model/place_in_scene.h"
#include "app/model/sources.h"
#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace warplens::lessons {
namespace {

using tongue::said;

[[noreturn]] void fail(const std::string& why) {
    throw std::runtime_error(why);
}

/// As a picture draws it, where the rules that it is counted by are those that a picture knows.
std::optional<Drawn> drawnOf(const app::Request& request, const std::string& name) {
    const bool shared = isShared(request.kind);
    const uint64_t cost =
        shared ? sim::memory::sharedCost(request.access).wavefronts : sim::memory::globalCost(request.access).sectors;
    if (cost != (shared ? request.cost.wavefronts : request.cost.sectors))
        return std::nullopt;
    return Drawn{name, request.access, shared};
}

uint64_t costOf(const app::Request& request) {
    return isShared(request.kind) ? request.cost.wavefronts : request.cost.sectors;
}

/// The line of the source, and what the lanes ask for.
void describe(Question& question, const app::Scene& scene, const app::Request& request) {
    std::istringstream text(scene.stage.source.text());
    std::string code;
    for (uint32_t line = 0; line < request.line; ++line)
        std::getline(text, code);
    code.erase(0, std::min(code.size(), code.find_first_not_of(' ')));
    question.code = code.empty() ? request.instruction : code;
    question.details.push_back(tongue::counted("{1} {2}, {0} byte(s) for each lane", request.access.bytes,
                                               request.instruction, request.element));
    const bool shared = isShared(request.kind);
    const auto element = [&](unsigned lane) {
        const app::Element& e = request.elements[lane];
        if (e.array < 0)
            return said("lane {0}: {1}", lane, "…");
        const auto [name, rows] = shared ? std::pair(scene.shareds[static_cast<size_t>(e.array)].name,
                                                     scene.shareds[static_cast<size_t>(e.array)].rows)
                                         : std::pair(scene.globals[static_cast<size_t>(e.array)].name,
                                                     scene.globals[static_cast<size_t>(e.array)].rows);
        return said("lane {0}: {1}", lane,
                    rows == 1 ? fmt::format("{}[{}]", name, e.column)
                              : fmt::format("{}[{}][{}]", name, e.row, e.column));
    };
    std::vector<unsigned> active;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane)
        if (request.active(lane))
            active.push_back(lane);
    std::string lanes;
    for (size_t i = 0; i < active.size(); ++i) {
        if (i == 3 && active.size() > 5) {
            lanes += ", …";
            i = active.size() - 1;
        }
        lanes += (lanes.empty() ? "" : ", ") + element(active[i]);
    }
    question.details.push_back(lanes);
    if (request.array >= 0 && shared) {
        const app::SharedArray& array = scene.shareds[static_cast<size_t>(request.array)];
        question.details.push_back(array.rows == 1 ? said("{0} has {1} elements", array.name, array.columns)
                                                   : said("{0} has rows of {1} elements, of {2} bytes each", array.name,
                                                          array.columns, array.elementBytes));
    } else if (request.array >= 0) {
        const app::GlobalArray& array = scene.globals[static_cast<size_t>(request.array)];
        if (array.rows > 1)
            question.details.push_back(
                said("{0} has rows of {1} elements, of {2} bytes each", array.name, array.columns, array.elementBytes));
    }
}

Question countQuestion(const Step& step, const app::Scene& scene, const app::Request& request, bool wavefronts) {
    if (isShared(request.kind) != wavefronts)
        fail(wavefronts ? "this step stands at no request to shared memory"
                        : "this step stands at no request to global memory");
    Question question;
    question.text = wavefronts
                        ? (isLoad(request.kind) ? said("How many wavefronts does this load from shared memory take?")
                                                : said("How many wavefronts does this store to shared memory take?"))
                        : (isLoad(request.kind) ? said("How many sectors of 32 bytes does this load touch?")
                                                : said("How many sectors of 32 bytes does this store touch?"));
    describe(question, scene, request);
    if (wavefronts)
        question.details.push_back(
            said("a wavefront is one pass in which each of the 32 banks delivers or takes one word"));
    question.choices = wavefronts ? wavefrontChoices(request.access, request.cost.wavefronts)
                                  : sectorChoices(request.access, request.cost.sectors);
    question.link = step.link;
    question.about = drawnOf(request, request.element);
    return question;
}

/// A request of the step's block, as it is with another value of a parameter; nothing where there is no such request.
std::optional<app::Request> withValue(const Step& step, Teller& teller, const app::Scene& block,
                                      const kernels::Parameter& parameter, std::int64_t value,
                                      const std::stop_token& stop) {
    app::Exhibit other = step.shown;
    other.parameters = app::replaced(block.instance.parameters, {{parameter.name, value}});
    const auto variant = teller.scene(other, stop);
    const auto same = app::samePosition(block, app::positionOf(block, step.shown.at), *variant);
    return same ? std::optional(app::lookAt(*variant, same->event)) : std::nullopt;
}

std::string valueName(const kernels::Parameter& parameter, std::int64_t value) {
    return fmt::format("{} = {}", parameter.name, parameter.valueText(value));
}

/// Which value makes the same request the cheapest.
Question parameterQuestion(const Step& step, Teller& teller, const app::Request& here, const std::stop_token& stop) {
    const auto block = teller.scene(step.shown, stop);
    const kernels::Parameter* parameter = block->stage.findParameter(step.parameter);
    std::vector<std::int64_t> values = parameter->values;
    if (values.empty() || values.size() > 5)
        fail(fmt::format("{} has no short list of values to choose from", step.parameter));
    struct Found {
        std::int64_t value;
        uint64_t cost;
        std::optional<Drawn> drawn;
    };
    std::vector<Found> found;
    for (const std::int64_t value : values) {
        const auto request = withValue(step, teller, *block, *parameter, value, stop);
        if (!request)
            fail(fmt::format("with {}={} there is no such request", step.parameter, value));
        found.push_back({value, costOf(*request), drawnOf(*request, valueName(*parameter, value))});
    }
    const auto best =
        std::min_element(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.cost < b.cost; });
    if (std::count_if(found.begin(), found.end(), [&](const Found& each) { return each.cost == best->cost; }) != 1)
        fail(fmt::format("no single value of {} is the best", step.parameter));
    Question question;
    question.text = said("Which {0} makes this access the cheapest?", parameter->label);
    describe(question, *block, here);
    for (const Found& each : found)
        question.choices.push_back({valueName(*parameter, each.value), each.value == best->value,
                                    isShared(here.kind)
                                        ? tongue::counted("With it the access takes {0} wavefront(s).", each.cost)
                                        : tongue::counted("With it the access takes {0} sector(s).", each.cost),
                                    0, each.drawn});
    question.link = step.link;
    return question;
}

} // namespace

size_t Question::key() const {
    return static_cast<size_t>(std::find_if(choices.begin(), choices.end(), [](const auto& c) { return c.right; }) -
                               choices.begin());
}

Question questionOf(const Step& step, Teller& teller, const std::stop_token& stop) {
    const std::optional<app::Request> request = teller.request(step.shown, stop);
    if (!request)
        fail("this step stands at no request, so there is nothing to ask");
    if (step.asks == Asks::Parameter)
        return parameterQuestion(step, teller, *request, stop);
    return countQuestion(step, *teller.scene(step.shown, stop), *request, step.asks == Asks::Wavefronts);
}

std::vector<Drawn> changesOf(const Step& step, Teller& teller, const std::stop_token& stop) {
    constexpr size_t mostValues = 5;
    std::vector<Drawn> changes;
    const auto block = teller.scene(step.shown, stop);
    if (!block || step.asks == Asks::Parameter)
        return changes;
    for (const kernels::Parameter& parameter : block->stage.parameters) {
        std::vector<std::int64_t> values = parameter.values;
        if (values.empty())
            values = {parameter.minimum, parameter.defaultValue};
        if (values.size() > mostValues)
            continue;
        for (const std::int64_t value : values) {
            const kernels::ParameterValue other{parameter.name, value};
            const kernels::ParameterValues& now = block->instance.parameters;
            if (std::find(now.begin(), now.end(), other) != now.end())
                continue;
            try {
                if (const auto request = withValue(step, teller, *block, parameter, value, stop))
                    if (auto drawn = drawnOf(*request, valueName(parameter, value)))
                        changes.push_back(std::move(*drawn));
            } catch (const words::Stopped&) {
                throw;
            } catch (const std::exception&) {
                // that value goes with other values of others
            }
        }
    }
    return changes;
}

} // namespace warplens::lessons
