// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/findings_report.h"

#include "app/engine/markup.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace warplens::engine {
namespace {

using launches::HostMistake;
using nlohmann::ordered_json;
using sim::simt::Finding;
using sim::simt::FindingAccess;
using sim::simt::FindingKind;
using sim::simt::SourcePlace;

/// The compiler knows the source by its name alone; whoever reads the report wants the path.
std::string pathOf(const std::string& told, const std::string& file) {
    return std::filesystem::path(file).filename() == told ? file : told;
}

ordered_json locationJson(const SourcePlace& place, const std::string& file) {
    ordered_json physical{{"artifactLocation", {{"uri", uriOf(pathOf(place.file, file))}}}};
    if (place.line != 0)
        physical["region"] = {{"startLine", place.line}};
    return {{"physicalLocation", std::move(physical)}};
}

std::string sentenceOf(const FindingAccess& access) {
    return fmt::format("block ({},{},{}) thread ({},{},{}) {} {}", access.block.x, access.block.y, access.block.z,
                       access.thread.x, access.thread.y, access.thread.z, access.verb, access.element);
}

ordered_json resultJson(const Finding& finding, const std::string& file) {
    const bool note = !finding.isError() || finding.benign;
    ordered_json result{{"ruleId", sim::simt::findingName(finding.kind)},
                        {"ruleIndex", static_cast<size_t>(finding.kind)},
                        {"level", note ? "note" : "error"},
                        {"message", {{"text", finding.message}}},
                        {"locations", ordered_json::array({locationJson(finding.place(), file)})}};
    for (size_t i = 0; i < finding.accesses.size(); ++i) {
        ordered_json location = locationJson(finding.accesses[i].place, file);
        location["id"] = i;
        location["message"] = {{"text", sentenceOf(finding.accesses[i])}};
        result["relatedLocations"].push_back(std::move(location));
    }
    result["properties"] = {{"times", finding.times}};
    if (!finding.nobodys) {
        result["properties"]["block"] = {finding.block.x, finding.block.y, finding.block.z};
        result["properties"]["thread"] = {finding.thread.x, finding.thread.y, finding.thread.z};
    }
    if (!finding.hint.empty())
        result["properties"]["hint"] = finding.hint;
    if (!finding.guess.empty())
        result["properties"]["hangsOnGuess"] = finding.guess;
    return result;
}

struct KindOfFinding {
    std::string name, summary;
};

/// Of kernels, in the order of FindingKind, and those that only the host's code can have.
std::vector<KindOfFinding> kindsWith(const std::vector<HostMistake>& mistakes) {
    std::vector<KindOfFinding> kinds;
    for (const FindingKind kind : sim::simt::findingKinds())
        kinds.push_back({std::string(sim::simt::findingName(kind)), std::string(sim::simt::findingSummary(kind))});
    for (const HostMistake& mistake : mistakes)
        if (std::none_of(kinds.begin(), kinds.end(),
                         [&](const KindOfFinding& kind) { return kind.name == mistake.kind; }))
            kinds.push_back({mistake.kind, "A mistake of the host's code: see docs/mistakes.md."});
    return kinds;
}

ordered_json resultJson(const HostMistake& mistake, const std::string& file, const std::vector<KindOfFinding>& kinds) {
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const KindOfFinding& k) { return k.name == mistake.kind; });
    const SourcePlace place{mistake.file.empty() ? file : mistake.file, mistake.line};
    return {{"ruleId", mistake.kind},
            {"ruleIndex", kind - kinds.begin()},
            {"level", mistake.note ? "note" : "error"},
            {"message", {{"text", mistake.text}}},
            {"locations", ordered_json::array({locationJson(place, file)})}};
}

} // namespace

ordered_json findingsSarif(const std::vector<Finding>& findings, const std::string& file,
                           const std::vector<HostMistake>& mistakes) {
    const std::vector<KindOfFinding> kinds = kindsWith(mistakes);
    ordered_json rules = ordered_json::array();
    for (const KindOfFinding& kind : kinds)
        rules.push_back({{"id", kind.name}, {"shortDescription", {{"text", kind.summary}}}});
    ordered_json results = ordered_json::array();
    for (const Finding& finding : findings)
        results.push_back(resultJson(finding, file));
    for (const HostMistake& mistake : mistakes)
        results.push_back(resultJson(mistake, file, kinds));
    ordered_json run{
        {"tool", {{"driver", {{"name", "Warplens"}, {"version", WARPLENS_VERSION}, {"rules", std::move(rules)}}}}},
        {"results", std::move(results)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", ordered_json::array({std::move(run)})}};
}

std::string findingsJUnit(const std::vector<Finding>& findings, const std::string& file, const std::string& kernel,
                          double seconds, const std::vector<HostMistake>& mistakes) {
    std::string cases;
    size_t failures = 0;
    const std::vector<KindOfFinding> kinds = kindsWith(mistakes);
    for (const KindOfFinding& kind : kinds) {
        std::string first, text;
        for (const Finding& finding : findings)
            if (sim::simt::findingName(finding.kind) == kind.name && finding.isError()) {
                first = first.empty() ? finding.message : first;
                text += fmt::format("{}:{}: {}\n", pathOf(finding.file, file), finding.line, finding.message);
                if (!finding.hint.empty())
                    text += fmt::format("  hint: {}\n", finding.hint);
            }
        for (const HostMistake& mistake : mistakes)
            if (mistake.kind == kind.name && !mistake.note) {
                first = first.empty() ? mistake.text : first;
                text +=
                    fmt::format("{}:{}: {}\n", mistake.file.empty() ? file : mistake.file, mistake.line, mistake.text);
            }
        cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xmlText(file), kind.name);
        if (text.empty()) {
            cases += "/>\n";
            continue;
        }
        ++failures;
        cases += fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n", kind.name,
                             xmlText(first), xmlText(text));
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" "
        "failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n{}  </testsuite>\n</testsuites>\n",
        xmlText(kernel), kinds.size(), failures, seconds, cases);
}

} // namespace warplens::engine
