// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/measured_budget.h"

#include "app/engine/kernel_file.h"
#include "kernels/files/json_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;
using Lines = std::vector<const MeasuredLine*>;

Lines linesOf(const Measured& measured, const std::string& file) {
    Lines lines;
    for (const MeasuredLine& line : measured.lines)
        if (line.file == file)
            lines.push_back(&line);
    std::sort(lines.begin(), lines.end(), [](const auto* a, const auto* b) { return a->line < b->line; });
    return lines;
}

bool areSame(const MeasuredLine& a, const MeasuredLine& b) {
    return a.text == b.text && (!a.text.empty() || a.line == b.line);
}

/// One may have become the other: more than half of it is there, before and behind what is not.
bool areAlike(const MeasuredLine& a, const MeasuredLine& b) {
    const size_t shorter = std::min(a.text.size(), b.text.size()), longer = std::max(a.text.size(), b.text.size());
    size_t front = 0, back = 0;
    while (front < shorter && a.text[front] == b.text[front])
        ++front;
    while (back < shorter - front && a.text[a.text.size() - 1 - back] == b.text[b.text.size() - 1 - back])
        ++back;
    return longer != 0 && 2 * (front + back) > longer;
}

using Pairs = std::vector<std::pair<const MeasuredLine*, const MeasuredLine*>>;

/// The longest common subsequence, as `match` has it, with the others where they stand: nullptr is on the other side of
/// those.
template<class Match>
Pairs pairsOf(const Lines& before, const Lines& now, Match match) {
    const size_t columns = now.size() + 1;
    std::vector<uint32_t> longest((before.size() + 1) * columns); // from these two on
    for (size_t i = before.size(); i-- > 0;)
        for (size_t j = now.size(); j-- > 0;)
            longest[i * columns + j] = match(*before[i], *now[j])
                                           ? longest[(i + 1) * columns + j + 1] + 1
                                           : std::max(longest[(i + 1) * columns + j], longest[i * columns + j + 1]);
    Pairs pairs;
    size_t i = 0, j = 0;
    while (i < before.size() && j < now.size())
        if (match(*before[i], *now[j]))
            pairs.emplace_back(before[i++], now[j++]);
        else if (longest[(i + 1) * columns + j] >= longest[i * columns + j + 1])
            pairs.emplace_back(before[i++], nullptr);
        else
            pairs.emplace_back(nullptr, now[j++]);
    while (i < before.size())
        pairs.emplace_back(before[i++], nullptr);
    while (j < now.size())
        pairs.emplace_back(nullptr, now[j++]);
    return pairs;
}

/// Lines with the same text first; between two such pairs those that are alike.
Pairs pairsOf(const Lines& before, const Lines& now) {
    Pairs all;
    Lines goneHere, newHere;
    const auto closeGap = [&] {
        for (const auto& pair : pairsOf(goneHere, newHere, areAlike))
            all.push_back(pair);
        goneHere.clear();
        newHere.clear();
    };
    for (const auto& [was, is] : pairsOf(before, now, areSame)) {
        if (was != nullptr && is != nullptr) {
            closeGap();
            all.emplace_back(was, is);
        } else if (was != nullptr) {
            goneHere.push_back(was);
        } else {
            newHere.push_back(is);
        }
    }
    closeGap();
    return all;
}

std::vector<LineChange> lineChanges(const Measured& before, const Measured& now, Limit limit) {
    std::set<std::string> files;
    for (const Measured* each : {&before, &now})
        for (const MeasuredLine& line : each->lines)
            files.insert(line.file);
    std::vector<LineChange> changes;
    for (const std::string& file : files)
        for (const auto& [was, is] : pairsOf(linesOf(before, file), linesOf(now, file))) {
            LineChange change{file};
            if (was != nullptr) {
                change.before = was->line;
                change.valueBefore = was->values[static_cast<size_t>(limit)];
            }
            if (is != nullptr) {
                change.now = is->line;
                change.valueNow = is->values[static_cast<size_t>(limit)];
            }
            change.rewritten = was != nullptr && is != nullptr && !areSame(*was, *is);
            if (change.valueBefore != change.valueNow)
                changes.push_back(change);
        }
    const auto difference = [](const LineChange& change) {
        return std::max(change.valueBefore, change.valueNow) - std::min(change.valueBefore, change.valueNow);
    };
    std::stable_sort(changes.begin(), changes.end(),
                     [&](const LineChange& a, const LineChange& b) { return difference(a) > difference(b); });
    return changes;
}

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw EngineError(fmt::format("{} is no answer of `warplens-cli gate --json`: {}", file, why));
}

} // namespace

