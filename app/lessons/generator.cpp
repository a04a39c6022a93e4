// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/generator.h"

#include "app/lessons/answers.h"
#include "app/lessons/judging.h"
#include "app/lessons/made_questions.h"
#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <stdexcept>

namespace warplens::lessons {
namespace {

using tongue::counted;
using tongue::said;

using sim::memory::Access;
using sim::memory::lanesPerWarp;

const char* typeOf(unsigned bytes) {
    return bytes == 16 ? "float4" : bytes == 8 ? "float2" : bytes == 2 ? "short" : bytes == 1 ? "char" : "float";
}

/// The access of lanes 0 to `lanes` - 1 to element index(lane).
Access accessTo(unsigned bytes, unsigned lanes, const std::function<uint64_t(uint64_t)>& index) {
    Access access;
    access.bytes = static_cast<uint8_t>(bytes);
    access.mask = lanes == lanesPerWarp ? sim::memory::allLanes : (1u << lanes) - 1;
    for (unsigned lane = 0; lane < lanes; ++lane)
        access.address[lane] = index(lane) * bytes;
    return access;
}

std::string shownElements(const std::function<std::string(uint64_t)>& element, unsigned lanes) {
    return said("lane 0: {0}, lane 1: {1}, lane 2: {2}, …, lane {3}: {4}", element(0), element(1), element(2),
                lanes - 1, element(lanes - 1));
}

Generated sectorsOf(const Access& access, std::string code, std::vector<std::string> details) {
    Generated made;
    made.counted = Counted::Sectors;
    made.access = access;
    made.key = sim::memory::globalCost(access).sectors;
    made.question.text = said("How many sectors of 32 bytes does this load of a warp touch?");
    made.question.code = std::move(code);
    made.question.about = Drawn{made.question.code, access, false};
    made.question.details = std::move(details);
    made.question.details.push_back(said("x begins at a multiple of 128 bytes in global memory"));
    made.question.choices = sectorChoices(access, made.key);
    return made;
}

Generated wavefrontsOf(const Access& access, std::string code, std::vector<std::string> details) {
    Generated made;
    made.counted = Counted::Wavefronts;
    made.access = access;
    made.key = sim::memory::sharedCost(access).wavefronts;
    made.question.text = said("How many wavefronts does this load of a warp from shared memory take?");
    made.question.code = std::move(code);
    made.question.about = Drawn{made.question.code, access, true};
    made.question.details = std::move(details);
    made.question.choices = wavefrontChoices(access, made.key);
    return made;
}

/// The same load with another index: what can be tried, unless that is what was asked.
void addChange(Generated& made, const std::string& name, const std::function<uint64_t(uint64_t)>& element) {
    const Drawn& about = *made.question.about;
    Drawn change{name, about.access, about.shared};
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        if (change.access.mask >> lane & 1)
            change.access.address[lane] = element(lane) * change.access.bytes;
    if (change.access.address != about.access.address)
        made.question.changes.push_back(std::move(change));
}

/// "lane * 3".
std::string steps(uint64_t stride) {
    return stride > 1 ? fmt::format("lane * {}", stride) : "lane";
}

/// Side by side, one element more apart, and as far apart as costs most.
void addStrides(Generated& made, uint64_t stride) {
    const uint64_t furthest = made.question.about->shared ? 32 : 8;
    for (const uint64_t other : {uint64_t{1}, stride + 1, furthest})
        addChange(made, fmt::format("x[{}]", steps(other)), [=](uint64_t lane) { return lane * other; });
}

/// It has so many elements.
constexpr uint64_t typedElements = 1024;

Generated simple(Dice& dice) {
    const bool shared = dice.below(2) != 0;
    const auto stride = dice.of(std::array<uint64_t, 9>{1, 2, 3, 4, 5, 8, 16, 17, 31});
    const uint64_t shift = shared ? 0 : dice.below(9);
    const uint64_t group = dice.below(4) == 0 ? dice.of(std::array<uint64_t, 4>{2, 4, 8, 32}) : 1;
    std::string index = group > 1 ? fmt::format("lane / {}", group) : "lane";
    if (stride > 1)
        index = fmt::format("{} * {}", group > 1 ? "(" + index + ")" : index, stride);
    if (shift > 0)
        index += fmt::format(" + {}", shift);
    const auto element = [=](uint64_t lane) { return lane / group * stride + shift; };
    const Access access = accessTo(4, lanesPerWarp, element);
    const std::string elements =
        shownElements([&](uint64_t lane) { return fmt::format("x[{}]", element(lane)); }, lanesPerWarp);
    const std::string code = fmt::format("float v = x[{}];", index);
    Generated made =
        shared ? wavefrontsOf(access, code, {elements, said("x has elements of {0} bytes in shared memory", 4)})
               : sectorsOf(access, code, {elements, counted("elements of {0} byte(s)", 4)});
    made.question.link = typedLink(shared, index);
    addStrides(made, stride);
    return made;
}

Generated wideGlobal(Dice& dice) {
    const unsigned bytes = dice.of(std::array<unsigned, 4>{1, 2, 8, 16});
    const uint64_t stride = dice.of(std::array<uint64_t, 3>{1, 2, 3});
    const unsigned lanes = dice.of(std::array<unsigned, 4>{8, 16, 24, 32});
    const auto element = [=](uint64_t lane) { return lane * stride; };
    const std::string only = lanes < lanesPerWarp ? fmt::format("if (lane < {}) ", lanes) : "";
    Generated made =
        sectorsOf(accessTo(bytes, lanes, element), fmt::format("{}{} v = x[{}];", only, typeOf(bytes), steps(stride)),
                  {shownElements([&](uint64_t lane) { return fmt::format("x[{}]", element(lane)); }, lanes),
                   counted("elements of {0} byte(s)", bytes)});
    addStrides(made, stride);
    return made;
}

Generated column(Dice& dice) {
    const uint64_t width = dice.of(std::array<uint64_t, 7>{8, 16, 24, 32, 33, 36, 40});
    const uint64_t fixed = dice.below(8);
    const unsigned kind = static_cast<unsigned>(dice.below(3)); // a column, a row, two columns of half a warp
    const auto row = [=](uint64_t lane) { return kind == 0 ? lane : kind == 1 ? fixed : lane / 2; };
    const auto col = [=](uint64_t lane) { return kind == 0 ? fixed : kind == 1 ? lane % 8 : lane % 2; };
    const char* rows[] = {"lane", "", "lane / 2"};
    const std::string code =
        kind == 1 ? fmt::format("float v = tile[{}][lane % 8];", fixed)
                  : fmt::format("float v = tile[{}][{}];", rows[kind], kind == 0 ? std::to_string(fixed) : "lane % 2");
    Generated made =
        wavefrontsOf(accessTo(4, lanesPerWarp, [=](uint64_t lane) { return row(lane) * width + col(lane); }), code,
                     {fmt::format("__shared__ float tile[32][{}]: {}", width, counted("elements of {0} byte(s)", 4)),
                      shownElements([&](uint64_t lane) { return fmt::format("tile[{}][{}]", row(lane), col(lane)); },
                                    lanesPerWarp)});
    if (row(lanesPerWarp - 1) * width + 8 <= typedElements)
        made.question.link = typedLink(true, kind == 1   ? fmt::format("{} + lane % 8", fixed * width)
                                             : kind == 0 ? fmt::format("lane * {} + {}", width, fixed)
                                                         : fmt::format("lane / 2 * {} + lane % 2", width));
    for (const uint64_t other : {width + 1, width + 2, width + 4, uint64_t{32}, uint64_t{33}})
        addChange(made, fmt::format("tile[32][{}]", other),
                  [=](uint64_t lane) { return row(lane) * other + col(lane); });
    return made;
}

Generated wideShared(Dice& dice) {
    const unsigned bytes = dice.of(std::array<unsigned, 2>{8, 16});
    const uint64_t stride = dice.of(std::array<uint64_t, 5>{1, 2, 3, 4, 8});
    const auto element = [=](uint64_t lane) { return lane * stride; };
    Generated made =
        wavefrontsOf(accessTo(bytes, lanesPerWarp, element), fmt::format("{} v = x[{}];", typeOf(bytes), steps(stride)),
                     {shownElements([&](uint64_t lane) { return fmt::format("x[{}]", element(lane)); }, lanesPerWarp),
                      said("x has elements of {0} bytes in shared memory", bytes)});
    addStrides(made, stride);
    return made;
}

Generated swizzled(Dice& dice) {
    const uint64_t mask = dice.of(std::array<uint64_t, 5>{31, 15, 7, 3, 1});
    const uint64_t fixed = dice.below(32);
    const auto col = [=](uint64_t lane) { return fixed ^ (lane & mask); };
    const std::string code = mask == 31 ? fmt::format("float v = tile[lane][{} ^ lane];", fixed)
                                        : fmt::format("float v = tile[lane][{} ^ (lane & {})];", fixed, mask);
    Generated made = wavefrontsOf(
        accessTo(4, lanesPerWarp, [=](uint64_t lane) { return lane * 32 + col(lane); }), code,
        {"__shared__ float tile[32][32]: " + counted("elements of {0} byte(s)", 4),
         shownElements([&](uint64_t lane) { return fmt::format("tile[{}][{}]", lane, col(lane)); }, lanesPerWarp)});
    made.question.link = typedLink(true, fmt::format("lane * 32 + ({} ^ (lane & {}))", fixed, mask));
    addChange(made, fmt::format("tile[lane][{} ^ lane]", fixed),
              [=](uint64_t lane) { return lane * 32 + (fixed ^ lane); });
    addChange(made, fmt::format("tile[lane][{}]", fixed), [=](uint64_t lane) { return lane * 32 + fixed; });
    return made;
}

Generated structure(Dice& dice) {
    const uint64_t words = dice.of(std::array<uint64_t, 5>{3, 5, 6, 7, 12});
    const uint64_t field = dice.below(words);
    const auto element = [=](uint64_t lane) { return lane * words + field; };
    Generated made = sectorsOf(
        accessTo(4, lanesPerWarp, element), fmt::format("float v = x[lane].f{};", field),
        {said("each structure has {0} fields of 4 bytes, f0 to f{1}", words, words - 1),
         shownElements([&](uint64_t lane) { return said("byte {0} of x", 4 * element(lane)); }, lanesPerWarp)});
    made.question.link = typedLink(false, fmt::format("lane * {} + {}", words, field));
    addChange(made, fmt::format("x.f{}[lane]", field), [](uint64_t lane) { return lane; });
    return made;
}

/// The least padding without which a column conflicts.
Generated padding(Dice& dice) {
    const uint64_t width = dice.of(std::array<uint64_t, 8>{16, 20, 24, 28, 32, 40, 48, 64});
    const uint64_t fixed = dice.below(16);
    const unsigned bytes = dice.of(std::array<unsigned, 2>{4, 8});
    constexpr std::array<uint64_t, 4> offered{0, 1, 2, 4};
    const auto with = [&](uint64_t pad) {
        return accessTo(bytes, lanesPerWarp, [=](uint64_t lane) { return lane * (width + pad) + fixed; });
    };
    Generated made;
    made.counted = Counted::Padding;
    made.question.text = said("What is the least padding with which a column has no bank conflict?");
    made.question.code = fmt::format("{} v = tile[lane][{}];", bytes == 8 ? "double" : "float", fixed);
    made.question.details = {fmt::format("__shared__ {} tile[32][{} + PAD]: {}", bytes == 8 ? "double" : "float", width,
                                         counted("elements of {0} byte(s)", bytes))};
    bool found = false;
    for (const uint64_t pad : offered) {
        const sim::memory::SharedCost cost = sim::memory::sharedCost(with(pad));
        const bool free = cost.wavefronts == cost.wavefrontsIdeal;
        std::string why =
            counted("With it the load takes {0} wavefront(s), {1} at best.", cost.wavefronts, cost.wavefrontsIdeal);
        if (free && found)
            why += said(" But less is enough.");
        made.question.choices.push_back({fmt::format("PAD = {}", pad), free && !found, why, 0,
                                         Drawn{fmt::format("PAD = {}", pad), with(pad), true}});
        if (free && !found) {
            made.access = with(pad);
            made.key = pad;
            found = true;
        }
    }
    if (!found) // nothing of what is offered: another one
        return padding(dice);
    return made;
}

} // namespace

std::string typedLink(bool shared, const std::string& expression) {
    std::string escaped;
    for (const char c : expression)
        escaped += std::string_view(" +%&^").find(c) == std::string_view::npos
                       ? std::string(1, c)
                       : fmt::format("%{:02X}", static_cast<unsigned>(c));
    return fmt::format("warplens:patterns/09-expression?SHARED={}&lanes={}&at={}&show={},warp", shared ? 1 : 0, escaped,
                       shared ? "r10" : "r1", shared ? "banks" : "global");
}

Described sharedAccess(Dice& dice, int level) {
    using Make = Generated (*)(Dice&);
    static const std::array<std::vector<Make>, levels> kinds{
        std::vector<Make>{simple}, {column, wideShared}, {swizzled, column}};
    const std::vector<Make>& makes = kinds[static_cast<size_t>(level - 1)];
    for (;;) {
        const Generated made = makes[dice.below(makes.size())](dice);
        if (made.counted == Counted::Wavefronts)
            return {made.access, made.question.code, made.question.details, made.question.link, made.question.changes};
    }
}

std::vector<Generated> generateQuestions(uint64_t seed, int level, size_t count, const std::vector<QuestionKind>& asked,
                                         const Recorded& recorded) {
    if (level < 1 || level > levels)
        throw std::invalid_argument(fmt::format("there is no level {}: write 1 to {}", level, levels));
    using Make = Generated (*)(Dice&);
    static const std::array<std::vector<Make>, levels> counts{
        std::vector<Make>{simple}, {wideGlobal, column, wideShared}, {swizzled, structure, padding}};
    const std::vector<Make>& makes = counts[static_cast<size_t>(level - 1)];
    Dice dice(seed * 1000003 + static_cast<uint64_t>(level));
    const auto make = [&](QuestionKind kind) -> std::optional<Generated> {
        if (kind == QuestionKind::Banks)
            return banksQuestion(dice, level);
        if (kind == QuestionKind::Line)
            return lineQuestion(dice, level);
        if (kind == QuestionKind::Order)
            return orderQuestion(dice, level, recorded);
        return makes[dice.below(makes.size())](dice);
    };
    std::vector<Generated> all;
    std::set<std::string> known;
    // Each once, as long as there are others.
    for (size_t misses = 0; all.size() < count;) {
        const QuestionKind kind = asked.size() == 1 ? asked.front() : asked[dice.below(asked.size())];
        std::optional<Generated> made = make(kind);
        if (!made && (asked.size() == 1 || ++misses > 1000))
            throw std::invalid_argument("there are no recorded times of stages to ask about");
        if (!made)
            continue;
        std::string key = made->question.text + made->question.code + made->question.details.front();
        for (const Choice& choice : made->question.choices)
            key += choice.text;
        if (!known.insert(key).second && ++misses < 200)
            continue;
        all.push_back(std::move(*made));
    }
    return all;
}

std::optional<std::vector<QuestionKind>> questionKindsOf(std::string_view name) {
    using enum QuestionKind;
    if (name == "count")
        return {{Count}};
    if (name == "banks")
        return {{Banks}};
    if (name == "line")
        return {{Line}};
    if (name == "order")
        return {{Order}};
    if (name == "all")
        return {{Count, Banks, Line, Order}};
    return std::nullopt;
}

Generated generateQuestion(const Asked& asked, const Recorded& recorded) {
    const auto kinds = questionKindsOf(asked.kind);
    if (!kinds)
        throw std::invalid_argument(fmt::format("there is no kind '{}' of questions", asked.kind));
    return generateQuestions(asked.seed, asked.level, asked.number + 1, *kinds, recorded).back();
}

Asked anotherLike(const Question& like, Counted counted, uint64_t seed, int level, const Recorded& recorded) {
    constexpr size_t looked = 40; // of a level, at least one in three counts the same
    const char* kind = counted == Counted::Banks   ? "banks"
                       : counted == Counted::Line  ? "line"
                       : counted == Counted::Order ? "order"
                                                   : "count";
    const std::vector<Generated> all = generateQuestions(seed, level, looked, *questionKindsOf(kind), recorded);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Generated& made) {
        return made.counted == counted &&
               (made.question.code != like.code || made.question.details != like.details ||
                answerText(made.question, keyOf(made.question)) != answerText(like, keyOf(like)));
    });
    if (found == all.end())
        throw std::invalid_argument(fmt::format("level {} has no other question like it", level));
    return {seed, level, kind, static_cast<size_t>(found - all.begin())};
}

Asked anotherLike(const Question& like, uint64_t seed) {
    constexpr int usualLevel = 2, paddingLevel = 3; // padding is asked for from there on
    const std::optional<Drawn>& drawn = like.about ? like.about : like.choices.front().drawn;
    const Counted counted = !drawn || !drawn->shared ? Counted::Sectors
                            : like.about             ? Counted::Wavefronts
                                                     : Counted::Padding;
    return anotherLike(like, counted, seed, counted == Counted::Padding ? paddingLevel : usualLevel);
}

} // namespace warplens::lessons
