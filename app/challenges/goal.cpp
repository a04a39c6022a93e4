// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/goal.h"

#include "app/words/headed_text.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

namespace warplens::challenges {
namespace {

using words::TextMistake;
using words::trimmed;

struct UnitRow {
    Space space;
    Unit unit;
    std::string_view name;
};
constexpr UnitRow unitRows[] = {
    {Space::Global, Unit::SectorsPerRequest, "sectors per request"},
    {Space::Global, Unit::Sectors, "sectors"},
    {Space::Global, Unit::Requests, "requests"},
    {Space::Shared, Unit::Conflicts, "conflicts"},
    {Space::Shared, Unit::Wavefronts, "wavefronts"},
    {Space::Shared, Unit::Requests, "requests"},
    {Space::Launch, Unit::WarpInstructions, "warp instructions"},
    {Space::Launch, Unit::Barriers, "barriers"},
    {Space::Launch, Unit::AsynchronousCopies, "asynchronous copies"},
};

const std::vector<std::string>& accessNames() {
    static const std::vector<std::string> names{"loads", "stores", "atomics", "accesses"}; // as Accesses has them
    return names;
}

double number(const std::string& text, int line) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
        throw TextMistake(line, fmt::format("'{}' is no number that a goal can have: write 0 or more", text));
    return value;
}

Accesses accessesOf(const std::string& word, int line) {
    const std::vector<std::string>& names = accessNames();
    for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == word)
            return static_cast<Accesses>(i);
    throw TextMistake(line, fmt::format("'{}' are no accesses{}", word, kernels::suggestion(word, names)));
}

/// "loads of x", "global loads", "shared accesses", "launch".
void readWhat(const std::string& what, Goal& goal) {
    if (what == "launch")
        return;
    const size_t space = what.find(' ');
    const std::string first = what.substr(0, space);
    const std::string rest = space == std::string::npos ? std::string() : trimmed(what.substr(space));
    if (first == "global" || first == "shared") {
        goal.space = first == "global" ? Space::Global : Space::Shared;
        goal.accesses = accessesOf(rest, goal.line);
    } else if (rest.starts_with("of ")) {
        goal.space = Space::Global;
        goal.accesses = accessesOf(first, goal.line);
        goal.array = trimmed(rest.substr(3));
    } else {
        throw TextMistake(goal.line, fmt::format("'{}' is nothing that is counted: write loads of ARRAY, global loads, "
                                                 "shared accesses or launch",
                                                 what));
    }
}

/// "at most 4 sectors per request"
void readAmount(const std::string& amount, Goal& goal) {
    const bool most = amount.starts_with("at most ");
    if (!most && !amount.starts_with("at least "))
        throw TextMistake(goal.line, fmt::format("'{}': write at most or at least, a number and a unit", amount));
    goal.atLeast = !most;
    const std::string rest = trimmed(amount.substr(most ? 8 : 9));
    const size_t space = std::min(rest.find(' '), rest.size());
    goal.limit = number(rest.substr(0, space), goal.line);
    const std::string unit = trimmed(rest.substr(space));
    std::vector<std::string> known;
    for (const UnitRow& row : unitRows) {
        if (row.space != goal.space)
            continue;
        if (row.name == unit) {
            goal.unit = row.unit;
            return;
        }
        known.emplace_back(row.name);
    }
    throw TextMistake(goal.line, fmt::format("there is no unit '{}' here{}", unit, kernels::suggestion(unit, known)));
}

} // namespace

std::string_view unitName(Unit unit) {
    for (const UnitRow& row : unitRows)
        if (row.unit == unit)
            return row.name;
    return {};
}

Goal parseGoal(const std::string& text, int line) {
    Goal goal;
    goal.text = text;
    goal.line = line;
    if (text == "no findings") {
        goal.kind = GoalKind::NoFindings;
        return goal;
    }
    if (text.starts_with("result of ")) {
        const std::string rest = trimmed(text.substr(10));
        const size_t within = rest.find(" within ");
        goal.array = trimmed(rest.substr(0, within));
        if (within != std::string::npos)
            goal.within = number(trimmed(rest.substr(within + 8)), line);
        return goal;
    }
    const size_t colon = text.find(':');
    if (colon == std::string::npos)
        throw TextMistake(line,
                          fmt::format("'{}' is no goal: write result of ARRAY, no findings, or WHAT: at most NUMBER "
                                      "UNIT",
                                      text));
    goal.kind = GoalKind::Amount;
    readWhat(trimmed(text.substr(0, colon)), goal);
    readAmount(trimmed(text.substr(colon + 1)), goal);
    return goal;
}

} // namespace warplens::challenges
