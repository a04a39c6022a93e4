// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/answers.h"
#include "app/lessons/made_questions.h"
#include "app/tongue/say.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace warplens::lessons {
namespace {

using kernels::RecordedResult;
using kernels::Recording;
using tongue::said;

struct Timed {
    const kernels::Stage* stage;
    double ms;
};

/// The kernels of a track as they are by default, at one size, on one GPU.
struct Field {
    const Recording* recording;
    kernels::Size size;
    std::string track;
    std::vector<Timed> stages; ///< in the order of the ladder
};

std::vector<Field> fieldsOf(const Recorded& recorded) {
    std::vector<Field> fields;
    if (!recorded.catalogue || !recorded.recordings)
        return fields;
    for (const Recording& recording : *recorded.recordings) {
        if (recording.provenance.quoted)
            continue;
        std::map<std::pair<std::string, std::string>, kernels::Size> sizes;
        for (const RecordedResult& result : recording.results)
            sizes.try_emplace({result.stage.substr(0, result.stage.find('/')),
                               fmt::format("{} {} {}", result.size.m, result.size.n, result.size.k)},
                              result.size);
        for (const auto& [key, size] : sizes) {
            Field field{&recording, size, key.first, {}};
            for (const kernels::Stage& stage : recorded.catalogue->stages) {
                if (stage.track != field.track || !stage.kernel)
                    continue;
                kernels::ParameterValues usual;
                for (const kernels::Parameter& parameter : stage.parameters)
                    usual.push_back({parameter.name, parameter.defaultValue});
                const RecordedResult* result = recording.find(stage.id, usual, size);
                if (result && result->ok && result->median && result->processor.empty())
                    field.stages.push_back({&stage, *result->median});
            }
            if (field.stages.size() >= 3)
                fields.push_back(std::move(field));
        }
    }
    return fields;
}

/// Some of a field's stages, each at least `ratio` times as slow as the one before; in the order of the ladder.
std::vector<Timed> drawn(Dice& dice, const Field& field, size_t count, double ratio) {
    std::vector<Timed> rest = field.stages, taken;
    while (!rest.empty() && taken.size() < count) {
        const auto at = rest.begin() + static_cast<std::ptrdiff_t>(dice.below(rest.size()));
        const Timed one = *at;
        rest.erase(at);
        if (std::all_of(taken.begin(), taken.end(), [&](const Timed& other) {
                return std::max(one.ms, other.ms) >= ratio * std::min(one.ms, other.ms);
            }))
            taken.push_back(one);
    }
    std::sort(taken.begin(), taken.end(), [](const Timed& a, const Timed& b) { return a.stage->id < b.stage->id; });
    return taken;
}

} // namespace

std::optional<Generated> orderQuestion(Dice& dice, int level, const Recorded& recorded) {
    constexpr std::array<size_t, levels> counts{3, 4, 5};
    constexpr std::array<double, levels> ratios{1.8, 1.3, 1.12};
    const std::vector<Field> fields = fieldsOf(recorded);
    if (fields.empty())
        return std::nullopt;
    const size_t count = counts[static_cast<size_t>(level - 1)];
    for (int attempt = 0; attempt < 200; ++attempt) {
        const Field& field = fields[dice.below(fields.size())];
        std::vector<Timed> stages = drawn(dice, field, count, ratios[static_cast<size_t>(level - 1)]);
        if (stages.size() < count)
            continue;
        std::vector<size_t> ladder(count); // where each stands among the choices
        std::iota(ladder.begin(), ladder.end(), size_t{0});
        std::vector<size_t> shuffled = ladder;
        for (size_t i = count; i > 1; --i)
            std::swap(shuffled[i - 1], shuffled[dice.below(i)]);
        Generated made;
        made.counted = Counted::Order;
        Question& question = made.question;
        question.form = Form::Order;
        question.text = said("Put these stages in order, the fastest first.");
        const std::string gpu = field.recording->provenance.gpu;
        const kernels::Size& size = field.size;
        const std::string extent = size.m == size.n && size.n == size.k
                                       ? std::to_string(size.m)
                                       : fmt::format("{}×{}×{}", size.m, size.n, size.k);
        question.details = {said("{0}, size {1}: as recorded on {2}, {3}", recorded.catalogue->track(field.track).title,
                                 extent, gpu, kernels::daysOf(field.recording->provenance))};
        for (const size_t at : shuffled)
            question.choices.push_back({stages[at].stage->title, false,
                                        said("{0} takes {1}.", stages[at].stage->title, timeText(stages[at].ms)), 0,
                                        std::nullopt, stages[at].ms});
        for (size_t i = 0; i < count; ++i)
            ladder[shuffled[i]] = i;
        question.order = ladder;
        std::sort(question.order.begin(), question.order.end(),
                  [&](size_t a, size_t b) { return stages[shuffled[a]].ms < stages[shuffled[b]].ms; });
        std::vector<size_t> backwards(question.order.rbegin(), question.order.rend()),
            late(ladder.rbegin(), ladder.rend());
        question.mistakes.push_back({backwards, said("You put the slowest first.")});
        if (late != question.order && late != backwards)
            question.mistakes.push_back(
                {late, said("You went by the ladder, the last rung first: not every step makes it faster.")});
        for (const size_t at : question.order)
            question.because += (question.because.empty() ? "" : " ") + question.choices[at].why;
        question.link = fmt::format(
            "warplens:{}?page=charts&chart=stages&measured={}", stages[shuffled[question.order.front()]].stage->id,
            extent == std::to_string(size.m) ? extent : fmt::format("{},{},{}", size.m, size.n, size.k));
        return made;
    }
    return std::nullopt;
}

} // namespace warplens::lessons
