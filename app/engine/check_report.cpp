// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/check_report.h"

#include "app/engine/markup.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;

enum Fault : uint8_t { NotChecked, Results, Counts, None };
struct FaultRow {
    const char *name, *summary;
};
constexpr FaultRow faultRows[] = {
    {"not-checked", "A kernel could not be held against the GPU."},
    {"results-differ", "The emulator's results are not those of the GPU."},
    {"counts-differ", "The model's counts are not those of the GPU's counters."},
};

Fault faultOf(const CheckResult& result, bool counts) {
    if (!result.problem.empty())
        return NotChecked;
    if (!result.withinBounds())
        return Results;
    return counts && !result.sameCounts() ? Counts : None;
}

std::string sentenceOf(const CheckResult& result, Fault fault) {
    std::string text;
    if (fault == NotChecked)
        return result.problem;
    if (fault == Results) {
        for (const OutputCheck& output : result.outputs)
            if (!output.accepted())
                text += fmt::format("{}{}: {} elements differ, the first is number {}", text.empty() ? "" : "; ",
                                    output.name, output.differentElements, output.firstDifference);
        return text;
    }
    for (const CounterCheck& counter : result.counters)
        if (!counter.exact())
            text +=
                fmt::format("{}{}: {:.0f} by the model, {} by the GPU", text.empty() ? "" : "; ", counter.name,
                            counter.model, counter.hardware ? fmt::format("{:.0f}", *counter.hardware) : "not counted");
    return text;
}

} // namespace

ordered_json checksSarif(const std::vector<CheckResult>& results, bool counts) {
    ordered_json rules = ordered_json::array(), list = ordered_json::array();
    for (const FaultRow& row : faultRows)
        rules.push_back({{"id", row.name}, {"shortDescription", {{"text", row.summary}}}});
    for (const CheckResult& result : results) {
        const Fault fault = faultOf(result, counts);
        if (fault == None)
            continue;
        ordered_json row{{"ruleId", faultRows[fault].name},
                         {"ruleIndex", static_cast<size_t>(fault)},
                         {"level", "error"},
                         {"message", {{"text", fmt::format("{}: {}", result.label, sentenceOf(result, fault))}}}};
        const auto line = std::find_if(result.lines.begin(), result.lines.end(),
                                       [](const LineCheck& each) { return !each.exact() && each.line != 0; });
        if (line != result.lines.end())
            row["locations"] = {
                {{"physicalLocation",
                  {{"artifactLocation", {{"uri", uriOf(line->file)}}}, {"region", {{"startLine", line->line}}}}}}};
        list.push_back(std::move(row));
    }
    ordered_json run{
        {"tool", {{"driver", {{"name", "Warplens"}, {"version", WARPLENS_VERSION}, {"rules", std::move(rules)}}}}},
        {"results", std::move(list)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", ordered_json::array({std::move(run)})}};
}

std::string checksJUnit(const std::vector<CheckResult>& results, bool counts) {
    std::string cases;
    size_t failures = 0, errors = 0;
    for (const CheckResult& result : results) {
        const Fault fault = faultOf(result, counts);
        cases += fmt::format("    <testcase classname=\"check\" name=\"{}\" time=\"{:.3f}\"", xmlText(result.label),
                             result.simulatedSeconds);
        if (fault == None) {
            cases += "/>\n";
            continue;
        }
        (fault == NotChecked ? errors : failures) += 1;
        cases += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\"/>\n    </testcase>\n",
                             fault == NotChecked ? "error" : "failure", faultRows[fault].name,
                             xmlText(sentenceOf(result, fault)));
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"check\" "
                       "tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
                       results.size(), failures, errors, cases);
}

} // namespace warplens::engine
