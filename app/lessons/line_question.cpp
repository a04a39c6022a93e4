// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of a kernel will not coalesce: its loads touch more sectors than their bytes fill. The others only look as if.
#include "app/lessons/made_questions.h"
#include "app/tongue/say.h"
#include "sim/memory/global_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace warplens::lessons {
namespace {

using sim::memory::Access;
using sim::memory::lanesPerWarp;
using tongue::counted;
using tongue::said;

/// A line of the kernel: an index of x for each lane.
struct Line {
    std::string index;
    std::function<uint64_t(uint64_t lane)> element;
    std::string looks;       ///< why somebody takes it for the one
    std::string better = {}; ///< of the one: the same written so that it coalesces
    std::function<uint64_t(uint64_t lane)> betterElement = {};
};

Access accessOf(const std::function<uint64_t(uint64_t lane)>& element) {
    Access access;
    access.bytes = 4;
    access.mask = sim::memory::allLanes;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        access.address[lane] = 4 * element(lane);
    return access;
}

/// "lane * n + 3" as it can be typed where nobody knows n.
std::string withNumber(std::string index, uint64_t n) {
    if (const size_t at = index.find("* n"); at != std::string::npos)
        index.replace(at + 2, 1, std::to_string(n));
    return index;
}

bool coalesces(const Line& line) {
    const sim::memory::GlobalCost cost = sim::memory::globalCost(accessOf(line.element));
    return cost.sectors == cost.sectorsIdeal;
}

Line goodLine(Dice& dice, int level, uint64_t n) {
    const uint64_t row = 1 + dice.below(15), mask = dice.of(std::array<uint64_t, 4>{1, 3, 7, 31});
    const unsigned kinds = level == 1 ? 4 : level == 2 ? 6 : 9;
    switch (dice.below(kinds)) {
    case 0:
        return {"lane", [](uint64_t lane) { return lane; }, said("Lanes side by side, words side by side.")};
    case 1:
        return {fmt::format("lane + {}", 32 * row), [=](uint64_t lane) { return lane + 32 * row; },
                said("A start elsewhere does no harm where it is a multiple of 8 words: sectors begin there, too.")};
    case 2:
        return {std::to_string(row), [=](uint64_t) { return row; },
                said("All lanes want the same word: one sector serves them.")};
    case 3:
        return {fmt::format("{} * n + lane", row), [=](uint64_t lane) { return row * n + lane; },
                said("The factor n stands at the row, which is the same for all lanes: they walk along the row.")};
    case 4:
        return {"31 - lane", [](uint64_t lane) { return 31 - lane; },
                said("Backwards is as good as forwards: it is the same 128 bytes.")};
    case 5:
        return {"lane / 4", [](uint64_t lane) { return lane / 4; },
                said("Four lanes share each word, and the eight words fill one sector.")};
    case 6:
        return {
            fmt::format("lane ^ {}", mask), [=](uint64_t lane) { return lane ^ mask; },
            said("XOR within 32 puts the same words into another order: which lane takes which makes no difference.")};
    case 7:
        return {"lane / 8 * n + lane % 8", [=](uint64_t lane) { return lane / 8 * n + lane % 8; },
                said("Every 8 lanes begin another row, and fill a sector of it.")};
    default:
        return {fmt::format("(lane + {}) % 32", row), [=](uint64_t lane) { return (lane + row) % 32; },
                said("Rotated within 32 words: the same 128 bytes, in another order.")};
    }
}

Line badLine(Dice& dice, int level, uint64_t n) {
    const uint64_t column = dice.below(8), stride = dice.of(std::array<uint64_t, 6>{2, 3, 4, 8, 16, 32}),
                   shift = 1 + dice.below(7), group = dice.of(std::array<uint64_t, 2>{2, 4});
    switch (level == 1 ? dice.below(2) : level == 2 ? dice.below(3) : 1 + dice.below(3)) {
    case 0:
        return {fmt::format("lane * {}", stride), [=](uint64_t lane) { return lane * stride; },
                said("The lanes step {0} words apart, and what lies between is moved for nothing.", stride), "lane",
                [](uint64_t lane) { return lane; }};
    case 1:
        return {fmt::format("lane * n + {}", column), [=](uint64_t lane) { return lane * n + column; },
                said("The lane chooses the row: neighbours are n words apart, each in a sector of its own."),
                fmt::format("{} * n + lane", column), [=](uint64_t lane) { return column * n + lane; }};
    case 2:
        return {fmt::format("lane / {0} * n + lane % {0}", group),
                [=](uint64_t lane) { return lane / group * n + lane % group; },
                said("Every {0} lanes begin another row, and leave most of the sector unused.", group),
                "lane / 8 * n + lane % 8", [=](uint64_t lane) { return lane / 8 * n + lane % 8; }};
    default:
        return {
            fmt::format("lane + {}", shift), [=](uint64_t lane) { return lane + shift; },
            counted("The start is shifted by (one word|{0} words), which is no multiple of 8: one sector more is cut.",
                    shift),
            "lane + 8", [](uint64_t lane) { return lane + 8; }};
    }
}

} // namespace

// Of four lines one alone is right, whatever the dice say.
Generated lineQuestion(Dice& dice, int level) {
    constexpr size_t lines = 4;
    const uint64_t n = dice.of(std::array<uint64_t, 3>{16, 24, 32});
    const Line wrong = badLine(dice, level, n);
    std::vector<Line> all;
    while (all.size() + 1 < lines) {
        Line line = goodLine(dice, level, n);
        const bool known =
            std::any_of(all.begin(), all.end(), [&](const Line& other) { return other.index == line.index; });
        if (!known && coalesces(line))
            all.push_back(std::move(line));
    }
    const size_t at = dice.below(lines);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), wrong);
    Generated made;
    made.counted = Counted::Line;
    made.key = at;
    made.access = accessOf(all[at].element);
    Question& question = made.question;
    question.text = said("Which of these loads will not coalesce?");
    question.code = fmt::format("const float* x;  int lane = threadIdx.x % 32;  int n = {};", n);
    question.details = {counted("elements of {0} byte(s)", 4) + "; " +
                            said("x begins at a multiple of 128 bytes in global memory"),
                        said("a load coalesces where it touches no more sectors of 32 bytes than its words fill")};
    for (const Line& line : all) {
        const sim::memory::GlobalCost cost = sim::memory::globalCost(accessOf(line.element));
        question.choices.push_back(
            {fmt::format("x[{}]", line.index), !coalesces(line),
             line.looks + " " +
                 counted("It touches {0} sector(s), {1} would be ideal.", cost.sectors, cost.sectorsIdeal),
             0, Drawn{fmt::format("x[{}]", line.index), accessOf(line.element), false}});
        made.lines.push_back(accessOf(line.element));
    }
    question.changes.push_back({fmt::format("x[{}]", wrong.better), accessOf(wrong.betterElement), false});
    question.link = typedLink(false, withNumber(wrong.index, n));
    return made;
}

} // namespace warplens::lessons