std::vector<LimitChange> changesBetween(const Measured& before, const Measured& now) {
    std::vector<LimitChange> changes;
    for (size_t i = 0; i < limits; ++i) {
        if (!before.values[i] || !now.values[i])
            continue;
        LimitChange change{static_cast<Limit>(i), *before.values[i], *now.values[i], {}};
        change.lines = lineChanges(before, now, change.limit);
        if (change.before != change.now || !change.lines.empty())
            changes.push_back(std::move(change));
    }
    return changes;
}

std::string changeText(const LimitChange& change) {
    std::string text = fmt::format("{}: {} → {}", limitTitle(change.limit), limitText(change.limit, change.before),
                                   limitText(change.limit, change.now));
    if (change.limit != Limit::Occupancy && change.limit != Limit::Findings && change.before > 0 &&
        change.before != change.now)
        text += fmt::format(" ({:+.1f} %)", 100 * (change.now - change.before) / change.before);
    return text;
}

std::string changeText(const LineChange& change) {
    const std::string values = fmt::format("{} → {}", change.valueBefore, change.valueNow);
    if (change.now == 0)
        return fmt::format("{}: line {} of before, which is gone: {}", change.file, change.before, values);
    std::string since;
    if (change.before == 0)
        since = " (new)";
    else if (change.rewritten)
        since = fmt::format(" (in the place of line {})", change.before);
    else if (change.before != change.now)
        since = fmt::format(" (it was line {})", change.before);
    return fmt::format("{}:{}{}: {}", change.file, change.now, since, values);
}

ordered_json measuredJson(const Measured& measured) {
    ordered_json json{{"subject", measured.subject}}, lines = ordered_json::array();
    for (size_t i = 0; i < limits; ++i)
        if (measured.values[i])
            json[limitName(static_cast<Limit>(i))] = *measured.values[i];
    for (const MeasuredLine& line : measured.lines) {
        ordered_json row{{"file", line.file}, {"line", line.line}, {"text", line.text}};
        for (const Limit limit : {Limit::Wavefronts, Limit::Sectors, Limit::Findings})
            row[limitName(limit)] = line.values[static_cast<size_t>(limit)];
        lines.push_back(std::move(row));
    }
    json["lines"] = std::move(lines);
    return json;
}

ordered_json changesJson(const std::vector<LimitChange>& changes) {
    ordered_json list = ordered_json::array();
    for (const LimitChange& change : changes) {
        ordered_json lines = ordered_json::array();
        for (const LineChange& line : change.lines) {
            ordered_json row{{"file", line.file}, {"before", line.valueBefore}, {"now", line.valueNow}};
            if (line.before != 0)
                row["line_before"] = line.before;
            if (line.now != 0)
                row["line"] = line.now;
            lines.push_back(std::move(row));
        }
        list.push_back({{"limit", limitName(change.limit)},
                        {"before", change.before},
                        {"now", change.now},
                        {"lines", std::move(lines)}});
    }
    return list;
}

std::vector<Measured> readMeasured(const std::string& file) {
    const ordered_json document = ordered_json::parse(readTextFile(file), nullptr, false);
    if (!document.is_object() || !document.contains("measured"))
        refuse(file, "it has no 'measured'");
    std::vector<Measured> all;
    try {
        for (const ordered_json& each : document.at("measured")) {
            Measured measured;
            measured.subject = each.at("subject").get<std::string>();
            for (size_t i = 0; i < limits; ++i)
                if (const auto value = each.find(limitName(static_cast<Limit>(i))); value != each.end())
                    measured.values[i] = value->get<double>();
            for (const ordered_json& row : each.at("lines")) {
                MeasuredLine line{row.at("file").get<std::string>(),
                                  row.at("line").get<uint32_t>(),
                                  row.at("text").get<std::string>(),
                                  {}};
                for (const Limit limit : {Limit::Wavefronts, Limit::Sectors, Limit::Findings})
                    line.values[static_cast<size_t>(limit)] = row.at(limitName(limit)).get<uint64_t>();
                measured.lines.push_back(std::move(line));
            }
            all.push_back(std::move(measured));
        }
    } catch (const ordered_json::exception& error) {
        refuse(file, kernels::jsonProblem(error.what()));
    }
    return all;
}

} // namespace warplens::engine
